/* SPDX-License-Identifier: EPL-2.0 */
#define _GNU_SOURCE
#include "read.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

#define CALL_BITS 0x7fffffff

static int64_t number(const struct ht_words *words, const struct ht_source *source, int64_t absent)
{
	if (source && source->type == HT_SOURCE_BITS)
		return ht_bits_of(source->bits[0], words);
	return source && source->type == HT_SOURCE_CONSTANT ? source->constant : absent;
}

static bool up_to(int64_t most, const struct ht_source *source, int64_t *value)
{
	if (!source) {
		*value = HT_UNKNOWN;
		return true;
	}
	return *value >= 0 && *value <= most;
}

static char *text(const struct ht_words *words, const struct ht_source *source)
{
	char *made = NULL;

	if (!source)
		return NULL;
	if (source->type == HT_SOURCE_TEXT) {
		uint8_t bytes[32 + 8];
		size_t length = 0;

		for (int i = 0; i < source->parts; i++) {
			ht_text_put(bytes + length, (uint64_t)ht_bits_of(source->bits[i], words), source->bits[i].width / 8);
			length += source->bits[i].width / 8;
		}
		return ht_text_of(bytes, length);
	}
	if (source->type == HT_SOURCE_CONSTANT_TEXT)
		return strdup(source->text);
	if (source->type != HT_SOURCE_NAME)
		return NULL;
	int64_t value = ht_bits_of(source->bits[0], words);
	for (size_t i = 0; i < source->name_count; i++)
		if (source->names[i].number == value)
			return strdup(source->names[i].name);
	return asprintf(&made, "%" PRId64, value) < 0 ? NULL : made;
}

/* The number of a system call, HT_UNKNOWN if all its bits are set, which then has no table either. */
static void system_call(struct ht_event *event, int at, const struct ht_words *words, const struct ht_form *form)
{
	int32_t value = (int32_t)number(words, form->sources[HT_F_number], 0);
	bool unknown = (value & CALL_BITS) == CALL_BITS;

	event->values[at] = unknown ? HT_UNKNOWN : value;
	event->values[at + 1] = !unknown && number(words, form->sources[HT_F_compat], 0) != 0;
}

static bool one(const struct ht_words *words, const struct ht_form *form, struct ht_event *event, int at)
{
	struct ht_value_spec spec = ht_values[event->kind][at];
	const struct ht_source *source = form->sources[spec.field];
	int64_t *value = &event->values[at];

	*value = number(words, source, 0);
	switch (spec.read) {
	case HT_R_NUMBER_OR_UNKNOWN:
		*value = number(words, source, HT_UNKNOWN);
		return true;
	case HT_R_INTEGER:
		*value = (int32_t)*value;
		return true;
	case HT_R_INTEGER_OR_UNKNOWN:
		*value = (int32_t)number(words, source, HT_UNKNOWN);
		return true;
	case HT_R_FLAG:
		*value = *value != 0;
		return true;
	case HT_R_DURATION:
		return *value >= 0;
	case HT_R_DURATION_OR_UNKNOWN:
		if (!source)
			*value = HT_UNKNOWN;
		return !source || *value >= 0;
	case HT_R_TID:
	case HT_R_OTHER_TID:
		return up_to(HT_MAX_TID, source, value);
	case HT_R_16:
		return up_to(HT_MAX_16, source, value);
	case HT_R_PHYSICAL_CPU:
		if (!up_to(HT_MAX_16, source, value))
			return false;
		*value = *value == HT_MAX_16 ? HT_UNKNOWN : *value;
		return true;
	case HT_R_BYTE_COUNT:
		return up_to(8, source, value);
	case HT_R_31:
		return up_to(INT32_MAX, source, value);
	case HT_R_TEXT:
		*value = 0;
		event->text = text(words, source);
		return true;
	default:
		return true;
	}
}

bool ht_read(const struct ht_words *words, const struct ht_form *form, struct ht_event *event)
{
	const struct ht_value_spec *specs = ht_values[event->kind];
	bool right = true;

	for (int i = 0; i < HT_MAX_VALUES && specs[i].read != HT_R_END; i++) {
		if (specs[i].read == HT_R_CALL)
			system_call(event, i++, words, form);
		else
			right &= one(words, form, event, i);
	}
	/* no thread of the host is without a name: the idle one is swapper/N */
	if (event->kind == HT_K_host_sched_out || event->kind == HT_K_host_sched_in)
		if (event->values[0] == 0 && event->text && !*event->text)
			event->values[0] = HT_UNKNOWN;
	return right;
}
