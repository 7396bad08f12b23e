/* SPDX-License-Identifier: EPL-2.0 */
#include "boot.h"

#include <string.h>

enum mark { NO_MARK, FIRST_CODE, START_KERNEL, LEVEL_START_KERNEL };

static enum mark mark_of(const struct ht_event *event)
{
	if (event->kind == HT_K_stage) {
		int stage = (int)ht_get(event, HT_F_stage);

		return stage == 1 ? FIRST_CODE : stage == 2 ? START_KERNEL : NO_MARK;
	}
	return event->kind == HT_K_boot_level_begin && event->text && strcmp(event->text, "start_kernel") == 0 ? LEVEL_START_KERNEL : NO_MARK;
}

static bool shows_that_it_runs(enum ht_kind kind)
{
	switch (kind) {
	case HT_K_hello: case HT_K_base: case HT_K_name: case HT_K_groups_off: case HT_K_text: case HT_K_config: case HT_K_tracing_start:
	case HT_K_tracing_stop: case HT_K_kvm_hypercall: case HT_K_unknown: case HT_K_lost: case HT_K_mark:
		return false;
	default:
		return true;
	}
}

static void begin(struct ht_boot *boot)
{
	boot->number++;
	boot->mark = NO_MARK;
	boot->phase = HT_BEFORE;
}

static void require(struct ht_boot *boot)
{
	if (boot->number == 0)
		begin(boot);
}

void ht_boot_life(struct ht_boot *boot, enum ht_life life)
{
	if (life == HT_RESET) {
		begin(boot);
		return;
	}
	require(boot);
	if (life == HT_TRIPLE_FAULT && boot->phase != HT_PANICKED)
		boot->phase = HT_STOPPED;
}

static enum ht_boot_phase after(const struct ht_boot *boot, const struct ht_event *event, enum mark mark)
{
	if (event->kind == HT_K_boot_level_begin)
		return HT_LEVELS;
	if (mark != NO_MARK)
		return boot->phase == HT_LEVELS ? HT_LEVELS : HT_KERNEL;
	if (event->kind == HT_K_stage)
		return (int)ht_get(event, HT_F_stage) == 6 ? HT_STOPPED : HT_RUNS;
	if (event->kind == HT_K_panic)
		return HT_PANICKED;
	bool executes = event->kind == HT_K_sched_process_exec && ht_event_tid(event) == 1 && boot->phase == HT_LEVELS;
	return executes || (boot->phase == HT_BEFORE && shows_that_it_runs(event->kind)) ? HT_RUNS : boot->phase;
}

void ht_boot_event(struct ht_boot *boot, const struct ht_event *event)
{
	enum mark mark = mark_of(event);

	if (mark != NO_MARK) {
		bool boots = boot->phase == HT_BEFORE || boot->phase == HT_KERNEL || boot->phase == HT_LEVELS;

		if (boot->number == 0 || !boots || (int)mark <= boot->mark)
			begin(boot);
		boot->mark = mark;
	} else if (event->kind == HT_K_base && ht_get(event, HT_F_text) != 0) {
		if (boot->phase == HT_STOPPED || boot->phase == HT_PANICKED)
			begin(boot);
		require(boot);
	} else if (shows_that_it_runs(event->kind)) {
		require(boot);
	}
	boot->phase = after(boot, event, mark);
}

bool ht_boot_may_follow(const struct ht_event *event)
{
	return event->from.level == 0 && (event->kind == HT_K_panic || (event->kind == HT_K_stage && (int)ht_get(event, HT_F_stage) == 6));
}
