// SPDX-License-Identifier: GPL-2.0
/* Group functions: entry and exit of chosen kernel functions, by return probes, so also in a module. */
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/slab.h>
#include "hypertrace.h"

#define MOST 64

bool ht_exit_only;
unsigned int ht_depth_limit = 16;
int ht_only_tid;
unsigned long ht_functions_missed;

struct ht_instance {
	u64 begin;
	unsigned int depth;
};

struct ht_function {
	struct kretprobe probe;
	char name[KSYM_NAME_LEN];
};

static struct ht_function *ht_function[MOST];
static unsigned int ht_chosen;

static unsigned long ht_address(struct kretprobe_instance *instance)
{
	struct kretprobe *probe = get_kretprobe(instance);

	return probe ? (unsigned long)probe->kp.addr : 0;
}

static int on_entry(struct kretprobe_instance *instance, struct pt_regs *regs)
{
	struct ht_instance *here = (struct ht_instance *)instance->data;
	unsigned long address;

	if (!ht_wanted())
		return 1;
	here->depth = ht_depth_enter();
	here->begin = ht_clock();
	address = ht_address(instance);
	if (address && !READ_ONCE(ht_exit_only) && here->depth < READ_ONCE(ht_depth_limit))
		ht_send(HT_FUNCTION_ENTRY, address, here->depth, 0, ht_here());
	return 0;
}

static int on_return(struct kretprobe_instance *instance, struct pt_regs *regs)
{
	struct ht_instance *here = (struct ht_instance *)instance->data;
	unsigned long address = ht_address(instance);
	u64 ns = ht_clock() - here->begin;

	ht_depth_leave();
	if (!address || here->depth >= READ_ONCE(ht_depth_limit))
		return 0;
	if (READ_ONCE(ht_exit_only))
		ht_batch_function(address, here->depth, ns);
	else
		ht_send(HT_FUNCTION_EXIT, address, ns, here->depth, ht_here());
	return 0;
}

static void on_switch(void *data, bool preempt, struct task_struct *prev, struct task_struct *next,
		      unsigned int prev_state)
{
	if (READ_ONCE(ht_batching))
		ht_flush_task_switch();
}

static void on_task_exit(void *data, struct task_struct *task)
{
	ht_depth_forget(task);
}

static struct ht_probe probes[] = {
	HT_PROBE("sched_switch", on_switch),
	HT_PROBE("sched_process_free", on_task_exit),
};

/* @list: names with commas between them; takes the place of the choice before */
int ht_functions_choose(const char *list)
{
	if (ht_functions.on)
		return -EBUSY;
	while (ht_chosen)
		kfree(ht_function[--ht_chosen]);
	while (*list) {
		size_t length = strcspn(list, ", \n");

		if (length && length < KSYM_NAME_LEN) {
			if (ht_chosen == MOST)
				return -E2BIG;
			ht_function[ht_chosen] = kzalloc(sizeof(struct ht_function), GFP_KERNEL);
			if (!ht_function[ht_chosen])
				return -ENOMEM;
			memcpy(ht_function[ht_chosen++]->name, list, length);
		}
		list += length;
		list += strspn(list, ", \n");
	}
	return 0;
}

static void ht_functions_stop(void)
{
	unsigned int i;

	for (i = 0; i < ht_chosen; i++)
		if (ht_function[i]->probe.handler) {
			unregister_kretprobe(&ht_function[i]->probe);
			ht_functions_missed += ht_function[i]->probe.nmissed;
			memset(&ht_function[i]->probe, 0, sizeof(ht_function[i]->probe));
		}
	ht_flush_all();
	ht_depth_clear();
}

/* A function that cannot be probed is left out and reported in the log; none at all is an error. */
static int ht_functions_start(void)
{
	unsigned int i, good = 0;
	int err = -EINVAL;

	for (i = 0; i < ht_chosen; i++) {
		struct kretprobe *probe = &ht_function[i]->probe;

		probe->kp.symbol_name = ht_function[i]->name;
		probe->entry_handler = on_entry;
		probe->handler = on_return;
		probe->data_size = sizeof(struct ht_instance);
		probe->maxactive = 64;
		err = register_kretprobe(probe);
		if (err) {
			pr_warn(HT_LOG "function %s: error %d\n", ht_function[i]->name, err);
			memset(probe, 0, sizeof(*probe));
			continue;
		}
		preempt_disable_notrace();
		ht_send_name(HT_NAME_FUNCTION, (u64)probe->kp.addr, ht_function[i]->name);
		preempt_enable_notrace();
		good++;
	}
	return good ? 0 : err;
}

HT_GROUP(ht_functions, "functions", probes, ht_functions_start, ht_functions_stop);
