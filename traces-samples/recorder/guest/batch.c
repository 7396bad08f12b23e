// SPDX-License-Identifier: GPL-2.0
/*
 * Several events in one hypercall. What waits, waits on its CPU, and is sent
 * - switches: before any other event of that CPU that is later;
 * - functions: when three are there, at every context switch and before the CPU's crash report;
 * - a system call that has begun: as a pair when it ends, or alone when its task leaves the CPU, so a long one is not late;
 * and all of it once a second, on a crash and when tracing stops. Interrupts are off while a batch is touched.
 */
#include <linux/irqflags.h>
#include <linux/smp.h>
#include "hypertrace.h"

#define PERIOD_MS 1000

struct ht_batch {
	unsigned int functions, switches;
	u64 function_record[3], function_time[3];
	u64 switch_record[3], switch_time[3];
	bool reported; /* a switch by itself, so the previous task of the next one is known */
	bool syscall;
	pid_t tid;
	u64 number, arg0, arg1, begin;
};

bool ht_batching;
static bool ht_announced;
DEFINE_PER_CPU(unsigned int, ht_pending_switches);
static DEFINE_PER_CPU(struct ht_batch, ht_batches);

unsigned int ht_batch_span_ms(void)
{
	return READ_ONCE(ht_announced) ? 2 * PERIOD_MS : 0;
}

/* The reader is notified before the first batch, and after the last one, how long something may have waited. */
void ht_batch_set(bool on)
{
	int cpu;

	if (on) {
		for_each_possible_cpu(cpu)
			WRITE_ONCE(per_cpu(ht_batches, cpu).reported, false);
		WRITE_ONCE(ht_announced, true);
		ht_hello_all();
		WRITE_ONCE(ht_batching, true);
	} else {
		WRITE_ONCE(ht_batching, false);
		ht_flush_all();
		WRITE_ONCE(ht_announced, false);
		ht_hello_all();
	}
}

/*
 * @now: the last record happens now, so it stands in a3 and the times of the others are counted back from it. Else all
 * have waited and are counted back, and the record of now is absent: @absent stands there.
 */
static void ht_send_batch(u32 event, unsigned int count, const u64 *record, const u64 *time, bool now, u64 absent)
{
	u64 r[3] = { 0, 0, absent }, d[3] = { 0 };
	u64 last = now ? time[count - 1] : ht_clock();
	unsigned int i, first = (now ? 3 : 2) - count;

	for (i = 0; i < count; i++) {
		r[first + i] = record[i];
		d[first + i] = min(last - time[i], 0xffffffffULL);
	}
	ht_send_raw(event, ht_pair(d[0], d[1]), r[0], r[1], r[2]);
}

static void ht_flush_switches_locked(struct ht_batch *batch, bool now)
{
	unsigned int count = batch->switches;

	if (!count)
		return;
	batch->switches = 0;
	raw_cpu_write(ht_pending_switches, 0);
	ht_send_batch(HT_SWITCH_BATCH, count, batch->switch_record, batch->switch_time,
		      now, raw_smp_processor_id());
}

static void ht_flush_functions_locked(struct ht_batch *batch, bool now)
{
	unsigned int count = batch->functions;

	if (!count)
		return;
	batch->functions = 0;
	ht_flush_switches_locked(batch, false);
	ht_send_batch(HT_FUNCTION_BATCH, count, batch->function_record, batch->function_time, now, 0);
}

static void ht_flush_syscall_locked(struct ht_batch *batch)
{
	if (!batch->syscall)
		return;
	batch->syscall = false;
	ht_flush_switches_locked(batch, false);
	ht_send_raw(HT_SYSCALL_ENTRY, ht_cpu(batch->tid), batch->number, batch->arg0, batch->arg1);
}

void ht_flush_switches(void)
{
	unsigned long flags;

	raw_local_irq_save(flags);
	ht_flush_switches_locked(this_cpu_ptr(&ht_batches), false);
	raw_local_irq_restore(flags);
}

void ht_flush_here(void)
{
	unsigned long flags;
	struct ht_batch *batch;

	raw_local_irq_save(flags);
	batch = this_cpu_ptr(&ht_batches);
	ht_flush_syscall_locked(batch);
	ht_flush_functions_locked(batch, false);
	ht_flush_switches_locked(batch, false);
	raw_local_irq_restore(flags);
}

/* The task leaves the CPU: what belongs to it must not be reported as the next one's. */
void ht_flush_task_switch(void)
{
	unsigned long flags;
	struct ht_batch *batch;

	raw_local_irq_save(flags);
	batch = this_cpu_ptr(&ht_batches);
	ht_flush_syscall_locked(batch);
	ht_flush_functions_locked(batch, false);
	raw_local_irq_restore(flags);
}

static void ht_flush_remote(void *unused)
{
	ht_flush_here();
}

void ht_flush_all(void)
{
	on_each_cpu(ht_flush_remote, NULL, 1);
}

void ht_batch_function(unsigned long address, unsigned int depth, u64 ns)
{
	unsigned long flags;
	struct ht_batch *batch;

	raw_local_irq_save(flags);
	batch = this_cpu_ptr(&ht_batches);
	if (batch->functions < 3) {
		batch->function_time[batch->functions] = ht_clock();
		batch->function_record[batch->functions++] = ht_function_record(address, depth, ns);
	}
	if (batch->functions == 3 || !READ_ONCE(ht_batching))
		ht_flush_functions_locked(batch, true);
	raw_local_irq_restore(flags);
}

/* @return whether it waits; false: the caller sends it */
bool ht_batch_switch(const struct task_struct *next, u32 prev_state)
{
	unsigned long flags;
	struct ht_batch *batch;

	if (!READ_ONCE(ht_batching))
		return false;
	raw_local_irq_save(flags);
	batch = this_cpu_ptr(&ht_batches);
	if (!READ_ONCE(batch->reported)) {
		WRITE_ONCE(batch->reported, true);
		raw_local_irq_restore(flags);
		return false;
	}
	if (batch->switches < 3) {
		batch->switch_time[batch->switches] = ht_clock();
		batch->switch_record[batch->switches++] =
			ht_switch_record(next->pid, prev_state, next->prio, raw_smp_processor_id());
		raw_cpu_write(ht_pending_switches, batch->switches);
	}
	if (batch->switches == 3)
		ht_flush_switches_locked(batch, true);
	raw_local_irq_restore(flags);
	return true;
}

bool ht_batch_syscall_entry(u64 number, u64 arg0, u64 arg1)
{
	unsigned long flags;
	struct ht_batch *batch;

	if (!READ_ONCE(ht_batching))
		return false;
	raw_local_irq_save(flags);
	batch = this_cpu_ptr(&ht_batches);
	ht_flush_syscall_locked(batch); /* one that never ended, as exit does not */
	batch->tid = current->pid;
	batch->number = number;
	batch->arg0 = arg0;
	batch->arg1 = arg1;
	batch->begin = ht_clock();
	batch->syscall = true;
	raw_local_irq_restore(flags);
	return true;
}

/* @return whether it was sent; false: its entry was sent already, the caller sends the exit */
bool ht_batch_syscall_exit(u64 number, u64 ret)
{
	unsigned long flags;
	struct ht_batch *batch;
	bool paired = false;
	u64 ns;

	raw_local_irq_save(flags);
	batch = this_cpu_ptr(&ht_batches);
	if (batch->syscall && batch->tid == current->pid && batch->number == number) {
		ns = ht_clock() - batch->begin;
		if (ns <= 0xffffffff) {
			batch->syscall = false;
			ht_flush_switches_locked(batch, false);
			ht_send_raw(HT_SYSCALL_PAIR, ht_here(), ht_pair(ns, number), ret, batch->arg0);
			paired = true;
		}
	}
	ht_flush_syscall_locked(batch);
	raw_local_irq_restore(flags);
	return paired;
}
