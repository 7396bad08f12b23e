// SPDX-License-Identifier: GPL-2.0
/*
 * Who sends: hello with the clocks from every CPU, where the kernel's code lies, names, the tasks that are there. The
 * hellos are repeated, so that a recording that begins later has the clocks too, and nothing waits in a batch for long.
 */
#include <linux/cpuhotplug.h>
#include <linux/kprobes.h>
#include <linux/moduleparam.h>
#include <linux/sched/signal.h>
#include <linux/timekeeping.h>
#include <linux/workqueue.h>
#include <asm/msr.h>
#include <asm/sections.h>
#include <asm/tsc.h>
#include "hypertrace.h"

static char *name = "";
module_param(name, charp, 0444);
MODULE_PARM_DESC(name, "name of this VM, for the reader of the trace");
static char *node = "";
module_param(node, charp, 0444);
MODULE_PARM_DESC(node, "name of this VM's node");
static unsigned int hello_s = 10;
module_param(hello_s, uint, 0644);
MODULE_PARM_DESC(hello_s, "seconds between two clock readings, 0 for only one (10)");

static void ht_repeat(struct work_struct *work);
static DECLARE_DELAYED_WORK(ht_repeat_work, ht_repeat);
static unsigned int ht_seconds;
static int ht_cpuhp = -1;

static void ht_hello(void *unused)
{
	ht_flush_here();
	ht_send(HT_HELLO, HT_HELLO_MAGIC << 32 | (u64)ht_batch_span_ms() << 16 | HT_VERSION << 8 |
		(raw_smp_processor_id() & 0xff), rdtsc(), ktime_get_mono_fast_ns(), ktime_get_real_fast_ns());
}

void ht_hello_all(void)
{
	on_each_cpu(ht_hello, NULL, 1);
}

/* Once a second only if something may wait in a batch. */
static void ht_repeat(struct work_struct *work)
{
	bool batching = READ_ONCE(ht_batching);
	unsigned int period = READ_ONCE(hello_s);

	if (batching)
		ht_flush_all();
	if (period && (!batching || ++ht_seconds >= period)) {
		ht_seconds = 0;
		ht_hello_all();
	}
	schedule_delayed_work(&ht_repeat_work, (batching || !period ? 1 : period) * HZ);
}

static int ht_cpu_online(unsigned int cpu)
{
	ht_hello(NULL);
	return 0;
}

/* What waits on it would wait until it comes back. */
static int ht_cpu_offline(unsigned int cpu)
{
	ht_flush_here();
	return 0;
}

int ht_hello_start(void)
{
	/* Calls it on the CPUs that are online, too. */
	int state = cpuhp_setup_state(CPUHP_AP_ONLINE_DYN, "hypertrace:online", ht_cpu_online,
				      ht_cpu_offline);

	if (state < 0)
		return state;
	ht_cpuhp = state;
	schedule_delayed_work(&ht_repeat_work, HZ);
	return 0;
}

void ht_hello_stop(void)
{
	if (ht_cpuhp < 0)
		return;
	cancel_delayed_work_sync(&ht_repeat_work);
	cpuhp_remove_state_nocalls(ht_cpuhp);
	ht_cpuhp = -1;
}

/* A kprobe that is never armed: the kernel has the address even where it refuses the probe. */
unsigned long ht_address_of(const char *symbol)
{
	struct kprobe probe = { .symbol_name = symbol, .flags = KPROBE_FLAG_DISABLED };

	if (!register_kprobe(&probe))
		unregister_kprobe(&probe);
	return (unsigned long)probe.addr;
}

void ht_introduce(void)
{
#ifdef MODULE
	unsigned long text = ht_address_of("_text"), end = ht_address_of("_etext");
#else
	unsigned long text = (unsigned long)_text, end = (unsigned long)_etext;
#endif

	ht_send(HT_BASE, text, end, tsc_khz, ht_pair(ht_only_in_rings(), num_online_cpus()));
	if (*name)
		ht_send_name(HT_NAME_VM, 0, name);
	if (*node)
		ht_send_name(HT_NAME_NODE, 0, node);
}

void ht_dump_tasks(void)
{
	struct task_struct *process, *task;

	rcu_read_lock();
	for_each_process_thread(process, task)
		ht_send(HT_TASK, ht_pair(task->tgid, task->pid),
			ht_pair(rcu_dereference(task->real_parent)->pid,
				(task_cpu(task) & 0xffff) << 16 |
				((READ_ONCE(task->__state) | task->exit_state) & 0xffff)),
			ht_chars(task->comm, TASK_COMM_LEN, 0), ht_chars(task->comm, TASK_COMM_LEN, 8));
	rcu_read_unlock();
}
