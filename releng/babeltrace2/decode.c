/* SPDX-License-Identifier: EPL-2.0 */
#define _GNU_SOURCE
#include "decode.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "guest_traces.h"
#include "host_reader.h"
#include "params.h"
#include "summary.h"

#define IN "in"
#define OUT "out"

struct component {
	char *manifest;
	char *dialect;
};

struct decoding {
	bt_self_component *component;
	bt_message_iterator *upstream;
	struct ht_host_reader reader;
	struct ht_timeline timeline;
	struct ht_guest_traces traces;
	bool ended;
};

bt_component_class_initialize_method_status ht_decode_init(bt_self_component_filter *filter, bt_self_component_filter_configuration *configuration,
	const bt_value *params, void *data)
{
	static const char *const names[] = {"manifest", "dialect"};
	const char *values[] = {NULL, NULL};
	bt_self_component *self = bt_self_component_filter_as_self_component(filter);
	struct component *component = calloc(1, sizeof(*component));
	(void)configuration;
	(void)data;

	if (!component)
		return BT_COMPONENT_CLASS_INITIALIZE_METHOD_STATUS_MEMORY_ERROR;
	bt_self_component_set_data(self, component);
	if (!ht_params(self, params, names, values, 2))
		return BT_COMPONENT_CLASS_INITIALIZE_METHOD_STATUS_ERROR;
	component->manifest = values[0] ? strdup(values[0]) : NULL;
	component->dialect = values[1] ? strdup(values[1]) : NULL;
	if (bt_self_component_filter_add_input_port(filter, IN, NULL, NULL) != BT_SELF_COMPONENT_ADD_PORT_STATUS_OK
			|| bt_self_component_filter_add_output_port(filter, OUT, NULL, NULL) != BT_SELF_COMPONENT_ADD_PORT_STATUS_OK)
		return BT_COMPONENT_CLASS_INITIALIZE_METHOD_STATUS_ERROR;
	return BT_COMPONENT_CLASS_INITIALIZE_METHOD_STATUS_OK;
}

void ht_decode_finalize(bt_self_component_filter *filter)
{
	struct component *component = bt_self_component_get_data(bt_self_component_filter_as_self_component(filter));

	if (component) {
		free(component->manifest);
		free(component->dialect);
		free(component);
	}
}

static void reported(void *to, struct ht_guest *guest, int boot, struct ht_event *event)
{
	struct decoding *d = to;

	ht_guest_traces_event(&d->traces, guest, &d->timeline.machines.manifest, ht_host_name(&d->reader, guest->host), boot, event);
	free(event->text);
}

static bool prepare(struct decoding *d, struct component *component)
{
	char *error = NULL;

	ht_timeline_init(&d->timeline, reported, d);
	d->timeline.guests.chosen = component->dialect;
	if (component->dialect) {
		/* a dictionary that is wrong is an error, even if no guest reports anything */
		struct ht_dialect *dialect = ht_dialect_built_in(component->dialect, false);

		if (!dialect)
			dialect = ht_dialect_read(component->dialect, &error);
		if (!dialect) {
			HT_FAIL(d->component, "%s", error ? error : "out of memory");
			free(error);
			return false;
		}
		ht_dialect_free(dialect);
	}
	if (component->manifest && !ht_manifest_read(component->manifest, &d->timeline.machines.manifest, &error)) {
		HT_FAIL(d->component, "%s", error ? error : "out of memory");
		free(error);
		return false;
	}
	return true;
}

bt_message_iterator_class_initialize_method_status ht_decode_begin(bt_self_message_iterator *self,
	bt_self_message_iterator_configuration *configuration, bt_self_component_port_output *port)
{
	bt_self_component *component = bt_self_message_iterator_borrow_component(self);
	bt_self_component_filter *filter = (bt_self_component_filter *)component;
	struct decoding *d = calloc(1, sizeof(*d));
	(void)configuration;
	(void)port;

	if (!d)
		return BT_MESSAGE_ITERATOR_CLASS_INITIALIZE_METHOD_STATUS_MEMORY_ERROR;
	d->component = component;
	bt_self_message_iterator_set_data(self, d);
	if (!ht_guest_traces_init(&d->traces, component, self, true))
		return BT_MESSAGE_ITERATOR_CLASS_INITIALIZE_METHOD_STATUS_MEMORY_ERROR;
	if (!prepare(d, bt_self_component_get_data(component)))
		return BT_MESSAGE_ITERATOR_CLASS_INITIALIZE_METHOD_STATUS_ERROR;
	bt_self_component_port_input *in = bt_self_component_filter_borrow_input_port_by_name(filter, IN);
	if (bt_message_iterator_create_from_message_iterator(self, in, &d->upstream)
			!= BT_MESSAGE_ITERATOR_CREATE_FROM_MESSAGE_ITERATOR_STATUS_OK)
		return BT_MESSAGE_ITERATOR_CLASS_INITIALIZE_METHOD_STATUS_ERROR;
	return BT_MESSAGE_ITERATOR_CLASS_INITIALIZE_METHOD_STATUS_OK;
}

static bt_message_iterator_class_next_method_status advance(struct decoding *d)
{
	bt_message_array_const messages;
	uint64_t count = 0;

	switch (bt_message_iterator_next(d->upstream, &messages, &count)) {
	case BT_MESSAGE_ITERATOR_NEXT_STATUS_OK:
		for (uint64_t i = 0; i < count; i++) {
			ht_host_read(&d->reader, messages[i], &d->timeline);
			bt_message_put_ref(messages[i]);
		}
		break;
	case BT_MESSAGE_ITERATOR_NEXT_STATUS_END:
		ht_timeline_finish(&d->timeline);
		ht_guest_traces_finish(&d->traces);
		/* no output is an answer only if the reason is there, too */
		if (d->timeline.guests.count == 0)
			fprintf(stderr, "hypertrace: no VM ran: no kvm_x86_entry, kvm_x86_exit or kvm_x86_hypercall was recorded\n");
		else if (!d->traces.running)
			fprintf(stderr, "hypertrace: no guest reported anything by hypercalls; record kvm_x86_hypercall, and trace the guests\n");
		if (d->timeline.machines.manifest.ring)
			fprintf(stderr, "hypertrace: the records of the ring %s are not among these events; next: give that file to babeltrace, "
				"or use hypertrace extract, which has both\n", d->timeline.machines.manifest.ring);
		ht_summarize(stderr, &d->timeline, &d->reader, d->traces.dropped);
		d->ended = true;
		break;
	case BT_MESSAGE_ITERATOR_NEXT_STATUS_AGAIN:
		return BT_MESSAGE_ITERATOR_CLASS_NEXT_METHOD_STATUS_AGAIN;
	case BT_MESSAGE_ITERATOR_NEXT_STATUS_MEMORY_ERROR:
		return BT_MESSAGE_ITERATOR_CLASS_NEXT_METHOD_STATUS_MEMORY_ERROR;
	default:
		return BT_MESSAGE_ITERATOR_CLASS_NEXT_METHOD_STATUS_ERROR;
	}
	if (d->timeline.guests.error) {
		HT_FAIL(d->component, "%s", d->timeline.guests.error);
		return BT_MESSAGE_ITERATOR_CLASS_NEXT_METHOD_STATUS_ERROR;
	}
	return d->traces.failed ? BT_MESSAGE_ITERATOR_CLASS_NEXT_METHOD_STATUS_MEMORY_ERROR : BT_MESSAGE_ITERATOR_CLASS_NEXT_METHOD_STATUS_OK;
}

bt_message_iterator_class_next_method_status ht_decode_next(bt_self_message_iterator *self, bt_message_array_const messages, uint64_t capacity,
	uint64_t *count)
{
	struct decoding *d = bt_self_message_iterator_get_data(self);
	struct ht_guest_traces *t = &d->traces;

	while (t->count == 0 && !d->ended) {
		bt_message_iterator_class_next_method_status status = advance(d);

		if (status != BT_MESSAGE_ITERATOR_CLASS_NEXT_METHOD_STATUS_OK)
			return status;
	}
	*count = ht_guest_traces_take(t, messages, capacity);
	if (*count == 0)
		return BT_MESSAGE_ITERATOR_CLASS_NEXT_METHOD_STATUS_END;
	return BT_MESSAGE_ITERATOR_CLASS_NEXT_METHOD_STATUS_OK;
}

void ht_decode_end(bt_self_message_iterator *self)
{
	struct decoding *d = bt_self_message_iterator_get_data(self);

	if (!d)
		return;
	bt_message_iterator_put_ref(d->upstream);
	ht_guest_traces_free(&d->traces);
	ht_timeline_free(&d->timeline);
	ht_host_reader_free(&d->reader);
	free(d);
}
