// SPDX-License-Identifier: GPL-2.0
/*
 * Tasks of four CPUs that switch, call functions and the system, and are interrupted, while batches, exit-only and rings come
 * and go. What is sent is read as a reader of the format does: each event once, in order, with its time. Where groups go to
 * rings and the others do not, both are read.
 */
#include "input.h"
#include "../../guest/hypertrace.h"
#include "../../guest/ring.h"
#include "facts.h"

#define TASKS 8
#define DEEP 40
#define TEXT 300

char **shim_param_groups(void), **shim_param_functions(void), **shim_param_transport(void), **shim_param_device(void);
char **shim_param_ring_groups(void);

static enum way { CALLS_ONLY, BOTH, SCHED_IN_RINGS, SCHED_AND_CALLS_IN_RINGS } way;
static u64 drained[CPUS]; /* records of each ring that were read */

static struct task {
	struct task_struct task;
	int cpu;
	unsigned int depth;
	struct { struct kretprobe_instance instance; u64 begin; } in[DEEP];
} tasks[TASKS];
static u32 last[CPUS];
static u64 runs[CPUS]; /* the task that has the CPU by what was reported */
static bool exit_only;
static char text[TEXT], text_reported[TEXT + 24];

static u64 switch_of(u64 tid, u64 state, u64 prio)
{
	return tid << 32 | (prio & 0xff) << 16 | (state & 0xff);
}

static void tell_switch(u64 record, u64 time)
{
	if (!(record >> 16)) /* only a CPU's number */
		return;
	runs[shim.cpu] = record >> 32;
	CHECK((record & 0xffff) == shim.cpu, "a switch is of another CPU");
	reported(SWITCHES, HT_SWITCH, switch_of(record >> 32, record >> 24, record >> 16), 0, time);
}

static u64 function_of(u64 address, u64 depth, u64 tid) { return tid << 48 | (address & 0x7fffffff) << 8 | depth; }

static void tell_function(u64 record, u64 time)
{
	if (record)
		reported(FUNCTIONS, HT_FUNCTION_EXIT, function_of(record >> 33, record >> 28 & 31, runs[shim.cpu]),
		     (record & 0xffffff) << 2 * (record >> 24 & 15), time);
}

static u64 call_of(u64 tid, u64 number, u64 value) { return tid << 48 | (number & 0xffff) << 32 | (value & 0xffffffff); }

static bool belongs_in_rings(u64 event)
{
	return (way >= SCHED_IN_RINGS && ((event >= 0x66 && event <= 0x6b) || event == 0x92)) ||
	       (way == SCHED_AND_CALLS_IN_RINGS && (event == 0x6c || event == 0x6d || event == 0x91));
}

static bool goes_both_ways(u64 event)
{
	return event == HT_HELLO || event == HT_BASE || event == HT_GROUPS_OFF;
}

static void sent(u64 event, u64 a0, u64 a1, u64 a2, u64 a3)
{
	u64 first = a0 >> 32, second = a0 & 0xffffffff;
	struct facts *switches = &facts[shim.cpu][SWITCHES];

	CHECK(event == HT_SWITCH_BATCH || event == HT_SWITCH ||
	      switches->reported == switches->happened || switches->fact[switches->reported].time >= shim.ns,
	      "a switch is reported after what is later");
	switch (event) {
	case HT_SWITCH:
		runs[shim.cpu] = second;
		reported(SWITCHES, HT_SWITCH, switch_of(second, a1, a1 >> 32), 0, shim.ns);
		break;
	case HT_SWITCH_BATCH:
		tell_switch(a1, shim.ns - first);
		tell_switch(a2, shim.ns - second);
		tell_switch(a3, shim.ns);
		break;
	case HT_FUNCTION_BATCH:
		tell_function(a1, shim.ns - first);
		tell_function(a2, shim.ns - second);
		tell_function(a3, shim.ns);
		break;
	case HT_FUNCTION_ENTRY:
		reported(OTHERS, event, function_of(a0, a1, a3 & 0xffffffff), 0, shim.ns);
		break;
	case HT_FUNCTION_EXIT:
		reported(FUNCTIONS, event, function_of(a0, a2, a3 & 0xffffffff), a1, shim.ns);
		break;
	case HT_SYSCALL_ENTRY:
		CHECK(second == runs[shim.cpu], "a system call is reported when another task has the CPU");
		reported(CALLS, event, call_of(second, a1, a2), 0, 0);
		break;
	case HT_SYSCALL_EXIT:
		reported(CALLS, event, call_of(second, a1, a2), 0, shim.ns);
		break;
	case HT_SYSCALL_PAIR:
		reported(CALLS, HT_SYSCALL_ENTRY, call_of(second, a1 & 0xffffffff, a3), 0, shim.ns - (a1 >> 32));
		reported(CALLS, HT_SYSCALL_EXIT, call_of(second, a1 & 0xffffffff, a2), 0, shim.ns);
		break;
	case HT_IRQ_ENTRY:
		CHECK(a0 >> 32 == shim.cpu, "an interrupt is of another CPU");
		reported(OTHERS, event, second ^ a2 ^ a3, 0, shim.ns);
		break;
	case HT_TEXT:
		if (a0 >> 32 == HT_TEXT_MARK) {
			CHECK((a0 & 0xffff) == strlen(text) && (a0 >> 16 & 0xffff) < strlen(text), "a text has another length");
			memcpy(text_reported + (a0 >> 16 & 0xffff), (u64[]){ a1, a2, a3 }, 24);
		}
		break;
	case HT_BASE:
		CHECK(a3 >> 32 == (way == SCHED_IN_RINGS ? 1 : way == SCHED_AND_CALLS_IN_RINGS ? 3 : 0), "other groups are announced");
		break;
	case HT_HELLO: case HT_TASK: case HT_MARK: case HT_NAME: case HT_GROUPS_OFF:
		break;
	default:
		shim_fail("an event has no meaning");
	}
}

/* What is new in the rings, as it was when it was written. */
static void drain(void)
{
	struct ht_ring *ring = shim.device_memory;
	unsigned int cpu, here = shim.cpu;
	u64 now = shim.ns;

	if (way < SCHED_IN_RINGS || !ring || ring->magic != HT_RING_MAGIC)
		return;
	for (cpu = 0; cpu < CPUS; cpu++, ring = (void *)((char *)shim.device_memory + ring->next)) {
		CHECK(atomic64_read(&ring->head) - drained[cpu] <= ring->capacity, "the ring of this test is too small");
		while (drained[cpu] < (u64)atomic64_read(&ring->head)) {
			struct ht_ring_record *record = (struct ht_ring_record *)(ring + 1) + drained[cpu]++ % ring->capacity;
			u64 event = record->event & 0xffffffff;

			CHECK(goes_both_ways(event) || belongs_in_rings(event), "an event is in a ring that goes by hypercall");
			shim.cpu = cpu;
			shim.ns = record->tsc;
			if (!goes_both_ways(event))
				sent(event, record->a[0], record->a[1], record->a[2], record->a[3]);
		}
	}
	shim.cpu = here;
	shim.ns = now;
}

void shim_called(u64 nr, u64 a0, u64 a1, u64 a2, u64 a3)
{
	u64 event = nr & 0xffffffff;

	CHECK(nr >> 32 == ++last[shim.cpu], "a running number is missing");
	CHECK(!belongs_in_rings(event), "an event goes by hypercall that belongs in rings");
	drain();
	sent(event, a0, a1, a2, a3);
}

static void command(const char *words)
{
	CHECK(shim_control(words, strlen(words)) == (ssize_t)strlen(words), "a command is refused");
}

static void switch_to(int next, u64 shape)
{
	struct task *from = container_of(current, struct task, task), *to = &tasks[next];
	unsigned int state = shape & 0x81;

	if (to->cpu >= 0)
		return;
	to->task.prio = 1 + (shape >> 1 & 0x3f);
	happened(SWITCHES, HT_SWITCH, switch_of(to->task.pid, shape & 2 ? 0 : state, to->task.prio), 0, shim.ns);
	TRACE("sched_switch", (void *, bool, struct task_struct *, struct task_struct *, unsigned int), shape & 2, current, &to->task, state);
	from->cpu = -1;
	to->cpu = shim.cpu;
	shim.on[shim.cpu] = &to->task;
}

static void function(u64 shape)
{
	struct task *task = container_of(current, struct task, task);
	struct pt_regs regs = { 0 };
	struct kretprobe *probe;
	u64 what;

	if (shape & 1 && task->depth < DEEP) {
		probe = shim_probes[shape >> 1 & 1];
		task->in[task->depth].instance = (struct kretprobe_instance){ .probe = probe };
		task->in[task->depth].begin = shim.ns;
		what = function_of((u64)probe->kp.addr, task->depth, current->pid);
		if (!exit_only && task->depth < 16)
			happened(OTHERS, HT_FUNCTION_ENTRY, what, 0, shim.ns);
		CHECK(!probe->entry_handler(&task->in[task->depth++].instance, &regs), "a function is not wanted");
	} else if (!(shape & 1) && task->depth) {
		probe = task->in[--task->depth].instance.probe;
		what = function_of((u64)probe->kp.addr, task->depth, current->pid);
		if (task->depth < 16)
			happened(FUNCTIONS, HT_FUNCTION_EXIT, what, shim.ns - task->in[task->depth].begin, shim.ns);
		probe->handler(&task->in[task->depth].instance, &regs);
	}
}

static void system_call(u64 shape, u64 value)
{
	struct pt_regs regs = { .number = shape & 3, .argument = { value, 5 } };

	happened(CALLS, shape & 4 ? HT_SYSCALL_ENTRY : HT_SYSCALL_EXIT, call_of(current->pid, regs.number, value), 0, shim.ns);
	if (shape & 4)
		TRACE("sys_enter", (void *, struct pt_regs *, long), &regs, regs.number);
	else
		TRACE("sys_exit", (void *, struct pt_regs *, long), &regs, value);
}

static void interrupt(u64 line)
{
	struct irqaction action = { .name = "a long name of an interrupt" + line % 20 };
	char name[16];
	u64 word[2];

	strncpy(name, action.name, sizeof(name));
	memcpy(word, name, sizeof(name));
	happened(OTHERS, HT_IRQ_ENTRY, line ^ word[0] ^ word[1], 0, shim.ns);
	TRACE("irq_handler_entry", (void *, int, struct irqaction *), line, &action);
}

static void mark(struct input *input)
{
	char line[TEXT + 20];
	int length = 0;

	while (length < TEXT - 1 && (text[length] = take(input, 1)) > ' ')
		length++;
	text[length] = 0;
	memset(text_reported, 0, sizeof(text_reported));
	command(strcat(strcpy(line, "mark 1 "), text));
	CHECK(!memcmp(text, text_reported, length), "another text is reported");
}

/* The ring of each CPU has its last events. */
static void check_rings(void)
{
	struct ht_ring *ring = shim.device_memory;

	for (unsigned int cpu = 0; cpu < CPUS; cpu++, ring = (void *)((char *)shim.device_memory + ring->next)) {
		u64 head = atomic64_read(&ring->head);
		struct ht_ring_record *records = (void *)(ring + 1);

		CHECK(ring->magic == HT_RING_MAGIC && ring->cpu == cpu + 1, "a ring is not laid out");
		for (u64 i = head > ring->capacity ? head - ring->capacity : 0; i < head; i++)
			CHECK(records[i % ring->capacity].number == i + 1 && records[i % ring->capacity].event >> 32 == cpu,
			      "a record is not in its place");
	}
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	struct input input = { data, data + min(size, 3 * FACTS / 2) };
	bool batch = false;

	way = take(&input, 1) & 3;
	shim_reset();
	memset(last, 0, sizeof(last));
	memset(drained, 0, sizeof(drained));
	exit_only = false;
	text[0] = 0;
	for (int cpu = 0; cpu < CPUS; cpu++)
		for (int class = 0; class < CLASSES; class++)
			facts[cpu][class].happened = facts[cpu][class].reported = 0;
	for (int i = 0; i < TASKS; i++) {
		tasks[i].task = (struct task_struct){ .pid = i + 1, .tgid = i + 1, .real_parent = &tasks[0].task, .comm = "task" };
		tasks[i].cpu = i < CPUS ? i : -1;
		tasks[i].depth = 0;
		if (i < CPUS) {
			shim.on[i] = &tasks[i].task;
			runs[i] = i + 1;
		}
	}
	shim.device_size = 1 << 16;
	*shim_param_groups() = "sched,syscalls,functions,irq";
	*shim_param_functions() = "vfs_read,do_sys_open";
	*shim_param_transport() = way == CALLS_ONLY ? "hypercall" : way == BOTH ? "both" : "ring";
	*shim_param_ring_groups() = way == SCHED_IN_RINGS ? "sched" : way == SCHED_AND_CALLS_IN_RINGS ? "sched,syscalls" : "";
	*shim_param_device() = "00:10.0";
	CHECK(!shim_init(), "the module is not loaded");
	while (has_more(&input)) {
		u64 what = take(&input, 1), shape = take(&input, 1);

		shim.cpu = what % CPUS;
		shim.ns += 1 + (shape << (what >> 5));
		shim.tsc = shim.ns;
		switch (what >> 2 & 7) {
		case 0: case 1:
			switch_to(shape % TASKS, shape >> 3 | (what & 0x80));
			break;
		case 2: case 3:
			function(shape);
			break;
		case 4: case 5:
			system_call(shape, take(&input, 1));
			break;
		case 6:
			interrupt(shape);
			break;
		default:
			switch (shape & 7) {
			case 0: case 1:
				batch = !batch;
				command(batch ? "batch on" : "batch off");
				break;
			case 2:
				exit_only = !exit_only;
				command(exit_only ? "exit-only on" : "exit-only off");
				break;
			case 3:
				mark(&input);
				break;
			case 4:
				command("flush");
				break;
			case 5:
				command("dump");
				break;
			default:
				shim.ns += shape << 20;
				shim.tsc = shim.ns;
			}
		}
		drain();
		shim_check();
	}
	command("all off");
	drain();
	for (int cpu = 0; cpu < CPUS; cpu++)
		for (int class = 0; class < CLASSES; class++)
			CHECK(facts[cpu][class].happened == facts[cpu][class].reported, "an event is not reported");
	if (way != CALLS_ONLY)
		check_rings();
	shim_exit();
	shim_check();
	shim_gone();
	return 0;
}
