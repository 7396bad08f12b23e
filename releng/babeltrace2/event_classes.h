/* SPDX-License-Identifier: EPL-2.0 */
#ifndef HT_EVENT_CLASSES_H
#define HT_EVENT_CLASSES_H

#include "guest_traces.h"

struct ht_known_type {
	const struct ht_event_type *key;
	bt_event_class *class;
	UT_hash_handle hh;
};

/* Makes clock, trace class and stream class. */
bool ht_classes_init(struct ht_guest_traces *traces, bool has_date);
/* The event class of a type, made once; NULL: out of memory. */
bt_event_class *ht_class_of(struct ht_guest_traces *traces, const struct ht_event_type *type);
/* Sets the fields of an event of that class. */
void ht_fields_set(bt_event *event, const struct ht_kernel_event *values);
void ht_classes_free(struct ht_guest_traces *traces);

#endif
