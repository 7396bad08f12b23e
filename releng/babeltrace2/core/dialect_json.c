/* SPDX-License-Identifier: EPL-2.0 */
/* Reads a dictionary from JSON. An error names the file and the place in it. */
#define _GNU_SOURCE
#include <errno.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dialect.h"

#define MAX_NUMBER 0xffff
#define MAX_TEXT 32
#define MAX_FILE (1 << 20)

struct reading {
	const char *file;
	char *error;
};

static bool fail(struct reading *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool fail(struct reading *r, const char *format, ...)
{
	va_list arguments;
	char *text = NULL;

	va_start(arguments, format);
	if (vasprintf(&text, format, arguments) < 0)
		text = NULL;
	va_end(arguments);
	if (!r->error && asprintf(&r->error, "%s: %s.", r->file, text ? text : "out of memory") < 0)
		r->error = NULL;
	free(text);
	return false;
}

/* A number, or one as text: "0x64". */
static bool number(struct reading *r, json_t *value, const char *what, int64_t *out)
{
	if (json_is_integer(value)) {
		*out = json_integer_value(value);
		return true;
	}
	if (json_is_string(value)) {
		const char *text = json_string_value(value);
		char *end;

		errno = 0;
		*out = *text == '-' ? strtoll(text, &end, 0) : (int64_t)strtoull(text, &end, 0);
		if (*text && !*end && errno == 0)
			return true;
	}
	return fail(r, "%s must be a number", what);
}

static bool bits_of(struct reading *r, const char *text, struct ht_bits *bits)
{
	unsigned low = 0, high = 63;
	int used = 0;
	const char *rest = text;

	if (strncmp(text, "nr", 2) == 0) {
		bits->word = 0;
	} else if (text[0] == 'a' && text[1] >= '0' && text[1] <= '3') {
		bits->word = (uint8_t)(text[1] - '0' + 1);
	} else {
		return fail(r, "\"%s\" is no place in the words: write nr, a0, a1, a2 or a3", text);
	}
	rest += 2;
	if (*rest == '[') {
		if (sscanf(rest, "[%2u-%2u]%n", &low, &high, &used) == 2 && used > 0) {
			rest += used;
		} else if (used = 0, sscanf(rest, "[%2u]%n", &low, &used) == 1 && used > 0) {
			high = low;
			rest += used;
		} else {
			return fail(r, "\"%s\" is no range of bits", text);
		}
	}
	bits->is_signed = strcmp(rest, " signed") == 0;
	if ((*rest && !bits->is_signed) || low > high || high > 63)
		return fail(r, "\"%s\" is no range of bits", text);
	bits->low = (uint8_t)low;
	bits->width = (uint8_t)(high - low + 1);
	return true;
}

static bool place(struct reading *r, json_t *object, const char *key, struct ht_bits *bits)
{
	json_t *value = json_object_get(object, key);

	if (!value)
		return true;
	return json_is_string(value) ? bits_of(r, json_string_value(value), bits) : fail(r, "nr.%s must be a text", key);
}

/* "text a2 a3": the characters of these words, one after the other. */
static bool characters(struct reading *r, const char *text, struct ht_source *source)
{
	char *copy = strdup(text), *state = NULL;
	int length = 0;
	bool right = copy != NULL;
	char *word = copy ? strtok_r(copy, " ", &state) : NULL;

	right = right && word && strcmp(word, "text") == 0;
	while (right && (word = strtok_r(NULL, " ", &state))) {
		right = source->parts < 5 && bits_of(r, word, &source->bits[source->parts]) && source->bits[source->parts].width % 8 == 0;
		if (right)
			length += source->bits[source->parts++].width / 8;
	}
	free(copy);
	source->type = HT_SOURCE_TEXT;
	return (right && length > 0 && length <= MAX_TEXT) || fail(r, "\"%s\" is no text: write \"text a2 a3\"", text);
}

static bool names(struct reading *r, json_t *object, struct ht_source *source)
{
	const char *key;
	json_t *value;

	source->names = calloc(json_object_size(object) + 1, sizeof(*source->names));
	json_object_foreach(object, key, value) {
		json_t *text = json_string(key);
		struct ht_number_name *name = &source->names[source->name_count];
		bool right = number(r, text, key, &name->number) && json_is_string(value);

		json_decref(text);
		if (!right)
			return fail(r, "%s must be a number with a text", key);
		name->name = strdup(json_string_value(value));
		source->name_count++;
	}
	return true;
}

static bool source_of(struct reading *r, enum ht_field field, json_t *value, struct ht_source *source)
{
	if (!ht_field_is_text(field)) {
		if (json_is_integer(value)) {
			source->type = HT_SOURCE_CONSTANT;
			source->constant = json_integer_value(value);
			return true;
		}
		source->type = HT_SOURCE_BITS;
		return json_is_string(value) ? bits_of(r, json_string_value(value), &source->bits[0])
			: fail(r, "the field %s must be a place or a number", ht_field_label(field));
	}
	if (json_is_string(value))
		return characters(r, json_string_value(value), source);
	json_t *is = json_object_get(value, "is"), *of = json_object_get(value, "of"), *map = json_object_get(value, "names");
	if (json_is_string(is)) {
		source->type = HT_SOURCE_CONSTANT_TEXT;
		source->text = strdup(json_string_value(is));
		return true;
	}
	source->type = HT_SOURCE_NAME;
	return json_is_string(of) && json_is_object(map) ? bits_of(r, json_string_value(of), &source->bits[0]) && names(r, map, source)
		: fail(r, "the field %s must be a text, \"is\", or \"of\" with \"names\"", ht_field_label(field));
}

static bool fields(struct reading *r, json_t *object, struct ht_form *form)
{
	const char *key;
	json_t *value;

	json_object_foreach(object, key, value) {
		enum ht_field field = ht_field_of(key);

		if (field == HT_FIELD_COUNT)
			return fail(r, "\"%s\" is no field", key);
		form->sources[field] = calloc(1, sizeof(struct ht_source));
		if (!form->sources[field])
			return fail(r, "out of memory");
		if (!source_of(r, field, value, form->sources[field]))
			return false;
	}
	return true;
}

static bool conditions(struct reading *r, json_t *object, struct ht_form *form)
{
	const char *key;
	json_t *value;

	form->when = calloc(json_object_size(object) + 1, sizeof(*form->when));
	json_object_foreach(object, key, value) {
		struct ht_condition *condition = &form->when[form->when_count++];
		size_t count = json_is_array(value) ? json_array_size(value) : 1;

		condition->values = calloc(count + 1, sizeof(int64_t));
		if (!bits_of(r, key, &condition->bits))
			return false;
		for (size_t i = 0; i < count; i++)
			if (!number(r, json_is_array(value) ? json_array_get(value, i) : value, key, &condition->values[condition->count++]))
				return false;
	}
	return true;
}

static bool believed(struct reading *r, json_t *from, struct ht_form *form)
{
	static const char *const words[] = {"kernel", "early", "user", "ring"};

	if (!from)
		return true;
	for (int i = 0; json_is_string(from) && i < 4; i++) {
		if (strcmp(json_string_value(from), words[i]) == 0) {
			form->believed = i;
			return true;
		}
	}
	return fail(r, "\"from\" must be \"kernel\", \"early\", \"user\" or \"ring\"");
}

static bool read_form(struct reading *r, json_t *entry, struct ht_form *form)
{
	int64_t value = 0;
	json_t *event = json_object_get(entry, "event"), *size = json_object_get(entry, "wordSize");

	if (!number(r, json_object_get(entry, "number"), "\"number\" of an event", &value))
		return false;
	if (value < 0 || value > MAX_NUMBER)
		return fail(r, "the number %lld is not between 0 and %d", (long long)value, MAX_NUMBER);
	form->number = (int)value;
	form->kind = json_is_string(event) ? ht_kind_of(json_string_value(event)) : HT_KIND_COUNT;
	if (form->kind == HT_KIND_COUNT)
		return fail(r, "the event %d has no known kind", form->number);
	form->word_size = json_is_integer(size) ? (int)json_integer_value(size) : 0;
	form->restarts = json_is_true(json_object_get(entry, "restarts"));
	return believed(r, json_object_get(entry, "from"), form) && conditions(r, json_object_get(entry, "when"), form)
		&& fields(r, json_object_get(entry, "fields"), form);
}

static bool append(struct reading *r, struct ht_dialect *dialect, struct ht_form *form)
{
	if (form->number >= dialect->form_count) {
		struct ht_form **forms = realloc(dialect->forms, (size_t)(form->number + 1) * sizeof(*forms));

		if (!forms)
			return fail(r, "out of memory");
		memset(forms + dialect->form_count, 0, (size_t)(form->number + 1 - dialect->form_count) * sizeof(*forms));
		dialect->forms = forms;
		dialect->form_count = form->number + 1;
	}
	struct ht_form **last = &dialect->forms[form->number];
	while (*last)
		last = &(*last)->next;
	*last = form;
	return true;
}

static bool read_dialect(struct reading *r, json_t *root, struct ht_dialect *dialect)
{
	json_t *name = json_object_get(root, "name"), *nr = json_object_get(root, "nr"), *events = json_object_get(root, "events"), *entry;
	size_t i;

	if (!json_is_string(name) || !json_is_array(events))
		return fail(r, "a dictionary has a \"name\" and a list of \"events\"");
	dialect->name = strdup(json_string_value(name));
	dialect->number = (struct ht_bits){.width = 64};
	if (!place(r, nr, "number", &dialect->number) || !place(r, nr, "level", &dialect->level) || !place(r, nr, "nested", &dialect->nested)
			|| !place(r, nr, "sequence", &dialect->sequence) || !place(r, nr, "cpu", &dialect->cpu))
		return false;
	if (dialect->level.width > 4 || dialect->nested.width > 12 || dialect->sequence.width > 32)
		return fail(r, "nr has at most 4 bits of level, 12 of nested and 32 of sequence");
	json_array_foreach(events, i, entry) {
		struct ht_form *form = calloc(1, sizeof(*form));

		if (!form)
			return fail(r, "out of memory");
		/* first into the dialect, which frees it */
		bool right = read_form(r, entry, form);
		if (!append(r, dialect, form)) {
			free(form);
			return false;
		}
		if (!right)
			return false;
	}
	return true;
}

struct ht_dialect *ht_dialect_parse(const char *json, size_t length, const char *file, char **error)
{
	struct reading r = {file, NULL};
	json_error_t wrong;
	json_t *root = json_loadb(json, length, JSON_REJECT_DUPLICATES, &wrong);
	struct ht_dialect *dialect = calloc(1, sizeof(*dialect));

	if (!root)
		fail(&r, "line %d: %s", wrong.line, wrong.text);
	else if (!dialect)
		fail(&r, "out of memory");
	if (!r.error && !read_dialect(&r, root, dialect) && !r.error)
		fail(&r, "out of memory");
	json_decref(root);
	if (!r.error)
		return dialect;
	ht_dialect_free(dialect);
	*error = r.error;
	return NULL;
}

struct ht_dialect *ht_dialect_read(const char *file, char **error)
{
	FILE *in = fopen(file, "re");
	char *text = malloc(MAX_FILE + 1);
	size_t length = in && text ? fread(text, 1, MAX_FILE + 1, in) : 0;
	bool right = in && text && !ferror(in) && length <= MAX_FILE;
	struct ht_dialect *dialect = right ? ht_dialect_parse(text, length, file, error) : NULL;

	if (!right && asprintf(error, "The dictionary %s cannot be read: %s.", file, in ? "it is too large" : strerror(errno)) < 0)
		*error = NULL;
	if (in)
		fclose(in);
	free(text);
	return dialect;
}
