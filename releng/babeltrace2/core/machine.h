/* SPDX-License-Identifier: EPL-2.0 */
/* Who is who on the hosts: which thread runs on a CPU, which threads are vCPUs, and which process is their VM. */
#ifndef HT_MACHINE_H
#define HT_MACHINE_H

#include <uthash.h>

#include "event.h"

#define HT_COMM 32
#define HT_MAX_CPUS (1 << 14)

enum ht_host_kind {
	HT_H_OTHER, HT_H_KVM_ENTRY, HT_H_KVM_EXIT, HT_H_KVM_HYPERCALL, HT_H_KVM_TSC_OFFSET, HT_H_KVM_OTHER, HT_H_SYSCALL, HT_H_SWITCH,
	HT_H_THREAD_BEGINS, HT_H_THREAD_ENDS, HT_H_THREAD_KNOWN, HT_H_THREAD_ON_CPU, HT_H_LOST
};

/* An event of a host, with what is read of it. */
struct ht_host_event {
	int64_t time;
	enum ht_host_kind kind;
	int host;
	int cpu;
	int tid; /* of a switch: the previous one */
	int pid;
	int next_tid;
	uint64_t word[5]; /* of a hypercall; of an exit: reason, isa, rip, whether it has one, vCPU + 1; of an offset: previous, next; of a switch: state */
	char comm[HT_COMM];
	char next_comm[HT_COMM];
};

/* How it is known which process a thread belongs to; the best first. */
enum ht_evidence { HT_BY_FORK, HT_BY_REPORT, HT_BY_MANIFEST, HT_BY_KERNEL_THREAD, HT_BY_NOTHING };

struct ht_process {
	int pid; /* HT_UNKNOWN: none is known */
	int nth; /* the process with this id, from 1 */
	enum ht_evidence evidence;
};

struct ht_thread {
	int tid;
	int nth;
	char comm[HT_COMM];
	struct ht_process process;
	bool ended;
	int vcpu; /* index, HT_UNKNOWN: it is none */
	int users; /* the host's table, CPUs, and the vCPU that it is */
	UT_hash_handle hh;
};

struct ht_vcpu {
	int host;
	struct ht_thread *thread;
	int number; /* HT_UNKNOWN: nothing shows it */
	bool number_by_exit;
	bool has_rip;
	uint64_t rip;
	/* for the life of its VM */
	bool entered, msr;
};

struct ht_manifest_vm {
	char *name;
	int pid;
	char *dialect; /* a name, or a file */
	char *inner; /* the name of its only nested guest */
	int *vcpus;
	size_t vcpu_count;
};

struct ht_manifest {
	struct ht_manifest_vm *vms;
	size_t count;
	char *ring; /* the first file of rings whose records are not hypercalls, too; NULL: none */
};

struct ht_ids; /* processes of a host */

struct ht_host {
	struct ht_thread *threads;
	struct ht_ids *processes;
	struct ht_thread **running;
	int cpus;
	int *hypervisors; /* process ids that kernel threads of KVM name, sorted */
	int hypervisor_count;
	const struct ht_manifest *manifest;
};

struct ht_machines {
	struct ht_host *hosts;
	int host_count;
	struct ht_vcpu *vcpus;
	int vcpu_count, vcpu_capacity;
	struct ht_manifest manifest;
	uint64_t unattributed;
};

void ht_machines_handle(struct ht_machines *machines, const struct ht_host_event *event);
/* The thread that runs there; NULL: unknown. */
struct ht_thread *ht_running(struct ht_machines *machines, int host, int cpu);
const struct ht_manifest_vm *ht_manifest_of(const struct ht_manifest *manifest, int pid);
void ht_machines_free(struct ht_machines *machines);

/* Reads hypertrace.json. false: *error is a sentence, which the caller frees. */
bool ht_manifest_read(const char *file, struct ht_manifest *manifest, char **error);
void ht_manifest_free(struct ht_manifest *manifest);

#endif
