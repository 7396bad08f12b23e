/* SPDX-License-Identifier: EPL-2.0 */
#include "decode.h"

#include <stdlib.h>
#include <string.h>

#include "read.h"

/* Numbers below are KVM's own, unless the dialect has them. */
#define GUEST_NUMBERS 0x20
/* The group of switches, of those that a tracer switches off. */
#define SWITCHES 1

void ht_decoder_init(struct ht_decoder *d, ht_emit emit, void *to)
{
	memset(d, 0, sizeof(*d));
	d->emit = emit;
	d->to = to;
	d->senders.losses = &d->losses;
	d->word_size = 8;
	d->early = true;
	d->last_time = INT64_MIN;
}

static bool is_forged(const struct ht_decoder *d, const struct ht_words *words, const struct ht_form *form, int level)
{
	enum ht_believed believed = form ? form->believed : HT_BELIEVED_KERNEL;

	switch (words->origin) {
	case HT_FROM_RING:
		return false;
	case HT_FROM_USER:
		return level != 0 || (believed != HT_BELIEVED_USER && !(believed == HT_BELIEVED_EARLY && d->early));
	default:
		return believed == HT_BELIEVED_RING;
	}
}

static int64_t place_of(const struct ht_source *source, const struct ht_words *words)
{
	return source && source->type == HT_SOURCE_BITS ? ht_bits_of(source->bits[0], words) : HT_UNKNOWN;
}

static struct ht_sender *sender_of(struct ht_decoder *d, const struct ht_words *words, const struct ht_form *form, int level)
{
	/* the CPU that a process names may be old, or wrong on purpose */
	const struct ht_form *reported = form && (form->believed != HT_BELIEVED_USER || level > 0 || words->vcpu == HT_UNKNOWN) ? form : NULL;
	const struct ht_source *own = reported ? reported->sources[HT_F_cpu] : NULL, *low = reported ? reported->sources[HT_F_cpu_low] : NULL;
	int64_t cpu = HT_UNKNOWN;

	if (own && own->type == HT_SOURCE_BITS)
		cpu = place_of(own, words);
	else if (low && low->type == HT_SOURCE_BITS)
		cpu = place_of(low, words);
	else if (reported && d->dialect->cpu.width)
		cpu = ht_bits_of(d->dialect->cpu, words);
	if (cpu < HT_UNKNOWN || cpu > HT_MAX_16)
		return NULL;
	int nested = d->dialect && d->dialect->nested.width ? (int)ht_bits_of(d->dialect->nested, words) : 0;
	return ht_sender_of(&d->senders, words, level, nested, (int)cpu, !own && low);
}

static void emit_lost(struct ht_decoder *d, struct ht_sender *sender, int64_t lost, int64_t time)
{
	if (lost <= 0)
		return;
	d->losses.lost += (uint64_t)lost;
	struct ht_event event = {.time = time, .kind = HT_K_lost, .from = sender->from,
		.values = {sender->sequence.lost_since, sender->sequence.lost_until, lost}};
	d->emit(d->to, &event);
}

static void emit_other(struct ht_decoder *d, const struct ht_words *words, struct ht_sender *sender, enum ht_kind kind)
{
	struct ht_event event = {.time = words->time, .kind = kind, .from = sender->from};

	for (int i = 0; i < 5; i++)
		event.values[i] = (int64_t)words->word[i];
	d->emit(d->to, &event);
}

/* Keeps what the reading of later hypercalls depends on. */
static void follow(struct ht_decoder *d, const struct ht_words *words, const struct ht_event *event, struct ht_sender *sender, bool numbered)
{
	switch (event->kind) {
	case HT_K_sched_switch:
		sender->switched_to = (int)ht_get(event, HT_F_next_tid);
		break;
	case HT_K_sched_waking:
	case HT_K_sched_wakeup:
	case HT_K_sched_wakeup_new:
		ht_sender_ran(sender, ht_get(event, HT_F_waker_tid));
		break;
	case HT_K_hello: {
		int64_t span = ht_get(event, HT_F_batch_span) * 1000000;

		span = span > HT_MAX_BATCH_SPAN ? HT_MAX_BATCH_SPAN : span;
		d->batch_span = span > d->batch_span ? span : d->batch_span;
		break;
	}
	case HT_K_config:
		d->word_size = (int)ht_get(event, HT_F_word_size);
		break;
	case HT_K_stage:
		if ((int)ht_get(event, HT_F_stage) <= 2)
			ht_senders_restart(&d->senders, sender, numbered);
		break;
	case HT_K_groups_off:
		if (ht_get(event, HT_F_off) & SWITCHES)
			ht_senders_forget_tasks(&d->senders, sender);
		break;
	case HT_K_panic:
		ht_sender_ran(sender, ht_event_tid(event));
		if (event->text) {
			d->panic = *words;
			d->panicked = sender;
		}
		break;
	case HT_K_task:
	case HT_K_sched_process_free:
	case HT_K_mark:
		/* not about the thread that runs, or not sent by the kernel */
		break;
	default:
		ht_sender_ran(sender, ht_event_tid(event));
	}
}

/* A system call that did not wait: its entry and its exit. */
static bool pair(struct ht_decoder *d, const struct ht_words *words, const struct ht_form *form, struct ht_sender *sender)
{
	struct ht_event both = {.time = words->time, .kind = HT_K_syscall_pair, .from = sender->from};

	if (!ht_read(words, form, &both))
		return false;
	int64_t delta = ht_get(&both, HT_F_delta);
	struct ht_event entry = {.time = words->time - delta, .kind = HT_K_syscall_entry, .from = sender->from,
		.values = {both.values[0], both.values[1], both.values[2], ht_get(&both, HT_F_arg0), 0}};
	struct ht_event exit = {.time = words->time, .kind = HT_K_syscall_exit, .from = sender->from,
		.values = {both.values[0], both.values[1], both.values[2], ht_get(&both, HT_F_ret)}};
	ht_sender_ran(sender, both.values[0]);
	d->emit(d->to, &entry);
	d->emit(d->to, &exit);
	return true;
}

static bool read_form(struct ht_decoder *d, const struct ht_words *words, const struct ht_form *form, struct ht_sender *sender, bool numbered)
{
	switch (form->kind) {
	case HT_K_func_batch:
		return ht_decode_functions(d, words, sender);
	case HT_K_sched_switch_batch:
		return ht_decode_switches(d, words, sender);
	case HT_K_text:
		return ht_decode_text(d, words, sender);
	case HT_K_name:
		return ht_decode_name(d, words, sender);
	case HT_K_syscall_pair:
		return pair(d, words, form, sender);
	default: {
		struct ht_event event = {.time = words->time, .kind = form->kind, .from = sender->from};

		if (!ht_read(words, form, &event)) {
			free(event.text);
			return false;
		}
		follow(d, words, &event, sender, numbered);
		d->emit(d->to, &event);
		return true;
	}
	}
}

void ht_decode(struct ht_decoder *d, const struct ht_words *words)
{
	const struct ht_dialect *dialect = d->dialect;
	int64_t nr = (int64_t)words->word[0];

	d->last_time = words->time > d->last_time ? words->time : d->last_time;
	if (words->origin == HT_FROM_KERNEL)
		d->early = false;
	const struct ht_form *forms = dialect ? ht_dialect_forms(dialect, ht_bits_of(dialect->number, words)) : NULL;
	const struct ht_form *form = ht_form_find(forms, words, d->word_size);
	int level = dialect && dialect->level.width ? (int)ht_bits_of(dialect->level, words) : 0;
	if (is_forged(d, words, form, level)) {
		d->losses.forged++;
		return;
	}
	bool is_kvms = !forms && nr >= 0 && nr < GUEST_NUMBERS;
	struct ht_sender *sender = sender_of(d, words, form, level);
	if (!sender) {
		d->losses.malformed++;
		return;
	}
	int64_t number = dialect && dialect->sequence.width ? ht_bits_of(dialect->sequence, words) : 0;
	bool restarts = form && form->restarts;
	if (!is_kvms && (words->origin != HT_FROM_USER || restarts) && number != 0 && sender->numbered) {
		if (restarts)
			sender->sequence.expected = 0;
		emit_lost(d, sender, ht_sequence_accept(&sender->sequence, number, words->time, &d->losses), words->time);
	}
	if (form) {
		if (!read_form(d, words, form, sender, number != 0))
			d->losses.malformed++;
	} else if (forms) {
		d->losses.malformed++;
	} else if (is_kvms) {
		emit_other(d, words, sender, HT_K_kvm_hypercall);
	} else {
		d->losses.unknown_numbers++;
		emit_other(d, words, sender, HT_K_unknown);
	}
}

void ht_decoder_finish(struct ht_decoder *d)
{
	struct ht_sender *sender, *next;

	ht_finish_texts(d);
	HASH_ITER(hh, d->senders.all, sender, next)
		if (sender->numbered)
			emit_lost(d, sender, ht_sequence_finish(&sender->sequence), d->last_time);
}

void ht_decoder_free(struct ht_decoder *d)
{
	for (int i = 0; i < d->text_count; i++)
		ht_pieces_free(&d->texts[i].pieces);
	for (int i = 0; i < d->name_count; i++)
		ht_pieces_free(&d->names[i].pieces);
	ht_senders_free(&d->senders);
	ht_dialect_free(d->dialect);
}
