/* SPDX-License-Identifier: EPL-2.0 */
/* Decodes the hypercalls of one VM. Any words: memory stays below a few MiB, and what is wrong is counted. */
#ifndef HT_DECODE_H
#define HT_DECODE_H

#include "dialect.h"
#include "sender.h"
#include "sequence.h"
#include "text.h"

#define HT_MAX_PENDING 64
#define HT_MAX_BATCH_SPAN 0xffffffffLL

/* Gets a decoded event, whose text it owns. */
typedef void (*ht_emit)(void *to, struct ht_event *event);

struct ht_pending_text {
	struct ht_sender *sender;
	struct ht_from from;
	int64_t id; /* of a name: what is named */
	int type;
	int total;
	struct ht_pieces pieces;
};

struct ht_decoder {
	struct ht_dialect *dialect; /* NULL: KVM's own hypercalls only */
	ht_emit emit;
	void *to;
	struct ht_losses losses;
	struct ht_senders senders;
	struct ht_pending_text texts[HT_MAX_PENDING], names[HT_MAX_PENDING]; /* the oldest first */
	int text_count, name_count;
	struct ht_words panic; /* the last one, and who sent it */
	struct ht_sender *panicked;
	int word_size;
	bool early; /* boot code at low addresses is believed */
	int64_t batch_span;
	int64_t last_time;
};

void ht_decoder_init(struct ht_decoder *decoder, ht_emit emit, void *to);
void ht_decode(struct ht_decoder *decoder, const struct ht_words *words);
/* The stream ends: incomplete texts are shown, missing numbers are lost. */
void ht_decoder_finish(struct ht_decoder *decoder);
void ht_decoder_free(struct ht_decoder *decoder);

/* Used by the parts of the decoder. */
bool ht_decode_text(struct ht_decoder *decoder, const struct ht_words *words, struct ht_sender *sender);
bool ht_decode_name(struct ht_decoder *decoder, const struct ht_words *words, struct ht_sender *sender);
void ht_finish_texts(struct ht_decoder *decoder);
bool ht_decode_functions(struct ht_decoder *decoder, const struct ht_words *words, struct ht_sender *sender);
bool ht_decode_switches(struct ht_decoder *decoder, const struct ht_words *words, struct ht_sender *sender);

#endif
