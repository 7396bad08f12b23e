/* SPDX-License-Identifier: EPL-2.0 */
#include "text.h"

#include <stdlib.h>
#include <string.h>

#define REPLACEMENT "\xef\xbf\xbd"
#define MISSING "\xe2\x80\xa6"
#define CLIPPED "\xe2\x80\xa6[clipped]"

static bool continues(const uint8_t *bytes, size_t at, size_t length)
{
	return at < length && (bytes[at] & 0xc0) == 0x80;
}

/* The length of the character at a place; *right: it is one. Of one that is wrong, as many bytes as belong to it. */
static size_t character(const uint8_t *b, size_t length, uint32_t *code)
{
	uint8_t first = b[0];

	*code = UINT32_MAX;
	if (first < 0x80) {
		*code = first;
		return 1;
	}
	if (first >= 0xc2 && first <= 0xdf) {
		if (!continues(b, 1, length))
			return 1;
		*code = (uint32_t)(first & 0x1f) << 6 | (b[1] & 0x3f);
		return 2;
	}
	if (first >= 0xe0 && first <= 0xef) {
		if (!continues(b, 1, length) || (first == 0xe0 && b[1] < 0xa0))
			return 1;
		if (!continues(b, 2, length))
			return 2;
		*code = (uint32_t)(first & 0xf) << 12 | (uint32_t)(b[1] & 0x3f) << 6 | (b[2] & 0x3f);
		if (*code >= 0xd800 && *code <= 0xdfff)
			*code = UINT32_MAX;
		return 3;
	}
	if (first >= 0xf0 && first <= 0xf4) {
		if (!continues(b, 1, length) || (first == 0xf0 && b[1] < 0x90) || (first == 0xf4 && b[1] > 0x8f))
			return 1;
		if (!continues(b, 2, length))
			return 2;
		if (!continues(b, 3, length))
			return 3;
		*code = 0x10000;
		return 4;
	}
	return 1;
}

char *ht_text_of(const uint8_t *bytes, size_t length)
{
	const uint8_t *nul = length ? memchr(bytes, 0, length) : NULL;
	size_t size = nul ? (size_t)(nul - bytes) : length, out = 0;
	char *text = malloc(3 * size + 1); /* a byte that is wrong becomes three */

	if (!text)
		return NULL;
	for (size_t at = 0; at < size;) {
		uint32_t code;
		size_t n = character(bytes + at, size - at, &code);
		bool control = (code < 0x20 && code != '\n' && code != '\t') || (code >= 0x7f && code < 0xa0);

		if (code == UINT32_MAX || control) {
			memcpy(text + out, REPLACEMENT, 3);
			out += 3;
		} else {
			memcpy(text + out, bytes + at, n);
			out += n;
		}
		at += n;
	}
	text[out] = 0;
	return text;
}

char *ht_text_clip(char *text, size_t limit)
{
	if (!text || strlen(text) <= limit)
		return text;
	size_t end = limit - strlen(CLIPPED);
	while (end > 0 && ((uint8_t)text[end] & 0xc0) == 0x80)
		end--;
	strcpy(text + end, CLIPPED);
	return text;
}

void ht_text_put(uint8_t *bytes, uint64_t word, int count)
{
	for (int i = 0; i < count; i++)
		bytes[i] = (uint8_t)(word >> (8 * i));
}

bool ht_pieces_put(struct ht_pieces *p, size_t offset, uint64_t word, int count)
{
	if (count <= 0)
		return true;
	if (offset + (size_t)count > p->capacity) {
		size_t capacity = 2 * (offset + (size_t)count);
		uint8_t *bytes = realloc(p->bytes, capacity), *known;

		if (!bytes)
			return false;
		p->bytes = bytes;
		known = realloc(p->known, capacity);
		if (!known)
			return false;
		p->known = known;
		memset(known + p->capacity, 0, capacity - p->capacity);
		p->capacity = capacity;
	}
	ht_text_put(p->bytes + offset, word, count);
	memset(p->known + offset, 1, (size_t)count);
	return true;
}

bool ht_pieces_has(const struct ht_pieces *p, size_t offset)
{
	return offset < p->capacity && p->known[offset];
}

bool ht_pieces_complete(const struct ht_pieces *p, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (!ht_pieces_has(p, i))
			return false;
	return true;
}

char *ht_pieces_text(const struct ht_pieces *p, size_t length)
{
	char *text = calloc(1, 1);

	for (size_t at = 0; at < length && text;) {
		bool known = ht_pieces_has(p, at);
		size_t end = at;
		while (end < length && ht_pieces_has(p, end) == known)
			end++;
		char *part = known ? ht_text_of(p->bytes + at, end - at) : strdup(MISSING);
		char *longer = part ? realloc(text, strlen(text) + strlen(part) + 1) : NULL;
		if (longer)
			strcat(longer, part);
		else
			free(text);
		text = longer;
		free(part);
		at = end;
	}
	return text;
}

void ht_pieces_free(struct ht_pieces *p)
{
	free(p->bytes);
	free(p->known);
	memset(p, 0, sizeof(*p));
}
