/* SPDX-License-Identifier: EPL-2.0 */
/* What happened on hosts and in their guests, on the hosts' clock: events of hosts go in as their traces have them, guest events come
 * out in order of time. */
#ifndef HT_TIMELINE_H
#define HT_TIMELINE_H

#include "guest.h"
#include "order.h"

/* Gets a guest event of a boot, numbered from 1; 0: none began. */
typedef void (*ht_guest_event)(void *to, struct ht_guest *guest, int boot, struct ht_event *event);

/* What a CPU's events show of the thread that has it. */
enum ht_knowledge { HT_NONE, HT_LOST, HT_WANTED, HT_KNOWN };

struct ht_cpu {
	enum ht_knowledge knowledge;
	uint64_t pending; /* of WANTED: the place of what is wanted in the queue */
};

/* Waits for who runs: an event, or who had the CPU when the event behind it came. */
struct ht_waiting {
	bool is_placeholder, is_found;
	struct ht_host_event event;
};

/* Waits for a dialect: a hypercall, a sign of a VM's life, or the time of a host's events. */
struct ht_undecided {
	int64_t time;
	int guest;
	bool is_life;
	enum ht_life life;
	struct ht_words words;
};

/* Gets a VM exit. */
typedef void (*ht_vm_exit)(void *to, struct ht_guest *guest, uint64_t isa, uint64_t reason);

struct ht_timeline {
	struct ht_machines machines;
	struct ht_guests guests;
	struct ht_order order;
	struct ht_cpu **cpus; /* by host */
	int *cpu_counts;
	int hosts;
	struct ht_waiting *queue; /* a ring of some power of two */
	uint64_t first, last, capacity;
	int wanted;
	struct ht_undecided *undecided;
	size_t undecided_count, undecided_capacity;
	int64_t now;
	bool begun;
	struct ht_guest *current;
	ht_guest_event emit;
	ht_vm_exit exited; /* NULL: not wanted */
	void *to;
};

void ht_timeline_init(struct ht_timeline *timeline, ht_guest_event emit, void *to);
void ht_timeline_accept(struct ht_timeline *timeline, const struct ht_host_event *event);
/* Words whose guest is known. */
void ht_timeline_words(struct ht_timeline *timeline, struct ht_guest *guest, const struct ht_words *words);
void ht_timeline_finish(struct ht_timeline *timeline);
void ht_timeline_free(struct ht_timeline *timeline);

#endif
