/* SPDX-License-Identifier: EPL-2.0 */
/* Guest events: their kinds and fields, as dictionaries of dialects name them. The page ABI.md of the recorder defines version 1. */
#ifndef HT_EVENT_H
#define HT_EVENT_H

#include <stdbool.h>
#include <stdint.h>

#define HT_UNKNOWN (-1)
#define HT_MAX_TID (1 << 22)
#define HT_MAX_16 0xffff

/* Fields that a dictionary locates in the words. T: a text. */
#define HT_FIELD_LIST(N, T) \
	N(address) N(arg0) N(arg1) N(batch_span) N(child_tgid) N(child_tid) N(clock) N(code) T(comm) N(compat) N(cpu) N(cpu_low) \
	N(cpus) N(delta) N(depth) N(duration) N(error) N(etext) N(exit_only) N(fault_address) N(function) N(handled) N(info) N(irq) \
	N(isa) N(max_depth) N(mode) N(monotonic) T(name) T(next_comm) N(next_prio) N(next_tgid) N(next_tid) N(number) N(off) N(old_tid) N(on) \
	N(other_tid) N(parent_tgid) N(parent_tid) N(physical_cpu) N(prev_prio) N(prev_state) N(prev_tgid) N(prev_tid) N(prio) \
	N(realtime) N(reason) N(ret) N(ring_groups) N(rip) N(stage) N(state) N(stop_function) N(target_cpu) N(text) T(text_begin) N(tgid) N(tid) \
	N(timer) N(trap) N(tsc) N(tsc_khz) N(type) N(user_space) N(value) N(vec) N(vector) N(version) N(waker_tid) N(when) N(word_size)

#define HT_ENUM_FIELD(name) HT_F_##name,
enum ht_field { HT_FIELD_LIST(HT_ENUM_FIELD, HT_ENUM_FIELD) HT_FIELD_COUNT };

/* Kinds that a dictionary names, then those that it does not. */
#define HT_KIND_LIST(K) \
	K(func_entry) K(func_exit) K(sched_switch) K(sched_waking) K(sched_wakeup) K(sched_wakeup_new) K(sched_process_fork) \
	K(sched_process_exec) K(sched_process_exit) K(sched_process_free) K(syscall_entry) K(syscall_exit) K(syscall_pair) \
	K(irq_handler_entry) K(irq_handler_exit) K(irq_softirq_raise) K(irq_softirq_entry) K(irq_softirq_exit) K(apic_vector_entry) \
	K(apic_vector_exit) K(timer_hrtimer_init) K(timer_hrtimer_start) K(timer_hrtimer_cancel) K(timer_hrtimer_expire_entry) \
	K(timer_hrtimer_expire_exit) K(timer_expire_entry) K(timer_expire_exit) K(boot_level_begin) K(boot_level_end) \
	K(initcall_start) K(initcall_finish) K(panic) K(die) K(hello) K(base) K(task) K(mark) K(stage) K(shutdown_step_begin) \
	K(shutdown_step_end) K(device_shutdown_begin) K(device_shutdown_end) K(reboot_notifier_begin) K(reboot_notifier_end) \
	K(tracing_start) K(tracing_stop) K(config) K(groups_off) K(host_exit) K(host_entry) K(host_sched_out) K(host_sched_in) K(func_batch) \
	K(sched_switch_batch) K(text) K(name) K(unknown) K(kvm_hypercall) K(lost)

#define HT_ENUM_KIND(name) HT_K_##name,
enum ht_kind { HT_KIND_LIST(HT_ENUM_KIND) HT_KIND_COUNT };

/* How the value of a field is read, and what stands for it where the dialect does not report it. */
enum ht_read {
	HT_R_END,
	HT_R_NUMBER,        /* 64 bits, else 0 */
	HT_R_NUMBER_OR_UNKNOWN,
	HT_R_INTEGER,       /* the low 32 bits with their sign, else 0 */
	HT_R_INTEGER_OR_UNKNOWN,
	HT_R_FLAG,          /* not 0 */
	HT_R_DURATION,      /* not negative, else 0 */
	HT_R_DURATION_OR_UNKNOWN,
	HT_R_TID,           /* 0 to HT_MAX_TID, else unknown */
	HT_R_16,            /* 0 to 65535, else unknown */
	HT_R_BYTE_COUNT,    /* 0 to 8, else unknown */
	HT_R_31,            /* 0 to 2^31 - 1, else unknown */
	HT_R_CALL,          /* number of a system call, with its compat flag in the next value */
	HT_R_PHYSICAL_CPU,  /* as HT_R_16; 65535 is unknown */
	HT_R_OTHER_TID,     /* as HT_R_TID; 0 without a name is unknown */
	HT_R_TEXT,          /* else none */
};

#define HT_MAX_VALUES 8

struct ht_value_spec {
	enum ht_field field;
	enum ht_read read;
};

/* The values that an event of a kind has, in this order. */
extern const struct ht_value_spec ht_values[HT_KIND_COUNT][HT_MAX_VALUES + 1];

const char *ht_kind_label(enum ht_kind kind);
/* HT_KIND_COUNT: no dictionary can name it. */
enum ht_kind ht_kind_of(const char *label);
const char *ht_field_label(enum ht_field field);
/* HT_FIELD_COUNT: there is none. */
enum ht_field ht_field_of(const char *label);
bool ht_field_is_text(enum ht_field field);

/* Who reports: the vCPU as the host knows it, the CPU of the guest, and how deep it is nested. */
struct ht_from {
	int vcpu;
	int cpu;
	int level;
	int nested;
};

/* A decoded event. Its text belongs to it. */
struct ht_event {
	int64_t time; /* ns since the epoch */
	enum ht_kind kind;
	struct ht_from from;
	int64_t values[HT_MAX_VALUES]; /* in the order of ht_values; of lost: since, until, count; of hypercalls: five words */
	char *text;                    /* UTF-8, NULL: none */
};

/* The value of a field, HT_UNKNOWN if the kind has none. */
int64_t ht_get(const struct ht_event *event, enum ht_field field);

/* The thread that the event shows to be running, HT_UNKNOWN: none. */
int ht_event_tid(const struct ht_event *event);

#endif
