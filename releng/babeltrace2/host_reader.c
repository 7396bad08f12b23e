/* SPDX-License-Identifier: EPL-2.0 */
#include "host_reader.h"

#include <stdlib.h>
#include <string.h>

#define MAX_HOSTS 256
#define WANTED 8

/* How events with one name are read: members of the payload by index, -1: absent. */
struct ht_event_class {
	const bt_event_class *key;
	enum ht_host_kind kind;
	int members[WANTED];
	int tid, pid; /* members of the context */
	UT_hash_handle hh;
};

struct ht_stream {
	const bt_stream *key;
	int cpu;
	uint64_t lost; /* counted, but the packet that counts them has not ended */
	bool is_uncounted;
	UT_hash_handle hh;
};

struct name {
	const char *event;
	enum ht_host_kind kind;
	const char *members[WANTED];
};

static const struct name names[] = {
	{"kvm_x86_entry", HT_H_KVM_ENTRY, {NULL}},
	{"kvm_entry", HT_H_KVM_ENTRY, {NULL}},
	{"kvm_x86_exit", HT_H_KVM_EXIT, {"exit_reason", "isa", "guest_rip", "vcpu_id"}},
	{"kvm_exit", HT_H_KVM_EXIT, {"exit_reason", "isa", "guest_rip", "vcpu_id"}},
	{"kvm_x86_hypercall", HT_H_KVM_HYPERCALL, {"nr", "a0", "a1", "a2", "a3"}},
	{"kvm_hypercall", HT_H_KVM_HYPERCALL, {"nr", "a0", "a1", "a2", "a3"}},
	{"kvm_x86_write_tsc_offset", HT_H_KVM_TSC_OFFSET, {"previous_tsc_offset", "next_tsc_offset"}},
	{"kvm_write_tsc_offset", HT_H_KVM_TSC_OFFSET, {"previous_tsc_offset", "next_tsc_offset"}},
	{"sched_switch", HT_H_SWITCH, {"prev_tid", "prev_comm", "prev_state", "next_tid", "next_comm"}},
	{"sched_process_fork", HT_H_THREAD_BEGINS, {"child_tid", "child_comm", "child_pid"}},
	{"sched_process_exit", HT_H_THREAD_ENDS, {"tid"}},
	{"lttng_statedump_process_state", HT_H_THREAD_KNOWN, {"tid", "name", "pid"}},
};

static bool begins(const char *text, const char *with)
{
	return strncmp(text, with, strlen(with)) == 0;
}

static int member(const bt_field_class *structure, const char *name)
{
	uint64_t count = structure ? bt_field_class_structure_get_member_count(structure) : 0;

	for (uint64_t i = 0; name && i < count; i++) {
		const bt_field_class_structure_member *m = bt_field_class_structure_borrow_member_by_index_const(structure, i);
		const char *found = bt_field_class_structure_member_get_name(m);

		if (strcmp(found, name) == 0 || (found[0] == '_' && strcmp(found + 1, name) == 0))
			return (int)i;
	}
	return -1;
}

static struct ht_event_class *learn(struct ht_host_reader *r, const bt_event_class *key)
{
	struct ht_event_class *class = calloc(1, sizeof(*class));
	const char *name = bt_event_class_get_name(key);
	const bt_field_class *payload = bt_event_class_borrow_payload_field_class_const(key);
	const bt_field_class *context = bt_stream_class_borrow_event_common_context_field_class_const(bt_event_class_borrow_stream_class_const(key));

	if (!class)
		return NULL;
	class->key = key;
	class->kind = HT_H_OTHER;
	name = name ? name : "";
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		if (strcmp(names[i].event, name) == 0) {
			class->kind = names[i].kind;
			for (int j = 0; j < WANTED; j++)
				class->members[j] = member(payload, names[i].members[j]);
		}
	}
	if (class->kind == HT_H_OTHER && begins(name, "kvm_"))
		class->kind = HT_H_KVM_OTHER;
	else if (begins(name, "syscall_") || begins(name, "compat_syscall_"))
		class->kind = HT_H_SYSCALL;
	class->tid = member(context, "tid");
	class->pid = member(context, "pid");
	HASH_ADD_PTR(r->classes, key, class);
	return class;
}

static const bt_field *field_at(const bt_field *structure, int index)
{
	return structure && index >= 0 ? bt_field_structure_borrow_member_field_by_index_const(structure, (uint64_t)index) : NULL;
}

static int64_t number(const bt_field *structure, int index, int64_t absent)
{
	const bt_field *field = field_at(structure, index);

	if (!field)
		return absent;
	bt_field_class_type type = bt_field_get_class_type(field);
	if (bt_field_class_type_is(type, BT_FIELD_CLASS_TYPE_UNSIGNED_INTEGER))
		return (int64_t)bt_field_integer_unsigned_get_value(field);
	return bt_field_class_type_is(type, BT_FIELD_CLASS_TYPE_SIGNED_INTEGER) ? bt_field_integer_signed_get_value(field) : absent;
}

static void text(const bt_field *structure, int index, char *out)
{
	const bt_field *field = field_at(structure, index);

	if (field && bt_field_class_type_is(bt_field_get_class_type(field), BT_FIELD_CLASS_TYPE_STRING))
		strncat(out, bt_field_string_get_value(field), HT_COMM - 1);
}

static int host_of(struct ht_host_reader *r, const bt_stream *stream)
{
	const void *trace = bt_stream_borrow_trace_const(stream);

	for (int i = r->hosts - 1; i >= 0; i--)
		if (r->traces[i] == trace)
			return i;
	if (r->hosts == MAX_HOSTS)
		return MAX_HOSTS - 1;
	/* also keeps its streams and classes, by whose addresses they are found */
	bt_trace_get_ref(trace);
	r->traces[r->hosts] = trace;
	return r->hosts++;
}

static struct ht_stream *stream_of(struct ht_host_reader *r, const bt_stream *key)
{
	struct ht_stream *stream;

	HASH_FIND_PTR(r->streams, &key, stream);
	if (!stream && (stream = calloc(1, sizeof(*stream)))) {
		stream->key = key;
		stream->cpu = HT_UNKNOWN;
		HASH_ADD_PTR(r->streams, key, stream);
	}
	return stream;
}

static int cpu_of(struct ht_host_reader *r, const bt_packet *packet)
{
	if (packet != r->packet) {
		const bt_field *context = packet ? bt_packet_borrow_context_field_const(packet) : NULL;
		const bt_field *cpu = context ? bt_field_structure_borrow_member_field_by_name_const(context, "cpu_id") : NULL;
		bool right = cpu && bt_field_class_type_is(bt_field_get_class_type(cpu), BT_FIELD_CLASS_TYPE_UNSIGNED_INTEGER);
		uint64_t value = right ? bt_field_integer_unsigned_get_value(cpu) : HT_MAX_CPUS;

		r->packet = packet;
		r->cpu = value < HT_MAX_CPUS ? (int)value : HT_UNKNOWN;
	}
	return r->cpu;
}

static int64_t time_of(const bt_clock_snapshot *snapshot)
{
	int64_t time;

	return snapshot && bt_clock_snapshot_get_ns_from_origin(snapshot, &time) == BT_CLOCK_SNAPSHOT_GET_NS_FROM_ORIGIN_STATUS_OK ? time : INT64_MIN;
}

/* A context that names another thread than before shows who has the CPU. */
static void context(struct ht_host_reader *r, const struct ht_event_class *class, const bt_event *event, struct ht_host_event e, struct ht_timeline *to)
{
	const bt_field *fields = bt_event_borrow_common_context_field_const(event);
	int64_t tid = number(fields, class->tid, HT_UNKNOWN);

	if (tid < 0 || tid > INT32_MAX)
		return;
	size_t at = (size_t)e.host * HT_MAX_CPUS + (size_t)e.cpu;
	if (!r->tids)
		r->tids = calloc((size_t)MAX_HOSTS * HT_MAX_CPUS, sizeof(int));
	if (!r->tids || r->tids[at] == (int)tid + 1)
		return;
	r->tids[at] = (int)tid + 1;
	e.kind = HT_H_THREAD_ON_CPU;
	e.tid = (int)tid;
	e.pid = (int)number(fields, class->pid, HT_UNKNOWN);
	ht_timeline_accept(to, &e);
}

static int64_t read_event(struct ht_host_reader *r, const bt_message *message, struct ht_timeline *to)
{
	const bt_event *event = bt_message_event_borrow_event_const(message);
	const bt_event_class *key = bt_event_borrow_class_const(event);
	const bt_stream *stream = bt_event_borrow_stream_const(event);
	struct ht_event_class *class;
	struct ht_host_event e = {.tid = HT_UNKNOWN};

	HASH_FIND_PTR(r->classes, &key, class);
	if (!class && !(class = learn(r, key)))
		return INT64_MIN;
	e.time = time_of(bt_message_event_borrow_default_clock_snapshot_const(message));
	e.host = host_of(r, stream);
	e.cpu = bt_stream_class_supports_packets(bt_stream_borrow_class_const(stream)) ? cpu_of(r, bt_event_borrow_packet_const(event)) : HT_UNKNOWN;
	if (e.cpu < 0)
		return e.time;
	if (class->tid >= 0)
		context(r, class, event, e, to);
	e.kind = class->kind;
	const bt_field *payload = bt_event_borrow_payload_field_const(event);
	const int *m = class->members;
	switch (e.kind) {
	case HT_H_KVM_EXIT:
		e.word[0] = (uint64_t)number(payload, m[0], 0) & 0xffffffff;
		e.word[1] = (uint64_t)number(payload, m[1], -1);
		e.word[2] = (uint64_t)number(payload, m[2], 0);
		e.word[3] = m[2] >= 0;
		e.word[4] = (uint64_t)number(payload, m[3], HT_UNKNOWN) + 1;
		break;
	case HT_H_KVM_HYPERCALL:
		for (int i = 0; i < 5; i++)
			e.word[i] = (uint64_t)number(payload, m[i], 0);
		break;
	case HT_H_KVM_TSC_OFFSET:
		e.word[0] = (uint64_t)number(payload, m[0], 0);
		e.word[1] = (uint64_t)number(payload, m[1], 0);
		break;
	case HT_H_SWITCH:
		e.tid = (int)number(payload, m[0], HT_UNKNOWN);
		text(payload, m[1], e.comm);
		e.word[0] = (uint64_t)number(payload, m[2], 0);
		e.next_tid = (int)number(payload, m[3], HT_UNKNOWN);
		text(payload, m[4], e.next_comm);
		if (e.tid < 0 || e.next_tid < 0)
			e.kind = HT_H_OTHER;
		break;
	case HT_H_THREAD_BEGINS:
	case HT_H_THREAD_ENDS:
	case HT_H_THREAD_KNOWN:
		e.tid = (int)number(payload, m[0], HT_UNKNOWN);
		text(payload, m[1], e.comm);
		e.pid = (int)number(payload, m[2], HT_UNKNOWN);
		break;
	default:
		break;
	}
	ht_timeline_accept(to, &e);
	return e.time;
}

static void lost(struct ht_host_reader *r, const bt_stream *stream, int cpu, int64_t time, struct ht_timeline *to)
{
	if (cpu >= 0 && time != INT64_MIN)
		ht_timeline_accept(to, &(struct ht_host_event){.time = time, .kind = HT_H_LOST, .host = host_of(r, stream), .cpu = cpu, .tid = HT_UNKNOWN});
}

/* Babeltrace reports a loss before the packet that counts it; LTTng discards behind the packet's last event. */
static int64_t end_packet(struct ht_host_reader *r, const bt_message *message, struct ht_timeline *to)
{
	const bt_packet *packet = bt_message_packet_end_borrow_packet_const(message);
	const bt_stream *key = bt_packet_borrow_stream_const(packet);
	struct ht_stream *stream = stream_of(r, key);
	bool timed = bt_stream_class_packets_have_end_default_clock_snapshot(bt_stream_borrow_class_const(key));
	int64_t time = timed ? time_of(bt_message_packet_end_borrow_default_clock_snapshot_const(message)) : INT64_MIN;

	if (!stream)
		return time;
	stream->cpu = cpu_of(r, packet);
	if (stream->lost > 0 || stream->is_uncounted) {
		lost(r, key, stream->cpu, time, to);
		stream->lost = 0;
		stream->is_uncounted = false;
	}
	r->packet = NULL;
	return time;
}

static void discarded(struct ht_host_reader *r, const bt_message *message)
{
	struct ht_stream *stream = stream_of(r, bt_message_discarded_events_borrow_stream_const(message));
	uint64_t count = 0;

	if (!stream)
		return;
	if (bt_message_discarded_events_get_count(message, &count) == BT_PROPERTY_AVAILABILITY_AVAILABLE) {
		stream->lost += count;
		r->discarded += count;
	} else {
		stream->is_uncounted = true;
		r->uncounted++;
	}
}

int64_t ht_host_read(struct ht_host_reader *r, const bt_message *message, struct ht_timeline *to)
{
	switch (bt_message_get_type(message)) {
	case BT_MESSAGE_TYPE_EVENT:
		return read_event(r, message, to);
	case BT_MESSAGE_TYPE_PACKET_END:
		return end_packet(r, message, to);
	case BT_MESSAGE_TYPE_DISCARDED_EVENTS:
		discarded(r, message);
		return INT64_MIN;
	case BT_MESSAGE_TYPE_DISCARDED_PACKETS: {
		const bt_stream *key = bt_message_discarded_packets_borrow_stream_const(message);
		struct ht_stream *stream = stream_of(r, key);
		bool timed = bt_stream_class_discarded_packets_have_default_clock_snapshots(bt_stream_borrow_class_const(key));

		r->uncounted++;
		if (stream && timed)
			lost(r, key, stream->cpu, time_of(bt_message_discarded_packets_borrow_beginning_default_clock_snapshot_const(message)), to);
		return INT64_MIN;
	}
	default:
		return INT64_MIN;
	}
}

const char *ht_host_name(const struct ht_host_reader *r, int host)
{
	const bt_value *name = host < r->hosts ? bt_trace_borrow_environment_entry_value_by_name_const(r->traces[host], "hostname") : NULL;

	return name && bt_value_is_string(name) ? bt_value_string_get(name) : NULL;
}

void ht_host_reader_free(struct ht_host_reader *r)
{
	struct ht_event_class *class, *next;
	struct ht_stream *stream, *after;

	HASH_ITER(hh, r->classes, class, next) {
		HASH_DEL(r->classes, class);
		free(class);
	}
	HASH_ITER(hh, r->streams, stream, after) {
		HASH_DEL(r->streams, stream);
		free(stream);
	}
	for (int i = 0; i < r->hosts; i++)
		bt_trace_put_ref(r->traces[i]);
	free(r->tids);
}
