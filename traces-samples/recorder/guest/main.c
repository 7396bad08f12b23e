// SPDX-License-Identifier: GPL-2.0
/*
 * hypertrace, the guest tracer: reports to the host by hypercalls what happens in this guest. As a module it is loaded and
 * removed; built in, "hypertrace.groups=" on the kernel's command line switches it on from the first C code on.
 */
#include <linux/init.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include "hypertrace.h"

static char *groups = "";
module_param(groups, charp, 0444);
MODULE_PARM_DESC(groups, "groups to switch on, e.g. sched,irq,softirq; all for all");
static char *functions = "";
module_param(functions, charp, 0444);
MODULE_PARM_DESC(functions, "kernel functions of group functions, with commas between them");
static char *transport = "hypercall";
module_param(transport, charp, 0444);
MODULE_PARM_DESC(transport, "hypercall, ring or both; a ring needs device=");
static char *ring_groups = "";
module_param(ring_groups, charp, 0444);
MODULE_PARM_DESC(ring_groups, "with transport=ring: only these groups go there, e.g. sched,syscalls; all others by hypercall");
static char *device = "";
module_param(device, charp, 0444);
MODULE_PARM_DESC(device, "PCI address of an ivshmem-plain device, for the rings only, e.g. 00:04.0");
static bool batch;
module_param(batch, bool, 0444);
MODULE_PARM_DESC(batch, "several events in one hypercall");
module_param_named(exit_only, ht_exit_only, bool, 0444);
MODULE_PARM_DESC(exit_only, "functions are reported once, when they return");
module_param_named(depth, ht_depth_limit, uint, 0644);
MODULE_PARM_DESC(depth, "functions nested deeper are not reported (16)");
module_param_named(tid, ht_only_tid, int, 0644);
MODULE_PARM_DESC(tid, "functions of this task only, 0 for all");

#ifdef MODULE

static int __init ht_init(void)
{
	int err;

	err = ht_transport_set(transport, ring_groups, device);
	if (err)
		return err;
	if (!ht_can_send()) {
		pr_err(HT_LOG "this is no guest of KVM, or KVM shows itself as Hyper-V first; nothing is traced\n");
		return -ENODEV;
	}
	err = ht_hello_start();
	if (err) {
		ht_ring_stop();
		return err;
	}
	if (batch)
		ht_batch_set(true);
	ht_introduce();
	err = ht_functions_choose(functions);
	if (!err)
		err = ht_set_groups(groups, true);
	if (!err) /* from here on others give commands */
		err = ht_control_start();
	if (err) {
		ht_stop_all();
		ht_functions_choose("");
		ht_control_stop();
		ht_hello_stop();
		ht_relay_forget();
		ht_ring_stop();
	}
	return err;
}

static void __exit ht_exit(void)
{
	ht_control_stop();
	ht_stop_all();
	ht_functions_choose("");
	ht_hello_stop();
	ht_relay_forget();
	ht_ring_stop();
}

module_init(ht_init);
module_exit(ht_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Reports to the host by hypercalls what happens in this guest");

#else

#include <linux/hypertrace.h>

static bool ht_asked __initdata;

static void __init ht_begin(void)
{
	ht_introduce();
	if (ht_set_groups(groups, true))
		pr_warn(HT_LOG "not all of '%s' is on\n", groups);
}

/* As soon as memory can be allocated and tracepoints can be registered. */
void __init hypertrace_trace_init(void)
{
	if (!*groups || !ht_can_send())
		return;
	ht_asked = true;
	ht_sequences_begin();
	ht_begin();
}

/* All CPUs run and the clocks go; a boot that fails has them, too. */
static int __init ht_core_init(void)
{
	if (ht_asked)
		ht_hello_all();
	return 0;
}
core_initcall(ht_core_init);

static int __init ht_late_init(void)
{
	int err;

	ht_control_start();
	ht_functions_choose(functions);
	ht_transport_set(transport, ring_groups, device);
	if (!*groups || !ht_can_send())
		return 0;
	err = ht_hello_start();
	if (!err && batch)
		ht_batch_set(true);
	if (!ht_asked) /* outside KVM the rings are the first way */
		ht_begin();
	return err;
}
late_initcall(ht_late_init);

#endif
