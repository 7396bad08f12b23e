// SPDX-License-Identifier: GPL-2.0
/*
 * Group graph, built in only: entry and exit of all functions, or of those that graph_functions names, by the kernel's
 * function graph. graph_scope keeps it to one task and time: all, initcalls, shutdown, or the name of one initcall.
 */
#include <linux/ftrace.h>
#include <linux/init.h>
#include <linux/kallsyms.h>
#include <linux/moduleparam.h>
#include <linux/preempt.h>
#include <linux/string.h>
#include "hypertrace.h"
#include "boot.h"

static char *graph_scope = "all";
module_param(graph_scope, charp, 0444);
MODULE_PARM_DESC(graph_scope, "all, initcalls, shutdown, or the name of an initcall");
static char *graph_functions = "";
module_param(graph_functions, charp, 0444);
MODULE_PARM_DESC(graph_functions, "patterns of functions with commas between them; all if empty");

static bool graph_irqs;
module_param(graph_irqs, bool, 0644);
MODULE_PARM_DESC(graph_irqs, "functions of interrupts, too: where a hypercall is slow, ticks may then take all the time (off)");

static bool ht_can_register, ht_wanted_early, ht_registered;
static struct task_struct *ht_task; /* whose functions are reported; NULL: nobody's, if the scope is not all */
static bool ht_all;

static bool ht_told(void)
{
	return (READ_ONCE(ht_all) || READ_ONCE(ht_task) == current) && ht_wanted() && (in_task() || READ_ONCE(graph_irqs));
}

#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 11, 0)
static int on_entry(struct ftrace_graph_ent *entry, struct fgraph_ops *ops)
#else
static int on_entry(struct ftrace_graph_ent *entry)
#endif
{
	if (!ht_told() || (unsigned int)entry->depth >= READ_ONCE(ht_depth_limit))
		return 0;
	if (!READ_ONCE(ht_exit_only)) {
		preempt_disable_notrace();
		ht_send(HT_FUNCTION_ENTRY, entry->func, entry->depth, 0, ht_here());
		preempt_enable_notrace();
	}
	return 1;
}

/* What has begun is reported to its end, also when the scope has ended before. */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 11, 0)
static void on_return(struct ftrace_graph_ret *ret, struct fgraph_ops *ops)
#else
static void on_return(struct ftrace_graph_ret *ret)
#endif
{
	u64 ns = ret->rettime - ret->calltime;

	preempt_disable_notrace();
	if (READ_ONCE(ht_exit_only))
		ht_batch_function(ret->func, ret->depth, ns);
	else
		ht_send(HT_FUNCTION_EXIT, ret->func, ns, ret->depth, ht_here());
	preempt_enable_notrace();
}

static struct fgraph_ops ht_graph_ops = { .entryfunc = on_entry, .retfunc = on_return };

static void on_switch(void *data, bool preempt, struct task_struct *prev, struct task_struct *next,
		      unsigned int prev_state)
{
	if (READ_ONCE(ht_batching))
		ht_flush_task_switch();
}

static struct ht_probe probes[] = {
	HT_PROBE("sched_switch", on_switch),
};

void ht_graph_initcall(initcall_t function, bool begins)
{
	char name[KSYM_SYMBOL_LEN];

	if (!READ_ONCE(ht_graph.on) || READ_ONCE(ht_all))
		return;
	if (strcmp(graph_scope, "initcalls")) {
		snprintf(name, sizeof(name), "%ps", function);
		if (strcmp(graph_scope, name))
			return;
	}
	if (begins)
		cmpxchg(&ht_task, NULL, current);
	else
		cmpxchg(&ht_task, current, NULL);
}

/* From the request on all tasks are reported, in the kernel's part only the one that does it. */
void ht_graph_shutdown(bool kernel)
{
	if (READ_ONCE(ht_graph.on) && !strcmp(graph_scope, "shutdown")) {
		WRITE_ONCE(ht_task, current);
		WRITE_ONCE(ht_all, !kernel);
	}
}

static void ht_filter(void)
{
	char pattern[128];
	const char *at = graph_functions;
	bool first = true;

	while (*at) {
		size_t length = strcspn(at, ",");

		if (length && length < sizeof(pattern)) {
			memcpy(pattern, at, length);
			pattern[length] = 0;
			ftrace_set_global_filter(pattern, length, first);
			first = false;
		}
		at += length;
		at += strspn(at, ",");
	}
}

static int ht_graph_start(void)
{
	int err;

	if (!ht_can_register) {
		ht_wanted_early = true;
		return 0;
	}
	ht_filter();
	WRITE_ONCE(ht_all, !strcmp(graph_scope, "all"));
	err = register_ftrace_graph(&ht_graph_ops);
	ht_registered = !err;
	return err;
}

static void ht_graph_stop(void)
{
	if (ht_registered)
		unregister_ftrace_graph(&ht_graph_ops);
	ht_registered = false;
	WRITE_ONCE(ht_task, NULL);
	ht_flush_all();
}

HT_GROUP(ht_graph, "graph", probes, ht_graph_start, ht_graph_stop);

/* Function graph wants idle tasks and work queues; asked for earlier, it begins here. */
static int __init ht_graph_init(void)
{
	ht_can_register = true;
	return ht_wanted_early && ht_graph.on ? ht_graph_start() : 0;
}
core_initcall(ht_graph_init);
