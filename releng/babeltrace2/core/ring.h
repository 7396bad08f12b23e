/* SPDX-License-Identifier: EPL-2.0 */
/* Files of shared memory that guests write, and hosts for them: ABI.md, "The ring". */
#ifndef HT_RING_H
#define HT_RING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ht_record {
	int vcpu;
	uint64_t number; /* in its ring, from 0 */
	uint64_t tsc;
	uint64_t word[5];
};

struct ht_ring {
	int64_t offset;
	uint64_t capacity, head, next; /* next: number of the record that is read next */
	int cpu; /* HT_UNKNOWN: all vCPUs share it */
	struct ht_record first, second;
	int peeked; /* how many of these are read */
};

struct ht_rings {
	int file;
	int64_t size;
	struct ht_ring *all;
	size_t count;
	uint64_t tsc_khz;
	uint64_t read, overwritten, torn, missing, not_written;
};

/* Opens a file. false: *error is a sentence, which the caller frees. */
bool ht_rings_open(struct ht_rings *rings, const char *path, char **error);
/* The next record of all rings, by its TSC. false: there is none. */
bool ht_rings_next(struct ht_rings *rings, struct ht_record *record);
/* Begins again with the oldest record. */
void ht_rings_rewind(struct ht_rings *rings);
void ht_rings_close(struct ht_rings *rings);

#endif
