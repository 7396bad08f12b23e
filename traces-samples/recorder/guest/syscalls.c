// SPDX-License-Identifier: GPL-2.0
/* Group syscalls: system calls of all tasks. Batched, an entry and its exit are one hypercall if the task does not wait. */
#include <asm/syscall.h>
#include "hypertrace.h"

/* -1 at the end of rt_sigreturn: it restores the registers, its number among them. A reader knows which call is open. */
static u64 ht_number(long id)
{
	return (id & 0x7fffffff) | (in_ia32_syscall() ? HT_I386_CALL : 0);
}

static void on_enter(void *data, struct pt_regs *regs, long id)
{
	unsigned long arg[6];

	syscall_get_arguments(current, regs, arg);
	preempt_disable_notrace();
	if (!ht_batch_syscall_entry(ht_number(id), arg[0], arg[1]))
		ht_send(HT_SYSCALL_ENTRY, ht_here(), ht_number(id), arg[0], arg[1]);
	preempt_enable_notrace();
}

static void on_leave(void *data, struct pt_regs *regs, long ret)
{
	long id = syscall_get_nr(current, regs);

	preempt_disable_notrace();
	if (!ht_batch_syscall_exit(ht_number(id), ret))
		ht_send(HT_SYSCALL_EXIT, ht_here(), ht_number(id), ret, 0);
	preempt_enable_notrace();
}

/* Also without group sched: a call whose task waits is reported when it begins to wait. */
static void on_switch(void *data, bool preempt, struct task_struct *prev, struct task_struct *next,
		      unsigned int prev_state)
{
	if (READ_ONCE(ht_batching))
		ht_flush_task_switch();
}

static struct ht_probe probes[] = {
	HT_PROBE("sched_switch", on_switch),
	HT_PROBE("sys_enter", on_enter),
	HT_PROBE("sys_exit", on_leave),
};

HT_GROUP(ht_syscalls, "syscalls", probes, NULL, NULL);
