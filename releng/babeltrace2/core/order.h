/* SPDX-License-Identifier: EPL-2.0 */
/* Puts what guests report in order of time: a batch brings events of a time that has passed. */
#ifndef HT_ORDER_H
#define HT_ORDER_H

#include <stddef.h>

#include "boot.h"
#include "event.h"

/* What waits: an event of a guest, a sign of the life of its VM, or only the time of an event of a host. */
struct ht_item {
	int64_t time;
	int guest; /* HT_UNKNOWN: the host's */
	bool is_life;
	enum ht_life life;
	struct ht_event event;
};

typedef void (*ht_pass)(void *to, struct ht_item *item);

struct ht_slice {
	int64_t number; /* of 2^24 ns */
	int64_t last;   /* time of the latest in it, those of hosts included */
	size_t all;
	struct ht_item *items;
	size_t count, capacity;
};

struct ht_order {
	struct ht_slice *slices;
	size_t count, capacity;
	size_t waiting;
	int64_t span;
	int64_t passed;
	ht_pass pass;
	void *to;
};

/* false: it is too late for its place, and not taken. */
bool ht_order_put(struct ht_order *order, struct ht_item *item, int64_t now);
void ht_order_span(struct ht_order *order, int64_t span);
void ht_order_flush(struct ht_order *order);
void ht_order_free(struct ht_order *order);

#endif
