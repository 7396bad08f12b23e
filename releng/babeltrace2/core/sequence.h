/* SPDX-License-Identifier: EPL-2.0 */
/* The numbers that a sender gives its hypercalls: ABI.md, "Lost numbers". */
#ifndef HT_SEQUENCE_H
#define HT_SEQUENCE_H

#include <stddef.h>
#include <stdint.h>

/* What was missing or contradictory. */
struct ht_losses {
	uint64_t lost, repeated, implausible, malformed, forged, unknown_numbers, late, cpu_mismatches;
};

struct ht_gap {
	int64_t first, count, since, until, deadline;
};

struct ht_sequence {
	struct ht_gap *gaps;
	size_t count, capacity;
	int64_t expected; /* 0: any */
	int64_t confirms;
	int64_t events;
	int64_t last_time;
	int64_t lost_since, lost_until; /* of what accept or finish returned last */
};

/* Returns how many numbers are lost for good now. */
int64_t ht_sequence_accept(struct ht_sequence *sequence, int64_t number, int64_t time, struct ht_losses *losses);
int64_t ht_sequence_finish(struct ht_sequence *sequence);

#endif
