// SPDX-License-Identifier: GPL-2.0
/* What kernel.h declares. Whatever the code takes must be given back: shim_check and shim_gone see to it. */
#include <stdarg.h>
#include "kernel.h"

struct shim shim;

_Noreturn void shim_fail(const char *what)
{
	fprintf(stderr, "ERROR: %s\n", what);
	abort();
}

void shim_log(const char *format, ...)
{
	char line[2000];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(line, sizeof(line), format, arguments);
	va_end(arguments);
}

/* CPUs and locks */
void on_each_cpu(void (*call)(void *), void *argument, int wait)
{
	unsigned int here = shim.cpu;

	CHECK(!shim.irqs_off && wait, "other CPUs are called while interrupts are off");
	for (shim.cpu = 0; shim.cpu < CPUS; shim.cpu++)
		call(argument);
	shim.cpu = here;
}

void mutex_lock(struct mutex *lock)
{
	CHECK(!lock->held, "a lock is taken twice");
	lock->held = 1;
	shim.locked++;
}

void mutex_unlock(struct mutex *lock)
{
	CHECK(lock->held, "a lock is freed that is not held");
	lock->held = 0;
	shim.locked--;
}

void cpuid(unsigned int leaf, unsigned int *eax, unsigned int *ebx, unsigned int *ecx, unsigned int *edx)
{
	*eax = 0;
	*ebx = leaf ? 0x4b4d564b : 0x68747541; /* KVM on AMD */
	*ecx = 0x564b4d56;
	*edx = 0x4d;
}

/* tasks */
struct pid *get_pid(struct pid *pid)
{
	CHECK(pid->references > 0, "a pid is held that is gone");
	pid->references++;
	return pid;
}

void put_pid(struct pid *pid)
{
	if (!pid)
		return;
	CHECK(pid->references > 0, "a pid is given back that is not held");
	if (!--pid->references)
		free(pid);
}

struct pid *find_get_pid(int number)
{
	return number == current->tgid ? get_pid(task_tgid(current)) : NULL;
}

/* tracepoints: those of KVM are in a module */
static struct tracepoint kernels[] = {
	{ .name = "sched_switch" }, { .name = "sched_waking" }, { .name = "sched_wakeup" }, { .name = "sched_wakeup_new" },
	{ .name = "sched_process_fork" }, { .name = "sched_process_exec" }, { .name = "sched_process_exit" },
	{ .name = "sched_process_free" }, { .name = "task_rename" }, { .name = "sys_enter" }, { .name = "sys_exit" },
	{ .name = "irq_handler_entry" }, { .name = "irq_handler_exit" }, { .name = "softirq_entry" }, { .name = "softirq_exit" },
	{ .name = "softirq_raise" }, { .name = "local_timer_entry" }, { .name = "local_timer_exit" }, { .name = "hrtimer_start" },
	{ .name = "hrtimer_cancel" }, { .name = "timer_expire_entry" }, { .name = "timer_expire_exit" },
};
static struct tracepoint kvms[] = { { .name = "kvm_hypercall" }, { .name = "kvm_entry" }, { .name = "kvm_exit" } };
static struct tracepoint *kvm_list[] = { &kvms[0], &kvms[1], &kvms[2] };
static struct module kvm = { .num_tracepoints = ARRAY_SIZE(kvms), .tracepoints_ptrs = kvm_list };
static struct tp_module kvm_points = { .mod = &kvm };

struct tracepoint *shim_tracepoint(const char *name)
{
	for (unsigned int i = 0; i < ARRAY_SIZE(kernels); i++)
		if (!strcmp(kernels[i].name, name))
			return &kernels[i];
	for (unsigned int i = 0; i < ARRAY_SIZE(kvms); i++)
		if (!strcmp(kvms[i].name, name))
			return &kvms[i];
	shim_fail("a test fires a tracepoint that is not there");
}

void for_each_kernel_tracepoint(void (*call)(struct tracepoint *tracepoint, void *data), void *data)
{
	for (unsigned int i = 0; i < ARRAY_SIZE(kernels); i++)
		call(&kernels[i], data);
}

int tracepoint_probe_register(struct tracepoint *tracepoint, void *probe, void *data)
{
	int place = -1;

	(void)data;
	for (int i = 0; i < LISTENERS; i++) {
		if (tracepoint->functions[i] == probe)
			return -EEXIST;
		if (!tracepoint->functions[i] && place < 0)
			place = i;
	}
	CHECK(place >= 0, "too many listen to a tracepoint");
	tracepoint->functions[place] = probe;
	return 0;
}

int tracepoint_probe_unregister(struct tracepoint *tracepoint, void *probe, void *data)
{
	(void)data;
	for (int i = 0; i < LISTENERS; i++)
		if (tracepoint->functions[i] == probe) {
			tracepoint->functions[i] = NULL;
			return 0;
		}
	shim_fail("a function is taken from a tracepoint that it does not listen to");
}

/* what is registered elsewhere */
#define HELD 16
static void *held[HELD];

int shim_hold(void *what)
{
	int place = -1;

	for (int i = 0; i < HELD; i++) {
		CHECK(held[i] != what, "something is registered twice");
		if (!held[i])
			place = i;
	}
	CHECK(place >= 0, "too much is registered");
	held[place] = what;
	return 0;
}

int shim_give(void *what)
{
	for (int i = 0; i < HELD; i++)
		if (held[i] == what) {
			held[i] = NULL;
			return 0;
		}
	shim_fail("something is unregistered that is not registered");
}

int register_tracepoint_module_notifier(struct notifier_block *block)
{
	shim_hold(block);
	block->notifier_call(block, MODULE_STATE_COMING, &kvm_points);
	return 0;
}

int unregister_tracepoint_module_notifier(struct notifier_block *block)
{
	block->notifier_call(block, MODULE_STATE_GOING, &kvm_points);
	return shim_give(block);
}

int cpuhp_setup_state(int state, const char *name, int (*online)(unsigned int cpu), int (*offline)(unsigned int cpu))
{
	unsigned int here = shim.cpu;

	(void)name;
	(void)offline;
	for (shim.cpu = 0; shim.cpu < CPUS; shim.cpu++)
		online(shim.cpu);
	shim.cpu = here;
	shim_hold(&held);
	return state;
}

void cpuhp_remove_state_nocalls(int state)
{
	(void)state;
	shim_give(&held);
}

/* The module's own variables, as they are when it is loaded: the build puts them all into one section. */
extern char __start_guest_data[] __attribute__((weak)), __stop_guest_data[] __attribute__((weak));

__attribute__((no_sanitize("address"))) void shim_reset(void)
{
	static char *first;
	size_t size = __stop_guest_data - __start_guest_data;

	if (!first && size) {
		first = malloc(size);
		for (size_t i = 0; i < size; i++) /* memcpy would be checked: there is more between variables */
			first[i] = __start_guest_data[i];
	}
	for (size_t i = 0; i < size; i++)
		__start_guest_data[i] = first[i];
	shim = (struct shim){ .ns = 1000, .tsc = 1000 };
}

void shim_check(void)
{
	CHECK(!shim.locked, "a lock is still held");
	CHECK(!shim.preempt, "preemption is still off, or on twice");
	CHECK(!shim.irqs_off, "interrupts are still off");
	CHECK(!shim.rcu, "a read lock is still held");
}

void shim_gone(void)
{
	for (unsigned int i = 0; i < ARRAY_SIZE(kernels); i++)
		for (int j = 0; j < LISTENERS; j++)
			CHECK(!kernels[i].functions[j], "a tracepoint is still listened to");
	for (unsigned int i = 0; i < ARRAY_SIZE(kvms); i++)
		for (int j = 0; j < LISTENERS; j++)
			CHECK(!kvms[i].functions[j], "a tracepoint of KVM is still listened to");
	for (int i = 0; i < HELD; i++)
		CHECK(!held[i], "something is still registered");
	CHECK(!shim_probes[0], "a probe is still there");
	CHECK(!shim_graph, "function graph is still registered");
	CHECK(!shim.device_memory, "the device is still mapped");
}
