/* SPDX-License-Identifier: EPL-2.0 */
/* Dialects: how the words of a guest are read. A dictionary is JSON; dialect.schema.json defines it. */
#ifndef HT_DIALECT_H
#define HT_DIALECT_H

#include <stddef.h>

#include "event.h"

/* Who sent a hypercall. */
enum ht_origin { HT_FROM_KERNEL, HT_FROM_USER, HT_FROM_UNKNOWN, HT_FROM_RING };

/* Five words, when they were recorded, and the vCPU: its number, -2 and below a stand-in, -1 unknown. */
struct ht_words {
	int64_t time;
	int vcpu;
	enum ht_origin origin;
	uint64_t word[5];
};

/* A place in the words. width 0: none. */
struct ht_bits {
	uint8_t word;
	uint8_t low;
	uint8_t width;
	bool is_signed;
};

int64_t ht_bits_of(struct ht_bits bits, const struct ht_words *words);

enum ht_believed { HT_BELIEVED_KERNEL, HT_BELIEVED_EARLY, HT_BELIEVED_USER, HT_BELIEVED_RING };

struct ht_condition {
	struct ht_bits bits;
	size_t count;
	int64_t *values;
};

struct ht_number_name {
	int64_t number;
	char *name;
};

enum ht_source_type { HT_SOURCE_NONE, HT_SOURCE_BITS, HT_SOURCE_CONSTANT, HT_SOURCE_TEXT, HT_SOURCE_CONSTANT_TEXT, HT_SOURCE_NAME };

/* Where a field is. */
struct ht_source {
	enum ht_source_type type;
	struct ht_bits bits[5]; /* one, or the parts of a text */
	int parts;
	int64_t constant;
	char *text;
	struct ht_number_name *names;
	size_t name_count;
};

struct ht_form {
	int number;
	enum ht_kind kind;
	int word_size; /* 0: any */
	enum ht_believed believed;
	bool restarts;
	struct ht_condition *when;
	size_t when_count;
	struct ht_source *sources[HT_FIELD_COUNT];
	struct ht_form *next; /* of the same number, in the dictionary's order */
};

struct ht_dialect {
	char *name;
	struct ht_bits number, level, nested, sequence, cpu;
	struct ht_form **forms; /* by number */
	int form_count;
	int users; /* of a built-in one, which all share: never freed */
};

/* Reads a dictionary. NULL: *error is a sentence, which the caller frees. */
struct ht_dialect *ht_dialect_parse(const char *json, size_t length, const char *file, char **error);
struct ht_dialect *ht_dialect_read(const char *file, char **error);
/* One of hypertrace-1 and p1 to p5, with the events of p5 where their numbers are free if they are wanted. NULL: there is none of this name. */
struct ht_dialect *ht_dialect_built_in(const char *name, bool with_p5);
void ht_dialect_free(struct ht_dialect *dialect);

/* The forms of a number; NULL: the number is unknown. */
const struct ht_form *ht_dialect_forms(const struct ht_dialect *dialect, int64_t number);
/* The first of these forms that fits the words; NULL: none. */
const struct ht_form *ht_form_find(const struct ht_form *forms, const struct ht_words *words, int word_size);

/* What the first hypercalls show of the dialect. */
struct ht_detector {
	int seen;
	bool magic, version_1, p4, functions, functions_use_a3, has_1000, p1, exit_only, p5;
};

/* Returns whether later hypercalls may show more. */
bool ht_detect(struct ht_detector *detector, const struct ht_words *words);
bool ht_detector_has_decided(const struct ht_detector *detector);
const char *ht_detector_name(const struct ht_detector *detector);

#endif
