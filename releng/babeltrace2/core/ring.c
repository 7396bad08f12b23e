/* SPDX-License-Identifier: EPL-2.0 */
#define _GNU_SOURCE
#include "ring.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAGIC 0x31474e4952525447ULL
#define RECORD 64
#define HEADER 64
#define MAX_RINGS 4096
#define MAX_CPU 0xffff
/* An interrupt turns the TSC back by less; by more only who sets it anew. */
#define SWAP (1LL << 32)

static bool fail(char **error, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool fail(char **error, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	if (vasprintf(error, format, arguments) < 0)
		*error = NULL;
	va_end(arguments);
	return false;
}

static bool words_at(const struct ht_rings *r, int64_t at, uint64_t *words)
{
	return at >= 0 && at <= r->size - HEADER && pread(r->file, words, HEADER, at) == HEADER;
}

static bool add_header(struct ht_rings *r, const char *path, int64_t at, uint64_t *next, char **error)
{
	uint64_t h[8];

	if (r->count >= MAX_RINGS || !words_at(r, at, h) || h[0] != MAGIC)
		return fail(error, "%s has no ring of version 1 at byte %llu: is it the memory of an ivshmem-plain device, and was the guest's tracer on?",
			path, (unsigned long long)at);
	for (size_t i = 0; i < r->count; i++)
		if (r->all[i].offset == at)
			return fail(error, "%s: the ring at byte %lld follows itself.", path, (long long)at);
	if (h[1] != (1ULL << 32 | RECORD) || __builtin_popcountll(h[2]) != 1 || h[2] > (uint64_t)INT64_MAX / RECORD / 2 || h[3] > INT64_MAX
			|| h[6] > MAX_CPU + 1)
		return fail(error, "%s: the ring at byte %lld has an impossible header.", path, (long long)at);
	struct ht_ring *all = realloc(r->all, (r->count + 1) * sizeof(*all));
	if (!all)
		return fail(error, "out of memory");
	r->all = all;
	r->all[r->count++] = (struct ht_ring){.offset = at, .capacity = h[2], .head = h[3], .cpu = (int)h[6] - 1};
	r->tsc_khz = r->tsc_khz ? r->tsc_khz : h[4];
	r->not_written += h[5];
	*next = h[7];
	return true;
}

/* Rings that share bytes could make a small file endless. */
static bool overlap(const struct ht_rings *r, char **error, const char *path)
{
	for (size_t i = 0; i < r->count; i++)
		for (size_t j = 0; j < r->count; j++)
			if (r->all[j].offset > r->all[i].offset
					&& (uint64_t)(r->all[j].offset - r->all[i].offset - HEADER) / RECORD < r->all[i].capacity)
				return !fail(error, "%s: the rings at bytes %lld and %lld have the same places.", path,
					(long long)r->all[i].offset, (long long)r->all[j].offset);
	return false;
}

bool ht_rings_open(struct ht_rings *r, const char *path, char **error)
{
	struct stat status;
	uint64_t next = 0;

	memset(r, 0, sizeof(*r));
	/* a pipe would let us wait for ever */
	r->file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (r->file < 0 || fstat(r->file, &status) != 0 || !S_ISREG(status.st_mode)) {
		fail(error, "The ring %s cannot be read: %s.", path, r->file < 0 ? strerror(errno) : "it is no file");
		ht_rings_close(r);
		return false;
	}
	r->size = status.st_size;
	do {
		/* one beyond any file is negative, and no place */
		if (!add_header(r, path, (int64_t)next, &next, error)) {
			ht_rings_close(r);
			return false;
		}
	} while (next > 0);
	if (overlap(r, error, path)) {
		ht_rings_close(r);
		return false;
	}
	ht_rings_rewind(r);
	return true;
}

static bool read_one(struct ht_rings *r, struct ht_ring *ring, struct ht_record *record)
{
	while (ring->next < ring->head) {
		uint64_t number = ring->next, slot = number & (ring->capacity - 1), w[8];

		if (!words_at(r, ring->offset + HEADER + (int64_t)(slot * RECORD), w)) {
			/* what is behind the end of the file: counted at once, there may be very many */
			uint64_t rest = ring->head - number, count = rest < ring->capacity - slot ? rest : ring->capacity - slot;

			r->missing += count;
			ring->next += count;
			continue;
		}
		ring->next++;
		if (w[0] != number + 1) {
			r->torn++;
			continue;
		}
		r->read++;
		*record = (struct ht_record){.vcpu = ring->cpu < 0 ? (int)(w[2] >> 32 & MAX_CPU) : ring->cpu, .number = number, .tsc = w[1],
			.word = {w[2] & 0xffffffff, w[3], w[4], w[5], w[6]}};
		return true;
	}
	return false;
}

static void peek(struct ht_rings *r, struct ht_ring *ring)
{
	if (ring->peeked == 0 && read_one(r, ring, &ring->first))
		ring->peeked = 1;
	if (ring->peeked == 1 && read_one(r, ring, &ring->second))
		ring->peeked = 2;
}

/* An interrupt may come between the reservation of a place and its stamp: of two records the earlier one is first. */
static bool is_second_earlier(const struct ht_ring *ring)
{
	int64_t first = (int64_t)ring->first.tsc, second = (int64_t)ring->second.tsc;

	return ring->peeked == 2 && second < first && (int64_t)(ring->first.tsc - ring->second.tsc) < SWAP;
}

bool ht_rings_next(struct ht_rings *r, struct ht_record *record)
{
	struct ht_ring *best = NULL;

	for (size_t i = 0; i < r->count; i++) {
		struct ht_ring *ring = &r->all[i];

		peek(r, ring);
		if (ring->peeked > 0) {
			uint64_t tsc = is_second_earlier(ring) ? ring->second.tsc : ring->first.tsc;

			if (!best || tsc < (is_second_earlier(best) ? best->second.tsc : best->first.tsc))
				best = ring;
		}
	}
	if (!best)
		return false;
	if (is_second_earlier(best)) {
		*record = best->second;
	} else {
		*record = best->first;
		best->first = best->second;
	}
	best->peeked--;
	return true;
}

void ht_rings_rewind(struct ht_rings *r)
{
	r->read = r->overwritten = r->torn = r->missing = 0;
	for (size_t i = 0; i < r->count; i++) {
		struct ht_ring *ring = &r->all[i];

		ring->next = ring->head > ring->capacity ? ring->head - ring->capacity : 0;
		ring->peeked = 0;
		r->overwritten += ring->next;
	}
}

void ht_rings_close(struct ht_rings *r)
{
	if (r->file >= 0)
		close(r->file);
	r->file = -1;
	free(r->all);
	r->all = NULL;
	r->count = 0;
}
