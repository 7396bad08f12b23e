/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.guesttrace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

import org.hypertrace.core.describe.SystemCalls;
import org.hypertrace.core.event.EventKind;
import org.hypertrace.core.event.GuestCpu;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.guesttrace.GuestTraceWriter.Written;
import org.hypertrace.core.stream.Hypercall;
import org.hypertrace.testing.log.Extracted;
import org.hypertrace.testing.story.GuestEncoder;
import org.hypertrace.testing.story.GuestStory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a guest reports is what babeltrace2 reads in its trace, as LTTng would have recorded it in the guest. */
class GuestTraceTest {

    private static final GuestCpu CPU0 = new GuestCpu(0, 0, 0, 0);
    private static final GuestCpu CPU1 = new GuestCpu(1, 1, 0, 0);

    @TempDir
    Path folder;

    private List<Written> write(List<Hypercall> hypercalls) throws Exception {
        return Extracted.of(hypercalls, folder, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    private List<Written> write(GuestEvent... events) throws Exception {
        return write(List.of(events).stream().map(GuestEncoder::encode).toList());
    }

    /** The host's clock began at 40 ns: so times in the trace are 40 less. */
    private static void assertEvents(String expected, Written trace) throws Exception {
        assertEquals(expected, Babeltrace.events(trace.folder()).stream().map(line -> line.replaceFirst("^\\[0*(\\d+)\\] \\S+ ", "[$1] ") + '\n')
                .collect(Collectors.joining()));
    }

    private static GuestEvent schedSwitch(long time, GuestCpu cpu, int prev, int next, long state, String comm) {
        return new GuestEvent.SchedSwitch(time, cpu, prev, next, 120, 139, state, comm, -1, -1);
    }

    @Test
    void theSchedulerReportsAsInLttng() throws Exception {
        List<Written> traces = write(
                new GuestEvent.Task(140, CPU0, 17, 17, 2, 1, 0x402, "kworker/1:0"),
                new GuestEvent.Task(150, CPU0, 1, 1, 0, 0, 1, "init"),
                new GuestEvent.Fork(160, CPU0, 1, 82, 1, 82, "init"),
                new GuestEvent.Wakeup(170, CPU0, EventKind.SCHED_WAKEUP_NEW, 82, 1, 1, -1, "init"),
                schedSwitch(180, CPU1, 17, 82, 0x402, "init"),
                new GuestEvent.Exec(190, CPU1, 82, 82, 82, "sh"),
                new GuestEvent.Wakeup(200, CPU1, EventKind.SCHED_WAKING, 17, 1, 82, -1, "kworker/1:0"),
                new GuestEvent.TaskExit(210, CPU1, 82, 82, 0, -1, "sh"),
                schedSwitch(220, CPU1, 82, 0, 0x80, "swapper/1"));
        assertEquals(1, traces.size());
        assertEvents("""
                [100] lttng_statedump_process_state: { cpu_id = 0 }, { tid = 17, pid = 17, ppid = 2, name = "kworker/1:0", type = 1, mode = 5, submode = 1, status = 5, cpu = 1, file_table_address = 0x0 }
                [110] lttng_statedump_process_state: { cpu_id = 0 }, { tid = 1, pid = 1, ppid = 0, name = "init", type = 0, mode = 5, submode = 1, status = 5, cpu = 0, file_table_address = 0x0 }
                [120] sched_process_fork: { cpu_id = 0 }, { parent_comm = "init", parent_tid = 1, parent_pid = 1, parent_ns_inum = 4026531836, child_comm = "init", child_tid = 82, _vtids_length = 1, vtids = [ [0] = 82 ], child_pid = 82, child_ns_inum = 4026531836 }
                [130] sched_wakeup_new: { cpu_id = 0 }, { comm = "init", tid = 82, prio = 20, target_cpu = 1 }
                [140] sched_switch: { cpu_id = 1 }, { prev_comm = "kworker/1:0", prev_tid = 17, prev_prio = 20, prev_state = 128, next_comm = "init", next_tid = 82, next_prio = 39 }
                [150] sched_process_exec: { cpu_id = 1 }, { filename = "sh", tid = 82, old_tid = 82 }
                [160] sched_waking: { cpu_id = 1 }, { comm = "kworker/1:0", tid = 17, prio = 20, target_cpu = 1 }
                [170] sched_process_exit: { cpu_id = 1 }, { comm = "sh", tid = 82, prio = 39 }
                [180] sched_switch: { cpu_id = 1 }, { prev_comm = "sh", prev_tid = 82, prev_prio = 20, prev_state = 16, next_comm = "swapper/1", next_tid = 0, next_prio = 39 }
                """, traces.get(0));
    }

    @Test
    void theKernelsOtherEventsToo() throws Exception {
        assertEvents("""
                [100] irq_handler_entry: { cpu_id = 0 }, { irq = 24, name = "virtio0-input" }
                [101] irq_handler_exit: { cpu_id = 0 }, { irq = 24, ret = 1 }
                [102] irq_softirq_raise: { cpu_id = 0 }, { vec = 1 }
                [103] x86_irq_vectors_local_timer_entry: { cpu_id = 0 }, { vector = 236 }
                [104] x86_irq_vectors_call_function_single_exit: { cpu_id = 0 }, { vector = 251 }
                [105] hypertrace_apic_vector_entry: { cpu_id = 0 }, { vector = 246, type = 7 }
                [106] timer_hrtimer_start: { cpu_id = 0 }, { hrtimer = 0xFFFF888000000010, function = 0xFFFFFFFF81000020, expires = 5000, softexpires = 5000, mode = 2 }
                [107] timer_hrtimer_expire_entry: { cpu_id = 0 }, { hrtimer = 0xFFFF888000000010, now = 5001, function = 0xFFFFFFFF81000020 }
                [108] timer_expire_entry: { cpu_id = 0 }, { timer = 0x10, now = 4294892296, function = 0x20, baseclk = 4294892296 }
                [109] initcall_level: { cpu_id = 0 }, { level = "pure", number = 3, tsc = 77 }
                [110] initcall_start: { cpu_id = 0 }, { func = 0xFFFFFFFF81000030, name = "", tid = 1 }
                [111] initcall_finish: { cpu_id = 0 }, { func = 0xFFFFFFFF81000030, ret = -19, duration = 1000, name = "", tid = 1 }
                [112] func_entry: { cpu_id = 0 }, { addr = 0xFFFFFFFF81000040, depth = 2, tid = 1, user = 0 }
                [113] func_exit: { cpu_id = 0 }, { addr = 0xFFFFFFFF81000040, depth = 2, tid = 1, user = 0, duration = 1, exit_only = 0 }
                [114] hypertrace_mark: { cpu_id = 0 }, { tid = 1, value = 42 }
                [115] hypertrace_stage: { cpu_id = 0 }, { stage = 4, tsc = 78, name = "ready" }
                [116] hypertrace_shutdown_step_begin: { cpu_id = 0 }, { number = 104, address = 0xFFFFFFFF81000050, name = "reboot" }
                [117] hypertrace_die: { cpu_id = 0 }, { tid = 1, address = 0xFFFFFFFF81000060, trap = 14, error = 0x2, fault_address = 0x8 }
                [118] hypertrace_hello: { cpu_id = 0 }, { version = 1, batch_span = 0, tsc = 1, monotonic = 2, realtime = 3 }
                [119] hypertrace_base: { cpu_id = 0 }, { text = 0x0, etext = 0x0, tsc_khz = 2000000, cpus = 2, ring_groups = 0x3 }
                [120] hypertrace_kvm_hypercall: { cpu_id = 0 }, { nr = 0x5, a0 = 0x1, a1 = 0x2, a2 = 0x3, a3 = 0x4 }
                """, write(
                new GuestEvent.IrqEntry(140, CPU0, 24, "virtio0-input"),
                new GuestEvent.IrqExit(141, CPU0, 24, 1),
                new GuestEvent.Softirq(142, CPU0, EventKind.IRQ_SOFTIRQ_RAISE, 1),
                new GuestEvent.ApicVector(143, CPU0, EventKind.APIC_VECTOR_ENTRY, 236, 0),
                new GuestEvent.ApicVector(144, CPU0, EventKind.APIC_VECTOR_EXIT, 251, 3),
                new GuestEvent.ApicVector(145, CPU0, EventKind.APIC_VECTOR_ENTRY, 246, 7),
                new GuestEvent.Hrtimer(146, CPU0, EventKind.TIMER_HRTIMER_START, -1, 0xffff888000000010L, 0xffffffff81000020L, 5000, 2),
                new GuestEvent.Hrtimer(147, CPU0, EventKind.TIMER_HRTIMER_EXPIRE_ENTRY, 1, 0xffff888000000010L, 0xffffffff81000020L, 5001, 0),
                new GuestEvent.Timer(148, CPU0, EventKind.TIMER_EXPIRE_ENTRY, 1, 0x10, 0x20, 4294892296L),
                new GuestEvent.BootLevel(149, CPU0, EventKind.BOOT_LEVEL_BEGIN, 3, 77, "pure"),
                new GuestEvent.InitcallStart(150, CPU0, 1, 0xffffffff81000030L, null),
                new GuestEvent.InitcallFinish(151, CPU0, 1, 0xffffffff81000030L, -19, 1000, null),
                new GuestEvent.FunctionEntry(152, CPU0, 1, 0xffffffff81000040L, 2, false),
                new GuestEvent.FunctionExit(153, CPU0, 1, 0xffffffff81000040L, 1, 2, false, false),
                new GuestEvent.Mark(154, CPU0, 1, 42),
                new GuestEvent.Stage(155, CPU0, 4, 78, "ready"),
                new GuestEvent.ShutdownStep(156, CPU0, EventKind.SHUTDOWN_STEP_BEGIN, 104, 0xffffffff81000050L, "reboot"),
                new GuestEvent.Die(157, CPU0, 1, 0xffffffff81000060L, 14, 2, 8),
                new GuestEvent.Hello(158, CPU0, 1, 0, 1, 2, 3),
                new GuestEvent.Base(159, CPU0, 0, 0, 2_000_000, 2, 3),
                new GuestEvent.OtherHypercall(160, CPU0, EventKind.KVM_HYPERCALL, 5, 1, 2, 3, 4)).get(0));
    }

    @Test
    void systemCallsHaveTheirNames() throws Exception {
        assertEvents("""
                [100] syscall_entry_read: { cpu_id = 0 }, { arg0 = 0x3, arg1 = 0x7FFF0000 }
                [101] syscall_exit_read: { cpu_id = 0 }, { ret = -4 }
                [102] compat_syscall_entry_restart_syscall: { cpu_id = 0 }, { arg0 = 0x3, arg1 = 0x0 }
                [103] compat_syscall_exit_restart_syscall: { cpu_id = 0 }, { ret = 0 }
                [104] syscall_entry_unknown: { cpu_id = 0 }, { id = 99999, arg0 = 0x1, arg1 = 0x2 }
                [105] syscall_exit_unknown: { cpu_id = 0 }, { id = 99999, ret = -38 }
                [106] compat_syscall_exit_unknown: { cpu_id = 0 }, { id = 99999, ret = -38 }
                [107] syscall_entry_rt_sigreturn: { cpu_id = 0 }, { arg0 = 0x0, arg1 = 0x0 }
                [108] syscall_exit_unknown: { cpu_id = 0 }, { id = -1, ret = 0 }
                """, write(
                new GuestEvent.SyscallEntry(140, CPU0, 1, 0, false, 3, 0x7fff0000),
                new GuestEvent.SyscallExit(141, CPU0, 1, 0, false, -4),
                new GuestEvent.SyscallEntry(142, CPU0, 1, 0, true, 3, 0),
                new GuestEvent.SyscallExit(143, CPU0, 1, 0, true, 0),
                new GuestEvent.SyscallEntry(144, CPU0, 1, 99999, false, 1, 2),
                new GuestEvent.SyscallExit(145, CPU0, 1, 99999, false, -38),
                new GuestEvent.SyscallExit(146, CPU0, 1, 99999, true, -38),
                new GuestEvent.SyscallEntry(147, CPU0, 1, 15, false, 0, 0),
                new GuestEvent.SyscallExit(148, CPU0, 1, -1, false, 0)).get(0));
    }

    /** A switch batch reports neither names nor previous tasks: those come from before, or are reported to be unknown. */
    @Test
    void whatABatchDoesNotReportIsTheLastKnown() throws Exception {
        List<GuestEvent.SchedSwitch> batch = new ArrayList<>();
        for (GuestEvent event : List.of(schedSwitch(1_000_100, CPU0, -1, 82, 1, null), schedSwitch(1_000_200, CPU0, 82, 7, 0, null),
                schedSwitch(1_000_300, CPU0, 7, 0, 2, null))) {
            batch.add((GuestEvent.SchedSwitch) event);
        }
        assertEvents("""
                [100] hypertrace_hello: { cpu_id = 0 }, { version = 1, batch_span = 1, tsc = 0, monotonic = 0, realtime = 0 }
                [110] lttng_statedump_process_state: { cpu_id = 0 }, { tid = 82, pid = 82, ppid = 1, name = "sh", type = 0, mode = 5, submode = 1, status = 0, cpu = 0, file_table_address = 0x0 }
                [1000060] sched_switch: { cpu_id = 0 }, { prev_comm = "<...>", prev_tid = -1, prev_prio = 20, prev_state = 1, next_comm = "sh", next_tid = 82, next_prio = 39 }
                [1000160] sched_switch: { cpu_id = 0 }, { prev_comm = "sh", prev_tid = 82, prev_prio = 39, prev_state = 0, next_comm = "<...>", next_tid = 7, next_prio = 39 }
                [1000260] sched_switch: { cpu_id = 0 }, { prev_comm = "<...>", prev_tid = 7, prev_prio = 39, prev_state = 2, next_comm = "swapper/0", next_tid = 0, next_prio = 39 }
                """, write(List.of(GuestEncoder.encode(new GuestEvent.Hello(140, CPU0, 1, 1, 0, 0, 0)),
                        GuestEncoder.encode(new GuestEvent.Task(150, CPU0, 82, 82, 1, 0, 0x40, "sh")),
                        GuestEncoder.switchBatch(batch))).get(0));
    }

    @Test
    void itReportsWhoseItIs() throws Exception {
        Written trace = write(new GuestEvent.Mark(140, CPU0, 1, 42)).get(0);
        assertEquals("10#1 null null 1 1 0 0", trace.who().key() + ' ' + trace.who().given() + ' ' + trace.who().nested() + ' '
                + trace.boot() + ' ' + trace.events() + ' ' + trace.lost() + ' ' + trace.dropped());
        String metadata = Files.readString(trace.folder().resolve("metadata"));
        assertTrue(metadata.contains("""
                env {
                \thostname = "vm-10";
                \tdomain = "kernel";
                \tsysname = "Linux";
                \ttracer_name = "lttng-modules";
                \ttracer_major = 2;
                \ttracer_minor = 13;
                \thypertrace_vm = "10#1";
                \thypertrace_host = "8ca912e7-ef2e-4fdd-95d0-6d35a410450d";
                \thypertrace_boot = 1;
                };

                clock {
                \tname = "monotonic";
                """), metadata);
        assertTrue(metadata.contains("\tfreq = 1000000000;\n\toffset = 40;\n"), metadata);
        Written again = Extracted.of(List.of(GuestEncoder.encode(new GuestEvent.Mark(140, CPU0, 1, 42))), folder.resolve("again"),
                Long.MIN_VALUE, Long.MAX_VALUE).get(0);
        assertEquals(metadata, Files.readString(again.folder().resolve("metadata")), "the same again");
    }

    @Test
    void aNameReportedByTheGuestIsItsHostname() throws Exception {
        String name = "web \"1\"; }; env { x";
        List<Hypercall> hypercalls = new ArrayList<>(List.of(GuestEncoder.encode(new GuestEvent.Mark(140, CPU0, 1, 42))));
        hypercalls.addAll(GuestEncoder.name(new GuestEvent.Name(150, CPU0, org.hypertrace.core.event.NameType.VM, 0, name)));
        Written trace = write(hypercalls).get(0);
        assertEquals(name, trace.who().given());
        assertEquals("web_1_env_x", GuestNames.folder(trace, new java.util.HashSet<>()));
        assertEquals(2, Babeltrace.events(trace.folder()).size());
    }

    /** What was lost is where it was, though it is known 64 hypercalls later only. */
    @Test
    void lossesAreDiscardedEventsInTheirPlace() throws Exception {
        List<Hypercall> hypercalls = new ArrayList<>();
        for (int number = 1; number <= 200; number++) {
            if (number != 11 && number != 12) {
                hypercalls.add(GuestEncoder.numbered(GuestEncoder.encode(new GuestEvent.Mark(100 + 10 * number, CPU1, 1, number)), number));
            }
        }
        Written trace = write(hypercalls).get(0);
        assertEquals("198 2", trace.events() + " " + trace.lost());
        assertEquals(List.of("WARNING: Tracer discarded 2 events between [00:00:00.000000200] and [00:00:00.000000230] in channel0_1"),
                Babeltrace.warnings(trace.folder()));
        assertEquals(198, Babeltrace.events(trace.folder()).size());
    }

    @Test
    void onlyTheStretchThatIsWanted() throws Exception {
        List<Hypercall> hypercalls = new ArrayList<>();
        for (GuestEvent event : List.of(new GuestEvent.Task(140, CPU0, 82, 82, 1, 0, 1, "sh"), new GuestEvent.Mark(150, CPU0, 82, 1),
                schedSwitch(160, CPU0, 82, 0, 1, "swapper/0"), new GuestEvent.Mark(170, CPU0, 0, 2))) {
            hypercalls.add(GuestEncoder.encode(event));
        }
        assertEvents("""
                [110] hypertrace_mark: { cpu_id = 0 }, { tid = 82, value = 1 }
                [120] sched_switch: { cpu_id = 0 }, { prev_comm = "sh", prev_tid = 82, prev_prio = 20, prev_state = 1, next_comm = "swapper/0", next_tid = 0, next_prio = 39 }
                """, Extracted.of(hypercalls, folder, 150, 170).get(0));
    }

    @Test
    void aNestedGuestHasItsOwnTraceAndSoHasEveryBoot() throws Exception {
        GuestCpu nested = new GuestCpu(0, 5, 1, 3);
        List<Written> traces = write(new GuestEvent.Hello(140, CPU0, 1, 0, 0, 0, 0),
                new GuestEvent.BootLevel(150, CPU0, EventKind.BOOT_LEVEL_BEGIN, 0, 0, "start_kernel"),
                schedSwitch(160, CPU0, 0, 1, 0, "init"),
                schedSwitch(170, nested, 0, 7, 0, "a"),
                new GuestEvent.Stage(180, CPU0, 1, 0, "start"),
                new GuestEvent.BootLevel(190, CPU0, EventKind.BOOT_LEVEL_BEGIN, 0, 0, "start_kernel"),
                schedSwitch(200, CPU0, 1, 2, 0, "kthreadd"));
        assertEquals(List.of("vm-10 3", "vm-10-nested-1.3 1", "vm-10-boot-2 3"), traces.stream()
                .map(trace -> GuestNames.folder(trace, new java.util.HashSet<>()) + ' ' + trace.events()).toList());
        assertEvents("""
                [130] sched_switch: { cpu_id = 5 }, { prev_comm = "swapper/5", prev_tid = 0, prev_prio = 20, prev_state = 0, next_comm = "a", next_tid = 7, next_prio = 39 }
                """, traces.get(1));
        assertTrue(Babeltrace.events(traces.get(2).folder()).get(2).contains("prev_comm = \"<...>\", prev_tid = 1"), "tasks of another boot");
        List<String> clocks = new ArrayList<>();
        for (Written trace : traces) {
            clocks.add(Files.readString(trace.folder().resolve("metadata")).replaceAll("(?s).*clock \\{.*?uuid = \"(.*?)\".*", "$1"));
        }
        assertEquals(clocks.get(0), clocks.get(2), "one machine");
        assertTrue(!clocks.get(1).equals(clocks.get(0)) && !clocks.contains(Extracted.HOST), clocks.toString());
    }

    /** Whatever a guest claims, the files are few. */
    @Test
    void nestedGuestsAndTheirProcessorsAreBounded() throws Exception {
        StringBuilder story = new StringBuilder();
        for (int i = 0; i < 5000; i++) {
            story.append(200 + i).append(" vcpu0 nr 0x6e level 1 nested ").append(1 + i % 100).append(" a0 0x")
                    .append(Long.toHexString((long) (i / 100) % 4096 * 7 << 32)).append(" a1 0\n");
        }
        for (int i = 0; i < 1000; i++) {
            story.append(6000 + i).append(" vcpu0 nr 0x85 a0 1\n");
        }
        List<Written> traces = write(GuestStory.hypercalls(story.toString()));
        assertEquals(16 + 64, traces.size());
        assertEquals(6000, traces.stream().mapToLong(trace -> trace.events() + trace.dropped()).sum());
        for (Written trace : traces) {
            assertEquals(trace.events(), Babeltrace.events(trace.folder()).size());
        }
    }

    @Test
    void theTableOfSystemCallsIsThatOfTheHeaders() throws Exception {
        assertEquals(List.of("read", "execve", "set_mempolicy_home_node"),
                List.of(SystemCalls.name(0, false), SystemCalls.name(59, false), SystemCalls.name(450, false)));
        assertEquals(List.of("restart_syscall", "execve", "futex_waitv"),
                List.of(SystemCalls.name(0, true), SystemCalls.name(11, true), SystemCalls.name(449, true)));
        assertEquals(Collections.nCopies(4, null), java.util.Arrays.asList(SystemCalls.name(-1, false), SystemCalls.name(335, false),
                SystemCalls.name(451, true), SystemCalls.name(Integer.MAX_VALUE, false)));
    }
}
