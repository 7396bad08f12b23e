/* SPDX-License-Identifier: EPL-2.0 */
/* SEED LIMIT FILE…: the target on each file, then on changes of them; for machines without libFuzzer. Prints how many inputs it had.
   LIMIT is -max_total_time=SECONDS or -runs=INPUTS, as libFuzzer has them. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LONGEST 16384

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint64_t state;

static uint64_t draw(uint64_t below)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state % below;
}

/* Bits flipped, bytes drawn anew, taken out, or repeated. Returns the new size. */
static size_t change(uint8_t *data, size_t size)
{
	size_t at = draw(size + 1), length = 1 + draw(64);

	if (length > size - at)
		length = size - at;
	switch (draw(4)) {
	case 0:
		if (length > 0)
			data[at] ^= (uint8_t)(1u << draw(8));
		return size;
	case 1:
		for (size_t i = 0; i < length; i++)
			data[at + i] = (uint8_t)draw(256);
		return size;
	case 2:
		memmove(data + at, data + at + length, size - at - length);
		return size - length;
	default:
		if (size + length > LONGEST)
			return size;
		memmove(data + at + length, data + at, size - at);
		return size + length;
	}
}

static size_t read_file(const char *name, uint8_t *data)
{
	FILE *file = fopen(name, "rb");
	size_t size = file ? fread(data, 1, LONGEST, file) : 0;

	if (!file) {
		perror(name);
		exit(2);
	}
	fclose(file);
	return size;
}

static void run(const uint8_t *data, size_t size)
{
	/* exactly as large as it is, so that a sanitizer sees each byte too far */
	uint8_t *copy = malloc(size ? size : 1);

	memcpy(copy, data, size);
	LLVMFuzzerTestOneInput(copy, size);
	free(copy);
}

int main(int count, char **arguments)
{
	static uint8_t data[LONGEST];
	unsigned long long inputs = 0, seconds = 0, runs = 0;

	if (count < 4 || sscanf(arguments[2], "-max_total_time=%llu", &seconds) + sscanf(arguments[2], "-runs=%llu", &runs) < 1) {
		fprintf(stderr, "usage: %s SEED -max_total_time=SECONDS|-runs=INPUTS FILE…\n", arguments[0]);
		return 2;
	}
	state = strtoull(arguments[1], NULL, 10) * 2 + 1;
	time_t end = time(NULL) + (time_t)seconds;
	for (int i = 3; i < count; i++, inputs++)
		run(data, read_file(arguments[i], data));
	while (runs ? inputs < runs : time(NULL) < end) {
		size_t size = read_file(arguments[3 + draw((uint64_t)count - 3)], data);

		for (uint64_t i = 0, changes = 1 + draw(8); i < changes; i++)
			size = change(data, size);
		run(data, size);
		inputs++;
	}
	printf("%llu inputs\n", inputs);
	return 0;
}
