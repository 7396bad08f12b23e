// SPDX-License-Identifier: GPL-2.0
/* Group timers. */
#include <linux/hrtimer.h>
#include <linux/timer.h>
#include "hypertrace.h"

/* Some kernels have a third argument, which is left alone. */
static void on_start(void *data, struct hrtimer *timer, enum hrtimer_mode mode)
{
	ht_send(HT_HRTIMER_START, (u64)timer, (u64)timer->function, hrtimer_get_expires_ns(timer), ht_cpu(mode));
}

static void on_cancel(void *data, struct hrtimer *timer)
{
	ht_send(HT_HRTIMER_CANCEL, (u64)timer, 0, 0, ht_cpu(0));
}

static void on_hrtimer_entry(void *data, struct hrtimer *timer, ktime_t *now)
{
	ht_send(HT_HRTIMER_ENTRY, (u64)timer, (u64)timer->function, ktime_to_ns(*now), ht_here());
}

static void on_hrtimer_exit(void *data, struct hrtimer *timer)
{
	ht_send(HT_HRTIMER_EXIT, (u64)timer, 0, 0, ht_here());
}

static void on_timer_entry(void *data, struct timer_list *timer, unsigned long base)
{
	ht_send(HT_TIMER_ENTRY, (u64)timer, (u64)timer->function, base, ht_here());
}

/* The timer may be gone: only its address is reported. */
static void on_timer_exit(void *data, struct timer_list *timer)
{
	ht_send(HT_TIMER_EXIT, (u64)timer, 0, 0, ht_here());
}

static struct ht_probe probes[] = {
	HT_PROBE("hrtimer_start", on_start),
	HT_PROBE("hrtimer_cancel", on_cancel),
	HT_PROBE("hrtimer_expire_entry", on_hrtimer_entry),
	HT_PROBE("hrtimer_expire_exit", on_hrtimer_exit),
	HT_PROBE("timer_expire_entry", on_timer_entry),
	HT_PROBE("timer_expire_exit", on_timer_exit),
};

HT_GROUP(ht_timers, "timers", probes, NULL, NULL);
