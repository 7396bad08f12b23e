/* SPDX-License-Identifier: EPL-2.0 */
#include "machine.h"

#include <stdlib.h>
#include <string.h>

#define MAX_THREADS (1 << 20)
#define MAX_VCPUS (1 << 14)
#define MAX_HYPERVISORS (1 << 16)
#define MAX_HOSTS 256
#define DEAD 16
#define DEAD_TOO 32

struct ht_ids {
	int pid;
	int count; /* processes with this id so far */
	struct ht_process now;
	bool ended;
	UT_hash_handle hh;
};

static struct ht_host *host_of(struct ht_machines *m, int number)
{
	if (number < 0 || number >= MAX_HOSTS)
		return NULL;
	if (number >= m->host_count) {
		struct ht_host *hosts = realloc(m->hosts, (size_t)(number + 1) * sizeof(*hosts));

		if (!hosts)
			return NULL;
		memset(hosts + m->host_count, 0, (size_t)(number + 1 - m->host_count) * sizeof(*hosts));
		m->hosts = hosts;
		m->host_count = number + 1;
	}
	m->hosts[number].manifest = &m->manifest;
	return &m->hosts[number];
}

static void release(struct ht_thread *thread)
{
	if (thread && --thread->users == 0)
		free(thread);
}

static void set_running(struct ht_host *host, int cpu, struct ht_thread *thread)
{
	if (cpu >= host->cpus) {
		struct ht_thread **running = realloc(host->running, (size_t)(cpu + 1) * sizeof(struct ht_thread *));

		if (!running)
			return;
		memset(running + host->cpus, 0, (size_t)(cpu + 1 - host->cpus) * sizeof(struct ht_thread *));
		host->running = running;
		host->cpus = cpu + 1;
	}
	if (thread)
		thread->users++;
	release(host->running[cpu]);
	host->running[cpu] = thread;
}

struct ht_thread *ht_running(struct ht_machines *m, int host, int cpu)
{
	struct ht_host *of = host_of(m, host);

	return of && cpu < of->cpus ? of->running[cpu] : NULL;
}

static struct ht_thread *find(struct ht_host *host, int tid)
{
	struct ht_thread *thread;

	HASH_FIND_INT(host->threads, &tid, thread);
	return thread;
}

/* Kernel threads of KVM have the hypervisor's process id in their name. */
static void learn_from_name(struct ht_host *host, const char *comm)
{
	int digits = strncmp(comm, "kvm-pit/", 8) == 0 ? 8 : strncmp(comm, "vhost-", 6) == 0 ? 6 : -1;
	size_t length = digits < 0 ? 0 : strlen(comm + digits);

	if (length == 0 || length > 9 || strspn(comm + digits, "0123456789") != length || host->hypervisor_count >= MAX_HYPERVISORS)
		return;
	int pid = atoi(comm + digits), at = 0;
	while (at < host->hypervisor_count && host->hypervisors[at] < pid)
		at++;
	if (at < host->hypervisor_count && host->hypervisors[at] == pid)
		return;
	int *pids = realloc(host->hypervisors, (size_t)(host->hypervisor_count + 1) * sizeof(int));
	if (!pids)
		return;
	memmove(pids + at + 1, pids + at, (size_t)(host->hypervisor_count - at) * sizeof(int));
	pids[at] = pid;
	host->hypervisors = pids;
	host->hypervisor_count++;
}

/* A hostile trace may name any number of threads: those that are no vCPUs and do not run are found again later. */
static void forget_threads(struct ht_host *host)
{
	struct ht_thread *thread, *next;

	HASH_ITER(hh, host->threads, thread, next) {
		if (thread->vcpu == HT_UNKNOWN && thread->users == 1) {
			HASH_DEL(host->threads, thread);
			release(thread);
		}
	}
}

static struct ht_thread *reborn(struct ht_host *host, int tid, const char *comm)
{
	struct ht_thread *old = find(host, tid), *thread = calloc(1, sizeof(*thread));

	if (!thread)
		return NULL;
	thread->tid = tid;
	thread->nth = old ? old->nth + 1 : 1;
	thread->process.pid = HT_UNKNOWN;
	thread->vcpu = HT_UNKNOWN;
	thread->users = 1;
	strcpy(thread->comm, comm);
	if (old) {
		HASH_DEL(host->threads, old);
		release(old);
	} else if (HASH_COUNT(host->threads) >= MAX_THREADS) {
		forget_threads(host);
	}
	learn_from_name(host, comm);
	HASH_ADD_INT(host->threads, tid, thread);
	return thread;
}

static struct ht_thread *find_or_new(struct ht_host *host, int tid, const char *comm)
{
	struct ht_thread *thread = find(host, tid);

	return thread ? thread : reborn(host, tid, comm);
}

static struct ht_process process_of(struct ht_host *host, int pid, enum ht_evidence evidence)
{
	struct ht_ids *ids;

	HASH_FIND_INT(host->processes, &pid, ids);
	if (!ids && HASH_COUNT(host->processes) < MAX_THREADS && (ids = calloc(1, sizeof(*ids)))) {
		ids->pid = pid;
		ids->ended = true;
		HASH_ADD_INT(host->processes, pid, ids);
	}
	if (!ids)
		return (struct ht_process){pid, 1, evidence};
	if (ids->ended) {
		ids->now = (struct ht_process){pid, ++ids->count, evidence};
		ids->ended = false;
	}
	return (struct ht_process){pid, ids->now.nth, evidence};
}

static void end_process(struct ht_host *host, int pid)
{
	struct ht_ids *ids;

	HASH_FIND_INT(host->processes, &pid, ids);
	if (ids)
		ids->ended = true;
}

static struct ht_process inferred(struct ht_host *host, int tid)
{
	for (size_t i = 0; i < host->manifest->count; i++)
		for (size_t j = 0; j < host->manifest->vms[i].vcpu_count; j++)
			if (host->manifest->vms[i].vcpus[j] == tid && host->manifest->vms[i].pid >= 0)
				return process_of(host, host->manifest->vms[i].pid, HT_BY_MANIFEST);
	for (int i = host->hypervisor_count - 1; i >= 0; i--)
		if (host->hypervisors[i] <= tid)
			return process_of(host, host->hypervisors[i], HT_BY_KERNEL_THREAD);
	return (struct ht_process){HT_UNKNOWN, 0, HT_BY_NOTHING};
}

/* "CPU 0/KVM": QEMU's names of vCPU threads. */
static int number_in_name(const char *comm)
{
	const char *slash = strstr(comm, "/KVM");

	if (strncmp(comm, "CPU ", 4) != 0 || !slash || slash - comm < 5 || slash - comm > 13)
		return HT_UNKNOWN;
	return strspn(comm + 4, "0123456789") == (size_t)(slash - comm - 4) ? atoi(comm + 4) : HT_UNKNOWN;
}

static void set_number(struct ht_vcpu *vcpu, int number, bool by_exit)
{
	if (number < 0 || (vcpu->number_by_exit && !by_exit))
		return;
	vcpu->number_by_exit |= by_exit;
	vcpu->number = number;
}

static struct ht_vcpu *vcpu_of(struct ht_machines *m, struct ht_host *host, const struct ht_host_event *e)
{
	struct ht_thread *thread = e->cpu < host->cpus ? host->running[e->cpu] : NULL;

	if (!thread || thread->tid == 0 || (thread->vcpu == HT_UNKNOWN && m->vcpu_count >= MAX_VCPUS)) {
		m->unattributed += e->kind == HT_H_KVM_HYPERCALL;
		return NULL;
	}
	if (thread->vcpu == HT_UNKNOWN) {
		if (m->vcpu_count == m->vcpu_capacity) {
			int capacity = m->vcpu_capacity ? 2 * m->vcpu_capacity : 16;
			struct ht_vcpu *vcpus = realloc(m->vcpus, (size_t)capacity * sizeof(*vcpus));

			if (!vcpus)
				return NULL;
			m->vcpus = vcpus;
			m->vcpu_capacity = capacity;
		}
		thread->vcpu = m->vcpu_count++;
		/* kept as long as its index may name it */
		thread->users++;
		m->vcpus[thread->vcpu] = (struct ht_vcpu){.host = e->host, .thread = thread, .number = HT_UNKNOWN};
		set_number(&m->vcpus[thread->vcpu], number_in_name(thread->comm), false);
		if (thread->process.pid == HT_UNKNOWN)
			thread->process = inferred(host, thread->tid);
	}
	return &m->vcpus[thread->vcpu];
}

static void rename_thread(struct ht_machines *m, struct ht_host *host, struct ht_thread *thread, const char *comm)
{
	if (!*comm || strcmp(comm, thread->comm) == 0)
		return;
	strcpy(thread->comm, comm);
	learn_from_name(host, comm);
	if (thread->vcpu != HT_UNKNOWN)
		set_number(&m->vcpus[thread->vcpu], number_in_name(comm), false);
}

static void ends(struct ht_host *host, struct ht_thread *thread)
{
	if (!thread || thread->ended || thread->tid == 0)
		return;
	thread->ended = true;
	if (thread->process.pid != HT_UNKNOWN && thread->process.pid == thread->tid)
		end_process(host, thread->tid);
}

static void switched(struct ht_machines *m, struct ht_host *host, const struct ht_host_event *e)
{
	struct ht_thread *prev = find_or_new(host, e->tid, e->comm), *next;

	if (!prev)
		return;
	rename_thread(m, host, prev, e->comm);
	if ((e->word[0] & 0xff) == DEAD || (e->word[0] & 0xff) == DEAD_TOO)
		ends(host, prev);
	next = find_or_new(host, e->next_tid, e->next_comm);
	if (next && next->ended)
		/* its id was used again and the fork was not recorded */
		next = reborn(host, e->next_tid, e->next_comm);
	if (!next)
		return;
	rename_thread(m, host, next, e->next_comm);
	set_running(host, e->cpu, next);
}

static void process_known(struct ht_host *host, struct ht_thread *thread, int pid)
{
	bool known = thread->process.pid != HT_UNKNOWN && thread->process.evidence != HT_BY_KERNEL_THREAD && thread->process.evidence != HT_BY_NOTHING;

	if (pid >= 0 && !known)
		thread->process = process_of(host, pid, HT_BY_REPORT);
}

void ht_machines_handle(struct ht_machines *m, const struct ht_host_event *e)
{
	struct ht_host *host = e->kind == HT_H_OTHER || e->kind == HT_H_SYSCALL ? NULL : host_of(m, e->host);
	struct ht_thread *thread;
	struct ht_vcpu *vcpu;

	if (!host)
		return;
	switch (e->kind) {
	case HT_H_KVM_ENTRY:
		vcpu = vcpu_of(m, host, e);
		if (vcpu)
			vcpu->has_rip = false;
		break;
	case HT_H_KVM_EXIT:
		vcpu = vcpu_of(m, host, e);
		if (vcpu) {
			vcpu->rip = e->word[2];
			vcpu->has_rip = e->word[3] != 0;
			set_number(vcpu, e->word[4] <= INT32_MAX ? (int)e->word[4] - 1 : HT_UNKNOWN, true);
		}
		break;
	case HT_H_KVM_HYPERCALL:
	case HT_H_KVM_TSC_OFFSET:
	case HT_H_KVM_OTHER:
		vcpu_of(m, host, e);
		break;
	case HT_H_SWITCH:
		switched(m, host, e);
		break;
	case HT_H_THREAD_BEGINS:
		ends(host, find(host, e->tid));
		thread = reborn(host, e->tid, e->comm);
		if (e->pid == e->tid)
			end_process(host, e->pid);
		if (thread && e->pid >= 0)
			thread->process = process_of(host, e->pid, HT_BY_FORK);
		break;
	case HT_H_THREAD_ENDS:
		ends(host, find(host, e->tid));
		break;
	case HT_H_THREAD_KNOWN:
		thread = find_or_new(host, e->tid, e->comm);
		if (thread) {
			process_known(host, thread, e->pid);
			rename_thread(m, host, thread, e->comm);
		}
		break;
	case HT_H_THREAD_ON_CPU:
		thread = find_or_new(host, e->tid, "");
		if (thread) {
			set_running(host, e->cpu, thread);
			process_known(host, thread, e->pid);
		}
		break;
	case HT_H_LOST:
		set_running(host, e->cpu, NULL);
		break;
	default:
		break;
	}
}

void ht_machines_free(struct ht_machines *m)
{
	for (int i = 0; i < m->host_count; i++) {
		struct ht_host *host = &m->hosts[i];
		struct ht_thread *thread, *next;
		struct ht_ids *ids, *after;

		for (int cpu = 0; cpu < host->cpus; cpu++)
			release(host->running[cpu]);
		HASH_ITER(hh, host->threads, thread, next) {
			HASH_DEL(host->threads, thread);
			release(thread);
		}
		HASH_ITER(hh, host->processes, ids, after) {
			HASH_DEL(host->processes, ids);
			free(ids);
		}
		free(host->running);
		free(host->hypervisors);
	}
	for (int i = 0; i < m->vcpu_count; i++)
		release(m->vcpus[i].thread);
	free(m->vcpus);
	free(m->hosts);
	ht_manifest_free(&m->manifest);
}
