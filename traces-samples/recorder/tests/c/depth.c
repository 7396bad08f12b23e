// SPDX-License-Identifier: GPL-2.0
/* How many functions each task is in, beside plain counting: of tasks whose places in the table collide and of others. */
#include "input.h"
#include "../../guest/hypertrace.h"

#define COLLIDE 24
#define TASKS 32
#define TRIES 16

void shim_called(u64 nr, u64 a0, u64 a1, u64 a2, u64 a3)
{
	(void)nr, (void)a0, (void)a1, (void)a2, (void)a3;
}

/* Only their addresses count. */
static struct task_struct *tasks[TASKS];

static void find_tasks(void)
{
	u64 address = 0x1000;

	for (int i = 0; i < TASKS; address += 64)
		if (hash_ptr(address, 10) == (i < COLLIDE ? 1020U : 100U * (i - COLLIDE) + 50))
			tasks[i++] = (struct task_struct *)address;
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	struct input input = { data, data + size };
	int depth[TASKS] = { 0 }, colliding = 0;

	if (!tasks[0])
		find_tasks();
	shim_reset();
	while (has_more(&input)) {
		int what = take(&input, 1), i = what % TASKS, none = !depth[i] && i < COLLIDE && colliding == TRIES;

		shim.on[0] = tasks[i];
		if (what >> 6 == 3) {
			if (what & 0x20) {
				ht_depth_clear();
				memset(depth, 0, sizeof(depth));
			} else {
				ht_depth_forget(tasks[i]);
				depth[i] = 0;
			}
		} else if (what >> 6 == 2) {
			ht_depth_leave();
			depth[i] -= depth[i] > 0;
		} else {
			unsigned int reported = ht_depth_enter();

			CHECK(reported == (none ? 0U : (unsigned int)depth[i]), "the depth is not how many functions the task is in");
			depth[i] += !none;
		}
		colliding = 0;
		for (int j = 0; j < COLLIDE; j++)
			colliding += depth[j] > 0;
	}
	return 0;
}
