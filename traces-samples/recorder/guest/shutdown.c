// SPDX-License-Identifier: GPL-2.0
/*
 * Group shutdown: that a restart or power-off was asked for, its steps, the last action. A module sees the steps that are
 * functions of their own, by return probes; the built-in form also each notifier and each device (hooks.h).
 */
#include <linux/device.h>
#include <linux/kallsyms.h>
#include <linux/kprobes.h>
#include <linux/notifier.h>
#include <linux/reboot.h>
#include "hypertrace.h"
#include "boot.h"

static int ht_on_reboot(struct notifier_block *block, unsigned long action, void *unused)
{
	ht_flush_all();
	ht_send_stage(HT_SHUTDOWN, action == SYS_RESTART ? "restart" : action == SYS_HALT ? "halt" : "power off");
#ifndef MODULE
	ht_graph_shutdown(true);
#endif
	return NOTIFY_DONE;
}

static struct notifier_block ht_reboot_block = { .notifier_call = ht_on_reboot, .priority = INT_MAX };

static void ht_step(u32 event, unsigned int number, unsigned long address, const char *name)
{
	unsigned int length = strlen(name);

	ht_send(event, number, address, ht_chars(name, length, 0), ht_chars(name, length, 8));
}

static void ht_last(void)
{
	ht_flush_here();
	ht_send_stage(HT_LAST, "last");
}

#ifdef MODULE

struct ht_step_probe {
	struct kretprobe probe;
	const char *symbol;
	const char *name;
	bool last; /* does not return */
};

static struct ht_step_probe ht_steps[] = {
	{ .symbol = "device_shutdown", .name = "device_shutdown" },
	{ .symbol = "migrate_to_reboot_cpu", .name = "migrate_cpu" },
	{ .symbol = "syscore_shutdown", .name = "syscore_shutdown" },
	{ .symbol = "machine_restart", .name = "machine_restart", .last = true },
	{ .symbol = "machine_power_off", .name = "power_off", .last = true },
	{ .symbol = "machine_halt", .name = "machine_halt", .last = true },
};

static struct ht_step_probe *ht_step_of(struct kretprobe_instance *instance)
{
	struct kretprobe *probe = get_kretprobe(instance);

	return probe ? container_of(probe, struct ht_step_probe, probe) : NULL;
}

static int on_step(struct kretprobe_instance *instance, struct pt_regs *regs)
{
	struct ht_step_probe *step = ht_step_of(instance);

	if (!step)
		return 1;
	ht_step(HT_STEP_BEGIN, step - ht_steps + 1, (unsigned long)step->probe.kp.addr, step->name);
	if (step->last)
		ht_last();
	return 0;
}

static int on_step_end(struct kretprobe_instance *instance, struct pt_regs *regs)
{
	struct ht_step_probe *step = ht_step_of(instance);

	if (step)
		ht_step(HT_STEP_END, step - ht_steps + 1, (unsigned long)step->probe.kp.addr, step->name);
	return 0;
}

static int ht_shutdown_start(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(ht_steps); i++) {
		struct kretprobe *probe = &ht_steps[i].probe;

		memset(probe, 0, sizeof(*probe));
		probe->kp.symbol_name = ht_steps[i].symbol;
		probe->entry_handler = on_step;
		probe->handler = on_step_end;
		if (register_kretprobe(probe)) {
			pr_info(HT_LOG "shutdown: no %s here\n", ht_steps[i].symbol);
			probe->handler = NULL;
		}
	}
	return register_reboot_notifier(&ht_reboot_block);
}

static void ht_shutdown_stop(void)
{
	unsigned int i;

	unregister_reboot_notifier(&ht_reboot_block);
	for (i = 0; i < ARRAY_SIZE(ht_steps); i++)
		if (ht_steps[i].probe.handler)
			unregister_kretprobe(&ht_steps[i].probe);
}

#else /* built in: the kernel calls these, see the patch */

#include <linux/hypertrace.h>

static atomic_t ht_number;

unsigned int hypertrace_step_begin(const void *function, const char *name)
{
	unsigned int number;

	if (!READ_ONCE(ht_shutdown.on))
		return 0;
	number = atomic_inc_return(&ht_number);
	ht_step(HT_STEP_BEGIN, number, (unsigned long)function, name);
	return number;
}

void hypertrace_step_end(unsigned int number, const void *function, const char *name)
{
	if (number)
		ht_step(HT_STEP_END, number, (unsigned long)function, name);
}

/* Driver and whole name, as the kernel's log has them, go with the device's address; a step has room for the beginning. */
unsigned int hypertrace_device_begin(const struct device *dev, const void *function)
{
	char name[96];

	if (!READ_ONCE(ht_shutdown.on))
		return 0;
	snprintf(name, sizeof(name), "%s %s", dev_driver_string(dev), dev_name(dev));
	ht_send_name(HT_NAME_DEVICE, (u64)dev, name);
	return hypertrace_step_begin(function, dev_name(dev));
}

unsigned int hypertrace_notifier_begin(const void *function)
{
	char name[KSYM_SYMBOL_LEN];

	if (!READ_ONCE(ht_shutdown.on))
		return 0;
	ht_send_function_name((unsigned long)function);
	snprintf(name, sizeof(name), "%ps", function);
	return hypertrace_step_begin(function, name);
}

void hypertrace_notifier_end(unsigned int number, const void *function)
{
	char name[KSYM_SYMBOL_LEN];

	if (!number)
		return;
	snprintf(name, sizeof(name), "%ps", function);
	hypertrace_step_end(number, function, name);
}

void hypertrace_last(void)
{
	if (READ_ONCE(ht_shutdown.on))
		ht_last();
}

static int ht_shutdown_start(void)
{
	return register_reboot_notifier(&ht_reboot_block);
}

static void ht_shutdown_stop(void)
{
	unregister_reboot_notifier(&ht_reboot_block);
}

#endif

struct ht_group ht_shutdown = { .name = "shutdown", .start = ht_shutdown_start, .stop = ht_shutdown_stop };
