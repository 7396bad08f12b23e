/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FACTS_H
#define FACTS_H

#include "kernel.h"
#include "../../guest/abi.h"

#define FACTS 8192

/* What happened on a CPU and what was reported of it, by class: batches keep the order only within one. */
enum class { SWITCHES, FUNCTIONS, CALLS, OTHERS, CLASSES };
struct fact { u64 kind, what, ns, time; }; /* time 0: it is not reported exactly */
static struct facts { unsigned int happened, reported; struct fact fact[FACTS]; } facts[CPUS][CLASSES];

static void happened(enum class class, u64 kind, u64 what, u64 ns, u64 time)
{
	struct facts *all = &facts[shim.cpu][class];

	CHECK(all->happened < FACTS, "a test has too many events");
	all->fact[all->happened++] = (struct fact){ kind, what, ns, time };
}

static void reported(enum class class, u64 kind, u64 what, u64 ns, u64 time)
{
	struct facts *all = &facts[shim.cpu][class];
	struct fact *fact = &all->fact[all->reported];

	CHECK(all->reported++ < all->happened, "an event is reported that did not happen");
	CHECK(fact->kind == kind && fact->what == what, "another event is reported than happened");
	CHECK(!time || !fact->time || fact->time == time, "an event is reported with another time");
	/* Durations of batched functions have 24 bits and an even shift. */
	CHECK(fact->ns == ns || (kind == HT_FUNCTION_EXIT && fact->ns > ns && fact->ns - ns <= fact->ns >> 21),
	      "an event is reported with another duration");
}

#endif
