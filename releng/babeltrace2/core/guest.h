/* SPDX-License-Identifier: EPL-2.0 */
/* The guests of all hosts: who reports, in which dialect, and in which boot. */
#ifndef HT_GUEST_H
#define HT_GUEST_H

#include "boot.h"
#include "decode.h"
#include "machine.h"

#define HT_MAX_GUESTS (1 << 12)
#define HT_MAX_NESTED_BOOTS (1 << 10)

struct ht_nested_boot {
	int key;
	struct ht_boot boot;
	UT_hash_handle hh;
};

struct ht_guest {
	int number;
	int host;
	/* its VM: a process, or the thread of its vCPU as long as the process is unknown */
	bool is_thread;
	int id, nth;
	struct ht_decoder decoder;
	struct ht_detector detector;
	bool decided, detecting;
	struct ht_boot boot;
	struct ht_nested_boot *nested;
	/* the life of the VM, and whether it was there before the trace */
	bool there, launched, resetting;
};

struct ht_guests {
	struct ht_guest **all;
	int count;
	int *of_vcpu; /* guest by index of vCPU, HT_UNKNOWN: not known */
	struct ht_process *process_of_vcpu;
	int vcpus;
	struct ht_vm_key *by_vm;
	int undecided;
	const char *chosen; /* a dialect for all: name or file; NULL: the manifest's, else detected */
	struct ht_manifest *manifest;
	ht_emit emit;
	void *to;
	char *error; /* a dictionary that cannot be read */
};

/* The guest that a vCPU runs; NULL: there are too many. */
struct ht_guest *ht_guest_of(struct ht_guests *guests, struct ht_machines *machines, int vcpu);
/* A guest that is known otherwise: the writer of a ring. NULL: there are too many. */
struct ht_guest *ht_guest_add(struct ht_guests *guests);
void ht_guest_detect(struct ht_guests *guests, struct ht_guest *guest, const struct ht_words *words);
/* Takes the likeliest dialect for each guest that has none. */
void ht_guests_decide(struct ht_guests *guests);
/* The boot of who reports; NULL: too many nested guests. */
struct ht_boot *ht_guest_boot(struct ht_guest *guest, struct ht_from from);
void ht_guests_free(struct ht_guests *guests);

#endif
