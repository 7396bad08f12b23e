/* SPDX-License-Identifier: EPL-2.0 */
/* Which CPU of which guest sends a hypercall: a vCPU of the VM, or a CPU of a guest nested in it. */
#ifndef HT_SENDER_H
#define HT_SENDER_H

#include <uthash.h>

#include "dialect.h"
#include "sequence.h"

#define HT_MAX_SENDERS (1 << 13)

struct ht_sender {
	int64_t key;
	struct ht_from from;
	struct ht_sequence sequence;
	bool numbered; /* false: several CPUs may stand behind it */
	int switched_to; /* HT_UNKNOWN before the first switch */
	int last_tid;
	UT_hash_handle hh;
};

struct ht_cpu_of_task {
	int64_t key;
	int cpu;
	UT_hash_handle hh;
};

/* A nested guest, of which some events show who sends them, or others do not. */
struct ht_nested {
	int64_t key;
	bool known, mixed;
	UT_hash_handle hh;
};

struct ht_senders {
	struct ht_sender *all;
	struct ht_cpu_of_task *cpus;
	struct ht_nested *nested;
	struct ht_losses *losses;
};

/* cpu: the CPU that the event names, else HT_UNKNOWN; low_bits: only its low 8 bits. NULL: it cannot be. */
struct ht_sender *ht_sender_of(struct ht_senders *senders, const struct ht_words *words, int level, int nested, int cpu, bool low_bits);
/* The guest of this CPU begins anew, and with the VM itself all that is nested in it. */
void ht_senders_restart(struct ht_senders *senders, struct ht_sender *by, bool numbers);
/* No CPU of the guest of this one reports switches any more. */
void ht_senders_forget_tasks(struct ht_senders *senders, const struct ht_sender *by);
void ht_senders_free(struct ht_senders *senders);

static inline int ht_sender_task(const struct ht_sender *sender)
{
	return sender->switched_to >= 0 ? sender->switched_to : sender->last_tid;
}

static inline void ht_sender_ran(struct ht_sender *sender, int64_t tid)
{
	if (tid >= 0)
		sender->last_tid = (int)tid;
}

#endif
