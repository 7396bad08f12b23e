/* SPDX-License-Identifier: EPL-2.0 */
/* Guest events as Babeltrace's messages: a trace for each VM, nested guest and boot, a stream for each of its CPUs. */
#ifndef HT_GUEST_TRACES_H
#define HT_GUEST_TRACES_H

#include <babeltrace2/babeltrace.h>

#include "core/guest.h"
#include "core/kernel.h"

struct ht_guest_traces {
	bt_self_component *component;
	bt_self_message_iterator *iterator;
	const char *hostname; /* of the only guest; NULL: by its VM */
	const bt_clock_class *clock;
	bt_trace_class *trace_class;
	bt_stream_class *stream_class;
	bt_field_class *cpu_class;
	struct ht_known_type *types;
	struct ht_guest_trace *running; /* by guest and nesting */
	const bt_message **messages; /* that wait for who asks for them */
	size_t first, count, capacity;
	int64_t now; /* time of the last message, ns */
	uint64_t dropped;
	bool failed; /* out of memory */
};

/* has_date: times count from the epoch. */
bool ht_guest_traces_init(struct ht_guest_traces *traces, bt_self_component *component, bt_self_message_iterator *iterator, bool has_date);
/* Takes as many messages as wait. Their number. */
uint64_t ht_guest_traces_take(struct ht_guest_traces *traces, bt_message_array_const messages, uint64_t capacity);
/* hostname: of the host, NULL: unknown. */
void ht_guest_traces_event(struct ht_guest_traces *traces, const struct ht_guest *guest, const struct ht_manifest *manifest,
	const char *hostname, int boot, const struct ht_event *event);
/* Ends all streams. */
void ht_guest_traces_finish(struct ht_guest_traces *traces);
void ht_guest_traces_free(struct ht_guest_traces *traces);

#endif
