/* SPDX-License-Identifier: EPL-2.0 */
#include "sender.h"

#include <stdlib.h>

#define BY_TASK (1LL << 62)

static struct ht_sender *find(struct ht_senders *s, int64_t key)
{
	struct ht_sender *sender;

	HASH_FIND(hh, s->all, &key, sizeof(key), sender);
	return sender;
}

static struct ht_sender *add(struct ht_senders *s, int64_t key, struct ht_from from, bool numbered)
{
	struct ht_sender *sender = HASH_COUNT(s->all) < 2 * HT_MAX_SENDERS ? calloc(1, sizeof(*sender)) : NULL;

	if (!sender)
		return NULL;
	sender->key = key;
	sender->from = from;
	sender->numbered = numbered;
	sender->switched_to = HT_UNKNOWN;
	sender->last_tid = HT_UNKNOWN;
	HASH_ADD(hh, s->all, key, sizeof(key), sender);
	return sender;
}

static struct ht_sender *of_vcpu(struct ht_senders *s, int vcpu, int reported, bool low_bits)
{
	int number = vcpu == HT_UNKNOWN ? reported : vcpu;
	int cpu = vcpu >= 0 ? vcpu : reported;

	if (vcpu >= 0 && reported >= 0 && reported != (low_bits ? vcpu & 0xff : vcpu))
		s->losses->cpu_mismatches++;
	struct ht_sender *sender = find(s, number);
	if (!sender)
		sender = add(s, number, (struct ht_from){vcpu, cpu, 0, 0}, number != HT_UNKNOWN);
	if (sender) {
		sender->from.vcpu = vcpu;
		if (cpu >= 0)
			sender->from.cpu = cpu;
	}
	return sender;
}

static struct ht_nested *nested_of(struct ht_senders *s, int64_t key)
{
	struct ht_nested *nested;

	HASH_FIND(hh, s->nested, &key, sizeof(key), nested);
	if (!nested && HASH_COUNT(s->nested) < HT_MAX_SENDERS && (nested = calloc(1, sizeof(*nested)))) {
		nested->key = key;
		HASH_ADD(hh, s->nested, key, sizeof(key), nested);
	}
	return nested;
}

/* A task of the relaying guest is this CPU of the nested one; what stood for the CPU until now is it. */
static void learn(struct ht_senders *s, struct ht_cpu_of_task *known, int64_t by_task, int64_t by_cpu, int cpu)
{
	if (!known) {
		if (HASH_COUNT(s->cpus) >= HT_MAX_SENDERS || !(known = calloc(1, sizeof(*known))))
			return;
		known->key = by_task;
		HASH_ADD(hh, s->cpus, key, sizeof(by_task), known);
	}
	known->cpu = cpu;
	struct ht_sender *stand_in = find(s, by_task);
	if (stand_in && !find(s, by_cpu)) {
		HASH_DEL(s->all, stand_in);
		stand_in->key = by_cpu;
		HASH_ADD(hh, s->all, key, sizeof(by_cpu), stand_in);
	}
}

/* Whose number an event has is not known if neither it nor the relaying guest shows who sends: none seems missing then. */
static void forget_numbers(struct ht_senders *s, int level, int nested)
{
	struct ht_sender *sender, *next;

	HASH_ITER(hh, s->all, sender, next)
		if (sender->from.level == level && sender->from.nested == nested)
			sender->numbered = false;
}

struct ht_sender *ht_sender_of(struct ht_senders *s, const struct ht_words *words, int level, int nested, int cpu, bool low_bits)
{
	if (level == 0)
		return nested != 0 ? NULL : of_vcpu(s, words->vcpu, cpu, low_bits);
	struct ht_sender *relaying = words->vcpu == HT_UNKNOWN ? NULL : of_vcpu(s, words->vcpu, HT_UNKNOWN, false);
	int task = relaying ? ht_sender_task(relaying) : HT_UNKNOWN;
	int64_t guest = (int64_t)level << 44 | (int64_t)nested << 32;
	int64_t by_task = BY_TASK | guest | task;
	int known = cpu;
	/* task 0 is idle: it runs no nested CPU */
	if (task > 0) {
		struct ht_cpu_of_task *learned;

		HASH_FIND(hh, s->cpus, &by_task, sizeof(by_task), learned);
		if (learned && (cpu < 0 || (low_bits && cpu == (learned->cpu & 0xff))))
			known = learned->cpu;
		else if (cpu >= 0 && (!learned || learned->cpu != cpu))
			learn(s, learned, by_task, guest | cpu, cpu);
	}
	bool unknown = known < 0 && task <= 0;
	int64_t key = known >= 0 ? (guest | known) : task > 0 ? by_task : (BY_TASK | guest);
	struct ht_nested *of = nested_of(s, guest);
	struct ht_sender *sender = find(s, key);
	if (!of)
		return NULL;
	if (!sender)
		sender = add(s, key, (struct ht_from){words->vcpu, known, level, nested}, !unknown && !of->mixed);
	if (!unknown && sender) {
		of->known = true;
	} else if (unknown && of->known && !of->mixed) {
		of->mixed = true;
		forget_numbers(s, level, nested);
	}
	if (sender) {
		sender->from.vcpu = words->vcpu;
		sender->from.cpu = known;
	}
	return sender;
}

void ht_senders_restart(struct ht_senders *s, struct ht_sender *by, bool numbers)
{
	struct ht_sender *sender, *next;

	if (by->from.level == 0) {
		struct ht_cpu_of_task *cpu, *after;

		HASH_ITER(hh, s->cpus, cpu, after) {
			HASH_DEL(s->cpus, cpu);
			free(cpu);
		}
	}
	HASH_ITER(hh, s->all, sender, next) {
		if (by->from.level == 0 || (sender->from.level == by->from.level && sender->from.nested == by->from.nested)) {
			sender->switched_to = HT_UNKNOWN;
			sender->last_tid = HT_UNKNOWN;
			if (numbers && sender != by && sender->numbered)
				sender->sequence.expected = 0;
		}
	}
}

void ht_senders_forget_tasks(struct ht_senders *s, const struct ht_sender *by)
{
	struct ht_sender *sender, *next;

	HASH_ITER(hh, s->all, sender, next) {
		if (sender->from.level == by->from.level && sender->from.nested == by->from.nested) {
			sender->switched_to = HT_UNKNOWN;
			sender->last_tid = HT_UNKNOWN;
		}
	}
}

void ht_senders_free(struct ht_senders *s)
{
	struct ht_sender *sender, *next;
	struct ht_cpu_of_task *cpu, *after;
	struct ht_nested *nested, *following;

	HASH_ITER(hh, s->all, sender, next) {
		HASH_DEL(s->all, sender);
		free(sender->sequence.gaps);
		free(sender);
	}
	HASH_ITER(hh, s->cpus, cpu, after) {
		HASH_DEL(s->cpus, cpu);
		free(cpu);
	}
	HASH_ITER(hh, s->nested, nested, following) {
		HASH_DEL(s->nested, nested);
		free(nested);
	}
}
