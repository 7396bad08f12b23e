/* SPDX-License-Identifier: EPL-2.0 */
#define _GNU_SOURCE
#include "guest_traces.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "event_classes.h"

/* A hostile guest may claim any number of nested guests, boots and CPUs. */
#define MAX_NESTED 16
#define MAX_BOOTS 64
#define MAX_CPUS 4096
#define MAX_NESTED_CPUS 64
#define MAX_TASKS (1 << 16)
#define MAX_NESTED_TASKS (1 << 12)

struct cpu {
	int number;
	bt_stream *stream;
	bt_packet *packet;
	UT_hash_handle hh;
};

/* A CPU that the guest does not name has a number that is free. */
struct stand_in {
	int vcpu;
	int number;
	UT_hash_handle hh;
};

struct ht_guest_trace {
	struct {
		int guest, level, nested;
	} key;
	int boot;
	bt_trace *trace;
	struct cpu *cpus;
	struct stand_in *stand_ins;
	struct ht_tasks tasks;
	UT_hash_handle hh;
};

bool ht_guest_traces_init(struct ht_guest_traces *t, bt_self_component *component, bt_self_message_iterator *iterator, bool has_date)
{
	memset(t, 0, sizeof(*t));
	t->component = component;
	t->iterator = iterator;
	return ht_classes_init(t, has_date);
}

uint64_t ht_guest_traces_take(struct ht_guest_traces *t, bt_message_array_const messages, uint64_t capacity)
{
	uint64_t count = t->count < capacity ? t->count : capacity;

	if (count > 0)
		memcpy(messages, t->messages + t->first, count * sizeof(*messages));
	t->count -= count;
	t->first = t->count ? t->first + count : 0;
	return count;
}

/* Makes room behind the last message. */
static bool has_room(struct ht_guest_traces *t)
{
	if (t->first + t->count < t->capacity)
		return true;
	if (t->first > 0 && t->first >= t->capacity / 2) {
		memmove(t->messages, t->messages + t->first, t->count * sizeof(*t->messages));
		t->first = 0;
		return true;
	}
	size_t capacity = t->capacity ? 2 * t->capacity : 256;
	const bt_message **messages = realloc(t->messages, capacity * sizeof(*messages));
	if (!messages)
		return false;
	t->messages = messages;
	t->capacity = capacity;
	return true;
}

static void put(struct ht_guest_traces *t, const bt_message *message)
{
	if (!message || !has_room(t)) {
		t->failed = true;
		bt_message_put_ref(message);
		return;
	}
	t->messages[t->first + t->count++] = message;
}

static uint64_t clock_of(int64_t time)
{
	return time > 0 ? (uint64_t)time : 0;
}

static void end_boot(struct ht_guest_traces *t, struct ht_guest_trace *of)
{
	struct cpu *cpu, *next;
	struct stand_in *stand_in, *after;

	HASH_ITER(hh, of->cpus, cpu, next) {
		put(t, bt_message_packet_end_create_with_default_clock_snapshot(t->iterator, cpu->packet, clock_of(t->now)));
		put(t, bt_message_stream_end_create(t->iterator, cpu->stream));
		bt_packet_put_ref(cpu->packet);
		bt_stream_put_ref(cpu->stream);
		HASH_DEL(of->cpus, cpu);
		free(cpu);
	}
	HASH_ITER(hh, of->stand_ins, stand_in, after) {
		HASH_DEL(of->stand_ins, stand_in);
		free(stand_in);
	}
	ht_tasks_free(&of->tasks);
	bt_trace_put_ref(of->trace);
	of->trace = NULL;
}

/* The VM's given name, else its process or thread, and where the guest is nested. */
static char *hostname_of(const struct ht_guest *guest, const struct ht_manifest *manifest, const struct ht_from *from)
{
	const struct ht_manifest_vm *vm = guest->is_thread ? NULL : ht_manifest_of(manifest, guest->id);
	char nth[16] = "", nested[64] = "", *name;

	if (guest->nth > 1)
		snprintf(nth, sizeof(nth), "-%d", guest->nth);
	if (from->level == 1 && from->nested <= 1 && vm && vm->inner)
		snprintf(nested, sizeof(nested), "-%.60s", vm->inner);
	else if (from->level > 0)
		snprintf(nested, sizeof(nested), "-nested-%d.%d", from->level, from->nested);
	if (vm && vm->name && guest->nth <= 1)
		return asprintf(&name, "%s%s", vm->name, nested) < 0 ? NULL : name;
	return asprintf(&name, "vm-%s%d%s%s", guest->is_thread ? "thread-" : "", guest->id, nth, nested) < 0 ? NULL : name;
}

static bool begin_boot(struct ht_guest_traces *t, struct ht_guest_trace *of, const struct ht_guest *guest, const struct ht_manifest *manifest,
	const char *host, int number, const struct ht_from *from)
{
	char *hostname = t->hostname ? strdup(t->hostname) : hostname_of(guest, manifest, from), *key = NULL, *name = NULL;

	of->boot = number;
	of->tasks.limit = from->level > 0 ? MAX_NESTED_TASKS : MAX_TASKS;
	of->trace = hostname ? bt_trace_create(t->trace_class) : NULL;
	if (!of->trace || asprintf(&key, from->level > 0 ? "%d#%d/%d.%d" : "%d#%d", guest->id, guest->nth, from->level, from->nested) < 0
			|| (number > 1 ? asprintf(&name, "%s-boot-%d", hostname, number) : asprintf(&name, "%s", hostname)) < 0) {
		free(hostname);
		free(key);
		return false;
	}
	bt_trace_set_name(of->trace, name);
	bt_trace_set_environment_entry_string(of->trace, "hostname", hostname);
	bt_trace_set_environment_entry_string(of->trace, "domain", "kernel");
	bt_trace_set_environment_entry_string(of->trace, "sysname", "Linux");
	bt_trace_set_environment_entry_string(of->trace, "tracer_name", "lttng-modules");
	bt_trace_set_environment_entry_integer(of->trace, "tracer_major", 2);
	bt_trace_set_environment_entry_integer(of->trace, "tracer_minor", 13);
	bt_trace_set_environment_entry_string(of->trace, "hypertrace_vm", key);
	if (host)
		bt_trace_set_environment_entry_string(of->trace, "hypertrace_host", host);
	bt_trace_set_environment_entry_integer(of->trace, "hypertrace_boot", number);
	free(hostname);
	free(key);
	free(name);
	return true;
}

static int number_of(struct ht_guest_trace *of, const struct ht_from *from)
{
	int who = from->level > 0 ? HT_UNKNOWN : from->vcpu, free_one = 0;
	struct stand_in *known;
	struct cpu *cpu;

	if (from->cpu >= 0)
		return from->cpu;
	HASH_FIND_INT(of->stand_ins, &who, known);
	if (known)
		return known->number;
	HASH_FIND_INT(of->cpus, &free_one, cpu);
	while (cpu) {
		free_one++;
		HASH_FIND_INT(of->cpus, &free_one, cpu);
	}
	known = calloc(1, sizeof(*known));
	if (known) {
		known->vcpu = who;
		known->number = free_one;
		HASH_ADD_INT(of->stand_ins, vcpu, known);
	}
	return free_one;
}

static struct cpu *cpu_of(struct ht_guest_traces *t, struct ht_guest_trace *of, int number, int64_t time)
{
	struct cpu *cpu;

	HASH_FIND_INT(of->cpus, &number, cpu);
	if (cpu || HASH_COUNT(of->cpus) >= (of->key.level > 0 ? MAX_NESTED_CPUS : MAX_CPUS))
		return cpu;
	cpu = calloc(1, sizeof(*cpu));
	if (!cpu)
		return NULL;
	cpu->number = number;
	cpu->stream = bt_stream_create_with_id(t->stream_class, of->trace, (uint64_t)number);
	cpu->packet = cpu->stream ? bt_packet_create(cpu->stream) : NULL;
	if (!cpu->packet) {
		bt_stream_put_ref(cpu->stream);
		free(cpu);
		return NULL;
	}
	bt_field *context = bt_packet_borrow_context_field(cpu->packet);
	bt_field_integer_unsigned_set_value(bt_field_structure_borrow_member_field_by_index(context, 0), (uint64_t)number);
	put(t, bt_message_stream_beginning_create(t->iterator, cpu->stream));
	put(t, bt_message_packet_beginning_create_with_default_clock_snapshot(t->iterator, cpu->packet, clock_of(time)));
	HASH_ADD_INT(of->cpus, number, cpu);
	return cpu;
}

/* Lost hypercalls: each at least one event. */
static void lost(struct ht_guest_traces *t, struct cpu *cpu, const struct ht_event *event)
{
	bt_message *message = bt_message_discarded_events_create_with_default_clock_snapshots(t->iterator, cpu->stream,
		clock_of(t->now), clock_of(t->now));

	if (message)
		bt_message_discarded_events_set_count(message, (uint64_t)event->values[2]);
	put(t, message);
}

static void write_event(struct ht_guest_traces *t, struct ht_guest_trace *of, struct cpu *cpu, const struct ht_event *event)
{
	struct ht_kernel_event values;

	if (!ht_kernel_event(&of->tasks, event, cpu->number, &values))
		return;
	bt_event_class *class = ht_class_of(t, values.type);
	bt_message *message = class ? bt_message_event_create_with_packet_and_default_clock_snapshot(t->iterator, class, cpu->packet,
		clock_of(event->time)) : NULL;
	if (message)
		ht_fields_set(bt_message_event_borrow_event(message), &values);
	put(t, message);
}

static struct ht_guest_trace *trace_of(struct ht_guest_traces *t, const struct ht_guest *guest, const struct ht_from *from)
{
	struct ht_guest_trace wanted, *of, *other, *next;
	int nested = 0;

	memset(&wanted, 0, sizeof(wanted));
	wanted.key.guest = guest->number;
	wanted.key.level = from->level;
	wanted.key.nested = from->nested;
	HASH_FIND(hh, t->running, &wanted.key, sizeof(wanted.key), of);
	if (of)
		return of;
	HASH_ITER(hh, t->running, other, next)
		nested += other->key.guest == guest->number && other->key.level > 0;
	of = from->level > 0 && nested >= MAX_NESTED ? NULL : calloc(1, sizeof(*of));
	if (of) {
		of->key = wanted.key;
		HASH_ADD(hh, t->running, key, sizeof(of->key), of);
	}
	return of;
}

void ht_guest_traces_event(struct ht_guest_traces *t, const struct ht_guest *guest, const struct ht_manifest *manifest, const char *host, int boot,
	const struct ht_event *event)
{
	struct ht_guest_trace *of = trace_of(t, guest, &event->from);
	/* what comes before the first boot is of it; of too many the last ones are one */
	int number = boot < 1 ? 1 : boot > MAX_BOOTS ? MAX_BOOTS : boot;

	if (!of) {
		t->dropped++;
		return;
	}
	t->now = event->time > t->now ? event->time : t->now;
	if (of->trace && of->boot != number)
		end_boot(t, of);
	if (!of->trace && !begin_boot(t, of, guest, manifest, host, number, &event->from)) {
		t->failed = true;
		return;
	}
	struct cpu *cpu = cpu_of(t, of, number_of(of, &event->from), event->time);
	if (!cpu)
		t->dropped++;
	else if (event->kind == HT_K_lost)
		lost(t, cpu, event);
	else
		write_event(t, of, cpu, event);
	ht_tasks_learn(&of->tasks, event);
}

void ht_guest_traces_finish(struct ht_guest_traces *t)
{
	struct ht_guest_trace *of, *next;

	HASH_ITER(hh, t->running, of, next)
		if (of->trace)
			end_boot(t, of);
}

void ht_guest_traces_free(struct ht_guest_traces *t)
{
	struct ht_guest_trace *of, *next;

	HASH_ITER(hh, t->running, of, next) {
		struct cpu *cpu, *after;
		struct stand_in *stand_in, *following;

		HASH_ITER(hh, of->cpus, cpu, after) {
			HASH_DEL(of->cpus, cpu);
			bt_packet_put_ref(cpu->packet);
			bt_stream_put_ref(cpu->stream);
			free(cpu);
		}
		HASH_ITER(hh, of->stand_ins, stand_in, following) {
			HASH_DEL(of->stand_ins, stand_in);
			free(stand_in);
		}
		ht_tasks_free(&of->tasks);
		bt_trace_put_ref(of->trace);
		HASH_DEL(t->running, of);
		free(of);
	}
	for (size_t i = 0; i < t->count; i++)
		bt_message_put_ref(t->messages[t->first + i]);
	free(t->messages);
	ht_classes_free(t);
}
