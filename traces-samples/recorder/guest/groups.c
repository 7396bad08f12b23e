// SPDX-License-Identifier: GPL-2.0
/* Groups of tracepoints, switched on and off. What is off is not registered and costs nothing. */
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/string.h>
#include "hypertrace.h"

static DEFINE_MUTEX(ht_lock);

/* Their places are the bits of HT_GROUPS_OFF, of HT_BASE and of enum ht_group_bit: a new one comes last. */
struct ht_group *ht_groups[] = {
	&ht_sched, &ht_syscalls, &ht_irq, &ht_softirq, &ht_apic, &ht_timers, &ht_crash, &ht_functions, &ht_shutdown,
	&ht_relay,
#ifndef MODULE
	&ht_levels, &ht_initcalls, &ht_graph,
#endif
	NULL
};

static void ht_match(struct tracepoint *tracepoint, void *group_)
{
	struct ht_group *group = group_;
	unsigned int i;

	for (i = 0; i < group->count; i++)
		if (!strcmp(group->probes[i].name, tracepoint->name))
			group->probes[i].tracepoint = tracepoint;
}

static void ht_unregister(struct ht_group *group)
{
	unsigned int i;

	for (i = 0; i < group->count; i++) {
		struct ht_probe *probe = &group->probes[i];

		if (probe->registered)
			tracepoint_probe_unregister(probe->tracepoint, probe->function, NULL);
		probe->registered = false;
	}
	if (group->count)
		tracepoint_synchronize_unregister();
}

static int ht_register(struct ht_group *group)
{
	unsigned int i;
	int err;

	for_each_kernel_tracepoint(ht_match, group);
	for (i = 0; i < group->count; i++) {
		struct ht_probe *probe = &group->probes[i];

		if (!probe->tracepoint || probe->registered) /* its start has found it */
			continue;
		err = tracepoint_probe_register(probe->tracepoint, probe->function, NULL);
		if (err) {
			pr_warn(HT_LOG "tracepoint %s: error %d\n", probe->name, err);
			ht_unregister(group);
			return err;
		}
		probe->registered = true;
	}
	return 0;
}

int ht_group_set(struct ht_group *group, bool on)
{
	int err = 0;

	if (on && !ht_can_send())
		return -ENODEV;
	mutex_lock(&ht_lock);
	if (on && !group->on) {
		err = group->start ? group->start() : 0;
		if (!err) {
			err = ht_register(group);
			if (err && group->stop)
				group->stop();
		}
		WRITE_ONCE(group->on, !err);
	} else if (!on && group->on) {
		ht_unregister(group);
		if (group->stop)
			group->stop();
		WRITE_ONCE(group->on, false);
	}
	mutex_unlock(&ht_lock);
	return err;
}

struct ht_group *ht_group_named(const char *name, size_t length)
{
	struct ht_group **group;

	for (group = ht_groups; *group; group++)
		if (strlen((*group)->name) == length && !strncmp((*group)->name, name, length))
			return *group;
	return NULL;
}

/* Built in, "early" was looked for before there was a list of groups. */
static bool ht_is_early(const char *name, size_t length)
{
	return IS_ENABLED(CONFIG_HYPERTRACE) && length == 5 && !strncmp(name, "early", 5);
}

/* @return whether all are known that the list names; @bits gets theirs */
bool ht_groups_named(const char *list, u64 *bits)
{
	*bits = 0;
	while (*list) {
		size_t length = strcspn(list, ",");
		struct ht_group *group = ht_group_named(list, length);
		unsigned int i;

		if (!group) {
			pr_warn(HT_LOG "there is no group '%.*s'\n", (int)length, list);
			return false;
		}
		for (i = 0; ht_groups[i] != group; i++)
			;
		*bits |= 1ULL << i;
		list += length;
		list += strspn(list, ",");
	}
	return *bits;
}

/* The bits of the groups that report such an event; 0: of none, as a mark, or one that others only announce, as a name. */
u64 ht_groups_of(u32 event)
{
	switch (event) {
	case HT_FUNCTION_ENTRY:
	case HT_FUNCTION_EXIT:
	case HT_FUNCTION_BATCH:
		return 1 << HT_BIT_FUNCTIONS | 1 << HT_BIT_GRAPH;
	case HT_SWITCH ... HT_EXIT:
	case HT_SWITCH_BATCH:
		return 1 << HT_BIT_SCHED;
	case HT_SYSCALL_ENTRY:
	case HT_SYSCALL_EXIT:
	case HT_SYSCALL_PAIR:
		return 1 << HT_BIT_SYSCALLS;
	case HT_IRQ_ENTRY:
	case HT_IRQ_EXIT:
		return 1 << HT_BIT_IRQ;
	case HT_SOFTIRQ_ENTRY ... HT_SOFTIRQ_RAISE:
		return 1 << HT_BIT_SOFTIRQ;
	case HT_APIC_ENTRY:
	case HT_APIC_EXIT:
		return 1 << HT_BIT_APIC;
	case HT_HRTIMER_START ... HT_TIMER_EXIT:
		return 1 << HT_BIT_TIMERS;
	case HT_LEVEL:
		return 1 << HT_BIT_LEVELS;
	case HT_INITCALL_START:
	case HT_INITCALL_FINISH:
		return 1 << HT_BIT_INITCALLS;
	case HT_PANIC:
	case HT_DIE:
		return 1 << HT_BIT_CRASH;
	case HT_STEP_BEGIN:
	case HT_STEP_END:
		return 1 << HT_BIT_SHUTDOWN;
	case HT_NESTED:
		return 1 << HT_BIT_RELAY;
	default:
		return 0;
	}
}

static u64 ht_groups_on(void)
{
	u64 on = 0;
	unsigned int i;

	for (i = 0; ht_groups[i]; i++)
		on |= (u64)READ_ONCE(ht_groups[i]->on) << i;
	return on;
}

/* What was on and is not any more; all that waits in a batch happened before. */
static void ht_tell_off(u64 before)
{
	u64 on = ht_groups_on();

	if (!(before & ~on))
		return;
	ht_flush_all();
	ht_send(HT_GROUPS_OFF, before & ~on, on, 0, 0);
}

/* @list: names with commas or blanks between them, "all" for all; @return 0 or the first error */
int ht_set_groups(const char *list, bool on)
{
	u64 before = ht_groups_on();
	int first = 0;

	while (*list) {
		size_t length = strcspn(list, ", \n");
		struct ht_group *group = ht_group_named(list, length), **each;
		int err = 0;

		if (group) {
			err = ht_group_set(group, on);
		} else if (length == 3 && !strncmp(list, "all", 3)) {
			for (each = ht_groups; *each; each++)
				err = ht_group_set(*each, on) ?: err;
		} else if (length && !ht_is_early(list, length)) {
			pr_warn(HT_LOG "there is no group '%.*s'\n", (int)length, list);
			err = -EINVAL;
		}
		if (err && !first)
			first = err;
		list += length;
		list += strspn(list, ", \n");
	}
	ht_tell_off(before);
	return first;
}

void ht_stop_all(void)
{
	ht_set_groups("all", false);
	ht_flush_all();
}
