// SPDX-License-Identifier: GPL-2.0
/* Built in only. The stages of a boot from the first C code on, groups levels and initcalls, and very early functions. */
#include <linux/binfmts.h>
#include <linux/hypertrace.h>
#include <linux/init.h>
#include <linux/moduleparam.h>
#include <linux/string.h>
#include <asm/msr.h>
#include <asm/setup.h>
#include <asm/tsc.h>
#include "hypertrace.h"
#include "boot.h"

static bool names = true;
module_param(names, bool, 0644);
MODULE_PARM_DESC(names, "report the name of each initcall, so that no symbols are needed (on)");

/* Very early: no tracepoints, no clock but the TSC, whose frequency is not known in the beginning; then no duration. */
static bool ht_early __initdata;
static unsigned int ht_early_depth __initdata;
static u64 ht_early_tsc[16] __initdata;

void __init hypertrace_first_code(void)
{
	const char *groups = strstr(boot_command_line, "hypertrace.groups=");

	if (!groups || !ht_can_send())
		return;
	ht_early = strnstr(groups, "early", strcspn(groups, " "));
	ht_send_stage(HT_FIRST_CODE, "x86_64_start_kernel");
}

void __init hypertrace_start_kernel(void)
{
	if (strstr(boot_command_line, "hypertrace.groups="))
		ht_send_stage(HT_START_KERNEL, "start_kernel");
}

void __init hypertrace_early_begin(const void *function)
{
	if (!ht_early || ht_early_depth >= ARRAY_SIZE(ht_early_tsc))
		return;
	ht_send(HT_FUNCTION_ENTRY, (u64)function, ht_early_depth, 0, ht_here());
	ht_early_tsc[ht_early_depth++] = rdtsc();
}

void __init hypertrace_early_end(const void *function)
{
	u64 cycles, ns = 0;

	if (!ht_early || !ht_early_depth)
		return;
	cycles = rdtsc() - ht_early_tsc[--ht_early_depth];
	if (tsc_khz)
		ns = div64_u64(cycles * 1000, tsc_khz) * 1000;
	ht_send(HT_FUNCTION_EXIT, (u64)function, ns, ht_early_depth, ht_here());
}

/* Levels */

static unsigned int ht_level;

static void ht_send_level(const char *name)
{
	unsigned int length = strlen(name);

	ht_send(HT_LEVEL, ht_level++, rdtsc(), ht_chars(name, length, 0), ht_chars(name, length, 8));
}

static void on_level(void *data, const char *name)
{
	ht_send_level(name);
}

/* The program of PID 1; what it executes later is no stage. */
static void on_exec(void *data, struct task_struct *task, pid_t old_tid, struct linux_binprm *bprm)
{
	static bool reported;

	if (task->pid != 1 || reported)
		return;
	reported = true;
	ht_send_stage(HT_USERSPACE, kbasename(bprm->filename));
}

static struct ht_probe level_probes[] = {
	HT_PROBE("initcall_level", on_level),
	HT_PROBE("sched_process_exec", on_exec),
};

HT_GROUP(ht_levels, "levels", level_probes, NULL, NULL);

/* The linker puts the sync initcalls, and those of rootfs, behind a level's own; the kernel does not report it itself. */
#define HT_BEHIND(_level, _name) { __initcall##_level##_start, _name }

extern initcall_entry_t __initcall0_start[], __initcall1_start[], __initcall2_start[], __initcall3_start[],
	__initcall4_start[], __initcall5_start[], __initcall6_start[], __initcall7_start[];
extern initcall_entry_t __initcall0s_start[], __initcall1s_start[], __initcall2s_start[], __initcall3s_start[],
	__initcall4s_start[], __initcall5s_start[], __initcallrootfs_start[], __initcallrootfss_start[],
	__initcall6s_start[], __initcall7s_start[];

static const struct {
	const initcall_entry_t *entry;
	const char *name;
} ht_behind[] __initconst = {
	HT_BEHIND(0s, "pure_sync"), HT_BEHIND(1s, "core_sync"), HT_BEHIND(2s, "postcore_sync"), HT_BEHIND(3s, "arch_sync"),
	HT_BEHIND(4s, "subsys_sync"), HT_BEHIND(5s, "fs_sync"), HT_BEHIND(rootfs, "rootfs"),
	HT_BEHIND(rootfss, "rootfs_sync"), HT_BEHIND(6s, "device_sync"), HT_BEHIND(7s, "late_sync"),
};

static const initcall_entry_t *ht_own[] __initdata = {
	__initcall0_start, __initcall1_start, __initcall2_start, __initcall3_start,
	__initcall4_start, __initcall5_start, __initcall6_start, __initcall7_start,
};

/* Levels without initcalls begin at the same entry as the next: the last of them is meant. */
void __init hypertrace_sync_level(const void *entry)
{
	unsigned int i;

	if (!READ_ONCE(ht_levels.on))
		return;
	for (i = 0; i < ARRAY_SIZE(ht_own); i++)
		if (ht_own[i] == entry)
			return; /* the kernel has reported it */
	for (i = ARRAY_SIZE(ht_behind); i-- > 0;)
		if (ht_behind[i].entry == entry) {
			ht_send_level(ht_behind[i].name);
			return;
		}
}

/* Initcalls; modules that are loaded run theirs in tasks of their own, so several may run at once. */

static struct {
	struct task_struct *task;
	u64 begin;
} ht_running[32];

static int ht_running_place(struct task_struct *from, struct task_struct *to)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(ht_running); i++)
		if (READ_ONCE(ht_running[i].task) == from && cmpxchg(&ht_running[i].task, from, to) == from)
			return i;
	return -1;
}

static void on_start(void *data, initcall_t function)
{
	int place = ht_running_place(NULL, current);

	if (place >= 0)
		ht_running[place].begin = ht_clock();
	if (READ_ONCE(names))
		ht_send_function_name((unsigned long)function);
	ht_send(HT_INITCALL_START, (u64)function, ht_here(), 0, 0);
	ht_graph_initcall(function, true);
}

static void on_finish(void *data, initcall_t function, int ret)
{
	u64 now = ht_clock();
	int place = ht_running_place(current, NULL);

	ht_graph_initcall(function, false);
	ht_send(HT_INITCALL_FINISH, (u64)function, (s64)ret, place < 0 ? 0 : now - ht_running[place].begin, ht_here());
}

static struct ht_probe initcall_probes[] = {
	HT_PROBE("initcall_start", on_start),
	HT_PROBE("initcall_finish", on_finish),
};

HT_GROUP(ht_initcalls, "initcalls", initcall_probes, NULL, NULL);
