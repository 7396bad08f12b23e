/* SPDX-License-Identifier: EPL-2.0 */
#include <stdlib.h>
#include <string.h>

#include "kernel.h"

static struct ht_task *use(struct ht_tasks *tasks, int tid)
{
	struct ht_task *task;

	HASH_FIND_INT(tasks->all, &tid, task);
	if (task) {
		HASH_DEL(tasks->all, task);
		HASH_ADD_INT(tasks->all, tid, task);
	}
	return task;
}

static void forget(struct ht_tasks *tasks, struct ht_task *task)
{
	HASH_DEL(tasks->all, task);
	free(task->comm);
	free(task);
}

static void learn(struct ht_tasks *tasks, int64_t tid, const char *comm, int64_t prio)
{
	if (tid <= 0)
		return;
	struct ht_task *task = use(tasks, (int)tid);
	if (!task) {
		task = calloc(1, sizeof(*task));
		if (!task)
			return;
		task->tid = (int)tid;
		task->prio = HT_UNKNOWN;
		HASH_ADD_INT(tasks->all, tid, task);
		if (HASH_COUNT(tasks->all) > tasks->limit)
			forget(tasks, tasks->all);
	}
	if (comm) {
		char *copy = strdup(comm);

		free(task->comm);
		task->comm = copy;
	}
	if (prio != HT_UNKNOWN)
		task->prio = (int)prio;
}

void ht_tasks_learn(struct ht_tasks *tasks, const struct ht_event *e)
{
	switch (e->kind) {
	case HT_K_sched_switch:
		learn(tasks, ht_get(e, HT_F_prev_tid), NULL, ht_get(e, HT_F_prev_prio));
		learn(tasks, ht_get(e, HT_F_next_tid), e->text, ht_get(e, HT_F_next_prio));
		break;
	case HT_K_sched_waking:
	case HT_K_sched_wakeup:
	case HT_K_sched_wakeup_new:
	case HT_K_sched_process_exit:
		learn(tasks, ht_get(e, HT_F_tid), e->text, ht_get(e, HT_F_prio));
		break;
	case HT_K_sched_process_fork: {
		struct ht_task *parent = use(tasks, (int)ht_get(e, HT_F_parent_tid));
		char *comm = e->text || !parent || !parent->comm ? NULL : strdup(parent->comm);

		learn(tasks, ht_get(e, HT_F_child_tid), e->text ? e->text : comm, parent ? parent->prio : HT_UNKNOWN);
		free(comm);
		break;
	}
	case HT_K_sched_process_exec:
	case HT_K_task:
		learn(tasks, ht_get(e, HT_F_tid), e->text, HT_UNKNOWN);
		break;
	case HT_K_sched_process_free: {
		struct ht_task *task = use(tasks, (int)ht_get(e, HT_F_tid));

		if (task)
			forget(tasks, task);
		break;
	}
	case HT_K_stage:
		if ((int)ht_get(e, HT_F_stage) <= 2)
			ht_tasks_free(tasks);
		break;
	default:
		break;
	}
}

void ht_tasks_free(struct ht_tasks *tasks)
{
	while (tasks->all)
		forget(tasks, tasks->all);
}
