/* SPDX-License-Identifier: EPL-2.0 */
/* Texts, names and batches: hypercalls that are more or less than one event. ABI.md, "Texts", "Names", "Batches". */
#include <stdlib.h>
#include <string.h>

#include "decode.h"

#define TEXT_PIECE 24
#define NAME_PIECE 16
#define TEXT_TYPES 4
#define NAME_TYPES 5
#define PANIC_TEXT 1
#define KERNEL_TEXT 0xffffffff80000000ULL
#define CPU_BITS 16

static void remove_at(struct ht_pending_text *list, int *count, int at)
{
	ht_pieces_free(&list[at].pieces);
	(*count)--;
	memmove(list + at, list + at + 1, (size_t)(*count - at) * sizeof(*list));
}

static int find(struct ht_pending_text *list, int count, struct ht_sender *sender, int type, int64_t id)
{
	for (int i = 0; i < count; i++)
		if (list[i].sender == sender && list[i].type == type && list[i].id == id)
			return i;
	return -1;
}

static struct ht_pending_text *append(struct ht_pending_text *list, int *count, struct ht_sender *sender, int type, int64_t id, int64_t time)
{
	struct ht_pending_text *text = &list[(*count)++];

	*text = (struct ht_pending_text){.sender = sender, .from = sender->from, .id = id, .type = type, .pieces = {.begin = time}};
	return text;
}

/* values of a text: type, begin, complete */
static void end_text(struct ht_decoder *d, int at, int64_t time)
{
	struct ht_pending_text *text = &d->texts[at];
	struct ht_event event = {.time = time, .kind = HT_K_text, .from = text->from,
		.values = {text->type, text->pieces.begin, ht_pieces_complete(&text->pieces, (size_t)text->total)},
		.text = ht_text_clip(ht_pieces_text(&text->pieces, (size_t)text->total), HT_MAX_TEXT)};

	remove_at(d->texts, &d->text_count, at);
	d->emit(d->to, &event);
}

static int least(int a, int b)
{
	return a < b ? a : b;
}

bool ht_decode_text(struct ht_decoder *d, const struct ht_words *words, struct ht_sender *sender)
{
	uint64_t a0 = words->word[1], type = a0 >> 32;
	int offset = (int)(a0 >> 16 & 0xffff), total = (int)(a0 & 0xffff);

	if (type < 1 || type > TEXT_TYPES || (offset > 0 && offset >= total))
		return false;
	int at = find(d->texts, d->text_count, sender, (int)type, 0);
	if (at >= 0 && (offset == 0 || d->texts[at].total != total)) {
		end_text(d, at, words->time);
		at = -1;
	}
	if (at < 0) {
		if (d->text_count >= HT_MAX_PENDING)
			end_text(d, 0, words->time);
		struct ht_pending_text *text = append(d->texts, &d->text_count, sender, (int)type, 0, words->time);
		text->total = total;
		at = d->text_count - 1;
		/* the panic itself has the first bytes, should their piece be lost */
		if (offset > 0 && type == PANIC_TEXT && sender == d->panicked) {
			ht_pieces_put(&text->pieces, 0, d->panic.word[3], least(8, total));
			ht_pieces_put(&text->pieces, 8, d->panic.word[4], least(8, total - 8));
		}
	}
	struct ht_pieces *pieces = &d->texts[at].pieces;
	int length = least(TEXT_PIECE, total - offset);
	ht_pieces_put(pieces, (size_t)offset, words->word[2], least(8, length));
	ht_pieces_put(pieces, (size_t)offset + 8, words->word[3], least(8, length - 8));
	ht_pieces_put(pieces, (size_t)offset + 16, words->word[4], length - 16);
	if (offset + length >= total)
		end_text(d, at, words->time);
	return true;
}

bool ht_decode_name(struct ht_decoder *d, const struct ht_words *words, struct ht_sender *sender)
{
	uint64_t a1 = words->word[2];
	int type = (int)(a1 & 0xff), offset = (int)(a1 >> 16 & 0xffff);
	int64_t id = (int64_t)words->word[1];

	if (type < 1 || type > NAME_TYPES || offset + NAME_PIECE > HT_MAX_NAME)
		return false;
	int at = find(d->names, d->name_count, sender, type, id);
	if (at >= 0 && ht_pieces_has(&d->names[at].pieces, (size_t)offset)) {
		remove_at(d->names, &d->name_count, at);
		d->losses.malformed++;
		at = -1;
	}
	if (at < 0) {
		if (d->name_count >= HT_MAX_PENDING) {
			remove_at(d->names, &d->name_count, 0);
			d->losses.malformed++;
		}
		append(d->names, &d->name_count, sender, type, id, words->time);
		at = d->name_count - 1;
	}
	struct ht_pieces *pieces = &d->names[at].pieces;
	ht_pieces_put(pieces, (size_t)offset, words->word[3], 8);
	ht_pieces_put(pieces, (size_t)offset + 8, words->word[4], 8);
	if (a1 >> 63) {
		/* values of a name: type, what is named */
		struct ht_event event = {.time = words->time, .kind = HT_K_name, .from = sender->from, .values = {type, id},
			.text = ht_text_clip(ht_pieces_text(pieces, (size_t)offset + NAME_PIECE), HT_MAX_NAME)};

		remove_at(d->names, &d->name_count, at);
		d->emit(d->to, &event);
	}
	return true;
}

void ht_finish_texts(struct ht_decoder *d)
{
	while (d->text_count > 0)
		end_text(d, 0, d->last_time);
	d->losses.malformed += (uint64_t)d->name_count;
	while (d->name_count > 0)
		remove_at(d->names, &d->name_count, 0);
}

static bool is_ordered(const struct ht_words *words)
{
	return words->word[2] == 0 || words->word[1] >> 32 >= (words->word[1] & 0xffffffff);
}

/* When the record in a1, a2 or a3 happened. */
static int64_t time_of(const struct ht_words *words, int record)
{
	return words->time - (int64_t)(record == 0 ? words->word[1] >> 32 : record == 1 ? words->word[1] & 0xffffffff : 0);
}

bool ht_decode_functions(struct ht_decoder *d, const struct ht_words *words, struct ht_sender *sender)
{
	if (!is_ordered(words) || (words->word[2] | words->word[3] | words->word[4]) == 0)
		return false;
	for (int i = 0; i < 3; i++) {
		uint64_t record = words->word[2 + i];
		struct ht_event event = {.time = time_of(words, i), .kind = HT_K_func_exit, .from = sender->from,
			.values = {ht_sender_task(sender), (int64_t)(KERNEL_TEXT | record >> 33),
				(int64_t)((record & 0xffffff) << 2 * (record >> 24 & 0xf)), (int64_t)(record >> 28 & 0x1f), 0, 1}};

		if (record != 0)
			d->emit(d->to, &event);
	}
	return true;
}

static bool is_plausible(uint64_t record, const struct ht_words *words)
{
	return record == 0 || (record >> 32 <= HT_MAX_TID && (record & 0xffff) == (words->word[4] & 0xffff));
}

bool ht_decode_switches(struct ht_decoder *d, const struct ht_words *words, struct ht_sender *sender)
{
	const uint64_t *records = words->word + 2;

	if (!is_ordered(words) || (records[0] | records[1] | records[2]) >> CPU_BITS == 0 || !is_plausible(records[0], words)
			|| !is_plausible(records[1], words) || !is_plausible(records[2], words))
		return false;
	for (int i = 0; i < 3; i++) {
		int next = (int)(records[i] >> 32);
		struct ht_event event = {.time = time_of(words, i), .kind = HT_K_sched_switch, .from = sender->from,
			.values = {sender->switched_to, next, HT_UNKNOWN, (int64_t)(records[i] >> 16 & 0xff), (int64_t)(records[i] >> 24 & 0xff),
				0, HT_UNKNOWN, HT_UNKNOWN}};

		/* even idle has a priority: without one the record only names the CPU */
		if (records[i] >> CPU_BITS != 0) {
			d->emit(d->to, &event);
			sender->switched_to = next;
		}
	}
	return true;
}
