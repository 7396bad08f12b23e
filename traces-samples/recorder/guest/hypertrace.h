/* SPDX-License-Identifier: GPL-2.0 */
/* The parts of the guest tracer to each other. */
#ifndef HYPERTRACE_H
#define HYPERTRACE_H

#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/smp.h>
#include <linux/trace_clock.h>
#include <linux/tracepoint.h>
#include <linux/version.h>
#include "abi.h"

#define HT_LOG "hypertrace: "

/* A tracepoint that a group listens to; one that this kernel lacks is left out and reported in the status. */
struct ht_probe {
	const char *name;
	void *function;
	struct tracepoint *tracepoint;
	bool registered;
};

#define HT_PROBE(_name, _function) { .name = _name, .function = _function }

/* What is switched on and off together. */
struct ht_group {
	const char *name;
	struct ht_probe *probes;
	unsigned int count;
	int (*start)(void);	/* before the probes; may be NULL */
	void (*stop)(void);	/* after the probes; may be NULL */
	bool on;
};

#define HT_GROUP(_variable, _name, _probes, _start, _stop)	\
	struct ht_group _variable = {				\
		.name = _name, .probes = _probes,		\
		.count = ARRAY_SIZE(_probes), .start = _start, .stop = _stop }

/* cpu<<32 | tid. The caller keeps the task on its CPU. */
static __always_inline u64 ht_here(void)
{
	return ht_pair(raw_smp_processor_id(), current->pid);
}

static __always_inline u64 ht_cpu(u64 low)
{
	return ht_pair(raw_smp_processor_id(), low);
}

/* ns; the same clock as function graph's, safe everywhere. */
static __always_inline u64 ht_clock(void)
{
	return trace_clock_local();
}

/* send.c */
bool ht_can_send(void);
const char *ht_instruction(void);
void ht_call(u64 nr, u64 a0, u64 a1, u64 a2, u64 a3);
void ht_send(u32 event, u64 a0, u64 a1, u64 a2, u64 a3);
void ht_send_raw(u32 event, u64 a0, u64 a1, u64 a2, u64 a3);
void ht_send_text(enum ht_text_kind kind, const char *text, unsigned int length);
void ht_send_name(enum ht_name_kind kind, u64 id, const char *name);
void ht_send_function_name(unsigned long address);
void ht_send_stage(enum ht_stage stage, const char *name);
void ht_sequences_begin(void);
u64 ht_sent(void);

/* ring.c */
bool ht_ring_write(u64 nr, u64 a0, u64 a1, u64 a2, u64 a3);
bool ht_has_rings(void);
u64 ht_ring_written(void);
void ht_ring_stop(void);
u32 ht_only_in_rings(void);
int ht_transport_set(const char *name, const char *groups, const char *address);

/* hello.c */
void ht_hello_all(void);
void ht_introduce(void);
void ht_dump_tasks(void);
int ht_hello_start(void);
void ht_hello_stop(void);
unsigned long ht_address_of(const char *symbol);

/* batch.c */
extern bool ht_batching;
DECLARE_PER_CPU(unsigned int, ht_pending_switches);
void ht_batch_function(unsigned long address, unsigned int depth, u64 ns);
bool ht_batch_switch(const struct task_struct *next, u32 prev_state);
bool ht_batch_syscall_entry(u64 number, u64 arg0, u64 arg1);
bool ht_batch_syscall_exit(u64 number, u64 ret);
void ht_batch_set(bool on);
void ht_flush_switches(void);
void ht_flush_here(void);
void ht_flush_task_switch(void);
void ht_flush_all(void);
unsigned int ht_batch_span_ms(void);

/* depth.c */
unsigned int ht_depth_enter(void);
void ht_depth_leave(void);
void ht_depth_forget(const struct task_struct *task);
void ht_depth_clear(void);

/* groups.c */
extern struct ht_group *ht_groups[];
int ht_group_set(struct ht_group *group, bool on);
int ht_set_groups(const char *list, bool on);
struct ht_group *ht_group_named(const char *name, size_t length);
bool ht_groups_named(const char *list, u64 *bits);
u64 ht_groups_of(u32 event);
void ht_stop_all(void);

/* the groups */
extern struct ht_group ht_sched, ht_syscalls, ht_irq, ht_softirq, ht_apic, ht_timers, ht_functions, ht_crash,
	ht_relay, ht_levels, ht_initcalls, ht_shutdown, ht_graph;

/* relay.c */
extern atomic64_t ht_relayed, ht_forged, ht_unnumbered;
void ht_relay_forget(void);

/* functions.c */
int ht_functions_choose(const char *list);
extern bool ht_exit_only;
extern unsigned int ht_depth_limit;
extern int ht_only_tid;
extern unsigned long ht_functions_missed;
static inline bool ht_wanted(void)
{
	int tid = READ_ONCE(ht_only_tid);

	return !tid || current->pid == tid;
}

/* control.c */
int ht_control_start(void);
void ht_control_stop(void);

#endif
