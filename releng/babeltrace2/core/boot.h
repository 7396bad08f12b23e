/* SPDX-License-Identifier: EPL-2.0 */
/* Which boot of a guest runs: ABI.md, "Boots and launch marks". */
#ifndef HT_BOOT_H
#define HT_BOOT_H

#include "event.h"

enum ht_boot_phase { HT_BEFORE, HT_KERNEL, HT_LEVELS, HT_RUNS, HT_STOPPED, HT_PANICKED };

struct ht_boot {
	int number; /* from 1; 0 before the first */
	int mark;
	enum ht_boot_phase phase;
};

enum ht_life { HT_LAUNCHED, HT_RESET, HT_TRIPLE_FAULT };

void ht_boot_life(struct ht_boot *boot, enum ht_life life);
void ht_boot_event(struct ht_boot *boot, const struct ht_event *event);
/* Whether boot code at low addresses may follow. */
bool ht_boot_may_follow(const struct ht_event *event);

#endif
