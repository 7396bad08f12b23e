/* SPDX-License-Identifier: GPL-2.0 */
/* The bytes of an input, one after the other; zeros behind its end. */
#ifndef INPUT_H
#define INPUT_H

#include "kernel.h"

struct input { const u8 *at, *end; };

static inline u64 take(struct input *input, int bytes)
{
	u64 value = 0;

	for (int i = 0; i < bytes; i++)
		value |= (u64)(input->at < input->end ? *input->at++ : 0) << 8 * i;
	return value;
}

static inline bool has_more(const struct input *input) { return input->at < input->end; }

/* A text of what comes up to the next zero, in memory of its own. */
static inline char *take_text(struct input *input, size_t *length)
{
	const u8 *begin = input->at;
	char *text;

	while (has_more(input) && *input->at)
		input->at++;
	*length = input->at - begin;
	text = memdup_user_nul(begin, *length);
	input->at += has_more(input);
	return text;
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

#endif
