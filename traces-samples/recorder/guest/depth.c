// SPDX-License-Identifier: GPL-2.0
/*
 * How many chosen functions each task is in. A table of fixed size and no lock: probes run in any context. A task that
 * finds no place is reported with depth 0.
 */
#include <linux/hash.h>
#include "hypertrace.h"

#define PLACES 1024
#define TRIES 16

static struct {
	const struct task_struct *task;
	int depth;
} ht_depths[PLACES];

static int ht_place(const struct task_struct *task, bool make)
{
	unsigned int first = hash_ptr(task, 10), i;

	for (i = 0; i < TRIES; i++)
		if (READ_ONCE(ht_depths[(first + i) % PLACES].task) == task)
			return (first + i) % PLACES;
	for (i = 0; make && i < TRIES; i++) {
		unsigned int place = (first + i) % PLACES;

		if (!READ_ONCE(ht_depths[place].task) && !cmpxchg(&ht_depths[place].task, NULL, task)) {
			ht_depths[place].depth = 0;
			return place;
		}
	}
	return -1;
}

/* @return the depth of the function that begins, 0 for the outermost */
unsigned int ht_depth_enter(void)
{
	int place = ht_place(current, true);

	return place < 0 ? 0 : ht_depths[place].depth++;
}

void ht_depth_leave(void)
{
	int place = ht_place(current, false);

	if (place >= 0 && --ht_depths[place].depth <= 0)
		WRITE_ONCE(ht_depths[place].task, NULL);
}

/* A task that ends inside a function leaves no trace for the next one at its address. */
void ht_depth_forget(const struct task_struct *task)
{
	int place = ht_place(task, false);

	if (place >= 0)
		WRITE_ONCE(ht_depths[place].task, NULL);
}

void ht_depth_clear(void)
{
	memset(ht_depths, 0, sizeof(ht_depths));
}
