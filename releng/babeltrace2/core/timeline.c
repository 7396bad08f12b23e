/* SPDX-License-Identifier: EPL-2.0 */
#include "timeline.h"

#include <stdlib.h>
#include <string.h>

#define MAX_WAITING (1u << 17)
#define VMX 1
#define SVM 2

static void out(void *to, struct ht_item *item)
{
	struct ht_timeline *t = to;
	struct ht_guest *guest = t->guests.all[item->guest];

	if (item->is_life) {
		ht_boot_life(&guest->boot, item->life);
		return;
	}
	struct ht_boot *boot = ht_guest_boot(guest, item->event.from);
	if (boot)
		ht_boot_event(boot, &item->event);
	t->emit(t->to, guest, boot ? boot->number : 0, &item->event);
}

/* The decoder has an event of the current guest. */
static void decoded(void *to, struct ht_event *event)
{
	struct ht_timeline *t = to;
	struct ht_item item = {.time = event->time, .guest = t->current->number, .event = *event};

	if (ht_boot_may_follow(event))
		t->current->decoder.early = true;
	if (!ht_order_put(&t->order, &item, t->now)) {
		free(event->text);
		t->current->decoder.losses.late++;
		/* the announcement of batches was not recorded */
		ht_order_span(&t->order, HT_MAX_BATCH_SPAN);
	}
}

void ht_timeline_init(struct ht_timeline *t, ht_guest_event emit, void *to)
{
	memset(t, 0, sizeof(*t));
	t->emit = emit;
	t->to = to;
	t->order.pass = out;
	t->order.to = t;
	t->guests.emit = decoded;
	t->guests.to = t;
	t->guests.manifest = &t->machines.manifest;
}

static void tick(struct ht_timeline *t, int64_t time)
{
	struct ht_item item = {.time = time, .guest = HT_UNKNOWN};

	t->now = time;
	ht_order_put(&t->order, &item, time);
}

static void decode(struct ht_timeline *t, const struct ht_undecided *item)
{
	if (item->guest == HT_UNKNOWN) {
		tick(t, item->time);
		return;
	}
	struct ht_guest *guest = t->guests.all[item->guest];
	if (item->is_life) {
		struct ht_item life = {.time = item->time, .guest = item->guest, .is_life = true, .life = item->life};

		if (item->life != HT_TRIPLE_FAULT)
			guest->decoder.early = true;
		t->now = item->time;
		ht_order_put(&t->order, &life, item->time);
		return;
	}
	tick(t, item->time);
	t->current = guest;
	ht_decode(&guest->decoder, &item->words);
	ht_order_span(&t->order, guest->decoder.batch_span);
}

static void drain(struct ht_timeline *t)
{
	for (size_t i = 0; i < t->undecided_count; i++)
		decode(t, &t->undecided[i]);
	t->undecided_count = 0;
}

static bool keep(struct ht_timeline *t, const struct ht_undecided *item)
{
	/* times of hosts in a row are one */
	if (item->guest == HT_UNKNOWN && t->undecided_count > 0 && t->undecided[t->undecided_count - 1].guest == HT_UNKNOWN) {
		t->undecided[t->undecided_count - 1] = *item;
		return true;
	}
	if (t->undecided_count == t->undecided_capacity) {
		size_t capacity = t->undecided_capacity ? 2 * t->undecided_capacity : 1024;
		struct ht_undecided *undecided = realloc(t->undecided, capacity * sizeof(*undecided));

		if (!undecided)
			return false;
		t->undecided = undecided;
		t->undecided_capacity = capacity;
	}
	t->undecided[t->undecided_count++] = *item;
	return t->undecided_count < MAX_WAITING;
}

static void take(struct ht_timeline *t, const struct ht_undecided *item)
{
	if (t->undecided_count == 0 && t->guests.undecided == 0) {
		decode(t, item);
		return;
	}
	bool room = keep(t, item);
	if (t->guests.undecided != 0 && room)
		return;
	if (t->guests.undecided != 0)
		ht_guests_decide(&t->guests);
	drain(t);
}

static void sign(struct ht_timeline *t, int64_t time, struct ht_guest *guest, enum ht_life life)
{
	take(t, &(struct ht_undecided){.time = time, .guest = guest->number, .is_life = true, .life = life});
}

static void launch(struct ht_timeline *t, int64_t time, struct ht_guest *guest)
{
	if (!guest->there && !guest->launched) {
		guest->launched = true;
		sign(t, time, guest, HT_LAUNCHED);
	}
}

static void enters(struct ht_timeline *t, int64_t time, int index, bool was_inside)
{
	struct ht_vcpu *vcpu = &t->machines.vcpus[index];
	struct ht_guest *guest = ht_guest_of(&t->guests, &t->machines, index);

	if (!guest)
		return;
	if (vcpu->entered) {
		guest->resetting = false;
		return;
	}
	vcpu->entered = true;
	/* one that is known by the manifest alone was not made in the trace: it may enter before the state dump shows it */
	guest->there |= was_inside || (vcpu->thread->process.pid != HT_UNKNOWN
		&& (vcpu->thread->process.evidence == HT_BY_REPORT || vcpu->thread->process.evidence == HT_BY_MANIFEST));
	launch(t, time, guest);
}

static bool is_msr(uint64_t isa, uint64_t reason)
{
	bool intel = (reason & 0xffff) == 31 || (reason & 0xffff) == 32;

	return isa == VMX ? intel : isa == SVM ? reason == 124 : intel || reason == 124;
}

static bool is_shutdown(uint64_t isa, uint64_t reason)
{
	return isa == VMX ? (reason & 0xffff) == 2 : isa == SVM && reason == 127;
}

/* What the event shows of the life of the VM: launches, resets, triple faults. */
static void live(struct ht_timeline *t, const struct ht_host_event *e)
{
	struct ht_thread *thread = ht_running(&t->machines, e->host, e->cpu);
	int index = thread ? thread->vcpu : HT_UNKNOWN;

	if (index == HT_UNKNOWN)
		return;
	if (e->kind == HT_H_KVM_ENTRY) {
		enters(t, e->time, index, false);
	} else if (e->kind == HT_H_KVM_EXIT) {
		enters(t, e->time, index, true);
		t->machines.vcpus[index].msr = is_msr(e->word[1], e->word[0]);
		struct ht_guest *guest = ht_guest_of(&t->guests, &t->machines, index);
		if (guest && is_shutdown(e->word[1], e->word[0]))
			sign(t, e->time, guest, HT_TRIPLE_FAULT);
		if (guest && t->exited)
			t->exited(t->to, guest, e->word[1], e->word[0]);
	} else if (e->kind == HT_H_KVM_TSC_OFFSET) {
		struct ht_guest *guest = ht_guest_of(&t->guests, &t->machines, index);
		struct ht_vcpu *vcpu = &t->machines.vcpus[index];

		if (guest && e->word[0] == 0 && !vcpu->entered) {
			launch(t, e->time, guest);
		} else if (guest && e->word[0] == e->word[1] && vcpu->entered && !vcpu->msr && !guest->resetting) {
			/* all vCPUs are reset one after another, some of them twice, before the first one enters again */
			guest->resetting = true;
			sign(t, e->time, guest, HT_RESET);
		}
	}
}

/* Who reports it: the thread that runs there, if it is a vCPU of a VM. */
static bool attribute(struct ht_timeline *t, const struct ht_host_event *e, struct ht_undecided *item)
{
	struct ht_thread *thread = ht_running(&t->machines, e->host, e->cpu);
	struct ht_guest *guest = thread && thread->vcpu != HT_UNKNOWN ? ht_guest_of(&t->guests, &t->machines, thread->vcpu) : NULL;

	if (!guest)
		return false;
	const struct ht_vcpu *vcpu = &t->machines.vcpus[thread->vcpu];
	item->guest = guest->number;
	item->words.time = e->time;
	/* a vCPU whose number nothing shows has a stand-in */
	item->words.vcpu = vcpu->number >= 0 ? vcpu->number : -2 - thread->vcpu;
	item->words.origin = !vcpu->has_rip ? HT_FROM_UNKNOWN : vcpu->rip >> 63 ? HT_FROM_KERNEL : HT_FROM_USER;
	memcpy(item->words.word, e->word, sizeof(e->word));
	ht_guest_detect(&t->guests, guest, &item->words);
	return true;
}

static void begin(struct ht_timeline *t, int64_t time)
{
	if (!t->begun) {
		t->begun = true;
		t->order.passed = time;
	}
}

void ht_timeline_words(struct ht_timeline *t, struct ht_guest *guest, const struct ht_words *words)
{
	begin(t, words->time);
	ht_guest_detect(&t->guests, guest, words);
	take(t, &(struct ht_undecided){.time = words->time, .guest = guest->number, .words = *words});
}

static void attributed(struct ht_timeline *t, const struct ht_host_event *e)
{
	struct ht_undecided item = {.time = e->time, .guest = HT_UNKNOWN};

	begin(t, e->time);
	ht_machines_handle(&t->machines, e);
	if (e->kind == HT_H_KVM_HYPERCALL)
		attribute(t, e, &item);
	take(t, &item);
	if (e->kind == HT_H_KVM_ENTRY || e->kind == HT_H_KVM_EXIT || e->kind == HT_H_KVM_TSC_OFFSET)
		live(t, e);
}

/* ---- who runs on a CPU before its first switch is known only with that switch: events wait for it ---- */

static struct ht_cpu *cpu_of(struct ht_timeline *t, int host, int cpu)
{
	if (host >= t->hosts) {
		struct ht_cpu **cpus = realloc(t->cpus, (size_t)(host + 1) * sizeof(*cpus));
		int *counts = realloc(t->cpu_counts, (size_t)(host + 1) * sizeof(int));

		if (cpus)
			t->cpus = cpus;
		if (counts)
			t->cpu_counts = counts;
		if (!cpus || !counts)
			return NULL;
		memset(cpus + t->hosts, 0, (size_t)(host + 1 - t->hosts) * sizeof(*cpus));
		memset(counts + t->hosts, 0, (size_t)(host + 1 - t->hosts) * sizeof(int));
		t->hosts = host + 1;
	}
	if (cpu >= t->cpu_counts[host]) {
		struct ht_cpu *cpus = realloc(t->cpus[host], (size_t)(cpu + 1) * sizeof(*cpus));

		if (!cpus)
			return NULL;
		memset(cpus + t->cpu_counts[host], 0, (size_t)(cpu + 1 - t->cpu_counts[host]) * sizeof(*cpus));
		t->cpus[host] = cpus;
		t->cpu_counts[host] = cpu + 1;
	}
	return &t->cpus[host][cpu];
}

static struct ht_waiting *waiting(struct ht_timeline *t, uint64_t at)
{
	return &t->queue[at & (t->capacity - 1)];
}

static bool enqueue(struct ht_timeline *t, const struct ht_host_event *e, bool is_placeholder)
{
	if (t->last - t->first == t->capacity) {
		uint64_t capacity = t->capacity ? 2 * t->capacity : 1024;
		struct ht_waiting *queue = malloc(capacity * sizeof(*queue));

		if (!queue)
			return false;
		for (uint64_t i = t->first; i < t->last; i++)
			queue[i & (capacity - 1)] = *waiting(t, i);
		free(t->queue);
		t->queue = queue;
		t->capacity = capacity;
	}
	*waiting(t, t->last++) = (struct ht_waiting){.is_placeholder = is_placeholder, .event = *e};
	return true;
}

static void release(struct ht_timeline *t)
{
	while (t->first < t->last) {
		struct ht_waiting *next = waiting(t, t->first++);

		if (!next->is_placeholder || next->is_found)
			attributed(t, &next->event);
	}
}

static void flush(struct ht_timeline *t)
{
	for (int host = 0; t->wanted > 0 && host < t->hosts; host++)
		for (int cpu = 0; cpu < t->cpu_counts[host]; cpu++)
			if (t->cpus[host][cpu].knowledge == HT_WANTED)
				t->cpus[host][cpu].knowledge = HT_KNOWN;
	t->wanted = 0;
	release(t);
}

static void found(struct ht_timeline *t, struct ht_cpu *cpu, int tid, int pid)
{
	if (cpu->knowledge == HT_WANTED) {
		struct ht_waiting *pending = waiting(t, cpu->pending);

		pending->is_found = true;
		pending->event.kind = HT_H_THREAD_ON_CPU;
		pending->event.tid = tid;
		pending->event.pid = pid;
		t->wanted--;
	}
	cpu->knowledge = HT_KNOWN;
}

void ht_timeline_accept(struct ht_timeline *t, const struct ht_host_event *e)
{
	struct ht_cpu *cpu = e->kind == HT_H_OTHER ? NULL : cpu_of(t, e->host, e->cpu);
	bool is_kvm = e->kind >= HT_H_KVM_ENTRY && e->kind <= HT_H_KVM_OTHER;

	if (cpu && (e->kind == HT_H_SWITCH || e->kind == HT_H_THREAD_ON_CPU)) {
		found(t, cpu, e->tid, e->kind == HT_H_SWITCH ? HT_UNKNOWN : e->pid);
	} else if (cpu && e->kind == HT_H_LOST) {
		t->wanted -= cpu->knowledge == HT_WANTED;
		cpu->knowledge = HT_LOST;
	} else if (cpu && ((cpu->knowledge == HT_NONE && is_kvm) || (cpu->knowledge == HT_LOST && (is_kvm || e->kind == HT_H_SYSCALL)))) {
		cpu->pending = t->last;
		if (enqueue(t, e, true)) {
			cpu->knowledge = HT_WANTED;
			t->wanted++;
		}
	}
	if (t->first == t->last) {
		attributed(t, e);
	} else if (!enqueue(t, e, false) || t->last - t->first >= MAX_WAITING) {
		flush(t);
	}
	if (t->wanted == 0)
		release(t);
}

void ht_timeline_finish(struct ht_timeline *t)
{
	flush(t);
	if (!t->begun)
		return;
	if (t->guests.undecided != 0)
		ht_guests_decide(&t->guests);
	drain(t);
	for (int i = 0; i < t->guests.count; i++) {
		t->current = t->guests.all[i];
		ht_decoder_finish(&t->current->decoder);
	}
	ht_order_flush(&t->order);
}

void ht_timeline_free(struct ht_timeline *t)
{
	for (int i = 0; i < t->hosts; i++)
		free(t->cpus[i]);
	free(t->cpus);
	free(t->cpu_counts);
	free(t->queue);
	free(t->undecided);
	ht_guests_free(&t->guests);
	ht_order_free(&t->order);
	ht_machines_free(&t->machines);
}
