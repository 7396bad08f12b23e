/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.kvm;

import java.util.Map;
import java.util.Set;

import org.eclipse.tracecompass.analysis.os.linux.core.trace.IKernelAnalysisEventLayout;

/**
 * How a host's tracer names what the engines need. The scheduler's names are asked from Trace Compass. The hypervisor's are kept here,
 * since Trace Compass knows them for few tracers only. Names are compared nowhere else.
 * <p>
 * LTTng calls the events of x86 {@code kvm_x86_*} and those every processor has {@code kvm_*}; ftrace and perf call all of
 * them {@code kvm_*}, perf with a {@code kvm:} before it. On Arm a hypercall is {@code kvm_hvc_arm64}, and memory that is not
 * mapped {@code kvm_guest_fault}.
 */
public final class HostLayout {

    /** What an event is to the engines. */
    public enum Kind {
        KVM_ENTRY, KVM_EXIT, KVM_USERSPACE_EXIT, KVM_HYPERCALL, KVM_TSC_OFFSET, KVM_PIO, KVM_MSR, KVM_CR, KVM_CPUID,
        KVM_PAGE_FAULT, KVM_MMIO, KVM_FAST_MMIO, KVM_APIC, KVM_INJECTION, KVM_APIC_ACCEPTS, KVM_WAKEUP,
        KVM_NESTED_ENTER, KVM_NESTED_EXIT, KVM_NESTED_INJECT, KVM_ARM_TIMER, KVM_OTHER, SCHED_SWITCH, SCHED_WAKING, SCHED_WAKEUP,
        SCHED_WAKEUP_NEW, SCHED_MIGRATE,
        PROCESS_FORK, PROCESS_EXIT, STATE_DUMP, PID_NAMESPACE, NET_NAMESPACE, UTS_NAMESPACE, IPC_NAMESPACE, IRQ_ENTRY, IRQ_EXIT, SOFTIRQ_RAISE, SOFTIRQ_ENTRY, SOFTIRQ_EXIT, HRTIMER_ENTRY,
        HRTIMER_EXIT, APIC_ENTRY, APIC_EXIT, SYSCALL_ENTRY, SYSCALL_EXIT, OTHER
    }

    private static final String PERF_PREFIX = "kvm:";
    private static final Set<String> ENTRY = Set.of("kvm_x86_entry", "kvm_entry");
    private static final Set<String> EXIT = Set.of("kvm_x86_exit", "kvm_exit");
    private static final Set<String> HYPERCALL = Set.of("kvm_x86_hypercall", "kvm_hypercall", "kvm_hvc_arm64");

    private static final Set<String> TSC_OFFSET = Set.of("kvm_x86_write_tsc_offset", "kvm_write_tsc_offset");

    /** What the hypervisor does while the guest is left, by the names without {@code kvm_} and {@code x86_}. */
    private static final Map<String, Kind> SERVICES = Map.ofEntries(Map.entry("pio", Kind.KVM_PIO),
            Map.entry("msr", Kind.KVM_MSR), Map.entry("cr", Kind.KVM_CR), Map.entry("cpuid", Kind.KVM_CPUID),
            Map.entry("page_fault", Kind.KVM_PAGE_FAULT), Map.entry("guest_fault", Kind.KVM_PAGE_FAULT), Map.entry("mmio", Kind.KVM_MMIO),
            Map.entry("fast_mmio", Kind.KVM_FAST_MMIO), Map.entry("apic", Kind.KVM_APIC),
            Map.entry("inj_virq", Kind.KVM_INJECTION), Map.entry("apic_accept_irq", Kind.KVM_APIC_ACCEPTS),
            Map.entry("vcpu_wakeup", Kind.KVM_WAKEUP), Map.entry("nested_vmenter", Kind.KVM_NESTED_ENTER),
            // as kernels before 6.0 call it
            Map.entry("nested_vmrun", Kind.KVM_NESTED_ENTER), Map.entry("nested_vmexit", Kind.KVM_NESTED_EXIT),
            Map.entry("nested_vmexit_inject", Kind.KVM_NESTED_INJECT));

    /** LTTng's alone: ftrace has no state dump. */
    private static final Map<String, Kind> NAMESPACES = Map.of("lttng_statedump_process_pid_ns", Kind.PID_NAMESPACE,
            "lttng_statedump_process_net_ns", Kind.NET_NAMESPACE, "lttng_statedump_process_uts_ns", Kind.UTS_NAMESPACE,
            "lttng_statedump_process_ipc_ns", Kind.IPC_NAMESPACE);

    private static final Set<String> APIC_VECTORS = Set.of("local_timer", "reschedule", "call_function",
            "call_function_single", "irq_work", "x86_platform_ipi", "error_apic", "spurious_apic", "thermal_apic",
            "threshold_apic", "deferred_error_apic");

    private final IKernelAnalysisEventLayout fLayout;

    /**
     * @param layout
     *            Trace Compass' names for the trace
     */
    public HostLayout(IKernelAnalysisEventLayout layout) {
        fLayout = layout;
    }

    /**
     * @param name
     *            the name of an event
     * @return whether it is an entry or an exit of a guest
     */
    public static boolean isTransition(String name) {
        String kvm = withoutPrefix(name);
        return ENTRY.contains(kvm) || EXIT.contains(kvm);
    }

    /**
     * @param name
     *            the name of an event
     * @return whether it is a hypercall of a guest
     */
    public static boolean isHypercall(String name) {
        return HYPERCALL.contains(withoutPrefix(name));
    }

    /**
     * @param name
     *            the name of an event
     * @return whether it reports a namespace of a thread
     */
    public static boolean isNamespace(String name) {
        return NAMESPACES.containsKey(name);
    }

    /**
     * @param name
     *            the name of an event
     * @return what it is
     */
    public Kind kind(String name) {
        String kvm = withoutPrefix(name);
        if (kvm.startsWith("kvm_")) {
            return ENTRY.contains(kvm) ? Kind.KVM_ENTRY : EXIT.contains(kvm) ? Kind.KVM_EXIT
                    : "kvm_userspace_exit".equals(kvm) ? Kind.KVM_USERSPACE_EXIT
                    : HYPERCALL.contains(kvm) ? Kind.KVM_HYPERCALL
                    : TSC_OFFSET.contains(kvm) ? Kind.KVM_TSC_OFFSET
                    : "kvm_get_timer_map".equals(kvm) || kvm.startsWith("kvm_timer_") ? Kind.KVM_ARM_TIMER
                    : SERVICES.getOrDefault(kvm.substring(kvm.startsWith("kvm_x86_") ? 8 : 4), Kind.KVM_OTHER);
        }
        Kind scheduler = scheduler(name);
        return scheduler != null ? scheduler : NAMESPACES.containsKey(name) ? NAMESPACES.get(name) : interrupt(name);
    }

    private Kind scheduler(String name) {
        if (name.equals(fLayout.eventSchedSwitch())) {
            return Kind.SCHED_SWITCH;
        } else if (name.equals(fLayout.eventSchedProcessWaking())) {
            return Kind.SCHED_WAKING;
        } else if (name.equals(fLayout.eventSchedProcessWakeup())) {
            return Kind.SCHED_WAKEUP;
        } else if (name.equals(fLayout.eventSchedProcessWakeupNew())) {
            return Kind.SCHED_WAKEUP_NEW;
        } else if (name.equals(fLayout.eventSchedMigrateTask())) {
            return Kind.SCHED_MIGRATE;
        } else if (name.equals(fLayout.eventSchedProcessFork())) {
            return Kind.PROCESS_FORK;
        } else if (name.equals(fLayout.eventSchedProcessExit())) {
            return Kind.PROCESS_EXIT;
        } else if (name.equals(fLayout.eventStatedumpProcessState())) {
            return Kind.STATE_DUMP;
        } else if (name.startsWith(fLayout.eventSyscallEntryPrefix())
                || name.startsWith(fLayout.eventCompatSyscallEntryPrefix())) {
            return Kind.SYSCALL_ENTRY;
        } else if (name.startsWith(fLayout.eventSyscallExitPrefix())
                || name.startsWith(fLayout.eventCompatSyscallExitPrefix())) {
            return Kind.SYSCALL_EXIT;
        }
        return null;
    }

    private Kind interrupt(String name) {
        if (name.equals(fLayout.eventIrqHandlerEntry())) {
            return Kind.IRQ_ENTRY;
        } else if (name.equals(fLayout.eventIrqHandlerExit())) {
            return Kind.IRQ_EXIT;
        } else if (name.equals(fLayout.eventSoftIrqRaise())) {
            return Kind.SOFTIRQ_RAISE;
        } else if (name.equals(fLayout.eventSoftIrqEntry())) {
            return Kind.SOFTIRQ_ENTRY;
        } else if (name.equals(fLayout.eventSoftIrqExit())) {
            return Kind.SOFTIRQ_EXIT;
        } else if (name.equals(fLayout.eventHRTimerExpireEntry())) {
            return Kind.HRTIMER_ENTRY;
        } else if (name.equals(fLayout.eventHRTimerExpireExit())) {
            return Kind.HRTIMER_EXIT;
        }
        String vector = name.substring(name.lastIndexOf(':') + 1);
        vector = vector.startsWith("x86_irq_vectors_") ? vector.substring("x86_irq_vectors_".length()) : vector;
        if (vector.endsWith("_entry") && APIC_VECTORS.contains(vector.substring(0, vector.length() - 6))) {
            return Kind.APIC_ENTRY;
        } else if (vector.endsWith("_exit") && APIC_VECTORS.contains(vector.substring(0, vector.length() - 5))) {
            return Kind.APIC_EXIT;
        }
        return Kind.OTHER;
    }

    private static String withoutPrefix(String name) {
        return name.startsWith(PERF_PREFIX) ? name.substring(PERF_PREFIX.length()) : name;
    }
}
