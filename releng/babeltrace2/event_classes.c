/* SPDX-License-Identifier: EPL-2.0 */
#include "event_classes.h"

#include <stdlib.h>
#include <string.h>

#define COMM_BYTES 15
#define NS 1000000000ULL

bool ht_classes_init(struct ht_guest_traces *t, bool has_date)
{
	bt_clock_class *clock = bt_clock_class_create(t->component);

	t->trace_class = bt_trace_class_create(t->component);
	if (!clock || !t->trace_class)
		return false;
	bt_clock_class_set_name(clock, "monotonic");
	bt_clock_class_set_description(clock, has_date ? "Monotonic clock of the host" : "Ticks of the guest's TSC, in ns");
	bt_clock_class_set_frequency(clock, NS);
	bt_clock_class_set_origin_is_unix_epoch(clock, has_date);
	t->clock = clock;
	t->stream_class = bt_stream_class_create(t->trace_class);
	if (!t->stream_class)
		return false;
	bt_stream_class_set_assigns_automatic_stream_id(t->stream_class, BT_FALSE);
	bt_stream_class_set_default_clock_class(t->stream_class, clock);
	bt_stream_class_set_supports_packets(t->stream_class, BT_TRUE, BT_TRUE, BT_TRUE);
	bt_stream_class_set_supports_discarded_events(t->stream_class, BT_TRUE, BT_TRUE);
	bt_field_class *context = bt_field_class_structure_create(t->trace_class);
	bt_field_class *cpu = bt_field_class_integer_unsigned_create(t->trace_class);
	if (!context || !cpu)
		return false;
	bt_field_class_integer_set_field_value_range(cpu, 32);
	bt_field_class_structure_append_member(context, "cpu_id", cpu);
	bt_stream_class_set_packet_context_field_class(t->stream_class, context);
	bt_field_class_put_ref(cpu);
	bt_field_class_put_ref(context);
	return true;
}

static bt_field_class *integer(struct ht_guest_traces *t, bool is_signed, uint64_t bits)
{
	bt_field_class *class = is_signed ? bt_field_class_integer_signed_create(t->trace_class) : bt_field_class_integer_unsigned_create(t->trace_class);

	if (class)
		bt_field_class_integer_set_field_value_range(class, bits);
	return class;
}

/* Thread ids in nested namespaces: one, that of the first. Its length is a member of its own, as in LTTng's traces. */
static bt_field_class *tids(struct ht_guest_traces *t, bt_field_class *payload)
{
	bt_field_class *length = integer(t, false, 8), *element = integer(t, true, 32), *array = NULL;

	if (length && element) {
		bt_field_class_structure_append_member(payload, "_vtids_length", length);
		array = bt_field_class_array_dynamic_create(t->trace_class, element, length);
	}
	bt_field_class_put_ref(length);
	bt_field_class_put_ref(element);
	return array;
}

static bt_field_class *field_class(struct ht_guest_traces *t, enum ht_type type, bt_field_class *payload)
{
	switch (type) {
	case HT_S32:
		return integer(t, true, 32);
	case HT_S64:
		return integer(t, true, 64);
	case HT_U8:
		return integer(t, false, 8);
	case HT_U32:
		return integer(t, false, 32);
	case HT_U64:
		return integer(t, false, 64);
	case HT_X64: {
		bt_field_class *class = integer(t, false, 64);

		if (class)
			bt_field_class_integer_set_preferred_display_base(class, BT_FIELD_CLASS_INTEGER_PREFERRED_DISPLAY_BASE_HEXADECIMAL);
		return class;
	}
	case HT_TIDS:
		return tids(t, payload);
	default:
		return bt_field_class_string_create(t->trace_class);
	}
}

bt_event_class *ht_class_of(struct ht_guest_traces *t, const struct ht_event_type *type)
{
	struct ht_known_type *known;

	HASH_FIND_PTR(t->types, &type, known);
	if (known)
		return known->class;
	known = calloc(1, sizeof(*known));
	bt_event_class *class = known ? bt_event_class_create(t->stream_class) : NULL;
	bt_field_class *payload = class ? bt_field_class_structure_create(t->trace_class) : NULL;
	if (!payload) {
		bt_event_class_put_ref(class);
		free(known);
		return NULL;
	}
	bt_event_class_set_name(class, type->name);
	for (int i = 0; type->fields[i].name; i++) {
		bt_field_class *field = field_class(t, type->fields[i].type, payload);

		if (field)
			bt_field_class_structure_append_member(payload, type->fields[i].name, field);
		bt_field_class_put_ref(field);
	}
	bt_event_class_set_payload_field_class(class, payload);
	bt_field_class_put_ref(payload);
	known->key = type;
	known->class = class;
	HASH_ADD_PTR(t->types, key, known);
	return class;
}

/* LTTng's names of threads have at most 15 bytes: cut between characters. */
static void set_comm(bt_field *field, const char *comm)
{
	size_t length = strlen(comm);

	if (length > COMM_BYTES) {
		length = COMM_BYTES;
		while (length > 0 && ((unsigned char)comm[length] & 0xc0) == 0x80)
			length--;
	}
	bt_field_string_clear(field);
	bt_field_string_append_with_length(field, comm, length);
}

void ht_fields_set(bt_event *event, const struct ht_kernel_event *values)
{
	bt_field *payload = bt_event_borrow_payload_field(event);
	const struct ht_field_type *types = values->type->fields;
	uint64_t member = 0;

	for (int i = 0; types[i].name; i++, member++) {
		bt_field *field = bt_field_structure_borrow_member_field_by_index(payload, member);
		int64_t number = values->values[i].number;

		switch (types[i].type) {
		case HT_S32:
			bt_field_integer_signed_set_value(field, (int32_t)number);
			break;
		case HT_S64:
			bt_field_integer_signed_set_value(field, number);
			break;
		case HT_U8:
			bt_field_integer_unsigned_set_value(field, (uint8_t)number);
			break;
		case HT_U32:
			bt_field_integer_unsigned_set_value(field, (uint32_t)number);
			break;
		case HT_U64:
		case HT_X64:
			bt_field_integer_unsigned_set_value(field, (uint64_t)number);
			break;
		case HT_TIDS:
			bt_field_integer_unsigned_set_value(field, 1);
			field = bt_field_structure_borrow_member_field_by_index(payload, ++member);
			if (bt_field_array_dynamic_set_length(field, 1) == BT_FIELD_DYNAMIC_ARRAY_SET_LENGTH_STATUS_OK)
				bt_field_integer_signed_set_value(bt_field_array_borrow_element_field_by_index(field, 0), (int32_t)number);
			break;
		case HT_COMM16:
			set_comm(field, values->values[i].text);
			break;
		default:
			bt_field_string_set_value(field, values->values[i].text);
		}
	}
}

void ht_classes_free(struct ht_guest_traces *t)
{
	struct ht_known_type *known, *next;

	HASH_ITER(hh, t->types, known, next) {
		HASH_DEL(t->types, known);
		bt_event_class_put_ref(known->class);
		free(known);
	}
	bt_stream_class_put_ref(t->stream_class);
	bt_trace_class_put_ref(t->trace_class);
	bt_clock_class_put_ref(t->clock);
}
