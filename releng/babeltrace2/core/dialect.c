/* SPDX-License-Identifier: EPL-2.0 */
#include "dialect.h"

#include <stdlib.h>
#include <string.h>

#include "resources.h"

/* Six, each with and without p5. */
#define MAX_KEPT 12

int64_t ht_bits_of(struct ht_bits bits, const struct ht_words *words)
{
	uint64_t shifted = words->word[bits.word] << (64 - bits.low - bits.width);

	return bits.is_signed ? (int64_t)shifted >> (64 - bits.width) : (int64_t)(shifted >> (64 - bits.width));
}

static bool holds(const struct ht_condition *condition, const struct ht_words *words)
{
	int64_t found = ht_bits_of(condition->bits, words);

	for (size_t i = 0; i < condition->count; i++)
		if (condition->values[i] == found)
			return true;
	return false;
}

static bool fits(const struct ht_form *form, const struct ht_words *words, int word_size)
{
	if (form->word_size != 0 && form->word_size != word_size)
		return false;
	for (size_t i = 0; i < form->when_count; i++)
		if (!holds(&form->when[i], words))
			return false;
	return true;
}

const struct ht_form *ht_form_find(const struct ht_form *forms, const struct ht_words *words, int word_size)
{
	while (forms && !fits(forms, words, word_size))
		forms = forms->next;
	return forms;
}

const struct ht_form *ht_dialect_forms(const struct ht_dialect *dialect, int64_t number)
{
	return number >= 0 && number < dialect->form_count ? dialect->forms[number] : NULL;
}

static void free_source(struct ht_source *source)
{
	if (!source)
		return;
	for (size_t i = 0; i < source->name_count; i++)
		free(source->names[i].name);
	free(source->names);
	free(source->text);
	free(source);
}

static void free_form(struct ht_form *form)
{
	for (size_t i = 0; i < form->when_count; i++)
		free(form->when[i].values);
	free(form->when);
	for (int i = 0; i < HT_FIELD_COUNT; i++)
		free_source(form->sources[i]);
	free(form);
}

void ht_dialect_free(struct ht_dialect *dialect)
{
	if (!dialect || --dialect->users > 0)
		return;
	for (int i = 0; i < dialect->form_count; i++) {
		struct ht_form *form = dialect->forms[i];

		while (form) {
			struct ht_form *next = form->next;

			free_form(form);
			form = next;
		}
	}
	free(dialect->forms);
	free(dialect->name);
	free(dialect);
}

static struct ht_dialect *parse(const char *name)
{
	for (const struct ht_resource *r = ht_dialect_resources; r->name; r++) {
		if (strcmp(r->name, name) == 0) {
			char *error = NULL;
			struct ht_dialect *dialect = ht_dialect_parse(r->begin, (size_t)(r->end - r->begin), name, &error);

			free(error);
			return dialect;
		}
	}
	return NULL;
}

static bool add_p5(struct ht_dialect *dialect)
{
	struct ht_dialect *p5 = parse("p5");

	if (!p5)
		return false;
	if (p5->form_count > dialect->form_count) {
		struct ht_form **forms = realloc(dialect->forms, (size_t)p5->form_count * sizeof(*forms));

		if (!forms) {
			ht_dialect_free(p5);
			return false;
		}
		memset(forms + dialect->form_count, 0, (size_t)(p5->form_count - dialect->form_count) * sizeof(*forms));
		dialect->forms = forms;
		dialect->form_count = p5->form_count;
	}
	for (int i = 0; i < p5->form_count; i++) {
		if (p5->forms[i] && !dialect->forms[i]) {
			dialect->forms[i] = p5->forms[i];
			p5->forms[i] = NULL;
		}
	}
	ht_dialect_free(p5);
	return true;
}

struct ht_dialect *ht_dialect_built_in(const char *name, bool with_p5)
{
	static struct ht_dialect *kept[MAX_KEPT];
	static bool has_p5[MAX_KEPT];
	static int count;

	for (int i = 0; i < count; i++) {
		if (has_p5[i] == with_p5 && strcmp(kept[i]->name, name) == 0) {
			kept[i]->users++;
			return kept[i];
		}
	}
	struct ht_dialect *made = parse(name);
	if (made && with_p5)
		add_p5(made);
	if (made && count < MAX_KEPT) {
		made->users = 2;
		has_p5[count] = with_p5;
		kept[count++] = made;
	}
	return made;
}
