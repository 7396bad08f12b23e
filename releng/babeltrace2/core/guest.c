/* SPDX-License-Identifier: EPL-2.0 */
#include "guest.h"

#include <stdlib.h>
#include <string.h>

struct ht_vm_key {
	struct {
		int host, is_thread, id, nth;
	} key;
	struct ht_guest *guest;
	UT_hash_handle hh;
};

static bool is_undecided(const struct ht_guest *guest)
{
	return !guest->decided && guest->detector.seen > 0;
}

static void set_dialect(struct ht_guest *guest, struct ht_dialect *dialect)
{
	ht_dialect_free(guest->decoder.dialect);
	guest->decoder.dialect = dialect;
	guest->decided = true;
}

static void decide(struct ht_guest *guest)
{
	set_dialect(guest, ht_dialect_built_in(ht_detector_name(&guest->detector), guest->detector.p5));
}

void ht_guest_detect(struct ht_guests *g, struct ht_guest *guest, const struct ht_words *words)
{
	if (!guest->detecting)
		return;
	bool before = is_undecided(guest), p5 = guest->detector.p5;
	guest->detecting = ht_detect(&guest->detector, words);
	if (guest->decided ? !p5 && guest->detector.p5 : ht_detector_has_decided(&guest->detector))
		decide(guest);
	g->undecided += is_undecided(guest) - before;
}

void ht_guests_decide(struct ht_guests *g)
{
	for (int i = 0; i < g->count; i++)
		if (is_undecided(g->all[i]))
			decide(g->all[i]);
	g->undecided = 0;
}

/* Somebody may know the dialect, now that it is known who the guest is. */
static void choose(struct ht_guests *g, struct ht_guest *guest, const struct ht_thread *thread)
{
	const struct ht_manifest_vm *vm = ht_manifest_of(g->manifest, thread->process.pid);
	const char *name = g->chosen ? g->chosen : vm ? vm->dialect : NULL;

	if (!name)
		return;
	struct ht_dialect *dialect = ht_dialect_built_in(name, false);
	char *error = NULL;
	if (!dialect)
		dialect = ht_dialect_read(name, &error);
	if (!dialect) {
		if (g->error)
			free(error);
		else
			g->error = error;
		return;
	}
	g->undecided -= is_undecided(guest);
	set_dialect(guest, dialect);
	guest->detecting = false;
}

static struct ht_guest *begin(struct ht_guests *g, int host)
{
	struct ht_guest **all = g->count < HT_MAX_GUESTS ? realloc(g->all, (size_t)(g->count + 1) * sizeof(*all)) : NULL;
	struct ht_guest *guest = all ? calloc(1, sizeof(*guest)) : NULL;

	if (all)
		g->all = all;
	if (!guest)
		return NULL;
	guest->number = g->count;
	guest->host = host;
	guest->detecting = true;
	ht_decoder_init(&guest->decoder, g->emit, g->to);
	guest->decoder.dialect = ht_dialect_built_in("hypertrace-1", false);
	g->all[g->count++] = guest;
	return guest;
}

struct ht_guest *ht_guest_add(struct ht_guests *g)
{
	return begin(g, 0);
}

/* What was reported under the thread's own name was the VM's. No more will come to show what it means. */
static void join(struct ht_guests *g, struct ht_guest *before, struct ht_guest *guest)
{
	before->is_thread = guest->is_thread;
	before->id = guest->id;
	before->nth = guest->nth;
	if (is_undecided(before)) {
		g->undecided--;
		decide(before);
	}
}

static struct ht_guest *find(struct ht_guests *g, struct ht_guest *before, int host, const struct ht_thread *thread)
{
	struct ht_vm_key *known, *made = calloc(1, sizeof(*made));
	bool is_thread = thread->process.pid == HT_UNKNOWN;

	if (!made)
		return NULL;
	made->key.host = host;
	made->key.is_thread = is_thread;
	made->key.id = is_thread ? thread->tid : thread->process.pid;
	made->key.nth = is_thread ? thread->nth : thread->process.nth;
	HASH_FIND(hh, g->by_vm, &made->key, sizeof(made->key), known);
	struct ht_guest *guest = known ? known->guest : before ? before : begin(g, host);
	if (!guest || known) {
		free(made);
	} else {
		made->guest = guest;
		HASH_ADD(hh, g->by_vm, key, sizeof(made->key), made);
		guest->is_thread = is_thread;
		guest->id = made->key.id;
		guest->nth = made->key.nth;
		choose(g, guest, thread);
	}
	if (guest && before && before != guest)
		join(g, before, guest);
	return guest;
}

struct ht_guest *ht_guest_of(struct ht_guests *g, struct ht_machines *machines, int index)
{
	const struct ht_vcpu *vcpu = &machines->vcpus[index];
	const struct ht_process *process = &vcpu->thread->process;

	if (index >= g->vcpus) {
		int vcpus = index + 16;
		int *of = realloc(g->of_vcpu, (size_t)vcpus * sizeof(int));
		struct ht_process *processes = realloc(g->process_of_vcpu, (size_t)vcpus * sizeof(*processes));

		if (of)
			g->of_vcpu = of;
		if (processes)
			g->process_of_vcpu = processes;
		if (!of || !processes)
			return NULL;
		for (int i = g->vcpus; i < vcpus; i++) {
			g->of_vcpu[i] = HT_UNKNOWN;
			g->process_of_vcpu[i] = (struct ht_process){HT_UNKNOWN, 0, HT_BY_NOTHING};
		}
		g->vcpus = vcpus;
	}
	struct ht_process *before = &g->process_of_vcpu[index];
	if (g->of_vcpu[index] == HT_UNKNOWN || before->pid != process->pid || before->nth != process->nth) {
		struct ht_guest *guest = find(g, g->of_vcpu[index] == HT_UNKNOWN ? NULL : g->all[g->of_vcpu[index]], vcpu->host, vcpu->thread);

		g->of_vcpu[index] = guest ? guest->number : HT_UNKNOWN;
		*before = *process;
	}
	return g->of_vcpu[index] == HT_UNKNOWN ? NULL : g->all[g->of_vcpu[index]];
}

struct ht_boot *ht_guest_boot(struct ht_guest *guest, struct ht_from from)
{
	int key = from.level << 12 | from.nested;
	struct ht_nested_boot *nested;

	if (from.level == 0)
		return &guest->boot;
	HASH_FIND_INT(guest->nested, &key, nested);
	if (!nested && HASH_COUNT(guest->nested) < HT_MAX_NESTED_BOOTS && (nested = calloc(1, sizeof(*nested)))) {
		nested->key = key;
		HASH_ADD_INT(guest->nested, key, nested);
	}
	return nested ? &nested->boot : NULL;
}

void ht_guests_free(struct ht_guests *g)
{
	struct ht_vm_key *key, *next;

	HASH_ITER(hh, g->by_vm, key, next) {
		HASH_DEL(g->by_vm, key);
		free(key);
	}
	for (int i = 0; i < g->count; i++) {
		struct ht_nested_boot *nested, *after;

		HASH_ITER(hh, g->all[i]->nested, nested, after) {
			HASH_DEL(g->all[i]->nested, nested);
			free(nested);
		}
		ht_decoder_free(&g->all[i]->decoder);
		free(g->all[i]);
	}
	free(g->all);
	free(g->of_vcpu);
	free(g->process_of_vcpu);
	free(g->error);
}
