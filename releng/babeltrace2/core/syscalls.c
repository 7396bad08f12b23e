/* SPDX-License-Identifier: EPL-2.0 */
/* Types of system calls, by the tables of the product. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel.h"
#include "resources.h"

#define MAX_NUMBER 1024

/* [compat][exit][number] */
static struct ht_event_type *types[2][2][MAX_NUMBER];
static bool is_read;

static void add(int compat, int is_exit, int number, const char *name, int length)
{
	struct ht_event_type *type = calloc(1, sizeof(*type));
	char *full;

	if (!type || asprintf(&full, "%ssyscall_%s_%.*s", compat ? "compat_" : "", is_exit ? "exit" : "entry", length, name) < 0) {
		free(type);
		return;
	}
	type->name = full;
	if (is_exit) {
		type->fields[0] = (struct ht_field_type){"ret", HT_S64};
	} else {
		type->fields[0] = (struct ht_field_type){"arg0", HT_X64};
		type->fields[1] = (struct ht_field_type){"arg1", HT_X64};
	}
	types[compat][is_exit][number] = type;
}

static void read_table(const struct ht_resource *table, int compat)
{
	for (const char *line = table->begin; line < table->end;) {
		const char *end = memchr(line, '\n', (size_t)(table->end - line));
		const char *space = end ? memchr(line, ' ', (size_t)(end - line)) : NULL;
		int number = atoi(line);

		if (space && *line != '#' && number >= 0 && number < MAX_NUMBER) {
			add(compat, 0, number, space + 1, (int)(end - space - 1));
			add(compat, 1, number, space + 1, (int)(end - space - 1));
		}
		line = end ? end + 1 : table->end;
	}
}

const struct ht_event_type *ht_syscall_type(int64_t number, bool compat, bool is_exit)
{
	if (!is_read) {
		is_read = true;
		read_table(&ht_syscalls_x86_64, 0);
		read_table(&ht_syscalls_i386, 1);
	}
	return number >= 0 && number < MAX_NUMBER ? types[compat][is_exit][number] : NULL;
}
