// SPDX-License-Identifier: GPL-2.0
/*
 * Group relay: a guest that runs guests of its own sends to its host again what they send to it, with the nesting one higher.
 * The running numbers stay those of the nested vCPUs. Numbers that are KVM's own are not sent again, so a nested guest can
 * ask this guest's host for nothing. The host sees who relays, not who sent, so the sender is checked here: which nested VM
 * it is decides this guest, and of its user space only marks and their texts go on, as if it were no nested guest.
 */
#include <linux/kvm_types.h>
#include <linux/module.h>
#include <linux/notifier.h>
#include <linux/pid.h>
#include <linux/sched/signal.h>
#include <linux/spinlock.h>
#include <linux/string.h>
#include "hypertrace.h"

#define FIRST_EVENT	0x64
#define NESTING(nr)	((nr) >> 16 & 0xf)
#define NUMBER(nr)	((nr) >> 20 & 0xfff)
#define NO_NUMBER(nr)	((nr) & ~(0xfffUL << 20))
#define LAST_NUMBER	0xfff
#define MOST		255
#define MOST_DEEPER	15	/* nested VMs that one nested VM may relay for */

atomic64_t ht_relayed, ht_forged, ht_unnumbered;

/*
 * The nested VMs by their processes. A place is free again when its process has ended; a number comes again only after all
 * others. @deeper: nesting and number that a nested VM gives one of its own; 0: itself. Both are there before @process.
 */
static struct ht_nested {
	struct pid *process;
	unsigned int deeper;
	unsigned int number;
} ht_nested[MOST];
static DEFINE_RAW_SPINLOCK(ht_nested_lock);
static unsigned int ht_last_number;

/* KVM's; known while its tracepoint is listened to. */
static struct kvm_vcpu *(*ht_running_vcpu)(void);
static unsigned long (*ht_linear_rip)(struct kvm_vcpu *vcpu);

static unsigned int ht_known_number(struct pid *process, unsigned int deeper)
{
	unsigned int i;

	for (i = 0; i < MOST; i++)
		if (smp_load_acquire(&ht_nested[i].process) == process && ht_nested[i].deeper == deeper)
			return ht_nested[i].number;
	return 0;
}

static bool ht_is_given(unsigned int number)
{
	unsigned int i;

	for (i = 0; i < MOST; i++)
		if (ht_nested[i].process && ht_nested[i].number == number)
			return true;
	return false;
}

/* @return a free place, NULL if there is none, or this process has as many as it may have */
static struct ht_nested *ht_free_place(struct pid *process, unsigned int deeper)
{
	struct ht_nested *found = NULL;
	unsigned int i, has = 0;

	for (i = 0; i < MOST; i++) {
		struct ht_nested *place = &ht_nested[i];

		if (place->process == process && place->deeper)
			has++;
		else if (!found && (!place->process || !pid_has_task(place->process, PIDTYPE_TGID)))
			found = place;
	}
	return deeper && has >= MOST_DEEPER ? NULL : found;
}

static unsigned int ht_new_number(struct pid *process, unsigned int deeper)
{
	struct ht_nested *place = ht_free_place(process, deeper);
	struct pid *before;

	if (!place)
		return 0;
	before = place->process;
	WRITE_ONCE(place->process, NULL); /* first: once it is given back, its address may be another's */
	put_pid(before);
	do
		ht_last_number = ht_last_number % LAST_NUMBER + 1;
	while (ht_is_given(ht_last_number));
	place->number = ht_last_number;
	place->deeper = deeper;
	smp_store_release(&place->process, get_pid(process));
	return place->number;
}

/* @return the number of the VM that this task runs, or of that guest of it, from 1; 0: there are too many */
static unsigned int ht_number(unsigned int deeper)
{
	struct pid *process = task_tgid(current);
	unsigned int number = ht_known_number(process, deeper);
	unsigned long flags;

	if (number)
		return number;
	raw_spin_lock_irqsave(&ht_nested_lock, flags);
	number = ht_known_number(process, deeper) ?: ht_new_number(process, deeper);
	raw_spin_unlock_irqrestore(&ht_nested_lock, flags);
	return number;
}

/* When nothing is relayed any more. */
void ht_relay_forget(void)
{
	unsigned int i;

	for (i = 0; i < MOST; i++) {
		put_pid(ht_nested[i].process);
		ht_nested[i].process = NULL;
	}
}

/* As the host knows it of its own guests: the kernel is in the upper half. */
static bool ht_is_from_kernel(void)
{
	struct kvm_vcpu *vcpu = ht_running_vcpu ? ht_running_vcpu() : NULL;

	return vcpu && ht_linear_rip(vcpu) >> 63;
}

static bool ht_may_be_from_user(unsigned long nr, unsigned long a0)
{
	unsigned int event = nr & 0xffff;

	return !NESTING(nr) && (event == HT_MARK || (event == HT_TEXT && a0 >> 32 == HT_TEXT_MARK));
}

static void on_hypercall(void *data, unsigned long nr, unsigned long a0, unsigned long a1, unsigned long a2,
			 unsigned long a3)
{
	unsigned long number;

	if ((nr & 0xffff) < FIRST_EVENT || NESTING(nr) == 0xf)
		return;
	if (!ht_is_from_kernel()) {
		if (!ht_may_be_from_user(nr, a0)) {
			atomic64_inc(&ht_forged);
			return;
		}
		nr = (u32)nr; /* the running numbers are the kernel's */
	}
	number = ht_number(NESTING(nr) ? NESTING(nr) << 12 | NUMBER(nr) : 0);
	if (!number)
		atomic64_inc(&ht_unnumbered);
	if (unlikely(raw_cpu_read(ht_pending_switches)))
		ht_flush_switches();
	nr = (NO_NUMBER(nr) | number << 20) + (1UL << 16);
	if (ht_ring_write(nr, a0, a1, a2, a3))
		ht_call(nr, a0, a1, a2, a3);
	atomic64_inc(&ht_relayed);
}

static struct ht_probe probes[] = {
	HT_PROBE("kvm_hypercall", on_hypercall), /* found by itself only where KVM is built in */
};

static bool ht_find_kvm(void)
{
	ht_linear_rip = (void *)ht_address_of("kvm_get_linear_rip");
	ht_running_vcpu = ht_linear_rip ? (void *)ht_address_of("kvm_get_running_vcpu") : NULL;
	return ht_running_vcpu;
}

#ifdef CONFIG_MODULES

static void ht_module_came(struct tracepoint *tracepoint)
{
	if (strcmp(tracepoint->name, probes[0].name) || probes[0].registered)
		return;
	if (!ht_find_kvm()) {
		pr_warn(HT_LOG "relay: this KVM does not show whether a guest's kernel or a process of it calls; nothing is relayed\n");
		return;
	}
	if (tracepoint_probe_register(tracepoint, on_hypercall, NULL))
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

/* Is notified of the modules that are there, too; one that comes later is found then. */
static int ht_relay_start(void)
{
	ht_find_kvm();
	return register_tracepoint_module_notifier(&ht_modules);
}

static void ht_relay_stop(void)
{
	unregister_tracepoint_module_notifier(&ht_modules);
	probes[0].tracepoint = NULL; /* its module may go now */
}

#else

static int ht_relay_start(void)
{
	ht_find_kvm();
	return 0;
}

#define ht_relay_stop NULL

#endif

HT_GROUP(ht_relay, "relay", probes, ht_relay_start, ht_relay_stop);
