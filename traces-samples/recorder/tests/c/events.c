// SPDX-License-Identifier: GPL-2.0
/*
 * Tasks of four CPUs that switch, call functions and the system, and are interrupted, while batches, exit-only and rings come
 * and go. What is sent is read as a reader of the format does: each event once, in order, with its time.
 */
#include "input.h"
#include "../../guest/hypertrace.h"
#include "../../guest/ring.h"
#include "facts.h"

#define TASKS 8
#define DEEP 40
#define TEXT 300

char **shim_param_groups(void), **shim_param_functions(void), **shim_param_transport(void), **shim_param_device(void);

static struct task {
	struct task_struct task;
	int cpu;
	unsigned int depth;
	struct { struct kretprobe_instance instance; u64 begin; } in[DEEP];
} tasks[TASKS];
static u32 last[CPUS];
static u64 runs[CPUS]; /* the task that has the CPU by what was reported */
static bool exit_only, switching; /* what waits is reported before the switch that happens now */
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

void shim_called(u64 nr, u64 a0, u64 a1, u64 a2, u64 a3)
{
	u64 event = nr & 0xffffffff, first = a0 >> 32, second = a0 & 0xffffffff;
	struct facts *switches = &facts[shim.cpu][SWITCHES];

	CHECK(nr >> 32 == ++last[shim.cpu], "a running number is missing");
	CHECK(event == HT_SWITCH_BATCH || event == HT_SWITCH ||
	      switches->reported + switching >= switches->happened,
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
	case HT_HELLO: case HT_BASE: case HT_TASK: case HT_MARK: case HT_NAME: case HT_GROUPS_OFF:
		break;
	default:
		shim_fail("an event has no meaning");
	}
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
	switching = true;
	TRACE("sched_switch", (void *, bool, struct task_struct *, struct task_struct *, unsigned int), shape & 2, current, &to->task, state);
	switching = false;
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

/* The ring of each CPU has the last events that were reported by hypercall, too. */
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
	bool batch = false, ring = take(&input, 1) & 1;

	shim_reset();
	memset(last, 0, sizeof(last));
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
	shim.device_size = 1 << 14;
	*shim_param_groups() = "sched,syscalls,functions,irq";
	*shim_param_functions() = "vfs_read,do_sys_open";
	*shim_param_transport() = ring ? "both" : "hypercall";
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
			}
		}
		shim_check();
	}
	command("all off");
	for (int cpu = 0; cpu < CPUS; cpu++)
		for (int class = 0; class < CLASSES; class++)
			CHECK(facts[cpu][class].happened == facts[cpu][class].reported, "an event is not reported");
	if (ring)
		check_rings();
	shim_exit();
	shim_check();
	shim_gone();
	return 0;
}
