// SPDX-License-Identifier: GPL-2.0
/* TARGET SEED MUTATIONS FILE…: the target on each file, and on mutations of them; for where there is no libFuzzer. */
#include "input.h"

#define LONGEST 8192

static u64 state;

static u64 draw(u64 below)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state % below;
}

/* Bytes changed, dropped, doubled, or new. @return the new size */
static size_t mutate(u8 *data, size_t size)
{
	size_t at = draw(size + 1), length = draw(1ULL << draw(6)) + 1;

	length = min(length, draw(2) ? size - at : LONGEST - size);
	switch (draw(4)) {
	case 0:
		if (at < size)
			data[at] ^= 1 << draw(8);
		return size;
	case 1:
		length = min(length, size - at);
		memmove(data + at, data + at + length, size - at - length);
		return size - length;
	case 2:
		if (at + length > size || size + length > LONGEST)
			return size;
		memmove(data + at + length, data + at, size - at);
		return size + length;
	default:
		if (size + length > LONGEST)
			return size;
		memmove(data + at + length, data + at, size - at);
		for (size_t i = 0; i < length; i++)
			data[at + i] = draw(256);
		return size + length;
	}
}

/* From memory of its own size, so that reading behind its end is seen. */
static void run(const u8 *data, size_t size)
{
	u8 *copy = malloc(size ? size : 1);

	memcpy(copy, data, size);
	LLVMFuzzerTestOneInput(copy, size);
	free(copy);
}

int main(int argc, char **argv)
{
	static u8 inputs[64][LONGEST], data[LONGEST];
	size_t sizes[64], size;
	int count = argc - 3;
	long mutations;

	if (count < 1 || count > 64)
		shim_fail("TARGET SEED MUTATIONS FILE…, at most 64");
	state = strtoull(argv[1], NULL, 0);
	mutations = strtol(argv[2], NULL, 0);
	for (int i = 0; i < count; i++) {
		FILE *file = fopen(argv[i + 3], "rb");

		CHECK(file, "a file cannot be read");
		sizes[i] = fread(inputs[i], 1, LONGEST, file);
		fclose(file);
		run(inputs[i], sizes[i]);
	}
	for (long n = 0; n < mutations; n++) {
		int i = draw(count);

		size = sizes[i];
		memcpy(data, inputs[i], size);
		for (u64 times = draw(5) + 1; times; times--)
			size = mutate(data, size);
		run(data, size);
	}
	printf("%d inputs, %ld mutations\n", count, mutations);
	return 0;
}
