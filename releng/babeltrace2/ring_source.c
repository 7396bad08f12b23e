/* SPDX-License-Identifier: EPL-2.0 */
#define _GNU_SOURCE
#include "ring_source.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/ring.h"
#include "guest_traces.h"
#include "params.h"
#include "core/timeline.h"

#define HELLO 0x81
#define HELLO_MAGIC 0x47545243u
/* Later than 2006: a guest's clock that was set. */
#define CLOCK_IS_SET (1LL << 60)
#define KHZ 1000000

struct component {
	char *path;
	char *dialect;
};

struct reading {
	bt_self_component *component;
	struct ht_rings rings;
	struct ht_timeline timeline;
	struct ht_guest_traces traces;
	struct ht_guest *guest;
	uint64_t first_tsc, last_tsc;
	int64_t epoch; /* ns since the epoch at the first TSC; 0: unknown */
	char *name;
	bool ended;
};

static const char *input_of(const bt_value *params)
{
	const bt_value *inputs = bt_value_map_borrow_entry_value_const(params, "inputs");
	const bt_value *first = inputs && bt_value_is_array(inputs) && bt_value_array_get_length(inputs) == 1
		? bt_value_array_borrow_element_by_index_const(inputs, 0) : NULL;

	return first && bt_value_is_string(first) ? bt_value_string_get(first) : NULL;
}

bt_component_class_initialize_method_status ht_ring_init(bt_self_component_source *source, bt_self_component_source_configuration *configuration,
	const bt_value *params, void *data)
{
	bt_self_component *self = bt_self_component_source_as_self_component(source);
	struct component *component = calloc(1, sizeof(*component));
	const bt_value *dialect = bt_value_map_borrow_entry_value_const(params, "dialect");
	(void)configuration;
	(void)data;

	if (!component)
		return BT_COMPONENT_CLASS_INITIALIZE_METHOD_STATUS_MEMORY_ERROR;
	bt_self_component_set_data(self, component);
	if (!input_of(params)) {
		HT_FAIL(self, "The parameter inputs must name one file of rings: inputs=[\"web.ring\"].");
		return BT_COMPONENT_CLASS_INITIALIZE_METHOD_STATUS_ERROR;
	}
	component->path = strdup(input_of(params));
	component->dialect = dialect && bt_value_is_string(dialect) ? strdup(bt_value_string_get(dialect)) : NULL;
	return bt_self_component_source_add_output_port(source, "out", NULL, NULL) == BT_SELF_COMPONENT_ADD_PORT_STATUS_OK
		? BT_COMPONENT_CLASS_INITIALIZE_METHOD_STATUS_OK : BT_COMPONENT_CLASS_INITIALIZE_METHOD_STATUS_ERROR;
}

void ht_ring_finalize(bt_self_component_source *source)
{
	struct component *component = bt_self_component_get_data(bt_self_component_source_as_self_component(source));

	if (component) {
		free(component->path);
		free(component->dialect);
		free(component);
	}
}

static void reported(void *to, struct ht_guest *guest, int boot, struct ht_event *event)
{
	struct reading *r = to;

	ht_guest_traces_event(&r->traces, guest, &r->timeline.machines.manifest, NULL, boot, event);
	free(event->text);
}

static int64_t ns_of(const struct reading *r, uint64_t tsc)
{
	uint64_t ticks = tsc - r->first_tsc;

	return r->rings.tsc_khz ? (int64_t)((unsigned __int128)ticks * KHZ / r->rings.tsc_khz) : (int64_t)ticks;
}

/* A hello of a guest whose clock was set ties the TSC to the date. */
static void find_date(struct reading *r)
{
	struct ht_record record;
	bool is_first = true;

	while (ht_rings_next(&r->rings, &record)) {
		if (is_first)
			r->first_tsc = record.tsc;
		is_first = false;
		if ((record.word[0] & 0xffff) == HELLO && record.word[1] >> 32 == HELLO_MAGIC && (int64_t)record.word[4] > CLOCK_IS_SET) {
			r->epoch = (int64_t)record.word[4] - ns_of(r, record.tsc);
			break;
		}
	}
	r->last_tsc = r->first_tsc;
	ht_rings_rewind(&r->rings);
}

static char *name_of(const char *path)
{
	const char *slash = strrchr(path, '/'), *file = slash ? slash + 1 : path;
	size_t length = strlen(file);

	return strndup(file, length > 5 && strcmp(file + length - 5, ".ring") == 0 ? length - 5 : length);
}

static bool choose(struct reading *r, const char *name)
{
	char *error = NULL;
	struct ht_dialect *dialect = ht_dialect_built_in(name, false);

	if (!dialect)
		dialect = ht_dialect_read(name, &error);
	if (!dialect) {
		HT_FAIL(r->component, "%s", error ? error : "out of memory");
		free(error);
		return false;
	}
	ht_dialect_free(r->guest->decoder.dialect);
	r->guest->decoder.dialect = dialect;
	r->guest->decided = true;
	r->guest->detecting = false;
	return true;
}

bt_message_iterator_class_initialize_method_status ht_ring_begin(bt_self_message_iterator *self,
	bt_self_message_iterator_configuration *configuration, bt_self_component_port_output *port)
{
	bt_self_component *component = bt_self_message_iterator_borrow_component(self);
	const struct component *settings = bt_self_component_get_data(component);
	struct reading *r = calloc(1, sizeof(*r));
	char *error = NULL;
	(void)configuration;
	(void)port;

	if (!r)
		return BT_MESSAGE_ITERATOR_CLASS_INITIALIZE_METHOD_STATUS_MEMORY_ERROR;
	r->component = component;
	r->rings.file = -1;
	bt_self_message_iterator_set_data(self, r);
	ht_timeline_init(&r->timeline, reported, r);
	if (!ht_rings_open(&r->rings, settings->path, &error)) {
		HT_FAIL(component, "%s", error ? error : "out of memory");
		free(error);
		return BT_MESSAGE_ITERATOR_CLASS_INITIALIZE_METHOD_STATUS_ERROR;
	}
	find_date(r);
	r->guest = ht_guest_add(&r->timeline.guests);
	r->name = name_of(settings->path);
	if (!r->guest || !r->name || !ht_guest_traces_init(&r->traces, component, self, r->epoch != 0))
		return BT_MESSAGE_ITERATOR_CLASS_INITIALIZE_METHOD_STATUS_MEMORY_ERROR;
	r->traces.hostname = r->name;
	if (settings->dialect && !choose(r, settings->dialect))
		return BT_MESSAGE_ITERATOR_CLASS_INITIALIZE_METHOD_STATUS_ERROR;
	return BT_MESSAGE_ITERATOR_CLASS_INITIALIZE_METHOD_STATUS_OK;
}

static void summarize(const struct reading *r)
{
	const struct ht_rings *rings = &r->rings;
	const struct ht_losses *losses = &r->guest->decoder.losses;

	if (rings->overwritten || rings->torn || rings->missing || rings->not_written || losses->malformed || losses->late || losses->unknown_numbers)
		fprintf(stderr, "hypertrace: %s: %" PRIu64 " records read, %" PRIu64 " overwritten, %" PRIu64 " torn, %" PRIu64 " missing, %" PRIu64
			" not written; %" PRIu64 " malformed, %" PRIu64 " late, %" PRIu64 " of unknown number\n", r->name, rings->read,
			rings->overwritten, rings->torn, rings->missing, rings->not_written, losses->malformed, losses->late, losses->unknown_numbers);
	if (!rings->tsc_khz)
		fprintf(stderr, "hypertrace: %s: the ring has no TSC frequency; times are ticks\n", r->name);
	if (!r->epoch)
		fprintf(stderr, "hypertrace: %s: no record has the date; times count from the first record\n", r->name);
}

bt_message_iterator_class_next_method_status ht_ring_next(bt_self_message_iterator *self, bt_message_array_const messages, uint64_t capacity,
	uint64_t *count)
{
	struct reading *r = bt_self_message_iterator_get_data(self);
	struct ht_record record;

	while (r->traces.count < capacity && !r->ended) {
		if (ht_rings_next(&r->rings, &record)) {
			/* the TSC of a record may be behind that before it by little: time does not go back */
			r->last_tsc = (int64_t)(record.tsc - r->last_tsc) > 0 ? record.tsc : r->last_tsc;
			struct ht_words words = {.time = r->epoch + ns_of(r, r->last_tsc), .vcpu = record.vcpu, .origin = HT_FROM_RING};
			memcpy(words.word, record.word, sizeof(words.word));
			ht_timeline_words(&r->timeline, r->guest, &words);
		} else {
			ht_timeline_finish(&r->timeline);
			ht_guest_traces_finish(&r->traces);
			summarize(r);
			r->ended = true;
		}
	}
	if (r->traces.failed)
		return BT_MESSAGE_ITERATOR_CLASS_NEXT_METHOD_STATUS_MEMORY_ERROR;
	*count = ht_guest_traces_take(&r->traces, messages, capacity);
	return *count ? BT_MESSAGE_ITERATOR_CLASS_NEXT_METHOD_STATUS_OK : BT_MESSAGE_ITERATOR_CLASS_NEXT_METHOD_STATUS_END;
}

void ht_ring_end(bt_self_message_iterator *self)
{
	struct reading *r = bt_self_message_iterator_get_data(self);

	if (!r)
		return;
	ht_guest_traces_free(&r->traces);
	ht_timeline_free(&r->timeline);
	ht_rings_close(&r->rings);
	free(r->name);
	free(r);
}

/* Babeltrace asks each source about a file that a user names. */
bt_component_class_query_method_status ht_ring_query(bt_self_component_class_source *self, bt_private_query_executor *executor,
	const char *object, const bt_value *params, void *data, const bt_value **result)
{
	const bt_value *input = strcmp(object, "babeltrace.support-info") == 0 ? bt_value_map_borrow_entry_value_const(params, "input") : NULL;
	const bt_value *type = input ? bt_value_map_borrow_entry_value_const(params, "type") : NULL;
	struct ht_rings rings;
	char *error = NULL;
	double weight = 0;
	(void)self;
	(void)executor;
	(void)data;

	if (!input || !bt_value_is_string(input))
		return BT_COMPONENT_CLASS_QUERY_METHOD_STATUS_UNKNOWN_OBJECT;
	if (type && bt_value_is_string(type) && strcmp(bt_value_string_get(type), "file") == 0 && ht_rings_open(&rings, bt_value_string_get(input), &error)) {
		ht_rings_close(&rings);
		weight = 0.75;
	}
	free(error);
	*result = bt_value_real_create_init(weight);
	return *result ? BT_COMPONENT_CLASS_QUERY_METHOD_STATUS_OK : BT_COMPONENT_CLASS_QUERY_METHOD_STATUS_MEMORY_ERROR;
}
