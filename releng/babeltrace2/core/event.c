/* SPDX-License-Identifier: EPL-2.0 */
#include "event.h"

#include <string.h>

#define NUMBER(f) {HT_F_##f, HT_R_NUMBER}
#define NUMBER_U(f) {HT_F_##f, HT_R_NUMBER_OR_UNKNOWN}
#define INTEGER(f) {HT_F_##f, HT_R_INTEGER}
#define INTEGER_U(f) {HT_F_##f, HT_R_INTEGER_OR_UNKNOWN}
#define FLAG(f) {HT_F_##f, HT_R_FLAG}
#define DURATION(f) {HT_F_##f, HT_R_DURATION}
#define TID(f) {HT_F_##f, HT_R_TID}
#define CPU(f) {HT_F_##f, HT_R_16}
#define TEXT(f) {HT_F_##f, HT_R_TEXT}
#define WAKEUP {TID(tid), CPU(target_cpu), TID(waker_tid), INTEGER_U(prio), TEXT(comm)}
#define HRTIMER {TID(tid), NUMBER(timer), NUMBER(function), NUMBER(when), INTEGER(mode)}
#define TIMER {TID(tid), NUMBER(timer), NUMBER(function), NUMBER(clock)}
#define LEVEL {NUMBER_U(number), NUMBER(tsc), TEXT(name)}
#define STEP {NUMBER_U(number), NUMBER(address), TEXT(name)}
#define TRACING {{HT_F_max_depth, HT_R_31}, FLAG(exit_only), NUMBER(stop_function)}
#define PHYSICAL {HT_F_physical_cpu, HT_R_PHYSICAL_CPU}
#define HOST_SWITCH {{HT_F_other_tid, HT_R_OTHER_TID}, NUMBER(prev_state), TEXT(comm), PHYSICAL}

const struct ht_value_spec ht_values[HT_KIND_COUNT][HT_MAX_VALUES + 1] = {
	[HT_K_func_entry] = {TID(tid), NUMBER(address), CPU(depth), FLAG(user_space)},
	[HT_K_func_exit] = {TID(tid), NUMBER(address), DURATION(duration), CPU(depth), FLAG(user_space), FLAG(exit_only)},
	[HT_K_sched_switch] = {TID(prev_tid), TID(next_tid), INTEGER_U(prev_prio), INTEGER_U(next_prio), NUMBER_U(prev_state),
		TEXT(next_comm), TID(prev_tgid), TID(next_tgid)},
	[HT_K_sched_waking] = WAKEUP,
	[HT_K_sched_wakeup] = WAKEUP,
	[HT_K_sched_wakeup_new] = WAKEUP,
	[HT_K_sched_process_fork] = {TID(parent_tid), TID(child_tid), TID(parent_tgid), TID(child_tgid), TEXT(comm)},
	[HT_K_sched_process_exec] = {TID(old_tid), TID(tid), TID(tgid), TEXT(comm)},
	[HT_K_sched_process_exit] = {TID(tid), TID(tgid), NUMBER(code), INTEGER_U(prio), TEXT(comm)},
	[HT_K_sched_process_free] = {TID(tid), INTEGER_U(prio), TEXT(comm)},
	[HT_K_syscall_entry] = {TID(tid), {HT_F_number, HT_R_CALL}, {HT_F_compat, HT_R_FLAG}, NUMBER(arg0), NUMBER(arg1)},
	[HT_K_syscall_exit] = {TID(tid), {HT_F_number, HT_R_CALL}, {HT_F_compat, HT_R_FLAG}, NUMBER(ret)},
	[HT_K_irq_handler_entry] = {INTEGER(irq), TEXT(name)},
	[HT_K_irq_handler_exit] = {INTEGER(irq), NUMBER_U(handled)},
	[HT_K_irq_softirq_raise] = {INTEGER(vec)},
	[HT_K_irq_softirq_entry] = {INTEGER(vec)},
	[HT_K_irq_softirq_exit] = {INTEGER(vec)},
	[HT_K_apic_vector_entry] = {INTEGER(vector), INTEGER_U(type)},
	[HT_K_apic_vector_exit] = {INTEGER(vector), INTEGER_U(type)},
	[HT_K_timer_hrtimer_init] = HRTIMER,
	[HT_K_timer_hrtimer_start] = HRTIMER,
	[HT_K_timer_hrtimer_cancel] = HRTIMER,
	[HT_K_timer_hrtimer_expire_entry] = HRTIMER,
	[HT_K_timer_hrtimer_expire_exit] = HRTIMER,
	[HT_K_timer_expire_entry] = TIMER,
	[HT_K_timer_expire_exit] = TIMER,
	[HT_K_boot_level_begin] = LEVEL,
	[HT_K_boot_level_end] = LEVEL,
	[HT_K_initcall_start] = {TID(tid), NUMBER(address), TEXT(name)},
	[HT_K_initcall_finish] = {TID(tid), NUMBER(address), NUMBER(ret), {HT_F_duration, HT_R_DURATION_OR_UNKNOWN}, TEXT(name)},
	[HT_K_panic] = {TID(tid), NUMBER(monotonic), TEXT(text_begin)},
	[HT_K_die] = {TID(tid), NUMBER(address), INTEGER_U(trap), NUMBER(error), NUMBER(fault_address)},
	[HT_K_hello] = {INTEGER(version), CPU(batch_span), NUMBER(tsc), NUMBER(monotonic), NUMBER(realtime)},
	[HT_K_base] = {NUMBER(text), NUMBER(etext), NUMBER(tsc_khz), CPU(cpus), NUMBER(ring_groups)},
	[HT_K_task] = {TID(tid), TID(tgid), TID(parent_tid), CPU(target_cpu), INTEGER_U(state), TEXT(comm)},
	[HT_K_mark] = {TID(tid), NUMBER(value)},
	[HT_K_stage] = {INTEGER(stage), NUMBER(tsc), TEXT(name)},
	[HT_K_shutdown_step_begin] = STEP,
	[HT_K_shutdown_step_end] = STEP,
	[HT_K_device_shutdown_begin] = STEP,
	[HT_K_device_shutdown_end] = STEP,
	[HT_K_reboot_notifier_begin] = STEP,
	[HT_K_reboot_notifier_end] = STEP,
	[HT_K_tracing_start] = TRACING,
	[HT_K_tracing_stop] = TRACING,
	[HT_K_config] = {{HT_F_word_size, HT_R_BYTE_COUNT}},
	[HT_K_groups_off] = {NUMBER(off), NUMBER(on)},
	[HT_K_host_exit] = {INTEGER_U(isa), NUMBER(reason), NUMBER(rip), NUMBER(info), PHYSICAL},
	[HT_K_host_entry] = {PHYSICAL},
	[HT_K_host_sched_out] = HOST_SWITCH,
	[HT_K_host_sched_in] = HOST_SWITCH,
	/* what they report is read by code of their own */
	[HT_K_syscall_pair] = {TID(tid), {HT_F_number, HT_R_CALL}, {HT_F_compat, HT_R_FLAG}, NUMBER(arg0), NUMBER(ret), DURATION(delta)},
};

#define LABEL(name) #name,
static const char *const kind_labels[] = {HT_KIND_LIST(LABEL)};
static const char *const field_labels[] = {HT_FIELD_LIST(LABEL, LABEL)};
#define IS_NUMBER(name) false,
#define IS_TEXT(name) true,
static const bool field_texts[] = {HT_FIELD_LIST(IS_NUMBER, IS_TEXT)};

const char *ht_kind_label(enum ht_kind kind)
{
	return kind_labels[kind];
}

enum ht_kind ht_kind_of(const char *label)
{
	for (int i = 0; i < HT_K_unknown; i++)
		if (strcmp(kind_labels[i], label) == 0)
			return i;
	return HT_KIND_COUNT;
}

const char *ht_field_label(enum ht_field field)
{
	return field_labels[field];
}

enum ht_field ht_field_of(const char *label)
{
	for (int i = 0; i < HT_FIELD_COUNT; i++)
		if (strcmp(field_labels[i], label) == 0)
			return i;
	return HT_FIELD_COUNT;
}

bool ht_field_is_text(enum ht_field field)
{
	return field_texts[field];
}

int64_t ht_get(const struct ht_event *event, enum ht_field field)
{
	for (int i = 0; i < HT_MAX_VALUES && ht_values[event->kind][i].read != HT_R_END; i++)
		if (ht_values[event->kind][i].field == field)
			return event->values[i];
	return HT_UNKNOWN;
}

int ht_event_tid(const struct ht_event *event)
{
	switch (event->kind) {
	case HT_K_sched_switch:
		return (int)ht_get(event, HT_F_next_tid);
	case HT_K_sched_process_fork:
		return (int)ht_get(event, HT_F_parent_tid);
	default:
		return (int)ht_get(event, HT_F_tid);
	}
}
