/* SPDX-License-Identifier: EPL-2.0 */
#include "kernel.h"

#include <stdio.h>
#include <string.h>

#define NO_NAME "<...>"
#define NO_STATE 0x200
#define IDLE_STATE 0x402
#define DEFAULT_PRIO 20
#define INIT_PID_NAMESPACE 0xEFFFFFFCLL
#define KERNEL_THREADS 2

#define TYPE(name, ...) {name, {__VA_ARGS__}}
#define WAKEUP {"comm", HT_COMM16}, {"tid", HT_S32}, {"prio", HT_S32}, {"target_cpu", HT_S32}
#define TASK {"comm", HT_COMM16}, {"tid", HT_S32}, {"prio", HT_S32}
#define STEP {"number", HT_S64}, {"address", HT_X64}, {"name", HT_STRING}
#define TRACING {"max_depth", HT_S32}, {"exit_only", HT_U8}, {"stop_function", HT_X64}
#define WORDS {"nr", HT_X64}, {"a0", HT_X64}, {"a1", HT_X64}, {"a2", HT_X64}, {"a3", HT_X64}
#define HOST_SWITCH {"other_tid", HT_S32}, {"prev_state", HT_S64}, {"comm", HT_STRING}, {"physical_cpu", HT_S32}
#define VECTOR {"vector", HT_S32}, {"type", HT_S32}

/* LTTng's where it has the event (LTTng-modules 2.13, kernel 6.1), else hypertrace_ and the kind's name. */
static const struct ht_event_type by_kind[HT_KIND_COUNT] = {
	[HT_K_func_entry] = TYPE("func_entry", {"addr", HT_X64}, {"depth", HT_S32}, {"tid", HT_S32}, {"user", HT_U8}),
	[HT_K_func_exit] = TYPE("func_exit", {"addr", HT_X64}, {"depth", HT_S32}, {"tid", HT_S32}, {"user", HT_U8}, {"duration", HT_S64},
		{"exit_only", HT_U8}),
	[HT_K_sched_switch] = TYPE("sched_switch", {"prev_comm", HT_COMM16}, {"prev_tid", HT_S32}, {"prev_prio", HT_S32},
		{"prev_state", HT_S64}, {"next_comm", HT_COMM16}, {"next_tid", HT_S32}, {"next_prio", HT_S32}),
	[HT_K_sched_waking] = TYPE("sched_waking", WAKEUP),
	[HT_K_sched_wakeup] = TYPE("sched_wakeup", WAKEUP),
	[HT_K_sched_wakeup_new] = TYPE("sched_wakeup_new", WAKEUP),
	[HT_K_sched_process_fork] = TYPE("sched_process_fork", {"parent_comm", HT_COMM16}, {"parent_tid", HT_S32}, {"parent_pid", HT_S32},
		{"parent_ns_inum", HT_U32}, {"child_comm", HT_COMM16}, {"child_tid", HT_S32}, {"vtids", HT_TIDS}, {"child_pid", HT_S32},
		{"child_ns_inum", HT_U32}),
	[HT_K_sched_process_exec] = TYPE("sched_process_exec", {"filename", HT_STRING}, {"tid", HT_S32}, {"old_tid", HT_S32}),
	[HT_K_sched_process_exit] = TYPE("sched_process_exit", TASK),
	[HT_K_sched_process_free] = TYPE("sched_process_free", TASK),
	[HT_K_syscall_entry] = TYPE("syscall_entry_unknown", {"id", HT_S32}, {"arg0", HT_X64}, {"arg1", HT_X64}),
	[HT_K_syscall_exit] = TYPE("syscall_exit_unknown", {"id", HT_S32}, {"ret", HT_S64}),
	[HT_K_irq_handler_entry] = TYPE("irq_handler_entry", {"irq", HT_S32}, {"name", HT_STRING}),
	[HT_K_irq_handler_exit] = TYPE("irq_handler_exit", {"irq", HT_S32}, {"ret", HT_S32}),
	[HT_K_irq_softirq_raise] = TYPE("irq_softirq_raise", {"vec", HT_U32}),
	[HT_K_irq_softirq_entry] = TYPE("irq_softirq_entry", {"vec", HT_U32}),
	[HT_K_irq_softirq_exit] = TYPE("irq_softirq_exit", {"vec", HT_U32}),
	[HT_K_apic_vector_entry] = TYPE("hypertrace_apic_vector_entry", VECTOR),
	[HT_K_apic_vector_exit] = TYPE("hypertrace_apic_vector_exit", VECTOR),
	[HT_K_timer_hrtimer_init] = TYPE("timer_hrtimer_init", {"hrtimer", HT_X64}, {"clockid", HT_S32}, {"mode", HT_U32}),
	[HT_K_timer_hrtimer_start] = TYPE("timer_hrtimer_start", {"hrtimer", HT_X64}, {"function", HT_X64}, {"expires", HT_S64},
		{"softexpires", HT_S64}, {"mode", HT_U32}),
	[HT_K_timer_hrtimer_cancel] = TYPE("timer_hrtimer_cancel", {"hrtimer", HT_X64}),
	[HT_K_timer_hrtimer_expire_entry] = TYPE("timer_hrtimer_expire_entry", {"hrtimer", HT_X64}, {"now", HT_S64}, {"function", HT_X64}),
	[HT_K_timer_hrtimer_expire_exit] = TYPE("timer_hrtimer_expire_exit", {"hrtimer", HT_X64}),
	[HT_K_timer_expire_entry] = TYPE("timer_expire_entry", {"timer", HT_X64}, {"now", HT_U64}, {"function", HT_X64}, {"baseclk", HT_U64}),
	[HT_K_timer_expire_exit] = TYPE("timer_expire_exit", {"timer", HT_X64}),
	[HT_K_boot_level_begin] = TYPE("initcall_level", {"level", HT_STRING}, {"number", HT_S64}, {"tsc", HT_U64}),
	[HT_K_boot_level_end] = TYPE("hypertrace_boot_level_end", {"number", HT_S64}, {"tsc", HT_U64}, {"name", HT_STRING}),
	[HT_K_initcall_start] = TYPE("initcall_start", {"func", HT_X64}, {"name", HT_STRING}, {"tid", HT_S32}),
	[HT_K_initcall_finish] = TYPE("initcall_finish", {"func", HT_X64}, {"ret", HT_S64}, {"duration", HT_S64}, {"name", HT_STRING},
		{"tid", HT_S32}),
	[HT_K_panic] = TYPE("hypertrace_panic", {"tid", HT_S32}, {"monotonic", HT_U64}, {"text", HT_STRING}),
	[HT_K_die] = TYPE("hypertrace_die", {"tid", HT_S32}, {"address", HT_X64}, {"trap", HT_U32}, {"error", HT_X64}, {"fault_address", HT_X64}),
	[HT_K_hello] = TYPE("hypertrace_hello", {"version", HT_U32}, {"batch_span", HT_U32}, {"tsc", HT_U64}, {"monotonic", HT_U64},
		{"realtime", HT_U64}),
	[HT_K_base] = TYPE("hypertrace_base", {"text", HT_X64}, {"etext", HT_X64}, {"tsc_khz", HT_U64}, {"cpus", HT_S32},
		{"ring_groups", HT_X64}),
	[HT_K_task] = TYPE("lttng_statedump_process_state", {"tid", HT_S32}, {"pid", HT_S32}, {"ppid", HT_S32}, {"name", HT_COMM16},
		{"type", HT_S32}, {"mode", HT_S32}, {"submode", HT_S32}, {"status", HT_S32}, {"cpu", HT_U32}, {"file_table_address", HT_X64}),
	[HT_K_mark] = TYPE("hypertrace_mark", {"tid", HT_S32}, {"value", HT_U64}),
	[HT_K_stage] = TYPE("hypertrace_stage", {"stage", HT_U32}, {"tsc", HT_U64}, {"name", HT_STRING}),
	[HT_K_shutdown_step_begin] = TYPE("hypertrace_shutdown_step_begin", STEP),
	[HT_K_shutdown_step_end] = TYPE("hypertrace_shutdown_step_end", STEP),
	[HT_K_device_shutdown_begin] = TYPE("hypertrace_device_shutdown_begin", STEP),
	[HT_K_device_shutdown_end] = TYPE("hypertrace_device_shutdown_end", STEP),
	[HT_K_reboot_notifier_begin] = TYPE("hypertrace_reboot_notifier_begin", STEP),
	[HT_K_reboot_notifier_end] = TYPE("hypertrace_reboot_notifier_end", STEP),
	[HT_K_tracing_start] = TYPE("hypertrace_tracing_start", TRACING),
	[HT_K_tracing_stop] = TYPE("hypertrace_tracing_stop", TRACING),
	[HT_K_config] = TYPE("hypertrace_config", {"word_size", HT_U32}),
	[HT_K_groups_off] = TYPE("hypertrace_groups_off", {"off", HT_X64}, {"on", HT_X64}),
	[HT_K_host_exit] = TYPE("hypertrace_host_exit", {"isa", HT_S32}, {"reason", HT_U32}, {"rip", HT_X64}, {"info", HT_X64},
		{"physical_cpu", HT_S32}),
	[HT_K_host_entry] = TYPE("hypertrace_host_entry", {"physical_cpu", HT_S32}),
	[HT_K_host_sched_out] = TYPE("hypertrace_host_sched_out", HOST_SWITCH),
	[HT_K_host_sched_in] = TYPE("hypertrace_host_sched_in", HOST_SWITCH),
	[HT_K_text] = TYPE("hypertrace_text", {"type", HT_STRING}, {"text", HT_STRING}, {"begin", HT_U64}, {"complete", HT_U8}),
	[HT_K_name] = TYPE("hypertrace_name", {"type", HT_STRING}, {"id", HT_X64}, {"name", HT_STRING}),
	[HT_K_unknown] = TYPE("hypertrace_unknown", WORDS),
	[HT_K_kvm_hypercall] = TYPE("hypertrace_kvm_hypercall", WORDS),
};

static const struct ht_event_type compat_unknown[] = {
	TYPE("compat_syscall_entry_unknown", {"id", HT_S32}, {"arg0", HT_X64}, {"arg1", HT_X64}),
	TYPE("compat_syscall_exit_unknown", {"id", HT_S32}, {"ret", HT_S64}),
};

#define APIC(name) {TYPE("x86_irq_vectors_" name "_entry", {"vector", HT_S32}), TYPE("x86_irq_vectors_" name "_exit", {"vector", HT_S32})}
static const struct ht_event_type vectors[4][2] = {APIC("local_timer"), APIC("reschedule"), APIC("call_function"), APIC("call_function_single")};

static const char *const text_types[] = {"", "panic", "die", "mark", "console"};
static const char *const name_types[] = {"", "function", "device", "syscall", "vm", "node"};

static const struct ht_task *task_of(struct ht_tasks *tasks, int tid)
{
	struct ht_task *task;

	HASH_FIND_INT(tasks->all, &tid, task);
	if (task) {
		HASH_DEL(tasks->all, task);
		HASH_ADD_INT(tasks->all, tid, task);
	}
	return task;
}

static const char *comm(struct ht_tasks *tasks, const char *reported, int64_t tid, int64_t cpu, char *made)
{
	if (reported)
		return reported;
	if (tid == 0) {
		snprintf(made, 24, "swapper/%d", cpu > 0 ? (int)cpu : 0);
		return made;
	}
	const struct ht_task *task = task_of(tasks, (int)tid);
	return task && task->comm ? task->comm : NO_NAME;
}

static int64_t lttng_prio(int64_t prio)
{
	return (prio == 255 ? -1 : prio) - 100;
}

static int64_t prio(struct ht_tasks *tasks, int64_t reported, int64_t tid)
{
	if (reported != HT_UNKNOWN)
		return lttng_prio(reported);
	const struct ht_task *task = task_of(tasks, (int)tid);
	return task && task->prio != HT_UNKNOWN ? lttng_prio(task->prio) : DEFAULT_PRIO;
}

/* The state that LTTng records for the kernel's. */
static int64_t state(int64_t raw)
{
	if (raw == HT_UNKNOWN)
		return NO_STATE;
	if ((raw & IDLE_STATE) == IDLE_STATE)
		return 0x80;
	if (raw & 0x80)
		return 0x10;
	int64_t highest = 0x40;
	while (highest > 0 && !(raw & highest))
		highest >>= 1;
	return highest;
}

/* LTTng's codes of the state dump: 2 waiting for a CPU, 4 dead, 5 asleep, 7 a zombie or parked, 0 any other. */
static int64_t status(int64_t raw)
{
	return raw == HT_UNKNOWN ? 0 : raw == 0 ? 2 : raw & 0x20 ? 4 : raw & 0x90 ? 7 : raw & 3 ? 5 : 0;
}

static int64_t known_or(int64_t value, int64_t other)
{
	return value == HT_UNKNOWN ? other : value;
}

#define GET(field) ht_get(e, HT_F_##field)
#define SET(...) set(out, (struct ht_value[]){__VA_ARGS__}, (int)(sizeof((struct ht_value[]){__VA_ARGS__}) / sizeof(struct ht_value)))
#define N(n) {.number = (n)}
#define S(s) {.text = (s)}

static void set(struct ht_kernel_event *out, const struct ht_value *values, int count)
{
	memcpy(out->values, values, (size_t)count * sizeof(*values));
}

static void scheduler(struct ht_tasks *tasks, const struct ht_event *e, int cpu, struct ht_kernel_event *out)
{
	int64_t tid = GET(tid);

	switch (e->kind) {
	case HT_K_sched_switch: {
		int64_t prev = GET(prev_tid), next = GET(next_tid);

		SET(S(comm(tasks, NULL, prev, cpu, out->made[0])), N(prev), N(prio(tasks, GET(prev_prio), prev)), N(state(GET(prev_state))),
			S(comm(tasks, e->text, next, cpu, out->made[1])), N(next), N(prio(tasks, GET(next_prio), next)));
		break;
	}
	case HT_K_sched_process_fork: {
		int64_t parent = GET(parent_tid), child = GET(child_tid);
		const char *of_parent = comm(tasks, NULL, parent, cpu, out->made[0]);

		SET(S(of_parent), N(parent), N(known_or(GET(parent_tgid), parent)), N(INIT_PID_NAMESPACE), S(e->text ? e->text : of_parent),
			N(child), N(child), N(known_or(GET(child_tgid), child)), N(INIT_PID_NAMESPACE));
		break;
	}
	case HT_K_sched_process_exec:
		SET(S(comm(tasks, e->text, tid, cpu, out->made[0])), N(tid), N(known_or(GET(old_tid), tid)));
		break;
	case HT_K_task: {
		int64_t of = GET(target_cpu), parent = GET(parent_tid);
		bool in_kernel = tid == 0 || tid == KERNEL_THREADS || parent == KERNEL_THREADS;

		SET(N(tid), N(known_or(GET(tgid), tid)), N(parent > 0 ? parent : 0), S(comm(tasks, e->text, tid, of, out->made[0])),
			N(in_kernel), N(5), N(1), N(status(GET(state))), N(of > 0 ? of : 0), N(0));
		break;
	}
	case HT_K_sched_process_exit:
	case HT_K_sched_process_free:
		SET(S(comm(tasks, e->text, tid, cpu, out->made[0])), N(tid), N(prio(tasks, GET(prio), tid)));
		break;
	default:
		SET(S(comm(tasks, e->text, tid, GET(target_cpu), out->made[0])), N(tid), N(prio(tasks, GET(prio), tid)),
			N(known_or(GET(target_cpu), cpu)));
	}
}

static void system_call(const struct ht_event *e, struct ht_kernel_event *out)
{
	bool is_exit = e->kind == HT_K_syscall_exit, compat = GET(compat) != 0;
	const struct ht_event_type *type = ht_syscall_type(GET(number), compat, is_exit);

	if (type) {
		out->type = type;
		if (is_exit)
			SET(N(GET(ret)));
		else
			SET(N(GET(arg0)), N(GET(arg1)));
		return;
	}
	out->type = compat ? &compat_unknown[is_exit] : out->type;
	if (is_exit)
		SET(N(GET(number)), N(GET(ret)));
	else
		SET(N(GET(number)), N(GET(arg0)), N(GET(arg1)));
}

static void code(const struct ht_event *e, struct ht_kernel_event *out)
{
	const char *text = e->text ? e->text : "";

	switch (e->kind) {
	case HT_K_func_entry:
		SET(N(GET(address)), N(GET(depth)), N(GET(tid)), N(GET(user_space)));
		break;
	case HT_K_func_exit:
		SET(N(GET(address)), N(GET(depth)), N(GET(tid)), N(GET(user_space)), N(GET(duration)), N(GET(exit_only)));
		break;
	case HT_K_boot_level_begin:
		SET(S(text), N(GET(number)), N(GET(tsc)));
		break;
	case HT_K_initcall_start:
		SET(N(GET(address)), S(text), N(GET(tid)));
		break;
	case HT_K_initcall_finish:
		SET(N(GET(address)), N(GET(ret)), N(GET(duration)), S(text), N(GET(tid)));
		break;
	case HT_K_text:
		SET(S(text_types[e->values[0]]), S(text), N(e->values[1]), N(e->values[2]));
		break;
	case HT_K_name:
		SET(S(name_types[e->values[0]]), N(e->values[1]), S(text));
		break;
	default:
		/* the values of the kind, in its order; a text stands where its field is */
		for (int i = 0; i < HT_MAX_VALUES; i++)
			out->values[i] = (struct ht_value){.number = e->values[i], .text = text};
	}
}

static void timer(const struct ht_event *e, struct ht_kernel_event *out)
{
	int64_t of = GET(timer), mode = (int64_t)(uint32_t)GET(mode);

	switch (e->kind) {
	case HT_K_timer_hrtimer_init:
		SET(N(of), N(0), N(mode));
		break;
	case HT_K_timer_hrtimer_start:
		SET(N(of), N(GET(function)), N(GET(when)), N(GET(when)), N(mode));
		break;
	case HT_K_timer_hrtimer_expire_entry:
		SET(N(of), N(GET(when)), N(GET(function)));
		break;
	case HT_K_timer_expire_entry:
		SET(N(of), N(GET(clock)), N(GET(function)), N(GET(clock)));
		break;
	default:
		SET(N(of));
	}
}

bool ht_kernel_event(struct ht_tasks *tasks, const struct ht_event *e, int cpu, struct ht_kernel_event *out)
{
	out->type = &by_kind[e->kind];
	if (!out->type->name)
		return false;
	switch (e->kind) {
	case HT_K_sched_switch: case HT_K_sched_waking: case HT_K_sched_wakeup: case HT_K_sched_wakeup_new: case HT_K_sched_process_fork:
	case HT_K_sched_process_exec: case HT_K_sched_process_exit: case HT_K_sched_process_free: case HT_K_task:
		scheduler(tasks, e, cpu, out);
		return true;
	case HT_K_syscall_entry: case HT_K_syscall_exit:
		system_call(e, out);
		return true;
	case HT_K_timer_hrtimer_init: case HT_K_timer_hrtimer_start: case HT_K_timer_hrtimer_cancel: case HT_K_timer_hrtimer_expire_entry:
	case HT_K_timer_hrtimer_expire_exit: case HT_K_timer_expire_entry: case HT_K_timer_expire_exit:
		timer(e, out);
		return true;
	case HT_K_apic_vector_entry: case HT_K_apic_vector_exit:
		code(e, out);
		if (GET(type) >= 0 && GET(type) < 4)
			out->type = &vectors[GET(type)][e->kind == HT_K_apic_vector_exit];
		return true;
	default:
		code(e, out);
		return true;
	}
}
