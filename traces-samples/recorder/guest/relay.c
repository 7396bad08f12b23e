// SPDX-License-Identifier: GPL-2.0
/*
 * Group relay: a guest that runs guests of its own says to its host again what they say to it, with the nesting one higher.
 * The running numbers stay those of the nested vCPUs. Numbers that are KVM's own are not said again, so a nested guest can
 * ask this guest's host for nothing.
 */
#include <linux/module.h>
#include <linux/notifier.h>
#include <linux/string.h>
#include "hypertrace.h"

#define FIRST_EVENT	0x64
#define NESTING(nr)	((nr) >> 16 & 0xf)
#define NUMBER(nr)	((nr) >> 20 & 0xfff)
#define MOST		255

u64 ht_relayed;
/* When each nested VM's process began; its place is its number. They are never forgotten, so no number comes twice. */
static u64 ht_nested[MOST];

/* @return the number of the VM of which this task is a vCPU, from 1; 0: there are too many */
static unsigned int ht_number(void)
{
	u64 began = READ_ONCE(current->group_leader)->start_time, old;
	unsigned int i;

	for (i = 0; i < MOST; i++) {
		old = READ_ONCE(ht_nested[i]);
		if (!old)
			old = cmpxchg(&ht_nested[i], 0, began) ?: began;
		if (old == began)
			return i + 1;
	}
	return 0;
}

static void on_hypercall(void *data, unsigned long nr, unsigned long a0, unsigned long a1, unsigned long a2,
			 unsigned long a3)
{
	if ((nr & 0xffff) < FIRST_EVENT || NESTING(nr) == 0xf)
		return;
	if (!NUMBER(nr)) /* of a guest's guest's guest it stays what the innermost relay said */
		nr |= (u64)ht_number() << 20;
	if (unlikely(raw_cpu_read(ht_pending_switches)))
		ht_flush_switches();
	nr += 1UL << 16;
	if (ht_ring_write(nr, a0, a1, a2, a3))
		ht_call(nr, a0, a1, a2, a3);
	ht_relayed++;
}

static struct ht_probe probes[] = {
	{ "kvm_hypercall", on_hypercall }, /* found by itself only where KVM is built in */
};

#ifdef CONFIG_MODULES

static void ht_module_came(struct tracepoint *tracepoint)
{
	if (strcmp(tracepoint->name, probes[0].name) || probes[0].registered ||
	    tracepoint_probe_register(tracepoint, on_hypercall, NULL))
		return;
	probes[0].tracepoint = tracepoint;
	probes[0].registered = true;
}

static void ht_module_goes(struct tracepoint *tracepoint)
{
	if (tracepoint != probes[0].tracepoint || !probes[0].registered)
		return;
	tracepoint_probe_unregister(tracepoint, on_hypercall, NULL);
	tracepoint_synchronize_unregister();
	probes[0].registered = false;
	probes[0].tracepoint = NULL;
}

static int ht_module(struct notifier_block *block, unsigned long state, void *data)
{
	struct module *module = ((struct tp_module *)data)->mod;
	unsigned int i;

	for (i = 0; i < module->num_tracepoints; i++) {
		if (state == MODULE_STATE_COMING)
			ht_module_came(tracepoint_ptr_deref(&module->tracepoints_ptrs[i]));
		else if (state == MODULE_STATE_GOING)
			ht_module_goes(tracepoint_ptr_deref(&module->tracepoints_ptrs[i]));
	}
	return NOTIFY_OK;
}

static struct notifier_block ht_modules = { .notifier_call = ht_module };

/* Tells of the modules that are there, too; one that comes later is found then. */
static int ht_relay_start(void)
{
	return register_tracepoint_module_notifier(&ht_modules);
}

static void ht_relay_stop(void)
{
	unregister_tracepoint_module_notifier(&ht_modules);
}

#else
#define ht_relay_start NULL
#define ht_relay_stop NULL
#endif

HT_GROUP(ht_relay, "relay", probes, ht_relay_start, ht_relay_stop);
