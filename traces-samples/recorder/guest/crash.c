// SPDX-License-Identifier: GPL-2.0
/* Group crash: panics and oopses with their text, and the last lines of the console, the call trace among them. */
#include <linux/kdebug.h>
#include <linux/kmsg_dump.h>
#include <linux/notifier.h>
#include <linux/panic_notifier.h>
#include <linux/ptrace.h>
#include <linux/timekeeping.h>
#include <asm/trapnr.h>
#include "hypertrace.h"

static char ht_lines[2048];
static atomic_t ht_dumping;

static int ht_on_die(struct notifier_block *block, unsigned long action, void *args_)
{
	struct die_args *args = args_;
	unsigned long trap = args->trapnr, fault = 0;
	char text[160];
	int length;

	if (action != DIE_OOPS)
		return NOTIFY_DONE;
	/* A page fault of the kernel itself comes with the trap number of something before it. */
	if (!strcmp(args->str, "Oops"))
		trap = X86_TRAP_PF;
	if (trap == X86_TRAP_PF)
		fault = read_cr2();
	preempt_disable_notrace();
	ht_flush_here();
	length = scnprintf(text, sizeof(text), "%s%s at %pS, task %s", args->str,
			   trap == X86_TRAP_PF ? ": page fault" : "", (void *)instruction_pointer(args->regs),
			   current->comm);
	ht_send(HT_DIE, instruction_pointer(args->regs), ht_pair(trap, args->err), fault, ht_here());
	ht_send_text(HT_TEXT_DIE, text, length);
	preempt_enable_notrace();
	return NOTIFY_DONE;
}

static int ht_on_panic(struct notifier_block *block, unsigned long action, void *text)
{
	unsigned int length = strlen(text);

	preempt_disable_notrace();
	ht_flush_here();
	ht_send(HT_PANIC, ht_here(), ktime_get_mono_fast_ns(), ht_chars(text, length, 0), ht_chars(text, length, 8));
	ht_send_text(HT_TEXT_PANIC, text, length);
	preempt_enable_notrace();
	return NOTIFY_DONE;
}

static void ht_dump(void)
{
	struct kmsg_dump_iter lines;
	size_t length = 0;

	if (atomic_xchg(&ht_dumping, 1))
		return;
	kmsg_dump_rewind(&lines);
	if (kmsg_dump_get_buffer(&lines, false, ht_lines, sizeof(ht_lines), &length))
		ht_send_text(HT_TEXT_CONSOLE, ht_lines, length);
	atomic_set(&ht_dumping, 0);
}

/* Newer kernels report more than the reason; which form this one has is seen from its declaration. */
struct kmsg_dump_detail;

static void __maybe_unused ht_on_dump(struct kmsg_dumper *dumper, enum kmsg_dump_reason reason)
{
	ht_dump();
}

static void __maybe_unused ht_on_dump_detail(struct kmsg_dumper *dumper, struct kmsg_dump_detail *detail)
{
	ht_dump();
}

#define HT_ON_DUMP __builtin_choose_expr(__builtin_types_compatible_p(			\
	typeof(((struct kmsg_dumper *)NULL)->dump), typeof(&ht_on_dump)),		\
	ht_on_dump, ht_on_dump_detail)

static struct notifier_block ht_die_block = { .notifier_call = ht_on_die, .priority = INT_MAX - 1 };
static struct notifier_block ht_panic_block = { .notifier_call = ht_on_panic, .priority = INT_MAX - 1 };
static struct kmsg_dumper ht_dumper = { .dump = HT_ON_DUMP, .max_reason = KMSG_DUMP_OOPS };

static int ht_crash_start(void)
{
	int err = register_die_notifier(&ht_die_block);

	if (err)
		return err;
	atomic_notifier_chain_register(&panic_notifier_list, &ht_panic_block);
	if (kmsg_dump_register(&ht_dumper))
		pr_warn(HT_LOG "the last lines of the console will not be sent\n");
	return 0;
}

static void ht_crash_stop(void)
{
	kmsg_dump_unregister(&ht_dumper);
	atomic_notifier_chain_unregister(&panic_notifier_list, &ht_panic_block);
	unregister_die_notifier(&ht_die_block);
}

struct ht_group ht_crash = { .name = "crash", .start = ht_crash_start, .stop = ht_crash_stop };
