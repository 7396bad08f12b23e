// SPDX-License-Identifier: GPL-2.0
/*
 * What guests of a guest send, in any order, from any process, which may end: the relay sends it again, with the nesting one
 * higher and a number that no other nested VM has, or counts it.
 */
#include "input.h"
#include "../../guest/hypertrace.h"

#define PROCESSES 8
#define MOST_DEEPER 15

char **shim_param_groups(void);

static struct { struct task_struct task; struct signal_struct signal; } processes[PROCESSES];
static struct { bool used; int process; unsigned int deeper, number; } numbers[PROCESSES * (MOST_DEEPER + 1)];
static struct { bool called; u64 nr, a[4]; } relayed;

void shim_called(u64 nr, u64 a0, u64 a1, u64 a2, u64 a3)
{
	if (!(nr >> 16 & 0xf)) /* the tracer's own */
		return;
	CHECK(!relayed.called, "something is relayed twice");
	relayed.called = true;
	relayed.nr = nr;
	memcpy(relayed.a, (u64[]){ a0, a1, a2, a3 }, sizeof(relayed.a));
}

static void begin_process(int i)
{
	struct pid *pid = calloc(1, sizeof(*pid));

	*pid = (struct pid){ .references = 1, .alive = true };
	processes[i].task = (struct task_struct){ .pid = 100 + i, .tgid = 100 + i, .signal = &processes[i].signal };
	processes[i].signal.pids[PIDTYPE_TGID] = pid;
}

static void end_process(int i)
{
	processes[i].signal.pids[PIDTYPE_TGID]->alive = false;
	put_pid(processes[i].signal.pids[PIDTYPE_TGID]);
	for (unsigned int n = 0; n < ARRAY_SIZE(numbers); n++)
		if (numbers[n].process == i)
			numbers[n].used = false;
}

/* The number must be the one that this VM has, or one that nobody has; none only for one of too many. */
static void check_number(int process, unsigned int deeper, unsigned int number)
{
	int free = -1, has = 0;

	for (unsigned int n = 0; n < ARRAY_SIZE(numbers); n++) {
		if (!numbers[n].used) {
			free = n;
			continue;
		}
		if (numbers[n].process == process && numbers[n].deeper == deeper) {
			CHECK(numbers[n].number == number, "a VM has another number than before");
			return;
		}
		CHECK(numbers[n].number != number, "two VMs have the same number");
		has += numbers[n].process == process && numbers[n].deeper;
	}
	if (deeper && has == MOST_DEEPER) {
		CHECK(!number, "a VM has more numbers than it may have");
		return;
	}
	CHECK(number && free >= 0, "a VM has no number");
	numbers[free].used = true;
	numbers[free].process = process;
	numbers[free].deeper = deeper;
	numbers[free].number = number;
}

static void call(struct input *input, int process, bool kernel);

/* Many VMs of one place, one after the other: numbers come again. */
static void come_and_go(int process)
{
	for (int i = 0; i < 256; i++) {
		u8 mark[] = { HT_MARK };
		struct input one = { mark, mark + sizeof(mark) };

		end_process(process);
		begin_process(process);
		call(&one, process, true);
	}
}

static void call(struct input *input, int process, bool kernel)
{
	u64 event = take(input, 1), shape = take(input, 1), nesting = shape & 0xf, number = take(input, 2) & 0xfff;
	u64 nr, a[4] = { 0 };
	long long relayed_before = atomic64_read(&ht_relayed), forged_before = atomic64_read(&ht_forged);
	long long unnumbered_before = atomic64_read(&ht_unnumbered);
	bool wanted, text;

	if (shape & 0x40)
		event |= take(input, 1) << 8;
	nr = event | nesting << 16 | number << 20 | (shape & 0x80 ? take(input, 4) << 32 : 0);
	a[0] = take(input, 1) << 32 | take(input, 1);
	a[3] = take(input, 1);
	text = event == HT_TEXT && a[0] >> 32 == HT_TEXT_MARK;
	shim.linear_rip = kernel ? 0xffff800000001000 : 0x1000;
	relayed.called = false;
	TRACE("kvm_hypercall", (void *, unsigned long, unsigned long, unsigned long, unsigned long, unsigned long),
	      nr, a[0], a[1], a[2], a[3]);
	shim_check();
	if (event < HT_FUNCTION_ENTRY || nesting == 0xf) {
		CHECK(!relayed.called, "KVM's own is relayed, or what is nested too deep");
		return;
	}
	kernel = kernel && shim.vcpu;
	wanted = kernel || (!nesting && (event == HT_MARK || text));
	CHECK(relayed.called == wanted, "something is relayed that must not be, or not what must");
	CHECK(atomic64_read(&ht_relayed) - relayed_before == wanted && atomic64_read(&ht_forged) - forged_before == !wanted,
	      "the counts are wrong");
	if (!wanted)
		return;
	CHECK((relayed.nr & 0xffff) == event && (relayed.nr >> 16 & 0xf) == nesting + 1, "another event or nesting is relayed");
	CHECK(relayed.nr >> 32 == (kernel ? nr >> 32 : 0), "another running number is relayed");
	CHECK(!memcmp(relayed.a, a, sizeof(a)), "other words are relayed");
	check_number(process, nesting ? nesting << 12 | number : 0, relayed.nr >> 20 & 0xfff);
	CHECK(atomic64_read(&ht_unnumbered) - unnumbered_before == !(relayed.nr >> 20 & 0xfff), "what has no number is not counted");
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	struct input input = { data, data + size };
	struct kvm_vcpu vcpu = { 0 };
	struct task_struct boot = { .pid = 1, .tgid = 1 };

	shim_reset();
	memset(numbers, 0, sizeof(numbers));
	for (int i = 0; i < CPUS; i++)
		shim.on[i] = &boot;
	for (int i = 0; i < PROCESSES; i++)
		begin_process(i);
	*shim_param_groups() = "relay";
	CHECK(!shim_init(), "the module is not loaded");
	while (has_more(&input)) {
		int what = take(&input, 1), process = what % PROCESSES;

		shim.cpu = what / PROCESSES % CPUS;
		shim.on[shim.cpu] = &processes[process].task;
		shim.vcpu = what & 0x20 ? NULL : &vcpu;
		if ((what & 0xe0) == 0xe0) {
			end_process(process);
			begin_process(process);
		} else if ((what & 0xe0) == 0xc0) {
			come_and_go(process);
		} else {
			call(&input, process, !(what & 0x80));
		}
	}
	for (int i = 0; i < CPUS; i++)
		shim.on[i] = &boot;
	shim_exit();
	shim_check();
	shim_gone();
	for (int i = 0; i < PROCESSES; i++) {
		CHECK(processes[i].signal.pids[PIDTYPE_TGID]->references == 1, "a process is still held");
		put_pid(processes[i].signal.pids[PIDTYPE_TGID]);
	}
	return 0;
}
