/* SPDX-License-Identifier: EPL-2.0 */
/* Guest events as LTTng's kernel tracer would have recorded them in the guest; what it has no event for is hypertrace_*. */
#ifndef HT_KERNEL_H
#define HT_KERNEL_H

#include <uthash.h>

#include "event.h"

#define HT_MAX_FIELDS 10

enum ht_type { HT_S32, HT_S64, HT_U8, HT_U32, HT_U64, HT_X64, HT_STRING, HT_COMM16, HT_TIDS };

struct ht_field_type {
	const char *name;
	enum ht_type type;
};

struct ht_event_type {
	const char *name;
	struct ht_field_type fields[HT_MAX_FIELDS + 1]; /* ends with one without a name */
};

struct ht_value {
	int64_t number;
	const char *text;
};

struct ht_kernel_event {
	const struct ht_event_type *type;
	struct ht_value values[HT_MAX_FIELDS];
	char made[2][24]; /* names that are made here */
};

struct ht_task {
	int tid;
	char *comm;
	int prio; /* the kernel's, HT_UNKNOWN: not known */
	UT_hash_handle hh;
};

/* What a guest reported of its tasks: names and priorities that later events leave out. */
struct ht_tasks {
	struct ht_task *all; /* the one used longest ago first */
	unsigned limit;
};

/* What comes next in time; after it was shown. */
void ht_tasks_learn(struct ht_tasks *tasks, const struct ht_event *event);
void ht_tasks_free(struct ht_tasks *tasks);

/* cpu: the guest's. false: nothing is recorded for it. Texts live as long as the event and the tasks. */
bool ht_kernel_event(struct ht_tasks *tasks, const struct ht_event *event, int cpu, struct ht_kernel_event *out);

/* Types of the entry or exit of a system call; NULL: its number is unknown. They live as long as the process. */
const struct ht_event_type *ht_syscall_type(int64_t number, bool compat, bool is_exit);

#endif
