/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.story;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.kvm.ExitReason;

/** Host events as ftrace, {@code trace-cmd report} or {@code perf script} print them, with nine digits after the point. */
public final class FtraceText {

    /** Who prints it. */
    public enum Form { FTRACE, TRACE_CMD, PERF }

    private static final long NS = 1_000_000_000L;
    private static final Map<String, String> AMD = Map.of("INTR", "interrupt", "IOIO", "io", "VMMCALL", "hypercall");
    private static final Map<Long, String> STATES = Map.of(0L, "R", 0x100L, "R+", 1L, "S", 2L, "D", 16L, "X", 32L, "Z");

    private final Form fForm;
    private final Map<Integer, Integer> fRunning = new HashMap<>();
    private final Map<Integer, Integer> fProcesses = new HashMap<>();
    private final Map<Integer, String> fNames = new HashMap<>();

    private FtraceText(Form form) {
        fForm = form;
    }

    /**
     * @param form
     *            who prints it
     * @param events
     *            of one host; what a tracer dumps of the state before is left out
     * @return the text
     */
    public static String of(Form form, List<HostEvent> events) {
        FtraceText text = new FtraceText(form);
        events.forEach(text::learn);
        StringBuilder lines = new StringBuilder(switch (form) {
        case FTRACE -> "# tracer: nop\n#\n#           TASK-PID     TGID     CPU#  |||||  TIMESTAMP  FUNCTION\n";
        case TRACE_CMD -> "cpus=2\n";
        case PERF -> "";
        });
        events.forEach(event -> text.line(event, lines));
        return lines.toString();
    }

    private void learn(HostEvent event) {
        if (event instanceof HostEvent.SchedSwitch s) {
            fRunning.putIfAbsent(s.cpu(), s.prevTid());
            fNames.put(s.prevTid(), s.prevComm());
            fNames.put(s.nextTid(), s.nextComm());
        } else if (event instanceof HostEvent.ThreadBegins t) {
            fProcesses.put(t.tid(), t.pid());
        } else if (event instanceof HostEvent.ThreadKnown t) {
            fProcesses.put(t.tid(), t.pid());
        }
    }

    private void line(HostEvent event, StringBuilder lines) {
        String message = message(event);
        if (message == null) {
            return;
        }
        int tid = fRunning.getOrDefault(event.cpu(), 0);
        int tgid = fProcesses.getOrDefault(tid, tid);
        String name = message.substring(0, message.indexOf(':'));
        String text = message.substring(name.length() + 1);
        String task = tid == 0 ? fForm == Form.PERF ? "swapper" : "<idle>" : fNames.getOrDefault(tid, "<...>");
        String time = String.format(Locale.ROOT, "%5d.%09d", event.time() / NS, event.time() % NS);
        lines.append(switch (fForm) {
        case FTRACE -> String.format("%16s-%-7d (%7s) [%03d] d..2. %s: %s: %s%n", task, tid,
                tid == 0 ? "-------" : tgid, event.cpu(), time, name, text);
        case TRACE_CMD -> String.format("%16s-%-5d [%03d] %s: %-20s %s%n", task, tid, event.cpu(), time, name + ':', text);
        case PERF -> String.format("%-16s %5d/%-5d [%03d] %s: %18s: %s%n", task, tgid, tid, event.cpu(), time,
                (name.startsWith("kvm") ? "kvm:" : "sched:") + name, text);
        });
        if (event instanceof HostEvent.SchedSwitch s) {
            fRunning.put(s.cpu(), s.nextTid());
        }
    }

    private String message(HostEvent event) {
        boolean brief = fForm == Form.TRACE_CMD;
        if (event instanceof HostEvent.KvmEntry) {
            return brief ? "kvm_entry:vcpu 0" : "kvm_entry:vcpu 0, rip 0xffffffff81000000";
        } else if (event instanceof HostEvent.KvmExit e) {
            return exit(e);
        } else if (event instanceof HostEvent.KvmHypercall h) {
            return String.format("kvm_hypercall:nr 0x%x a0 0x%x a1 0x%x a2 0x%x a3 0x%x", h.nr(), h.a0(), h.a1(), h.a2(),
                    h.a3());
        } else if (event instanceof HostEvent.KvmUserspaceExit) {
            return "kvm_userspace_exit:reason KVM_EXIT_IO (2)";
        } else if (event instanceof HostEvent.KvmOther o) {
            return service(o.service(), o.number());
        } else if (event instanceof HostEvent.KvmTscOffset t) {
            return "kvm_write_tsc_offset:vcpu=0 prev=" + Long.toUnsignedString(t.previous()) + " next="
                    + Long.toUnsignedString(t.next());
        } else if (event instanceof HostEvent.SchedSwitch s) {
            String state = STATES.getOrDefault(s.prevState(), "S");
            return brief ? String.format("sched_switch:%s:%d [120] %s ==> %s:%d [120]", s.prevComm(), s.prevTid(), state,
                    s.nextComm(), s.nextTid())
                    : String.format("sched_switch:prev_comm=%s prev_pid=%d prev_prio=120 prev_state=%s ==> next_comm=%s "
                            + "next_pid=%d next_prio=120", s.prevComm(), s.prevTid(), state, s.nextComm(), s.nextTid());
        } else if (event instanceof HostEvent.SchedWakeup w) {
            String name = fNames.getOrDefault(w.tid(), "sh");
            return brief && !w.waking() ? String.format("sched_wakeup:%s:%d [120] CPU:%03d", name, w.tid(), w.targetCpu())
                    : String.format("%s:comm=%s pid=%d prio=120 target_cpu=%03d",
                            w.waking() ? "sched_waking" : "sched_wakeup", name, w.tid(), w.targetCpu());
        }
        return rare(event);
    }

    private String service(HostEvent.Service service, long number) {
        boolean old = fForm == Form.TRACE_CMD;
        boolean write = service.name().endsWith("_WRITE");
        String verb = write ? "write" : "read";
        return switch (service) {
        case OTHER -> "kvm_fpu:load";
        case PORT_READ, PORT_WRITE -> String.format("kvm_pio:pio_%s at 0x%x size 1 count 1 val 0x8f ", verb, number);
        case MSR_READ, MSR_WRITE -> String.format("kvm_msr:msr_%s %x = 0x30", verb, number);
        case CR_READ, CR_WRITE -> String.format("kvm_cr:cr_%s %x = 0x80050033", verb, number);
        case CPUID -> String.format(old ? "kvm_cpuid:func %x rax 1 rbx 2 rcx 3 rdx 4"
                : "kvm_cpuid:func %x idx 0 rax 1 rbx 2 rcx 3 rdx 4, cpuid entry found", number);
        case PAGE_FAULT -> String.format(old ? "kvm_page_fault:address %x error_code 2"
                : "kvm_page_fault:vcpu 0 rip 0xffffffff81000000 address 0x%016x error_code 0x2", number);
        case MMIO_READ, MMIO_WRITE -> String.format("kvm_mmio:mmio %s len 4 gpa 0x%x val 0x0", write ? verb : "unsatisfied-read",
                number);
        case APIC_READ, APIC_WRITE -> String.format("kvm_apic:apic_%s %s = 0x0", verb, number == 0xb0 ? "APIC_EOI"
                : number == 0x300 ? "APIC_ICR" : "APIC_TMICT");
        case APIC_ACCEPTS -> String.format("kvm_apic_accept_irq:apicid %x vec 253 (Fixed|edge)", number);
        case POLLED, SLEPT -> String.format("kvm_vcpu_wakeup:%s time %d ns, polling valid",
                service == HostEvent.Service.POLLED ? "poll" : "wait", number);
        case NESTED_ENTER -> String.format("%s:rip: 0x1 vmcb: 0x%x nested_rip: 0x2 int_ctl: 0x0 event_inj: 0x0 npt: on",
                old ? "kvm_nested_vmrun" : "kvm_nested_vmenter", number);
        case NESTED_EXIT, NESTED_INJECT -> String.format("%s:%sreason: %s ext_inf1: 0x0 ext_inf2: 0x0 ext_int: 0x0",
                service == HostEvent.Service.NESTED_EXIT ? "kvm_nested_vmexit" : "kvm_nested_vmexit_inject",
                service == HostEvent.Service.NESTED_EXIT ? "rip: 0x1 " : "", ExitReason.name(ExitReason.SVM, number));
        case PLATFORM_CALL -> String.format("kvm_hvc_arm64:HVC at 0xffff800080012340 (r0: 0x%016x, imm: 0x0)", number);
        case INJECTION -> String.format(old ? "kvm_inj_virq:irq %d" : "kvm_inj_virq:IRQ 0x%x", number);
        };
    }

    private String exit(HostEvent.KvmExit e) {
        String manual = ExitReason.name(e.isa(), e.reason());
        if (manual == null) {
            throw new IllegalArgumentException("no name for " + e);
        }
        String name = e.isa() == ExitReason.VMX ? manual : fForm == Form.TRACE_CMD ? "EXIT_" + manual : amd(manual);
        long info1 = e.info1() == HostEvent.NO_INFO ? 0x7b : e.info1();
        long info2 = e.info2() == HostEvent.NO_INFO ? 0 : e.info2();
        long interrupt = e.interrupt() == HostEvent.NO_INFO ? 0 : e.interrupt();
        return fForm == Form.TRACE_CMD
                ? String.format("kvm_exit:reason %s rip 0x%x info %x %x", name, e.guestRip(), info1, e.isa() == ExitReason.VMX
                        ? interrupt : info2)
                : String.format("kvm_exit:vcpu %d reason %s rip 0x%x info1 0x%016x info2 0x%016x intr_info 0x%08x "
                        + "error_code 0x%08x", e.vcpuId(), name, e.guestRip(), info1, info2, interrupt, 0);
    }

    /** As Linux calls it. */
    private static String amd(String manual) {
        Matcher register = Pattern.compile("([CD]R\\d+)_(READ|WRITE)").matcher(manual);
        return AMD.containsKey(manual) ? AMD.get(manual)
                : manual.startsWith("EXCP_") ? manual.substring(5) + " excp"
                : (register.matches() ? register.group(2) + '_' + register.group(1) : manual).toLowerCase(Locale.ROOT);
    }

    private String rare(HostEvent event) {
        if (event instanceof HostEvent.SchedMigrate m) {
            return String.format("sched_migrate_task:comm=%s pid=%d prio=120 orig_cpu=0 dest_cpu=%d",
                    fNames.getOrDefault(m.tid(), "sh"), m.tid(), m.destCpu());
        } else if (event instanceof HostEvent.ThreadBegins t) {
            return String.format("sched_process_fork:comm=sh pid=1 child_comm=%s child_pid=%d", t.comm(), t.tid());
        } else if (event instanceof HostEvent.ThreadEnds t) {
            return String.format("sched_process_exit:comm=sh pid=%d prio=120", t.tid());
        } else if (event instanceof HostEvent.SyscallEntry) {
            return "sys_enter:NR 16 (d, ae80, 0, 0, 0, 0)";
        } else if (event instanceof HostEvent.SyscallExit) {
            return "sys_exit:NR 16 = 0";
        } else if (event instanceof HostEvent.Other) {
            return "softirq_raise:vec=1 [action=TIMER]";
        } else if (event instanceof HostEvent.InterruptEntry i) {
            return switch (i.kind()) {
            case IRQ -> "irq_handler_entry:irq=" + i.number() + " name=virtio0-input.0";
            case SOFTIRQ -> "softirq_entry:vec=" + i.number() + " [action=NET_RX]";
            case HRTIMER -> "hrtimer_expire_entry:hrtimer=00000000f2c1a3b4 function=tick_sched_timer now=100000000";
            case APIC -> "local_timer_entry:vector=" + i.number();
            };
        } else if (event instanceof HostEvent.InterruptExit i) {
            return switch (i.kind()) {
            case IRQ -> "irq_handler_exit:irq=24 ret=handled";
            case SOFTIRQ -> "softirq_exit:vec=3 [action=NET_RX]";
            case HRTIMER -> "hrtimer_expire_exit:hrtimer=00000000f2c1a3b4";
            case APIC -> "local_timer_exit:vector=236";
            };
        }
        return null;
    }
}
