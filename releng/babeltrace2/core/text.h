/* SPDX-License-Identifier: EPL-2.0 */
/* Texts of guests: any bytes become UTF-8 that can be shown. */
#ifndef HT_TEXT_H
#define HT_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HT_MAX_NAME (1 << 10)
#define HT_MAX_TEXT (1 << 14)

/* The text up to the first NUL; what is no UTF-8 and control characters but line feed and tab are U+FFFD. The caller frees it. */
char *ht_text_of(const uint8_t *bytes, size_t length);
/* Cuts a text that has more bytes, and marks that. */
char *ht_text_clip(char *text, size_t limit);
/* Puts the lowest bytes of a word, the first character lowest. */
void ht_text_put(uint8_t *bytes, uint64_t word, int count);

/* Bytes that arrive in pieces, some of which may be missing. */
struct ht_pieces {
	int64_t begin; /* time of the first piece */
	uint8_t *bytes;
	uint8_t *known; /* 1 where a byte is known */
	size_t capacity;
};

bool ht_pieces_put(struct ht_pieces *pieces, size_t offset, uint64_t word, int count);
bool ht_pieces_has(const struct ht_pieces *pieces, size_t offset);
bool ht_pieces_complete(const struct ht_pieces *pieces, size_t length);
/* The text, with an ellipsis where bytes are missing. The caller frees it. */
char *ht_pieces_text(const struct ht_pieces *pieces, size_t length);
void ht_pieces_free(struct ht_pieces *pieces);

#endif
