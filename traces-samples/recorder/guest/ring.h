/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The shared-memory ring, version 1: what the guest and a writer on its host put there and how. One ring for each vCPU, one
 * behind the other. A record that is being written has number 0; the oldest is overwritten when the ring is full.
 */
#ifndef HYPERTRACE_RING_H
#define HYPERTRACE_RING_H

#include <linux/atomic.h>
#include <linux/log2.h>
#include <linux/types.h>

#define HT_RING_MAGIC	0x31474e4952525447ULL	/* "GTRRING1" */
#define HT_RING_RECORD	64
#define HT_RING_VERSION	1
#define HT_RING_NO_CPU	0xffff	/* a host's record that leaves out its CPU */

struct ht_ring {
	u64 magic;
	u64 version;	/* version<<32 | size of a record */
	u64 capacity;	/* records, a power of two */
	atomic64_t head;	/* records ever written */
	u64 tsc_khz;
	u64 lost;
	u64 cpu;	/* + 1; 0: all vCPUs share it */
	u64 next;	/* offset of the next ring, 0: it is the last */
};

struct ht_ring_record {
	u64 number;	/* + 1 */
	u64 tsc;	/* the guest's */
	u64 event;	/* cpu<<32 | nr */
	u64 a[4];
	u64 ns;		/* 0: not known */
};

/* One writer may interrupt the other: the place is reserved first, and reported last. */
static __always_inline void ht_ring_put(struct ht_ring *ring, u64 capacity, u64 tsc, u64 event, u64 a0, u64 a1, u64 a2, u64 a3)
{
	u64 number = atomic64_fetch_inc(&ring->head);
	struct ht_ring_record *record = (struct ht_ring_record *)(ring + 1) + (number & (capacity - 1));

	WRITE_ONCE(record->number, 0);
	smp_wmb();
	WRITE_ONCE(record->tsc, tsc);
	WRITE_ONCE(record->event, event);
	WRITE_ONCE(record->a[0], a0);
	WRITE_ONCE(record->a[1], a1);
	WRITE_ONCE(record->a[2], a2);
	WRITE_ONCE(record->a[3], a3);
	WRITE_ONCE(record->ns, 0);
	smp_store_release(&record->number, number + 1);
}

#endif
