// SPDX-License-Identifier: GPL-2.0
/*
 * One spin lock, wanted by a kernel thread on each of the first two CPUs: a number written to
 * /sys/module/contended/parameters/run is how often each takes it. The write returns when both are done; what each saw by the
 * guest's own clock is in the kernel's log.
 */
#include <linux/completion.h>
#include <linux/kthread.h>
#include <linux/moduleparam.h>
#include <linux/printk.h>
#include <linux/spinlock.h>
#include "wait.h"

static unsigned int hold_ms = 10;
module_param(hold_ms, uint, 0644);
static unsigned int gap_ms = 5;
module_param(gap_ms, uint, 0644);

#define LOCKERS 2

/* A hold that takes so much longer than asked was not the guest's doing. */
#define LATE_NS (2 * NSEC_PER_MSEC)

struct locker {
	unsigned int cpu, rounds, late_holds;
	u64 waited_ns, longest_wait_ns, held_ns, longest_hold_ns, late_ns;
	struct completion done;
};

static DEFINE_RAW_SPINLOCK(contended_lock);

static noinline __noclone void contended_hold(struct locker *locker)
{
	u64 held, asked = (u64)hold_ms * NSEC_PER_MSEC;
	ktime_t before = ktime_get();

	busy_wait(hold_ms);
	held = ktime_to_ns(ktime_sub(ktime_get(), before));
	locker->held_ns += held;
	locker->longest_hold_ns = max(locker->longest_hold_ns, held);
	if (held >= asked + LATE_NS) {
		locker->late_holds++;
		locker->late_ns += held - asked;
	}
}

static noinline __noclone void contended_take(struct locker *locker)
{
	ktime_t before = ktime_get();
	u64 waited;

	raw_spin_lock(&contended_lock);
	waited = ktime_to_ns(ktime_sub(ktime_get(), before));
	locker->waited_ns += waited;
	locker->longest_wait_ns = max(locker->longest_wait_ns, waited);
	contended_hold(locker);
	raw_spin_unlock(&contended_lock);
}

static int contended_locker(void *data)
{
	struct locker *locker = data;
	unsigned int i;

	for (i = 0; i < locker->rounds; i++) {
		contended_take(locker);
		busy_wait(gap_ms);
		cond_resched();
	}
	kthread_complete_and_exit(&locker->done, 0);
}

static int contended_run(const char *value, const struct kernel_param *unused)
{
	static struct locker lockers[LOCKERS];
	struct task_struct *tasks[LOCKERS];
	unsigned int i, rounds;
	int err = kstrtouint(value, 0, &rounds);

	if (err)
		return err;
	if (num_online_cpus() < LOCKERS)
		return -ENODEV;
	for (i = 0; i < LOCKERS && !err; i++) {
		lockers[i] = (struct locker) { .cpu = i, .rounds = rounds };
		init_completion(&lockers[i].done);
		tasks[i] = kthread_create_on_cpu(contended_locker, &lockers[i], i, "locker/%u");
		err = PTR_ERR_OR_ZERO(tasks[i]);
	}
	if (err) {
		while (--i > 0)
			kthread_stop(tasks[i - 1]); /* it has not begun */
		return err;
	}
	for (i = 0; i < LOCKERS; i++)
		wake_up_process(tasks[i]);
	for (i = 0; i < LOCKERS; i++)
		wait_for_completion(&lockers[i].done);
	for (i = 0; i < LOCKERS; i++)
		pr_info("contended: locker/%u took %u times, waited %llu ns, longest %llu ns, held %llu ns, longest %llu ns, late %u times, %llu ns\n",
			lockers[i].cpu, lockers[i].rounds, lockers[i].waited_ns, lockers[i].longest_wait_ns,
			lockers[i].held_ns, lockers[i].longest_hold_ns, lockers[i].late_holds, lockers[i].late_ns);
	return 0;
}

static const struct kernel_param_ops contended_run_ops = { .set = contended_run };
module_param_cb(run, &contended_run_ops, NULL, 0200);
