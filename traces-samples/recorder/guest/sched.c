// SPDX-License-Identifier: GPL-2.0
/* Group sched: which task runs, who wakes whom, tasks that come and go. Probes run with preemption off. */
#include <linux/binfmts.h>
#include "hypertrace.h"

static void ht_task_event(u32 event, u64 a0, u64 a1, const struct task_struct *task)
{
	ht_send(event, a0, a1, ht_chars(task->comm, TASK_COMM_LEN, 0), ht_chars(task->comm, TASK_COMM_LEN, 8));
}

static void on_switch(void *data, bool preempt, struct task_struct *prev, struct task_struct *next,
		      unsigned int prev_state)
{
	u32 state = preempt ? 0 : prev_state;

	if (READ_ONCE(ht_batching)) {
		ht_flush_task_switch();
		if (ht_batch_switch(next, state))
			return;
	}
	ht_task_event(HT_SWITCH, ht_pair(prev->pid, next->pid),
		      (u64)raw_smp_processor_id() << 48 | (u64)(prev->prio & 0xff) << 40 |
		      (u64)(next->prio & 0xff) << 32 | state, next);
}

static void on_waking(void *data, struct task_struct *task)
{
	ht_task_event(HT_WAKING, ht_pair(task_cpu(task), task->pid), ht_here(), task);
}

static void on_wakeup(void *data, struct task_struct *task)
{
	ht_task_event(HT_WAKEUP, ht_pair(task_cpu(task), task->pid), ht_here(), task);
}

static void on_wakeup_new(void *data, struct task_struct *task)
{
	ht_task_event(HT_WAKEUP, ht_pair(task_cpu(task), task->pid), 1ULL << 63 | ht_here(), task);
}

static void on_fork(void *data, struct task_struct *parent, struct task_struct *child)
{
	ht_task_event(HT_FORK, ht_pair(parent->pid, child->pid), ht_pair(parent->tgid, child->tgid), child);
}

static void on_exec(void *data, struct task_struct *task, pid_t old_tid, struct linux_binprm *bprm)
{
	ht_task_event(HT_EXEC, ht_pair(old_tid, task->pid), task->tgid, task);
}

static void on_exit(void *data, struct task_struct *task)
{
	ht_task_event(HT_EXIT, ht_pair(task->tgid, task->pid), (u32)task->exit_code, task);
}

/* Batches carry no names: a new name is reported at once, as a task that is there. */
static void on_rename(void *data, struct task_struct *task, const char *comm)
{
	ht_send(HT_TASK, ht_pair(task->tgid, task->pid),
		ht_pair(rcu_dereference_sched(task->real_parent)->pid, /* preemption is off, no read lock is held */
			(task_cpu(task) & 0xffff) << 16 | (READ_ONCE(task->__state) & 0xffff)),
		ht_chars(comm, strnlen(comm, TASK_COMM_LEN), 0), ht_chars(comm, strnlen(comm, TASK_COMM_LEN), 8));
}

static struct ht_probe probes[] = {
	HT_PROBE("sched_switch", on_switch),
	HT_PROBE("sched_waking", on_waking),
	HT_PROBE("sched_wakeup", on_wakeup),
	HT_PROBE("sched_wakeup_new", on_wakeup_new),
	HT_PROBE("sched_process_fork", on_fork),
	HT_PROBE("sched_process_exec", on_exec),
	HT_PROBE("sched_process_exit", on_exit),
	HT_PROBE("task_rename", on_rename),
};

static int ht_sched_start(void)
{
	ht_dump_tasks();
	return 0;
}

HT_GROUP(ht_sched, "sched", probes, ht_sched_start, NULL);
