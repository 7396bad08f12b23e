/* SPDX-License-Identifier: EPL-2.0 */
/* Targets of a fuzzer: words of guests, rings, dictionaries. TARGET names the one that is compiled. */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../core/kernel.h"
#include "../core/ring.h"
#include "../core/timeline.h"

#define WORDS_LENGTH 48

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int64_t last_time;

static void reported(void *to, struct ht_guest *guest, int boot, struct ht_event *event)
{
	struct ht_tasks *tasks = to;
	struct ht_kernel_event out;
	(void)guest;
	(void)boot;

	/* what comes out is in order, and each text is one */
	if (event->time < last_time)
		abort();
	last_time = event->time;
	if (ht_kernel_event(tasks, event, event->from.cpu, &out))
		for (int i = 0; out.type->fields[i].name; i++)
			if (out.type->fields[i].type == HT_STRING || out.type->fields[i].type == HT_COMM16)
				(void)strlen(out.values[i].text);
	ht_tasks_learn(tasks, event);
	free(event->text);
}

/* Each 48 bytes are an event of a host: its kind, CPU, threads, and words. */
static void words(const uint8_t *data, size_t size)
{
	struct ht_tasks tasks = {.limit = 64};
	struct ht_timeline timeline;
	int64_t time = 1000000000;

	last_time = 0;
	ht_timeline_init(&timeline, reported, &tasks);
	for (; size >= WORDS_LENGTH; data += WORDS_LENGTH, size -= WORDS_LENGTH) {
		struct ht_host_event e = {.kind = data[0] % (HT_H_LOST + 1), .host = data[1] % 2, .cpu = data[2] % 4, .tid = data[3] % 16,
			.pid = data[4] % 8 - 1, .next_tid = data[5] % 16, .comm = "CPU 0/KVM", .next_comm = "kvm-pit/3"};

		time += (int64_t)data[6] << data[7] % 24;
		e.time = time;
		memcpy(e.word, data + 8, sizeof(e.word));
		ht_timeline_accept(&timeline, &e);
	}
	ht_timeline_finish(&timeline);
	ht_timeline_free(&timeline);
	ht_tasks_free(&tasks);
}

static void ring(const uint8_t *data, size_t size)
{
	/* one file for all inputs: making one takes longer than reading it */
	static int file = -1;
	static char path[64];
	char *error = NULL;
	struct ht_rings rings;
	struct ht_record record;

	if (file < 0) {
		file = memfd_create("ring", MFD_CLOEXEC);
		snprintf(path, sizeof(path), "/proc/self/fd/%d", file);
	}
	if (file < 0 || ftruncate(file, (off_t)size) != 0 || pwrite(file, data, size, 0) != (ssize_t)size)
		abort();
	if (ht_rings_open(&rings, path, &error)) {
		uint64_t count = 0;

		while (ht_rings_next(&rings, &record))
			count++;
		if (count != rings.read || count > size / 64)
			abort();
		ht_rings_close(&rings);
	} else if (!error) {
		abort();
	}
	free(error);
}

static void dialect(const uint8_t *data, size_t size)
{
	char *error = NULL;
	struct ht_dialect *dialect = ht_dialect_parse((const char *)data, size, "fuzz", &error);

	if (!dialect && !error)
		abort();
	for (int i = 0; dialect && i < dialect->form_count; i++) {
		struct ht_words words = {.time = 1, .word = {(uint64_t)i, size, ~0ULL, 1, 0}};

		ht_form_find(ht_dialect_forms(dialect, i), &words, 8);
	}
	ht_dialect_free(dialect);
	free(error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	/* each is used in one of the programs */
	(void)words;
	(void)ring;
	(void)dialect;
	TARGET(data, size);
	return 0;
}
