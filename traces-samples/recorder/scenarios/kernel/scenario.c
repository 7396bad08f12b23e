// SPDX-License-Identifier: GPL-2.0
/*
 * What goes wrong in the lab's guests, asked for on the kernel's command line: scenario.crash=1, scenario.latency_ms=N,
 * scenario.notifier_ms=N, scenario.device_ms=N. Not asked for, the initcalls return at once.
 */
#include <linux/delay.h>
#include <linux/init.h>
#include <linux/moduleparam.h>
#include <linux/platform_device.h>
#include <linux/printk.h>
#include <linux/reboot.h>
#include "wait.h"

static bool crash;
module_param(crash, bool, 0444);
static unsigned int latency_ms;
module_param(latency_ms, uint, 0444);
static unsigned int notifier_ms;
module_param(notifier_ms, uint, 0444);
static unsigned int device_ms;
module_param(device_ms, uint, 0444);

/* Nothing is mapped there. */
#define UNMAPPED 0xffffc9dead000000UL

static noinline __noclone unsigned long crash_find_entry(unsigned long index)
{
	barrier();
	return UNMAPPED + index;
}

static noinline __noclone unsigned long crash_read_table(unsigned long index)
{
	unsigned long *entry = (unsigned long *)crash_find_entry(index);
	unsigned long value = READ_ONCE(*entry);

	barrier();
	return value;
}

static noinline __noclone unsigned long crash_prepare(unsigned long index)
{
	unsigned long value = crash_read_table(index);

	barrier();
	return value + 1;
}

static int __init crash_module_init(void)
{
	if (crash)
		pr_info("crash_module: %lu\n", crash_prepare(0x10));
	return 0;
}
device_initcall(crash_module_init);

static int __init latency_module_init(void)
{
	if (latency_ms)
		busy_wait(latency_ms);
	return 0;
}
device_initcall(latency_module_init);

static int slow_notifier(struct notifier_block *block, unsigned long action, void *unused)
{
	if (notifier_ms)
		busy_wait(notifier_ms);
	return NOTIFY_DONE;
}

static struct notifier_block slow_notifier_block = { .notifier_call = slow_notifier };

/* Of the two devices one is waited for asleep, the other, half as long, by asking it again and again. */
static void slow_device_shutdown(struct platform_device *device)
{
	if (device->id)
		busy_wait(device_ms / 2);
	else
		msleep(device_ms);
}

static struct platform_driver slow_device_driver = {
	.driver = { .name = "slow-device" },
	.shutdown = slow_device_shutdown,
};

static int __init slow_shutdown_init(void)
{
	int id;

	for (id = 0; device_ms && id < 2; id++) {
		struct platform_device *device = platform_device_register_simple("slow-device", id, NULL, 0);

		if (IS_ERR(device))
			return PTR_ERR(device);
	}
	if (device_ms)
		platform_driver_register(&slow_device_driver);
	return register_reboot_notifier(&slow_notifier_block);
}
device_initcall(slow_shutdown_init);
