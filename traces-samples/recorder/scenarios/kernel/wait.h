/* SPDX-License-Identifier: GPL-2.0 */
/* Burns the CPU for a time. mdelay() counts loops by a frequency that the guest measured in emulation: 1 s became 5 s. */
#include <linux/ktime.h>
#include <linux/processor.h>

static inline void busy_wait(unsigned int ms)
{
	ktime_t end = ktime_add_ms(ktime_get(), ms);

	while (ktime_before(ktime_get(), end))
		cpu_relax();
}
