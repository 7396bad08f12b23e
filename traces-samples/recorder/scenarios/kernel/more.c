// SPDX-License-Identifier: GPL-2.0
/* 130 more built-in modules, for a kernel of its own: each takes some milliseconds at level device. */
#include <linux/init.h>
#include "wait.h"

#define MODULE_(number)					\
	static int __init more_module_##number##_init(void)	\
	{							\
		busy_wait(4);					\
		return 0;					\
	}							\
	device_initcall(more_module_##number##_init);

#define TEN(ten)							\
	MODULE_(ten##0) MODULE_(ten##1) MODULE_(ten##2) MODULE_(ten##3) MODULE_(ten##4)	\
	MODULE_(ten##5) MODULE_(ten##6) MODULE_(ten##7) MODULE_(ten##8) MODULE_(ten##9)

TEN(0) TEN(1) TEN(2) TEN(3) TEN(4) TEN(5) TEN(6) TEN(7) TEN(8) TEN(9) TEN(10) TEN(11) TEN(12)
