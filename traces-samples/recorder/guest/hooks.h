/* SPDX-License-Identifier: GPL-2.0 */
/* What the kernel calls when the tracer is built in; becomes include/linux/hypertrace.h. */
#ifndef _LINUX_HYPERTRACE_H
#define _LINUX_HYPERTRACE_H

struct device;

#ifdef CONFIG_HYPERTRACE

/* init/main.c, arch/x86/kernel/head64.c: in this order */
void hypertrace_first_code(void);
void hypertrace_start_kernel(void);
void hypertrace_trace_init(void);
void hypertrace_sync_level(const void *entry);

/* Functions that are called before anything can be traced; nothing is allocated, no lock is taken. */
void hypertrace_early_begin(const void *function);
void hypertrace_early_end(const void *function);

/* kernel/reboot.c, kernel/notifier.c, drivers/base/core.c: begin returns the number that end wants, 0 if off */
unsigned int hypertrace_step_begin(const void *function, const char *name);
void hypertrace_step_end(unsigned int number, const void *function, const char *name);
unsigned int hypertrace_device_begin(const struct device *dev, const void *function);
unsigned int hypertrace_notifier_begin(const void *function);
void hypertrace_notifier_end(unsigned int number, const void *function);
void hypertrace_last(void);

#else

static inline void hypertrace_first_code(void) { }
static inline void hypertrace_start_kernel(void) { }
static inline void hypertrace_trace_init(void) { }
static inline void hypertrace_sync_level(const void *entry) { }
static inline void hypertrace_early_begin(const void *function) { }
static inline void hypertrace_early_end(const void *function) { }
static inline unsigned int hypertrace_step_begin(const void *function, const char *name) { return 0; }
static inline void hypertrace_step_end(unsigned int number, const void *function, const char *name) { }
static inline unsigned int hypertrace_device_begin(const struct device *dev, const void *function) { return 0; }
static inline unsigned int hypertrace_notifier_begin(const void *function) { return 0; }
static inline void hypertrace_notifier_end(unsigned int number, const void *function) { }
static inline void hypertrace_last(void) { }

#endif

#define hypertrace_early(function, ...)			\
	do {						\
		hypertrace_early_begin(function);	\
		function(__VA_ARGS__);			\
		hypertrace_early_end(function);		\
	} while (0)

#define hypertrace_step(function, ...)							\
	do {										\
		unsigned int number_ = hypertrace_step_begin(function, #function);	\
		function(__VA_ARGS__);							\
		hypertrace_step_end(number_, function, #function);			\
	} while (0)

#endif
