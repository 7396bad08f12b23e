// SPDX-License-Identifier: GPL-2.0
/*
 * Writes into a guest's rings what the guest cannot see: when it was left and why, when it was entered, when its vCPU's
 * thread lost the CPU. One module for one VM: tgid= its process, path= the file behind its ivshmem-plain device. The
 * stamps are the guest's TSC, so that they stand in order with the guest's own records. The guest has laid out the rings;
 * nothing it writes is believed but their places, which are checked against the file's size. The guest can read what is
 * written, so the host's tasks and CPUs are left out unless show_host=1. A vCPU belongs to KVM: it is used only within
 * KVM's own tracepoints, on the thread that runs it, and no pointer to it is kept.
 */
#include <linux/file.h>
#include <linux/fs.h>
#include <linux/kprobes.h>
#include <linux/kvm_host.h>
#include <linux/math64.h>
#include <linux/module.h>
#include <linux/pagemap.h>
#include <linux/shmem_fs.h>
#include <linux/tracepoint.h>
#include <linux/vmalloc.h>
#include <asm/svm.h>
#include "ring.h"

#define MOST 64
#define MOST_PAGES (1UL << (30 - PAGE_SHIFT))	/* all pages of the file are held: 1 GiB at most */
enum { VM_EXIT = 0xa0, VM_ENTRY = 0xa1, SCHEDULED_OUT = 0xa2, SCHEDULED_IN = 0xa3 };

static char *path = "";
module_param(path, charp, 0444);
MODULE_PARM_DESC(path, "the file behind the VM's ivshmem-plain device, in a tmpfs");
static int tgid;
module_param(tgid, int, 0444);
MODULE_PARM_DESC(tgid, "the VM's process");
static bool show_host;
module_param(show_host, bool, 0644);
MODULE_PARM_DESC(show_host, "ids and names of the host's tasks and numbers of its CPUs, too; the guest can read them (off)");

static atomic64_t written;

static int get_written(char *buffer, const struct kernel_param *unused)
{
	return sysfs_emit(buffer, "%lld\n", atomic64_read(&written));
}

static const struct kernel_param_ops written_operations = { .get = get_written };
module_param_cb(written, &written_operations, NULL, 0444);
MODULE_PARM_DESC(written, "records written so far");

static struct {
	struct ht_ring *ring;
	u64 capacity;
	pid_t tid;		/* the thread that has entered the guest, 0 if none */
	u64 host_tsc;		/* when KVM was last seen to run it, */
	u64 guest_tsc;		/* what the guest's TSC was then, */
	u64 ratio;		/* and how far it goes in 2^32 ticks of the host's */
} vcpus[MOST];

static struct pid *process;	/* not its number, which another may get */
static struct page **pages;
static unsigned long mapped;
static void *memory;
static struct kvm_x86_ops *operations;

static void put(unsigned int index, u64 tsc, u32 event, u64 a0, u64 a1, u64 a2)
{
	struct ht_ring *ring = vcpus[index].ring;

	if (!ring)
		return;
	ht_ring_put(ring, vcpus[index].capacity, tsc, (u64)index << 32 | event, a0, a1, a2,
		    READ_ONCE(show_host) ? raw_smp_processor_id() : HT_RING_NO_CPU);
	atomic64_inc(&written);
}

static bool is_of_vm(const struct task_struct *task)
{
	return READ_ONCE(task->signal->pids[PIDTYPE_TGID]) == process;
}

/* In a tracepoint of KVM's: the vCPU is the one that runs here. */
static bool is_ours(const struct kvm_vcpu *vcpu)
{
	return (unsigned int)vcpu->vcpu_id < MOST && is_of_vm(current);
}

/* @return the guest's TSC; for when KVM does not run the vCPU it is kept how it goes on */
static u64 read_tsc(struct kvm_vcpu *vcpu)
{
	u64 host = rdtsc(), guest = kvm_read_l1_tsc(vcpu, host);

	WRITE_ONCE(vcpus[vcpu->vcpu_id].host_tsc, host);
	WRITE_ONCE(vcpus[vcpu->vcpu_id].guest_tsc, guest);
	WRITE_ONCE(vcpus[vcpu->vcpu_id].ratio, kvm_read_l1_tsc(vcpu, host + (1ULL << 32)) - guest);
	return guest;
}

static u64 kept_tsc(unsigned int index)
{
	u64 passed = rdtsc() - READ_ONCE(vcpus[index].host_tsc);

	return READ_ONCE(vcpus[index].guest_tsc) + mul_u64_u64_shr(passed, READ_ONCE(vcpus[index].ratio), 32);
}

static void on_exit(void *data, struct kvm_vcpu *vcpu, u32 isa)
{
	u32 reason, interrupt, error;
	u64 info1, info2;

	if (!is_ours(vcpu))
		return;
	operations->get_exit_info(vcpu, &reason, &info1, &info2, &interrupt, &error);
	if (!test_bit(VCPU_REGS_RIP, (unsigned long *)&vcpu->arch.regs_avail))
		operations->cache_reg(vcpu, VCPU_REGS_RIP);
	put(vcpu->vcpu_id, read_tsc(vcpu), VM_EXIT, (u64)isa << 32 | reason, vcpu->arch.regs[VCPU_REGS_RIP],
	    info1);
}

static void on_entry(void *data, struct kvm_vcpu *vcpu, bool again)
{
	if (!is_ours(vcpu))
		return;
	put(vcpu->vcpu_id, read_tsc(vcpu), VM_ENTRY, 0, 0, 0);
	WRITE_ONCE(vcpus[vcpu->vcpu_id].tid, current->pid);
}

/* @other: the task before or after that of the vCPU; id 0 without a name is none: the idle task has one */
static void put_switch(unsigned int index, u32 event, const struct task_struct *other, u64 state)
{
	u64 id = 0, name = 0;

	if (READ_ONCE(show_host)) {
		id = other->pid;
		memcpy(&name, other->comm, sizeof(name));
	}
	put(index, kept_tsc(index), event, id, state, name);
}

static void on_switch(void *data, bool preempt, struct task_struct *prev, struct task_struct *next, unsigned int state)
{
	bool leaves = is_of_vm(prev), comes = is_of_vm(next);
	unsigned int i;

	for (i = 0; i < MOST && (leaves || comes); i++) {
		pid_t tid = READ_ONCE(vcpus[i].tid);

		if (tid && leaves && prev->pid == tid)
			put_switch(i, SCHEDULED_OUT, next, preempt ? 0 : state);
		if (tid && comes && next->pid == tid)
			put_switch(i, SCHEDULED_IN, prev, 0);
	}
}

static void on_task_exit(void *data, struct task_struct *task)
{
	unsigned int i;

	for (i = 0; i < MOST && is_of_vm(task); i++)
		if (READ_ONCE(vcpus[i].tid) == task->pid)
			WRITE_ONCE(vcpus[i].tid, 0);
}

static struct {
	const char *name;
	void *function;
	struct tracepoint *tracepoint;
	bool registered;
} probes[] = {
	{ .name = "kvm_exit", .function = on_exit },
	{ .name = "kvm_entry", .function = on_entry },
	{ .name = "sched_switch", .function = on_switch },
	{ .name = "sched_process_exit", .function = on_task_exit },
};

static void match(struct tracepoint *tracepoint, void *unused)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(probes); i++)
		if (!strcmp(probes[i].name, tracepoint->name))
			probes[i].tracepoint = tracepoint;
}

/* This module uses kvm, so kvm is there and stays. */
static int find_in_modules(struct notifier_block *block, unsigned long state, void *data)
{
	struct module *module = ((struct tp_module *)data)->mod;
	unsigned int i;

	for (i = 0; state == MODULE_STATE_COMING && i < module->num_tracepoints; i++)
		match(tracepoint_ptr_deref(&module->tracepoints_ptrs[i]), NULL);
	return NOTIFY_OK;
}

static void unregister(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(probes); i++)
		if (probes[i].registered)
			tracepoint_probe_unregister(probes[i].tracepoint, probes[i].function, NULL);
	tracepoint_synchronize_unregister();
}

static int register_all(void)
{
	struct notifier_block finder = { .notifier_call = find_in_modules };
	unsigned int i;
	int err;

	for_each_kernel_tracepoint(match, NULL);
	err = register_tracepoint_module_notifier(&finder);
	if (err)
		return err;
	unregister_tracepoint_module_notifier(&finder);
	for (i = 0; i < ARRAY_SIZE(probes); i++) {
		err = probes[i].tracepoint ? tracepoint_probe_register(probes[i].tracepoint, probes[i].function, NULL) : -ENOENT;
		if (err) {
			pr_err("hypertrace-ring: tracepoint %s: error %d\n", probes[i].name, err);
			unregister();
			return err;
		}
		probes[i].registered = true;
	}
	return 0;
}

static void release(void)
{
	unsigned long i;

	if (memory)
		vunmap(memory);
	for (i = 0; i < mapped; i++) {
		set_page_dirty_lock(pages[i]);
		put_page(pages[i]);
	}
	kvfree(pages);
	put_pid(process);
}

/* The pages of the file stay where they are while this module holds them. */
static int map(void)
{
	struct file *file = filp_open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK, 0);
	unsigned long wanted;
	int err;

	if (IS_ERR(file))
		return PTR_ERR(file);
	wanted = i_size_read(file_inode(file)) >> PAGE_SHIFT;
	err = !shmem_file(file) ? -EINVAL : wanted > MOST_PAGES ? -EFBIG : 0;
	if (!err) {
		pages = kvcalloc(wanted, sizeof(*pages), GFP_KERNEL);
		err = pages ? 0 : -ENOMEM;
	}
	while (!err && mapped < wanted) {
		struct page *page = shmem_read_mapping_page(file->f_mapping, mapped);

		if (IS_ERR(page))
			err = PTR_ERR(page);
		else
			pages[mapped++] = page;
	}
	filp_close(file, NULL);
	if (!err) {
		memory = vmap(pages, mapped, VM_MAP, PAGE_KERNEL);
		err = memory ? 0 : -ENOMEM;
	}
	return err;
}

/* @return how many rings there are */
static unsigned int find_rings(void)
{
	u64 size = (u64)mapped << PAGE_SHIFT, at = 0;
	unsigned int steps, found = 0;

	for (steps = 0; steps < MOST && at <= size - sizeof(struct ht_ring) && IS_ALIGNED(at, 8); steps++) {
		struct ht_ring *ring = memory + at;
		u64 cpu = READ_ONCE(ring->cpu), capacity = READ_ONCE(ring->capacity);

		if (READ_ONCE(ring->magic) != HT_RING_MAGIC ||
		    READ_ONCE(ring->version) != ((u64)HT_RING_VERSION << 32 | HT_RING_RECORD) || !is_power_of_2(capacity) ||
		    capacity > (size - at - sizeof(*ring)) / HT_RING_RECORD || !cpu || cpu > MOST)
			break;
		if (!vcpus[cpu - 1].ring) {
			vcpus[cpu - 1].capacity = capacity;
			vcpus[cpu - 1].ring = ring;
			found++;
		}
		at = READ_ONCE(ring->next);
		if (!at)
			break;
	}
	return found;
}

/* kvm does not export how it reads an exit; the kernel knows where it is. */
static int find_operations(void)
{
	struct kprobe probe = { .symbol_name = "kallsyms_lookup_name" };
	unsigned long (*look_up)(const char *name);
	int err = register_kprobe(&probe);

	if (err)
		return err;
	look_up = (void *)probe.addr;
	unregister_kprobe(&probe);
	operations = (struct kvm_x86_ops *)look_up("kvm_x86_ops");
	return operations && operations->get_exit_info ? 0 : -ENOENT;
}

static int __init ring_init(void)
{
	int err = find_operations() ?: map();

	process = find_get_pid(tgid);
	if (!err && (!process || !pid_has_task(process, PIDTYPE_TGID))) {
		pr_err("hypertrace-ring: there is no process %d\n", tgid);
		err = -ESRCH;
	}
	if (!err && !find_rings()) {
		pr_err("hypertrace-ring: no rings in '%s': the guest has not laid them out yet\n", path);
		err = -ENODATA;
	}
	if (!err)
		err = register_all();
	if (err)
		release();
	return err;
}

static void __exit ring_exit(void)
{
	unregister();
	release();
}

module_init(ring_init);
module_exit(ring_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Writes VM exits and scheduling of vCPUs into the rings of a guest of Hypertrace");
