/* SPDX-License-Identifier: EPL-2.0 */
/* Names of the reasons of VM exits, as the kernel's tracepoints print them (uapi/asm/vmx.h, uapi/asm/svm.h). */
#include "exits.h"

#include <stddef.h>
#include <stdio.h>

static const char *const intel[] = {
	"EXCEPTION_NMI", "EXTERNAL_INTERRUPT", "TRIPLE_FAULT", "INIT_SIGNAL", "SIPI_SIGNAL", "IO_SMI", "OTHER_SMI", "INTERRUPT_WINDOW",
	"NMI_WINDOW", "TASK_SWITCH", "CPUID", "GETSEC", "HLT", "INVD", "INVLPG", "RDPMC", "RDTSC", "RSM", "VMCALL", "VMCLEAR", "VMLAUNCH",
	"VMPTRLD", "VMPTRST", "VMREAD", "VMRESUME", "VMWRITE", "VMOFF", "VMON", "CR_ACCESS", "DR_ACCESS", "IO_INSTRUCTION", "MSR_READ",
	"MSR_WRITE", "INVALID_STATE", "MSR_LOAD_FAIL", NULL, "MWAIT_INSTRUCTION", "MONITOR_TRAP_FLAG", NULL, "MONITOR_INSTRUCTION",
	"PAUSE_INSTRUCTION", "MCE_DURING_VMENTRY", NULL, "TPR_BELOW_THRESHOLD", "APIC_ACCESS", "EOI_INDUCED", "GDTR_IDTR", "LDTR_TR",
	"EPT_VIOLATION", "EPT_MISCONFIG", "INVEPT", "RDTSCP", "PREEMPTION_TIMER", "INVVPID", "WBINVD", "XSETBV", "APIC_WRITE", "RDRAND",
	"INVPCID", "VMFUNC", "ENCLS", "RDSEED", "PML_FULL", "XSAVES", "XRSTORS", NULL, NULL, "UMWAIT", "TPAUSE", NULL, NULL, NULL, NULL, NULL,
	"BUS_LOCK", "NOTIFY"};

/* from 96 on */
static const char *const amd[] = {
	"INTR", "NMI", "SMI", "INIT", "VINTR", "CR0_SEL_WRITE", "IDTR_READ", "GDTR_READ", "LDTR_READ", "TR_READ", "IDTR_WRITE", "GDTR_WRITE",
	"LDTR_WRITE", "TR_WRITE", "RDTSC", "RDPMC", "PUSHF", "POPF", "CPUID", "RSM", "IRET", "SWINT", "INVD", "PAUSE", "HLT", "INVLPG",
	"INVLPGA", "IOIO", "MSR", "TASK_SWITCH", "FERR_FREEZE", "SHUTDOWN", "VMRUN", "VMMCALL", "VMLOAD", "VMSAVE", "STGI", "CLGI", "SKINIT",
	"RDTSCP", "ICEBP", "WBINVD", "MONITOR", "MWAIT", "MWAIT_CONDITIONAL", "XSETBV", "RDPRU", "EFER_WRITE_TRAP"};
static const char *const amd_invlpgb[] = {"INVLPGB", "INVLPGB_ILLEGAL", "INVPCID", "MCOMMIT", "TLBSYNC"};
static const char *const amd_npf[] = {"NPF", "AVIC_INCOMPLETE_IPI", "AVIC_UNACCELERATED_ACCESS", "VMGEXIT"};
static const char *const exceptions[] = {"DE", "DB", "NMI", "BP", "OF", "BR", "UD", "NM", "DF", "CSO", "TS", "NP", "SS", "GP", "PF", "15",
	"MF", "AC", "MC", "XF"};

#define COUNT(table) (sizeof(table) / sizeof(*(table)))
#define VMX 1
#define SVM 2

static const char *of_amd(uint64_t reason, char *room)
{
	static const char *const registers[] = {"CR%u_READ", "CR%u_WRITE", "DR%u_READ", "DR%u_WRITE"};
	unsigned number = (unsigned)reason;

	if (reason == 0xffffffff)
		return "INVALID";
	if (reason < 64) {
		snprintf(room, 24, registers[number / 16], number % 16);
		return room;
	}
	if (reason < 96) {
		if (number - 64 < COUNT(exceptions))
			snprintf(room, 24, "EXCP_%s", exceptions[number - 64]);
		else
			snprintf(room, 24, "EXCP_%u", number - 64);
		return room;
	}
	if (reason - 96 < COUNT(amd))
		return amd[reason - 96];
	if (reason >= 144 && reason < 160) {
		snprintf(room, 24, "CR%u_WRITE_TRAP", number - 144);
		return room;
	}
	if (reason >= 162 && reason - 162 < COUNT(amd_invlpgb))
		return amd_invlpgb[reason - 162];
	return reason >= 1024 && reason - 1024 < COUNT(amd_npf) ? amd_npf[reason - 1024] : NULL;
}

const char *ht_exit_name(uint64_t isa, uint64_t reason, char room[24])
{
	if (isa == SVM)
		return of_amd(reason, room);
	return isa == VMX && reason < COUNT(intel) ? intel[reason] : NULL;
}
