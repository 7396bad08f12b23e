// SPDX-License-Identifier: GPL-2.0
/* The hypercall: which instruction, the running numbers, texts and names. Works from the first C code on. */
#include <linux/cpu.h>
#include <linux/kallsyms.h>
#include <linux/string.h>
#include <asm/msr.h>
#include <asm/processor.h>
#include "hypertrace.h"

enum { UNKNOWN, NONE, VMCALL, VMMCALL };
static int ht_how __read_mostly;

static DEFINE_PER_CPU(u32, ht_sequence);
static DEFINE_PER_CPU(u64, ht_count);

/*
 * Only KVM gets anything: elsewhere the instruction may fault or mean something. A KVM that shows Hyper-V first
 * answers hypercalls as Hyper-V does and its tracer does not see them.
 */
static int ht_find_out(void)
{
	unsigned int base, eax, ebx, ecx, edx;

	if (!(cpuid_ecx(1) & 1U << 31))
		return NONE;
	for (base = 0x40000000; base < 0x40010000; base += 0x100) {
		cpuid(base, &eax, &ebx, &ecx, &edx);
		if (ebx == 0x4b4d564b && ecx == 0x564b4d56 && edx == 0x4d)
			break;
		if (ebx == 0x7263694d || ebx == 0x566e6558) /* Microsoft Hv, XenVMMXenVMM */
			return NONE;
	}
	if (base >= 0x40010000)
		return NONE;
	cpuid(0, &eax, &ebx, &ecx, &edx);
	return ebx == 0x68747541 || ebx == 0x6f677948 ? VMMCALL : VMCALL; /* AuthenticAMD, HygonGenuine */
}

static bool ht_is_in_kvm(void)
{
	if (READ_ONCE(ht_how) == UNKNOWN)
		WRITE_ONCE(ht_how, ht_find_out());
	return READ_ONCE(ht_how) > NONE;
}

/* Outside KVM only into rings. */
bool ht_can_send(void)
{
	return ht_is_in_kvm() || ht_has_rings();
}

const char *ht_instruction(void)
{
	return !ht_is_in_kvm() ? "none: no KVM here" : ht_how == VMMCALL ? "vmmcall" : "vmcall";
}

/* The hypercall itself; outside KVM nothing. */
void ht_call(u64 nr, u64 a0, u64 a1, u64 a2, u64 a3)
{
	int how = READ_ONCE(ht_how);
	long ret;

	if (how == VMMCALL)
		asm volatile(".byte 0x0f, 0x01, 0xd9" : "=a"(ret)
			     : "a"(nr), "b"(a0), "c"(a1), "d"(a2), "S"(a3) : "memory");
	else if (how == VMCALL)
		asm volatile(".byte 0x0f, 0x01, 0xc1" : "=a"(ret)
			     : "a"(nr), "b"(a0), "c"(a1), "d"(a2), "S"(a3) : "memory");
}

/* Past the batches. The running number and the hypercall come from one CPU; an interrupt may send in between. */
void ht_send_raw(u32 event, u64 a0, u64 a1, u64 a2, u64 a3)
{
	u64 nr;

	if (!ht_can_send())
		return;
	preempt_disable_notrace();
	this_cpu_inc(ht_count);
	if (ht_ring_write(event, a0, a1, a2, a3)) {
		nr = this_cpu_inc_return(ht_sequence);
		if (!nr)
			nr = this_cpu_inc_return(ht_sequence); /* 0: no number */
		ht_call(nr << 32 | event, a0, a1, a2, a3);
	}
	preempt_enable_notrace();
}

/* Switches that wait in a batch happened before: they go first. */
void ht_send(u32 event, u64 a0, u64 a1, u64 a2, u64 a3)
{
	if (unlikely(raw_cpu_read(ht_pending_switches)))
		ht_flush_switches();
	ht_send_raw(event, a0, a1, a2, a3);
}

/* A text in chunks of 24 bytes, whole, also where the event before it holds its beginning. */
void ht_send_text(enum ht_text_kind kind, const char *text, unsigned int length)
{
	unsigned int at;

	length = min(length, 0xffffU);
	preempt_disable_notrace();
	for (at = 0; at < length; at += 24)
		ht_send(HT_TEXT, (u64)kind << 32 | (u64)at << 16 | length, ht_chars(text, length, at),
			ht_chars(text, length, at + 8), ht_chars(text, length, at + 16));
	preempt_enable_notrace();
}

void ht_send_name(enum ht_name_kind kind, u64 id, const char *name)
{
	unsigned int length = strlen(name), at = 0;

	preempt_disable_notrace();
	do {
		ht_send(HT_NAME, id, (at + 16 >= length ? 1ULL << 63 : 0) | (u64)at << 16 | kind,
			ht_chars(name, length, at), ht_chars(name, length, at + 8));
		at += 16;
	} while (at < length);
	preempt_enable_notrace();
}

void ht_send_function_name(unsigned long address)
{
	char name[KSYM_SYMBOL_LEN];

	snprintf(name, sizeof(name), "%ps", (void *)address);
	ht_send_name(HT_NAME_FUNCTION, address, name);
}

void ht_send_stage(enum ht_stage stage, const char *name)
{
	unsigned int length = strlen(name);

	ht_send(HT_STAGE, stage, rdtsc(), ht_chars(name, length, 0), ht_chars(name, length, 8));
}

/* Built in, what the first CPU sent early was copied to all. */
void ht_sequences_begin(void)
{
	int cpu;

	for_each_possible_cpu(cpu)
		if (cpu != raw_smp_processor_id()) {
			per_cpu(ht_sequence, cpu) = 0;
			per_cpu(ht_count, cpu) = 0;
		}
}

u64 ht_sent(void)
{
	u64 sum = 0;
	int cpu;

	for_each_possible_cpu(cpu)
		sum += READ_ONCE(per_cpu(ht_count, cpu));
	return sum;
}
