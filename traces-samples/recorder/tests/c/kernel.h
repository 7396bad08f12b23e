/* SPDX-License-Identifier: GPL-2.0 */
/*
 * As much of the kernel as the guest tracer and the writer of rings use, in user space: every header that they name is this
 * one. It has CPUS processors, of which shim.cpu runs, a clock that a test sets, and tracepoints that a test fires.
 */
#ifndef KERNEL_H
#define KERNEL_H

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#define on_exit libc_on_exit /* a name that the tracer has for its own */
#include <stdlib.h>
#undef on_exit
#include <string.h>
#include <sys/types.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int64_t s64, ktime_t;
typedef struct { int counter; } atomic_t;
typedef struct { s64 counter; } atomic64_t;
typedef int (*initcall_t)(void);

#define CPUS			4
#define KERNEL_VERSION(a, b, c)	((a) << 16 | (b) << 8 | (c))
#define LINUX_VERSION_CODE	KERNEL_VERSION(6, 1, 0)
#define CONFIG_MODULES		1
#define PAGE_SHIFT		12
#define PAGE_SIZE		4096UL
#define HZ			100
#define TASK_COMM_LEN		16
#define KSYM_NAME_LEN		512
#define KSYM_SYMBOL_LEN		600

#define __init
#define __exit
#define __initdata
#define __user
#define __read_mostly
#define __always_inline		inline __attribute__((always_inline))
#define __maybe_unused		__attribute__((unused))
#define unlikely(x)		(x)
#define ARRAY_SIZE(a)		(sizeof(a) / sizeof((a)[0]))
#define IS_ENABLED(x)		0
#define IS_ALIGNED(x, a)	(((x) & ((a) - 1)) == 0)
#define READ_ONCE(x)		(*(const volatile __typeof__(x) *)&(x))
#define WRITE_ONCE(x, v)	(*(volatile __typeof__(x) *)&(x) = (v))
#define smp_load_acquire(p)	__atomic_load_n(p, __ATOMIC_ACQUIRE)
#define smp_store_release(p, v)	__atomic_store_n(p, v, __ATOMIC_RELEASE)
#define smp_wmb()		__atomic_thread_fence(__ATOMIC_RELEASE)
#define cmpxchg(p, old, new)	({ __typeof__(*(p)) was_ = (old); \
	__atomic_compare_exchange_n(p, &was_, (__typeof__(*(p)))(new), false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); was_; })
#define min(a, b)		((a) < (b) ? (a) : (b))
#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))
#define hash_ptr(p, bits)	((unsigned int)((uintptr_t)(p) * 0x61c8864680b583ebULL >> (64 - (bits))))
#define atomic_xchg(a, v)	__atomic_exchange_n(&(a)->counter, v, __ATOMIC_SEQ_CST)
#define atomic_set(a, v)	((a)->counter = (v))
#define atomic64_inc(a)		((a)->counter++)
#define atomic64_read(a)	((long long)(a)->counter)
#define atomic64_fetch_inc(a)	((a)->counter++)

/* What a test sets and reads. */
struct kvm_vcpu;
extern struct shim {
	unsigned int cpu;
	u64 ns, tsc;
	int preempt, irqs_off, locked, rcu;
	struct task_struct *on[CPUS];
	struct kvm_vcpu *vcpu;		/* that runs here */
	u64 linear_rip;
	size_t device_size;		/* of the ivshmem device 00:10.0, 0: there is none */
	void *device_memory;		/* while it is mapped */
	void *file;			/* of the host, behind the device */
	size_t file_size;
	u64 console_length;
	struct seq_file *status;
} shim;

/* A hypercall was made on shim.cpu; a test has it. */
void shim_called(u64 nr, u64 a0, u64 a1, u64 a2, u64 a3);
void shim_reset(void);		/* the module and the machine as they were at first */
void shim_check(void);		/* that nothing is held */
void shim_gone(void);		/* that nothing is registered or mapped, once the module is gone */
_Noreturn void shim_fail(const char *what);
ssize_t shim_control(const char *text, size_t length);
int shim_init(void);
void shim_exit(void);
int shim_initcall(void);
#define CHECK(good, what)	((good) ? (void)0 : shim_fail(what))

/* CPUs */
#define DEFINE_PER_CPU(type, name)	__typeof__(type) name[CPUS]
#define DECLARE_PER_CPU(type, name)	extern __typeof__(type) name[CPUS]
#define per_cpu(name, c)		(name)[c]
#define this_cpu_ptr(p)			(&(*(p))[shim.cpu])
#define raw_cpu_read(name)		(name)[shim.cpu]
#define raw_cpu_write(name, v)		((name)[shim.cpu] = (v))
#define this_cpu_inc(name)		((name)[shim.cpu]++)
#define this_cpu_inc_return(name)	(++(name)[shim.cpu])
#define raw_smp_processor_id()		(shim.cpu)
#define num_possible_cpus()		CPUS
#define num_online_cpus()		CPUS
#define for_each_possible_cpu(c)	for ((c) = 0; (c) < CPUS; (c)++)
void on_each_cpu(void (*call)(void *), void *argument, int wait);
#define raw_local_irq_save(flags)	((flags) = shim.irqs_off++)
#define raw_local_irq_restore(flags)	(shim.irqs_off = (flags))
#define preempt_disable_notrace()	(shim.preempt++)
#define preempt_enable_notrace()	(shim.preempt--)
#define in_task()			(!shim.irqs_off)
#define rcu_read_lock()			(shim.rcu++)
#define rcu_read_unlock()		(shim.rcu--)
#define rcu_dereference(p)		(p)
#define rcu_dereference_sched(p)	(p)
struct mutex { int held; };
#define DEFINE_MUTEX(name)		struct mutex name
#define DEFINE_RAW_SPINLOCK(name)	struct mutex name
void mutex_lock(struct mutex *lock);
void mutex_unlock(struct mutex *lock);
#define raw_spin_lock_irqsave(lock, flags)	(raw_local_irq_save(flags), mutex_lock(lock))
#define raw_spin_unlock_irqrestore(lock, flags)	(mutex_unlock(lock), raw_local_irq_restore(flags))
#define cpuid_ecx(leaf)			(1U << 31)
void cpuid(unsigned int leaf, unsigned int *eax, unsigned int *ebx, unsigned int *ecx, unsigned int *edx);
#define rdtsc()				(shim.tsc)
static const unsigned int __maybe_unused tsc_khz = 1000000;
#define trace_clock_local()		(shim.ns)
#define ktime_get_mono_fast_ns()	(shim.ns)
#define ktime_get_real_fast_ns()	(shim.ns)
#define ktime_to_ns(t)			(t)
#define read_cr2()			0UL

/* tasks */
enum pid_type { PIDTYPE_PID, PIDTYPE_TGID };
struct pid { int references; bool alive; };
struct signal_struct { struct pid *pids[2]; };
struct task_struct {
	pid_t pid, tgid;
	int prio, exit_state, exit_code;
	unsigned int __state;
	struct task_struct *real_parent;
	struct signal_struct *signal;
	char comm[TASK_COMM_LEN];
};
#define current				(shim.on[shim.cpu])
#define task_cpu(task)			((void)(task), shim.cpu)
#define task_tgid(task)			((task)->signal->pids[PIDTYPE_TGID])
#define pid_has_task(pid, type)		((pid)->alive)
#define for_each_process_thread(p, t)	for ((p) = (t) = current; (t); (t) = NULL)
struct pid *get_pid(struct pid *pid);
void put_pid(struct pid *pid);
struct pid *find_get_pid(int number);

/* tracepoints, probes, notifiers: a test fires TRACE(name, (types), arguments) */
#define LISTENERS 8
struct tracepoint { const char *name; void *functions[LISTENERS]; };
struct module { unsigned int num_tracepoints; struct tracepoint **tracepoints_ptrs; };
struct tp_module { struct module *mod; };
struct notifier_block { int (*notifier_call)(struct notifier_block *block, unsigned long state, void *data); int priority; };
enum { MODULE_STATE_COMING = 1, MODULE_STATE_GOING, NOTIFY_OK, NOTIFY_DONE = 0 };
#define tracepoint_ptr_deref(p)		(*(p))
#define tracepoint_synchronize_unregister() ((void)0)
struct tracepoint *shim_tracepoint(const char *name);
void for_each_kernel_tracepoint(void (*call)(struct tracepoint *tracepoint, void *data), void *data);
int tracepoint_probe_register(struct tracepoint *tracepoint, void *probe, void *data);
int tracepoint_probe_unregister(struct tracepoint *tracepoint, void *probe, void *data);
int register_tracepoint_module_notifier(struct notifier_block *block);
int unregister_tracepoint_module_notifier(struct notifier_block *block);
#define TRACE(name, types, ...) do { \
		struct tracepoint *t_ = shim_tracepoint(name); \
		for (int i_ = 0; i_ < LISTENERS; i_++) \
			if (t_->functions[i_]) \
				((void (*)types)t_->functions[i_])(NULL, __VA_ARGS__); \
	} while (0)
struct pt_regs { unsigned long ip, number, argument[6]; };
struct kprobe { const char *symbol_name; void *addr; unsigned int flags; };
struct kretprobe;
struct kretprobe_instance { struct kretprobe *probe; long data[2]; };
struct kretprobe {
	struct kprobe kp;
	int (*entry_handler)(struct kretprobe_instance *instance, struct pt_regs *regs);
	int (*handler)(struct kretprobe_instance *instance, struct pt_regs *regs);
	size_t data_size;
	int maxactive;
	unsigned long nmissed;
};
#define KPROBE_FLAG_DISABLED		2
#define get_kretprobe(instance)		((instance)->probe)
int register_kprobe(struct kprobe *probe);
void unregister_kprobe(struct kprobe *probe);
int register_kretprobe(struct kretprobe *probe);
void unregister_kretprobe(struct kretprobe *probe);
extern struct kretprobe *shim_probes[];	/* those that are registered, NULL ends them */
int shim_hold(void *what);		/* something is registered: that once, and given back */
int shim_give(void *what);
#define register_die_notifier(block)	shim_hold(block)
#define unregister_die_notifier(block)	shim_give(block)
#define register_reboot_notifier(block)	shim_hold(block)
#define unregister_reboot_notifier(block) shim_give(block)
#define atomic_notifier_chain_register(chain, block)	((void)(chain), shim_hold(block))
#define atomic_notifier_chain_unregister(chain, block)	shim_give(block)
static int __maybe_unused panic_notifier_list;
struct die_args { struct pt_regs *regs; const char *str; long err; int trapnr; };
enum { DIE_OOPS = 1, X86_TRAP_PF = 14, SYS_RESTART = 1, SYS_HALT, IRQ_HANDLED = 1, IRQ_WAKE_THREAD };
enum kmsg_dump_reason { KMSG_DUMP_OOPS = 2 };
struct kmsg_dumper { void (*dump)(struct kmsg_dumper *dumper, enum kmsg_dump_reason reason); enum kmsg_dump_reason max_reason; };
struct kmsg_dump_iter { u64 at; };
#define kmsg_dump_register(dumper)	shim_hold(dumper)
#define kmsg_dump_unregister(dumper)	shim_give(dumper)
#define kmsg_dump_rewind(iter)		((iter)->at = 0)
bool kmsg_dump_get_buffer(struct kmsg_dump_iter *iter, bool syslog, char *to, size_t size, size_t *length);
#define instruction_pointer(regs)	((regs)->ip)
#define syscall_get_arguments(task, regs, to)	memcpy(to, (regs)->argument, sizeof((regs)->argument))
#define syscall_get_nr(task, regs)	((long)(regs)->number)
#define in_ia32_syscall()		false
struct irqaction { const char *name; };
struct hrtimer { void *function; u64 expires; };
struct timer_list { void *function; };
enum hrtimer_mode { HRTIMER_MODE_ABS };
#define hrtimer_get_expires_ns(timer)	((timer)->expires)
struct ftrace_graph_ent { unsigned long func; int depth; };
struct ftrace_graph_ret { unsigned long func; int depth; u64 calltime, rettime; };
struct fgraph_ops { int (*entryfunc)(struct ftrace_graph_ent *entry); void (*retfunc)(struct ftrace_graph_ret *ret); };
extern struct fgraph_ops *shim_graph;
int register_ftrace_graph(struct fgraph_ops *ops);
void unregister_ftrace_graph(struct fgraph_ops *ops);
void ftrace_set_global_filter(char *pattern, int length, int reset); /* a test has it */
struct work_struct { int unused; };
struct delayed_work { void (*call)(struct work_struct *work); bool waits; };
#define DECLARE_DELAYED_WORK(name, function)	struct delayed_work name = { .call = function }
#define schedule_delayed_work(work, ticks)	((work)->waits = (ticks) > 0)
#define cancel_delayed_work_sync(work)		((work)->waits = false)
#define CPUHP_AP_ONLINE_DYN	1
int cpuhp_setup_state(int state, const char *name, int (*online)(unsigned int cpu), int (*offline)(unsigned int cpu));
void cpuhp_remove_state_nocalls(int state);

#include "kernel-files.h"

#endif
