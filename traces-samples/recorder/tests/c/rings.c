// SPDX-License-Identifier: GPL-2.0
/*
 * The host's writer in a guest's memory, which the guest has laid out as it likes and changes meanwhile: it never writes
 * elsewhere, and nothing of the host that was not asked for. Where the guest is honest, each record is as it should be.
 */
#include "input.h"
#include "../../guest/ring.h"

#define VM 4711
#define OTHER 0x5ec2e7
#define NAME "SECRETS of a task"
#define VCPUS 4

char **shim_param_path(void);
int *shim_param_tgid(void);
bool *shim_param_show_host(void);
const struct kernel_param_ops *shim_param_written(void);

void shim_called(u64 nr, u64 a0, u64 a1, u64 a2, u64 a3)
{
	(void)nr, (void)a0, (void)a1, (void)a2, (void)a3;
}

/* As the guest's tracer does. @return how many rings there are */
static unsigned int lay_out(u64 shape)
{
	unsigned int rings = 1 + (shape & 3);
	u64 room = shim.file_size / rings & ~63ULL, capacity = rounddown_pow_of_two((room - sizeof(struct ht_ring)) / HT_RING_RECORD);

	for (unsigned int i = 0; i < rings; i++) {
		struct ht_ring *ring = (void *)((char *)shim.file + i * room);

		*ring = (struct ht_ring){ HT_RING_MAGIC, (u64)HT_RING_VERSION << 32 | HT_RING_RECORD, capacity, { 0 }, 1, 0, i + 1,
					  i + 1 < rings ? (i + 1) * room : 0 };
	}
	return rings;
}

/* The words that a guest must not learn; it does not write them itself. */
static bool is_secret(u64 word) { return word == OTHER || !memcmp(&word, NAME, sizeof(word)); }

static void poke(struct input *input)
{
	u64 at = take(input, 2) % (shim.file_size / 8), shape = take(input, 1), value = take(input, shape & 8) << (shape & 0x30);

	if (shape & 1)
		value = (u64[]){ HT_RING_MAGIC, (u64)HT_RING_VERSION << 32 | HT_RING_RECORD, 1ULL << 63, shim.file_size }[shape >> 1 & 3];
	if (!is_secret(value))
		((u64 *)shim.file)[at] = value;
}

/* The record that vCPU @index of an honest guest has got last. */
static struct ht_ring_record *newest(unsigned int index)
{
	struct ht_ring *ring = shim.file;

	while (ring->cpu != index + 1)
		ring = (void *)((char *)shim.file + ring->next);
	u64 number = atomic64_read(&ring->head) - 1;
	struct ht_ring_record *record = (struct ht_ring_record *)(ring + 1) + number % ring->capacity;

	CHECK(record->number == number + 1, "a record has another number");
	return record;
}

static long long written(void)
{
	char text[40];

	CHECK(shim_param_written()->get(text, NULL) > 0, "the count cannot be read");
	return atoll(text);
}

static void check(unsigned int index, u32 event, bool shown, u64 task, long long before)
{
	struct ht_ring_record *record = newest(index);
	u64 name = 0;

	if (task && shown)
		memcpy(&name, NAME, sizeof(name));
	CHECK(written() == before + 1, "not one record is written");
	CHECK(record->event == ((u64)index << 32 | event), "a record is of something else");
	CHECK(record->a[3] == (shown ? shim.cpu : HT_RING_NO_CPU), "a record has a CPU of the host that was not asked for, or lacks it");
	if (event >= 0xa2)
		CHECK(record->a[0] == (shown ? task : 0) && record->a[2] == name, "a record has a task of the host that was not asked for, or lacks it");
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	struct input input = { data, data + size };
	struct pid process = { .references = 1, .alive = true }, elsewhere = process;
	struct signal_struct signal = { .pids = { NULL, &process } }, signal_elsewhere = { .pids = { NULL, &elsewhere } };
	struct task_struct threads[VCPUS], other = { .pid = OTHER, .tgid = OTHER, .signal = &signal_elsewhere, .comm = "SECRETS of a ta" };
	bool runs[VCPUS] = { false }, honest = true, show = false, ever = false;
	unsigned int rings;
	u64 shape = take(&input, 1);

	shim_reset();
	for (int i = 0; i < VCPUS; i++)
		threads[i] = (struct task_struct){ .pid = VM + i, .tgid = VM, .signal = &signal, .comm = "CPU/KVM" };
	shim.file_size = (1 + (shape >> 2 & 3)) << PAGE_SHIFT;
	shim.file = aligned_alloc(PAGE_SIZE, shim.file_size);
	memset(shim.file, 0, shim.file_size);
	rings = lay_out(shape);
	for (int i = shape >> 4; i > 0; i--) {
		honest = false;
		poke(&input);
	}
	shim.on[0] = &threads[0];
	*shim_param_path() = "ring";
	*shim_param_tgid() = VM;
	bool loaded = !shim_init();
	CHECK(loaded || !honest, "the rings are not found");
	while (loaded && has_more(&input)) {
		unsigned int what = take(&input, 1), index = what >> 3 & 3;
		struct kvm_vcpu vcpu = { .vcpu_id = index, .tsc_offset = shape << 32, .ratio = 1ULL << 32 };
		long long before = written();

		shim.cpu = what >> 5 & 3;
		shim.tsc += take(&input, 1);
		shim.on[shim.cpu] = what & 0x80 ? &other : &threads[index];
		bool mine = current != &other;
		switch (what & 7) {
		case 0:
			TRACE("kvm_exit", (void *, struct kvm_vcpu *, u32), &vcpu, 2);
			if (mine && honest && index < rings)
				check(index, 0xa0, show, 0, before);
			break;
		case 1:
			TRACE("kvm_entry", (void *, struct kvm_vcpu *, bool), &vcpu, false);
			runs[index] |= mine;
			if (mine && honest && index < rings)
				check(index, 0xa1, show, 0, before);
			break;
		case 2:
			TRACE("sched_switch", (void *, bool, struct task_struct *, struct task_struct *, unsigned int), false, &threads[index], &other, 1);
			if (runs[index] && honest && index < rings)
				check(index, 0xa2, show, OTHER, before);
			break;
		case 3:
			TRACE("sched_switch", (void *, bool, struct task_struct *, struct task_struct *, unsigned int), true, &other, &threads[index], 0);
			if (runs[index] && honest && index < rings)
				check(index, 0xa3, show, OTHER, before);
			break;
		case 4: /* a vCPU of any number */
			vcpu.vcpu_id = (int)take(&input, 4);
			if (vcpu.vcpu_id >= 0 && vcpu.vcpu_id < VCPUS)
				break;
			TRACE("kvm_entry", (void *, struct kvm_vcpu *, bool), &vcpu, false);
			honest = honest && (vcpu.vcpu_id < 0 || vcpu.vcpu_id > 63);
			break;
		case 5:
			TRACE("sched_process_exit", (void *, struct task_struct *), &threads[index]);
			runs[index] = false;
			break;
		case 6:
			honest = false;
			poke(&input);
			break;
		default:
			show = what >> 4 & 1;
			ever |= show;
			*shim_param_show_host() = show;
		}
		shim_check();
		CHECK(mine || (what & 7) > 1 || written() == before, "a vCPU of another VM is written");
	}
	for (u64 i = 0; !ever && i < shim.file_size / 8; i++)
		CHECK(!is_secret(((u64 *)shim.file)[i]), "the guest's memory has a task of the host");
	if (loaded)
		shim_exit();
	CHECK(process.references == 1, "the process is still held");
	shim_gone();
	free(shim.file);
	return 0;
}
