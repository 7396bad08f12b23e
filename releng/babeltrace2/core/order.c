/* SPDX-License-Identifier: EPL-2.0 */
#include "order.h"

#include <stdlib.h>
#include <string.h>

#define SLICE_BITS 24
#define MAX_SLICE (1 << 19)
#define MAX_WAITING (1 << 20)

/* Stable, by time: what arrives mostly is in order, so that insertion is cheap; a batch goes back a little. */
static void sort(struct ht_item *items, size_t count, struct ht_item *room)
{
	if (count < 2)
		return;
	size_t half = count / 2, a = 0, b = half, out = 0;
	sort(items, half, room);
	sort(items + half, count - half, room);
	if (items[half - 1].time <= items[half].time)
		return;
	memcpy(room, items, half * sizeof(*items));
	while (a < half && b < count)
		items[out++] = room[a].time <= items[b].time ? room[a++] : items[b++];
	memcpy(items + out, room + a, (half - a) * sizeof(*items));
}

static void pass_first(struct ht_order *o)
{
	struct ht_slice slice = o->slices[0];
	struct ht_item *room = slice.count > 1 ? malloc(slice.count / 2 * sizeof(*room)) : NULL;

	o->count--;
	memmove(o->slices, o->slices + 1, o->count * sizeof(*o->slices));
	if (room)
		sort(slice.items, slice.count, room);
	free(room);
	for (size_t i = 0; i < slice.count; i++)
		o->pass(o->to, &slice.items[i]);
	o->passed = slice.last;
	o->waiting -= slice.count;
	free(slice.items);
}

static struct ht_slice *slice_of(struct ht_order *o, int64_t number)
{
	size_t at = o->count;

	while (at > 0 && o->slices[at - 1].number >= number)
		at--;
	if (at < o->count && o->slices[at].number == number)
		return &o->slices[at];
	if (o->count == o->capacity) {
		size_t capacity = o->capacity ? 2 * o->capacity : 16;
		struct ht_slice *slices = realloc(o->slices, capacity * sizeof(*slices));

		if (!slices)
			return NULL;
		o->slices = slices;
		o->capacity = capacity;
	}
	memmove(o->slices + at + 1, o->slices + at, (o->count - at) * sizeof(*o->slices));
	o->slices[at] = (struct ht_slice){.number = number, .last = INT64_MIN};
	o->count++;
	return &o->slices[at];
}

static bool add(struct ht_slice *slice, const struct ht_item *item)
{
	if (slice->count == slice->capacity) {
		size_t capacity = slice->capacity ? 2 * slice->capacity : 64;
		struct ht_item *items = realloc(slice->items, capacity * sizeof(*items));

		if (!items)
			return false;
		slice->items = items;
		slice->capacity = capacity;
	}
	slice->items[slice->count++] = *item;
	return true;
}

bool ht_order_put(struct ht_order *o, struct ht_item *item, int64_t now)
{
	while (o->count > 0 && o->slices[0].number < (now - o->span) >> SLICE_BITS)
		pass_first(o);
	if (item->time < o->passed)
		return false;
	if (o->span == 0 && o->count == 0 && item->time <= now) {
		o->passed = item->time;
		if (item->guest != HT_UNKNOWN)
			o->pass(o->to, item);
		return true;
	}
	struct ht_slice *slice = slice_of(o, item->time >> SLICE_BITS);
	if (!slice || (item->time < now && slice->all >= MAX_SLICE))
		return false;
	slice->all++;
	slice->last = item->time > slice->last ? item->time : slice->last;
	if (item->guest == HT_UNKNOWN)
		return true;
	if (!add(slice, item))
		return false;
	o->waiting++;
	while (o->waiting > MAX_WAITING)
		pass_first(o);
	return true;
}

void ht_order_span(struct ht_order *o, int64_t span)
{
	o->span = span > o->span ? span : o->span;
}

void ht_order_flush(struct ht_order *o)
{
	while (o->count > 0)
		pass_first(o);
}

void ht_order_free(struct ht_order *o)
{
	for (size_t i = 0; i < o->count; i++) {
		for (size_t j = 0; j < o->slices[i].count; j++)
			free(o->slices[i].items[j].event.text);
		free(o->slices[i].items);
	}
	free(o->slices);
}
