/* SPDX-License-Identifier: EPL-2.0 */
#include "summary.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/exits.h"
#include "params.h"

#define MAX_REASONS (1 << 12)

struct exits {
	struct {
		int guest, isa;
		uint64_t reason;
	} key;
	uint64_t count;
	UT_hash_handle hh;
};

struct counts {
	int guest;
	uint64_t exits, events;
	int boots;
	UT_hash_handle hh;
};

struct summary {
	bt_message_iterator *upstream;
	char *manifest;
	struct ht_host_reader reader;
	struct ht_timeline timeline;
	struct exits *exits;
	struct counts *counts;
	uint64_t other; /* exits of too many reasons */
};

static struct counts *counts_of(struct summary *s, int guest)
{
	struct counts *counts;

	HASH_FIND_INT(s->counts, &guest, counts);
	if (!counts && (counts = calloc(1, sizeof(*counts)))) {
		counts->guest = guest;
		HASH_ADD_INT(s->counts, guest, counts);
	}
	return counts;
}

static void exited(void *to, struct ht_guest *guest, uint64_t isa, uint64_t reason)
{
	struct summary *s = to;
	struct exits wanted, *exits;
	struct counts *counts = counts_of(s, guest->number);

	if (counts)
		counts->exits++;
	memset(&wanted, 0, sizeof(wanted));
	wanted.key.guest = guest->number;
	wanted.key.isa = (int)isa;
	wanted.key.reason = reason;
	HASH_FIND(hh, s->exits, &wanted.key, sizeof(wanted.key), exits);
	if (!exits && HASH_COUNT(s->exits) < MAX_REASONS && (exits = calloc(1, sizeof(*exits)))) {
		exits->key = wanted.key;
		HASH_ADD(hh, s->exits, key, sizeof(exits->key), exits);
	}
	if (exits)
		exits->count++;
	else
		s->other++;
}

static void reported(void *to, struct ht_guest *guest, int boot, struct ht_event *event)
{
	struct counts *counts = counts_of(to, guest->number);

	if (counts && event->kind != HT_K_lost)
		counts->events++;
	if (counts && event->from.level == 0 && boot > counts->boots)
		counts->boots = boot;
	free(event->text);
}

void ht_summarize(FILE *to, const struct ht_timeline *timeline, const struct ht_host_reader *reader, uint64_t dropped)
{
	struct ht_losses all = {0};

	for (int i = 0; i < timeline->guests.count; i++) {
		const struct ht_losses *losses = &timeline->guests.all[i]->decoder.losses;

		all.lost += losses->lost;
		all.repeated += losses->repeated;
		all.implausible += losses->implausible;
		all.malformed += losses->malformed;
		all.forged += losses->forged;
		all.late += losses->late;
	}
	const struct {
		uint64_t count;
		const char *what;
	} parts[] = {{reader->discarded, "events discarded by the hosts' tracers"}, {reader->uncounted, "losses of unknown size"},
		{all.lost, "hypercalls lost"}, {all.malformed, "malformed"}, {all.forged, "forged"}, {all.late, "late"}, {all.repeated, "repeated"},
		{all.implausible, "implausible"}, {timeline->machines.unattributed, "of no known vCPU"}, {dropped, "events without a place"}};
	bool any = false;
	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
		if (parts[i].count > 0)
			fprintf(to, "%s%" PRIu64 " %s", any ? ", " : "hypertrace: ", parts[i].count, parts[i].what);
		any |= parts[i].count > 0;
	}
	if (any)
		fprintf(to, "\n");
}

static int most_first(struct exits *a, struct exits *b)
{
	if (a->key.guest != b->key.guest)
		return a->key.guest - b->key.guest;
	return a->count != b->count ? (a->count < b->count ? 1 : -1) : a->key.reason > b->key.reason ? 1 : -1;
}

static void print_vm(struct summary *s, const struct ht_guest *guest)
{
	const struct ht_manifest_vm *vm = guest->is_thread ? NULL : ht_manifest_of(&s->timeline.machines.manifest, guest->id);
	struct counts *counts = counts_of(s, guest->number);
	char nth[16] = "", room[24];
	int vcpus = 0;
	struct exits *exits, *next;

	for (int i = 0; i < s->timeline.guests.vcpus && i < s->timeline.machines.vcpu_count; i++)
		vcpus += s->timeline.guests.of_vcpu[i] == guest->number;
	if (guest->nth > 1)
		snprintf(nth, sizeof(nth), "#%d", guest->nth);
	if (vm && vm->name)
		printf("VM %s%s (process %d)", vm->name, nth, guest->id);
	else
		printf(guest->is_thread ? "VM of thread %d%s" : "VM %d%s", guest->id, nth);
	printf(": %d vCPU%s, %" PRIu64 " VM exits, %" PRIu64 " guest events", vcpus, vcpus == 1 ? "" : "s", counts ? counts->exits : 0, counts ? counts->events : 0);
	if (guest->decided)
		printf(" (%s)", guest->decoder.dialect->name);
	if (counts && counts->boots > 0)
		printf(", %d boot%s", counts->boots, counts->boots == 1 ? "" : "s");
	printf("\n");
	HASH_ITER(hh, s->exits, exits, next) {
		if (exits->key.guest != guest->number)
			continue;
		const char *name = ht_exit_name((uint64_t)exits->key.isa, exits->key.reason, room);
		if (name)
			printf("%12" PRIu64 "  %s\n", exits->count, name);
		else
			printf("%12" PRIu64 "  %" PRIu64 "\n", exits->count, exits->key.reason);
	}
}

static void print(struct summary *s)
{
	HASH_SORT(s->exits, most_first);
	if (s->timeline.guests.count == 0)
		printf("No VM ran: no kvm_x86_entry or kvm_x86_exit was recorded.\n");
	for (int i = 0; i < s->timeline.guests.count; i++)
		print_vm(s, s->timeline.guests.all[i]);
	if (s->other > 0)
		printf("%12" PRIu64 "  exits for further reasons\n", s->other);
	fflush(stdout);
	ht_summarize(stdout, &s->timeline, &s->reader, 0);
	fflush(stdout);
}

bt_component_class_initialize_method_status ht_summary_init(bt_self_component_sink *sink, bt_self_component_sink_configuration *configuration,
	const bt_value *params, void *data)
{
	static const char *const names[] = {"manifest"};
	const char *values[] = {NULL};
	bt_self_component *self = bt_self_component_sink_as_self_component(sink);
	struct summary *s = calloc(1, sizeof(*s));
	char *error = NULL;
	(void)configuration;
	(void)data;

	if (!s)
		return BT_COMPONENT_CLASS_INITIALIZE_METHOD_STATUS_MEMORY_ERROR;
	bt_self_component_set_data(self, s);
	ht_timeline_init(&s->timeline, reported, s);
	s->timeline.exited = exited;
	if (!ht_params(self, params, names, values, 1))
		return BT_COMPONENT_CLASS_INITIALIZE_METHOD_STATUS_ERROR;
	if (values[0] && !ht_manifest_read(values[0], &s->timeline.machines.manifest, &error)) {
		HT_FAIL(self, "%s", error ? error : "out of memory");
		free(error);
		return BT_COMPONENT_CLASS_INITIALIZE_METHOD_STATUS_ERROR;
	}
	return bt_self_component_sink_add_input_port(sink, "in", NULL, NULL) == BT_SELF_COMPONENT_ADD_PORT_STATUS_OK
		? BT_COMPONENT_CLASS_INITIALIZE_METHOD_STATUS_OK : BT_COMPONENT_CLASS_INITIALIZE_METHOD_STATUS_ERROR;
}

void ht_summary_finalize(bt_self_component_sink *sink)
{
	struct summary *s = bt_self_component_get_data(bt_self_component_sink_as_self_component(sink));
	struct exits *exits, *next;
	struct counts *counts, *after;

	if (!s)
		return;
	bt_message_iterator_put_ref(s->upstream);
	HASH_ITER(hh, s->exits, exits, next) {
		HASH_DEL(s->exits, exits);
		free(exits);
	}
	HASH_ITER(hh, s->counts, counts, after) {
		HASH_DEL(s->counts, counts);
		free(counts);
	}
	ht_timeline_free(&s->timeline);
	ht_host_reader_free(&s->reader);
	free(s);
}

bt_component_class_sink_graph_is_configured_method_status ht_summary_begin(bt_self_component_sink *sink)
{
	struct summary *s = bt_self_component_get_data(bt_self_component_sink_as_self_component(sink));
	bt_self_component_port_input *in = bt_self_component_sink_borrow_input_port_by_name(sink, "in");

	return bt_message_iterator_create_from_sink_component(sink, in, &s->upstream) == BT_MESSAGE_ITERATOR_CREATE_FROM_SINK_COMPONENT_STATUS_OK
		? BT_COMPONENT_CLASS_SINK_GRAPH_IS_CONFIGURED_METHOD_STATUS_OK : BT_COMPONENT_CLASS_SINK_GRAPH_IS_CONFIGURED_METHOD_STATUS_ERROR;
}

bt_component_class_sink_consume_method_status ht_summary_consume(bt_self_component_sink *sink)
{
	struct summary *s = bt_self_component_get_data(bt_self_component_sink_as_self_component(sink));
	bt_message_array_const messages;
	uint64_t count = 0;

	switch (bt_message_iterator_next(s->upstream, &messages, &count)) {
	case BT_MESSAGE_ITERATOR_NEXT_STATUS_OK:
		for (uint64_t i = 0; i < count; i++) {
			ht_host_read(&s->reader, messages[i], &s->timeline);
			bt_message_put_ref(messages[i]);
		}
		return BT_COMPONENT_CLASS_SINK_CONSUME_METHOD_STATUS_OK;
	case BT_MESSAGE_ITERATOR_NEXT_STATUS_END:
		ht_timeline_finish(&s->timeline);
		print(s);
		return ferror(stdout) ? BT_COMPONENT_CLASS_SINK_CONSUME_METHOD_STATUS_ERROR : BT_COMPONENT_CLASS_SINK_CONSUME_METHOD_STATUS_END;
	case BT_MESSAGE_ITERATOR_NEXT_STATUS_AGAIN:
		return BT_COMPONENT_CLASS_SINK_CONSUME_METHOD_STATUS_AGAIN;
	case BT_MESSAGE_ITERATOR_NEXT_STATUS_MEMORY_ERROR:
		return BT_COMPONENT_CLASS_SINK_CONSUME_METHOD_STATUS_MEMORY_ERROR;
	default:
		return BT_COMPONENT_CLASS_SINK_CONSUME_METHOD_STATUS_ERROR;
	}
}
