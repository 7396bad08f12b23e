/* SPDX-License-Identifier: EPL-2.0 */
#include "sequence.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define WINDOW 64
#define MAX_JUMP (1 << 20)
#define NUMBERS 0xffffffffLL

static int64_t after(int64_t number)
{
	return number == NUMBERS ? 1 : number + 1;
}

static int64_t ahead_of(int64_t number, int64_t of)
{
	int64_t difference = (number - of) % NUMBERS;

	return difference < 0 ? difference + NUMBERS : difference;
}

static bool insert(struct ht_sequence *s, size_t at, struct ht_gap gap)
{
	if (s->count == s->capacity) {
		size_t capacity = s->capacity ? 2 * s->capacity : 8;
		struct ht_gap *gaps = realloc(s->gaps, capacity * sizeof(*gaps));

		if (!gaps)
			return false;
		s->gaps = gaps;
		s->capacity = capacity;
	}
	memmove(s->gaps + at + 1, s->gaps + at, (s->count - at) * sizeof(*s->gaps));
	s->gaps[at] = gap;
	s->count++;
	return true;
}

static void take_out(struct ht_sequence *s, size_t at)
{
	s->count--;
	memmove(s->gaps + at, s->gaps + at + 1, (s->count - at) * sizeof(*s->gaps));
}

/* A number that was missing arrives late. */
static bool fills(struct ht_sequence *s, int64_t number)
{
	for (size_t i = 0; i < s->count; i++) {
		struct ht_gap gap = s->gaps[i];
		int64_t before = ahead_of(number, gap.first);

		if (before < gap.count) {
			struct ht_gap rest = gap;

			take_out(s, i);
			rest.first = after(number);
			rest.count = gap.count - before - 1;
			if (rest.count > 0)
				insert(s, i, rest);
			gap.count = before;
			if (before > 0)
				insert(s, i, gap);
			return true;
		}
	}
	return false;
}

static int64_t settle(struct ht_sequence *s, int64_t event)
{
	int64_t lost = 0;

	/* older gaps stand first and have the earlier deadlines */
	while (s->count > 0 && s->gaps[0].deadline <= event) {
		struct ht_gap gap = s->gaps[0];

		take_out(s, 0);
		s->lost_since = lost == 0 || gap.since < s->lost_since ? gap.since : s->lost_since;
		s->lost_until = lost == 0 || gap.until > s->lost_until ? gap.until : s->lost_until;
		lost += gap.count;
	}
	return lost;
}

int64_t ht_sequence_accept(struct ht_sequence *s, int64_t number, int64_t time, struct ht_losses *losses)
{
	s->events++;
	int64_t ahead = s->expected == 0 || number == s->confirms ? 0 : ahead_of(number, s->expected);
	s->confirms = 0;
	if (ahead <= MAX_JUMP) {
		if (ahead > 0)
			insert(s, s->count, (struct ht_gap){s->expected, ahead, s->last_time, time, s->events + WINDOW - 1});
		s->expected = after(number);
	} else if (ahead <= NUMBERS / 2) {
		losses->implausible++;
		s->confirms = after(number);
	} else if (!fills(s, number)) {
		losses->repeated++;
	}
	s->last_time = time;
	return settle(s, s->events);
}

int64_t ht_sequence_finish(struct ht_sequence *s)
{
	return settle(s, INT64_MAX);
}
