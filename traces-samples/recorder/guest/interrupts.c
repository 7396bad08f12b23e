// SPDX-License-Identifier: GPL-2.0
/* Groups irq, softirq and apic: what interrupts the tasks. */
#include <linux/interrupt.h>
#include "hypertrace.h"

enum { LOCAL_TIMER, RESCHEDULE, CALL_FUNCTION, CALL_FUNCTION_SINGLE };

static void on_irq_entry(void *data, int irq, struct irqaction *action)
{
	const char *name = action->name ?: "";
	unsigned int length = strnlen(name, 16);

	ht_send(HT_IRQ_ENTRY, ht_cpu(irq), 0, ht_chars(name, length, 0), ht_chars(name, length, 8));
}

static void on_irq_exit(void *data, int irq, struct irqaction *action, int ret)
{
	ht_send(HT_IRQ_EXIT, ht_cpu(irq), ret == IRQ_HANDLED || ret == IRQ_WAKE_THREAD, 0, 0);
}

static struct ht_probe irq_probes[] = {
	HT_PROBE("irq_handler_entry", on_irq_entry),
	HT_PROBE("irq_handler_exit", on_irq_exit),
};

HT_GROUP(ht_irq, "irq", irq_probes, NULL, NULL);

static void on_softirq_entry(void *data, unsigned int vec)
{
	ht_send(HT_SOFTIRQ_ENTRY, ht_cpu(vec), 0, 0, 0);
}

static void on_softirq_exit(void *data, unsigned int vec)
{
	ht_send(HT_SOFTIRQ_EXIT, ht_cpu(vec), 0, 0, 0);
}

static void on_softirq_raise(void *data, unsigned int vec)
{
	ht_send(HT_SOFTIRQ_RAISE, ht_cpu(vec), 0, 0, 0);
}

static struct ht_probe softirq_probes[] = {
	HT_PROBE("softirq_entry", on_softirq_entry),
	HT_PROBE("softirq_exit", on_softirq_exit),
	HT_PROBE("softirq_raise", on_softirq_raise),
};

HT_GROUP(ht_softirq, "softirq", softirq_probes, NULL, NULL);

#define HT_APIC(_name, _kind)							\
	static void on_##_name##_entry(void *data, int vector)			\
	{									\
		ht_send(HT_APIC_ENTRY, ht_cpu(vector), _kind, 0, 0);		\
	}									\
	static void on_##_name##_exit(void *data, int vector)			\
	{									\
		ht_send(HT_APIC_EXIT, ht_cpu(vector), _kind, 0, 0);		\
	}

HT_APIC(local_timer, LOCAL_TIMER)
HT_APIC(reschedule, RESCHEDULE)
HT_APIC(call_function, CALL_FUNCTION)
HT_APIC(call_function_single, CALL_FUNCTION_SINGLE)

static struct ht_probe apic_probes[] = {
	HT_PROBE("local_timer_entry", on_local_timer_entry),
	HT_PROBE("local_timer_exit", on_local_timer_exit),
	HT_PROBE("reschedule_entry", on_reschedule_entry),
	HT_PROBE("reschedule_exit", on_reschedule_exit),
	HT_PROBE("call_function_entry", on_call_function_entry),
	HT_PROBE("call_function_exit", on_call_function_exit),
	HT_PROBE("call_function_single_entry", on_call_function_single_entry),
	HT_PROBE("call_function_single_exit", on_call_function_single_exit),
};

HT_GROUP(ht_apic, "apic", apic_probes, NULL, NULL);
