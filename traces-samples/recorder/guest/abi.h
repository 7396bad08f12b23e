/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What goes over the wire: numbers and forms of guest events, ABI version 1. A guest event is five 64-bit words,
 * nr and a0 to a3; nr holds the event number (bits 0-15), the nesting (16-19), the nested VM's number (20-31) and the
 * sending vCPU's running number (32-63, from 1; 0 = none).
 */
#ifndef HYPERTRACE_ABI_H
#define HYPERTRACE_ABI_H

#include <linux/types.h>

enum ht_event {
	HT_FUNCTION_ENTRY	= 0x64,
	HT_FUNCTION_EXIT	= 0x65,
	HT_SWITCH		= 0x66,
	HT_WAKING		= 0x67,
	HT_WAKEUP		= 0x68,
	HT_FORK			= 0x69,
	HT_EXEC			= 0x6a,
	HT_EXIT			= 0x6b,
	HT_SYSCALL_ENTRY	= 0x6c,
	HT_SYSCALL_EXIT		= 0x6d,
	HT_IRQ_ENTRY		= 0x6e,
	HT_IRQ_EXIT		= 0x6f,
	HT_SOFTIRQ_ENTRY	= 0x70,
	HT_SOFTIRQ_EXIT		= 0x71,
	HT_SOFTIRQ_RAISE	= 0x72,
	HT_APIC_ENTRY		= 0x73,
	HT_APIC_EXIT		= 0x74,
	HT_HRTIMER_START	= 0x75,
	HT_HRTIMER_CANCEL	= 0x76,
	HT_HRTIMER_ENTRY	= 0x77,
	HT_HRTIMER_EXIT		= 0x78,
	HT_TIMER_ENTRY		= 0x79,
	HT_TIMER_EXIT		= 0x7a,
	HT_LEVEL		= 0x7b,
	HT_INITCALL_START	= 0x7c,
	HT_INITCALL_FINISH	= 0x7d,
	HT_PANIC		= 0x7e,
	HT_DIE			= 0x7f,
	HT_TEXT			= 0x80,
	HT_HELLO		= 0x81,
	HT_BASE			= 0x82,
	HT_TASK			= 0x83,
	HT_MARK			= 0x84,
	HT_STAGE		= 0x85,
	HT_STEP_BEGIN		= 0x86,
	HT_STEP_END		= 0x87,
	HT_NAME			= 0x88,
	HT_GROUPS_OFF		= 0x89,
	HT_FUNCTION_BATCH	= 0x90,
	HT_SYSCALL_PAIR		= 0x91,
	HT_SWITCH_BATCH		= 0x92,
};

#define HT_NESTED	0	/* no event's number: stands for what is relayed, whatever it is */

#define HT_EVENT_LEVEL(nr)	((nr) >> 16 & 0xf)

/* Bits of groups of events, in HT_GROUPS_OFF and in the upper half of a3 of HT_BASE. */
enum ht_group_bit {
	HT_BIT_SCHED, HT_BIT_SYSCALLS, HT_BIT_IRQ, HT_BIT_SOFTIRQ, HT_BIT_APIC, HT_BIT_TIMERS, HT_BIT_CRASH, HT_BIT_FUNCTIONS,
	HT_BIT_SHUTDOWN, HT_BIT_RELAY, HT_BIT_LEVELS, HT_BIT_INITCALLS, HT_BIT_GRAPH
};

#define HT_ALL_GROUPS	0xffffffffU	/* and what is of none */

#define HT_VERSION	1
#define HT_HELLO_MAGIC	0x47545243ULL	/* "GTRC" */

enum ht_stage {
	HT_FIRST_CODE	= 1,	/* first kernel code */
	HT_START_KERNEL	= 2,
	HT_USERSPACE	= 3,	/* PID 1 executes its program */
	HT_READY	= 4,	/* the user's agent reports it */
	HT_SHUTDOWN	= 5,	/* asked for */
	HT_LAST		= 6,	/* before the machine restarts or is off */
};

enum ht_text_kind { HT_TEXT_PANIC = 1, HT_TEXT_DIE = 2, HT_TEXT_MARK = 3, HT_TEXT_CONSOLE = 4 };

enum ht_name_kind { HT_NAME_FUNCTION = 1, HT_NAME_DEVICE = 2, HT_NAME_SYSCALL = 3, HT_NAME_VM = 4, HT_NAME_NODE = 5 };

#define HT_I386_CALL	(1ULL << 31)

static inline u64 ht_pair(u64 high, u64 low)
{
	return high << 32 | (low & 0xffffffff);
}

/* Eight bytes of a name from @offset on, 0 behind its end. */
static inline u64 ht_chars(const char *name, unsigned int length, unsigned int offset)
{
	u64 word = 0;
	unsigned int i;

	for (i = 0; i < 8 && offset + i < length; i++)
		word |= (u64)(unsigned char)name[offset + i] << 8 * i;
	return word;
}

/* One function of a batch: 31 bits of the address, 5 of the depth, the duration as mantissa << 2 * shift. */
static inline u64 ht_function_record(unsigned long address, unsigned int depth, u64 ns)
{
	unsigned int shift = 0;

	while (ns > 0xffffff) {
		ns >>= 2;
		shift++;
	}
	if (shift > 15) {
		shift = 15;
		ns = 0xffffff;
	}
	return (u64)(address & 0x7fffffff) << 33 | (u64)(depth > 31 ? 31 : depth) << 28 | (u64)shift << 24 | ns;
}

/* One switch of a batch. */
static inline u64 ht_switch_record(u32 next_tid, u32 prev_state, u32 next_prio, u32 cpu)
{
	return (u64)next_tid << 32 | (prev_state & 0xff) << 24 | (next_prio & 0xff) << 16 | (cpu & 0xffff);
}

#endif
