/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.finding;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.cpu.StateTimes;
import org.hypertrace.core.exit.columns.ExitColumns;
import org.hypertrace.core.exit.statistics.ExitQuery;
import org.hypertrace.core.exit.statistics.ExitTable;
import org.hypertrace.core.kvm.ExitKind;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.vcpu.VcpuState;
import org.hypertrace.testing.log.FoundExits;
import org.hypertrace.testing.log.Modelled;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From which share of the time on a state of vCPUs is a finding; and which figures it has. */
@Tag("plain")
class StateFindingsTest {

    /** Exits without a known end: 2 of 3. */
    private static final String STORY = """
            100 host cpu0 sched_switch bash:9 S CPU_0/KVM:11
            110 host cpu0 kvm_entry
            120 host cpu0 kvm_exit IOIO 0 0x1000 0x3f80010
            130 host cpu0 kvm_exit IOIO
            140 host cpu0 kvm_exit IOIO
            150 host cpu0 kvm_entry
            160 host cpu0 other
            """;
    private static final String COMPLETE = """
            100 host cpu0 sched_switch bash:9 S CPU_0/KVM:11
            110 host cpu0 kvm_entry
            120 host cpu0 kvm_exit IOIO 0 0x1000 0x3f80010
            130 host cpu0 kvm_entry
            160 host cpu0 other
            """;

    @TempDir
    private Path fFolder;
    private ExitColumns fExits;
    /** Of the 3 ns in exits for tracing. */
    private long fStolen;

    @BeforeEach
    void setUp() {
        fExits = FoundExits.of(fFolder, COMPLETE);
    }

    private VmExitSums seen(long lifetime, double slowDown) {
        return seen(lifetime, slowDown, null);
    }

    private VmExitSums seen(long lifetime, double slowDown, StateTimes states) {
        return new VmExitSums(new ExitTable.Vm(fExits.dictionary().vcpus(), lifetime, 0, List.of(),
                slowDown < 0 ? null : new ExitTable.Tracer(7, 3, fStolen), slowDown), ExitQuery.ALL, states);
    }

    /** An exit with a time in a state, the rest of its length in the host's kernel. */
    private static void add(VmExitSums seen, int exit, ExitKind kind, long length, VcpuState state, long ns) {
        long[] parts = new long[VcpuState.values().length];
        parts[VcpuState.HOST_KERNEL.ordinal()] = length - ns;
        parts[state.ordinal()] += ns;
        seen.add(exit, kind, -1, length, length, parts);
    }

    private String found(VmExitSums seen) {
        return String.join(", ", all(seen, new CommonCauses(fExits)).stream().map(finding -> finding.rule() + ' ' + finding.count() + ' ' + finding.time()
                + " longest " + (finding.longest() == null ? "none" : finding.longest().ns()) + (finding.about().isEmpty() ? "" : " " + finding.about()))
                .toList());
    }

    private List<ExitFinding> all(VmExitSums seen, CommonCauses vmm) {
        StateFindings findings = new StateFindings(seen, fExits);
        findings.find(vmm);
        return findings.found();
    }

    /** A life of 1000 ns, of which the vCPU is in a state for a third of {@code ns} and then for the rest of it. */
    private static StateTimes states(String begin, String end, long ns) {
        StringBuilder story = new StringBuilder("900 host cpu0 sched_switch bash:9 S CPU_0/KVM:11\n1000 host cpu0 kvm_entry\n");
        long time = 1_100;
        for (long part : new long[] { ns / 3, ns - ns / 3 }) {
            story.append(time).append(" host cpu0 kvm_exit INTR\n");
            for (String event : begin.split("; ")) {
                story.append(time + 10).append(" host cpu0 ").append(event).append('\n');
            }
            story.append(time + 10 + part).append(" host cpu0 ").append(end).append('\n');
            story.append(time + 100).append(" host cpu0 kvm_entry\n");
            time += 200;
        }
        ITmfStateSystem states = Modelled.of(story + "2000 host cpu0 other\n");
        try {
            Machines.Host host = Machines.of(states).get(0);
            return StateTimes.of(states, host, host.vms().get(0).vcpus(), Long.MIN_VALUE, Long.MAX_VALUE, new NullProgressMonitor());
        } catch (StateSystemDisposedException e) {
            throw new AssertionError(e);
        }
    }

    private String ofState(String begin, String end, long ns) {
        return found(seen(1_000, -1, states(begin, end, ns)));
    }

    @Test
    void fromWhichShareOn() {
        String here = "sched_switch bash:9 S CPU_0/KVM:11";
        String preempted = "sched_switch CPU_0/KVM:11 R bash:9";
        assertEquals("", ofState(preempted, here, 49));
        assertEquals("preempted 2 50 longest 34 bash (9) (50 ns)", ofState(preempted, here, 50));
        String woken = "sched_switch CPU_0/KVM:11 S bash:9; sched_waking CPU_0/KVM:11 0";
        assertEquals("", ofState(woken, here, 19));
        assertEquals("waking 2 20 longest 14", ofState(woken, here, 20));
        String asleep = "sched_switch CPU_0/KVM:11 D bash:9";
        assertEquals("", ofState(asleep, here, 19));
        assertEquals("blocked 2 20 longest 14", ofState(asleep, here, 20));
        assertEquals("", ofState("kvm_userspace_exit", "syscall_entry", 49));
        assertEquals("vmm 2 50 longest 34", ofState("kvm_userspace_exit", "syscall_entry", 50));
    }

    /** What the VMM is left to do is reported by what it was left for. */
    @Test
    void whatTheVmmDoes() {
        CommonCauses callers = new CommonCauses(fExits);
        callers.add(0, 60);
        assertEquals(List.of("The VMM's process worked for the vCPUs in user space for 60 ns (6.0 % of the vCPUs' "
                + "non-idle time); above all port out 0x3f8, at 0x1000."), all(seen(1_000, -1, states("kvm_userspace_exit", "syscall_entry", 60)), callers).stream()
                        .map(ExitFinding::sentence).toList());
    }

    /** 500 halts in 1 s of life, whose falling asleep and waking take 20 ms. */
    @Test
    void manyShortSleeps() {
        assertEquals("halt 500 20000000 longest 40000", halts(500, 40_000, 1_000_000_000));
        assertEquals("", halts(499, 41_000, 1_000_000_000));
        assertEquals("", halts(500, 39_999, 1_000_000_000));
    }

    private String halts(int count, long cost, long lifetime) {
        VmExitSums seen = seen(lifetime, -1);
        for (int i = 0; i < count; i++) {
            add(seen, 0, ExitKind.HALT, 1_000_000 + cost, VcpuState.HALTED, 1_000_000);
        }
        return found(seen);
    }

    @Test
    void howOftenAndHowLong() {
        VmExitSums seen = seen(1_000_000_000, -1);
        for (int i = 0; i < 600; i++) {
            add(seen, 0, ExitKind.HALT, 150_000, VcpuState.HALTED, 100_000);
        }
        List<String> sentences = all(seen, new CommonCauses(fExits)).stream().map(ExitFinding::sentence).toList();
        assertEquals("A vCPU has nothing to do 600 times a second and then sleeps 100 µs (mean); falling asleep and waking take "
                + "30.0 ms (3.0 % of the vCPUs' non-idle time).", sentences.get(0));
        assertEquals("The host's kernel keeps the processors of idle vCPUs for 30.0 ms (3.0 % of the vCPUs' "
                + "non-idle time) instead of giving them away; that is mostly halt polling.", sentences.get(1));
    }

    /** Of 150 µs it waits for a processor for 90. The rest is the host's kernel's, of which nothing is stolen. */
    @Test
    void whatIsStolenWhileItWakes() {
        VmExitSums seen = seen(1_000_000_000, -1);
        for (int i = 0; i < 600; i++) {
            long[] parts = new long[VcpuState.values().length];
            parts[VcpuState.HALTED.ordinal()] = 100_000;
            parts[VcpuState.WAKING.ordinal()] = 60_000;
            parts[VcpuState.PREEMPTED.ordinal()] = 30_000;
            parts[VcpuState.HOST_KERNEL.ordinal()] = 60_000;
            seen.add(0, ExitKind.HALT, -1, 250_000, 250_000, parts);
        }
        List<ExitFinding> findings = all(seen, new CommonCauses(fExits));
        assertEquals("halt 90000000 54000000, halt-polling 36000000 0", String.join(", ", findings.stream()
                .map(finding -> finding.rule() + ' ' + finding.time() + ' ' + finding.stolen()).toList()));
        assertEquals("A vCPU has nothing to do 600 times a second and then sleeps 100 µs (mean); falling asleep and waking take "
                + "90.0 ms (9.0 % of the vCPUs' non-idle time), 54.0 ms of it stolen.", findings.get(0).sentence());
    }

    /** The host's kernel in a fifth of the time of halts, and in a fiftieth of the life. */
    @Test
    void haltPolling() {
        assertEquals("halt-polling 1 20 longest 20", polling(100, 20));
        assertEquals("", polling(101, 20));
        assertEquals("", polling(90, 19));
        assertEquals("halt-polling 1 30 longest 30", polling(100, 30));
    }

    private String polling(long length, long kernel) {
        VmExitSums seen = seen(1_000, -1);
        add(seen, 0, ExitKind.HALT, length, VcpuState.HALTED, length - kernel);
        add(seen, 0, ExitKind.CPUID, 500, VcpuState.HOST_KERNEL, 0);
        return String.join(", ", List.of(found(seen).split(", ")).stream().filter(found -> !found.startsWith("halt ")).toList());
    }

    @Test
    void whatTracingSlowsDown() {
        assertEquals("", found(seen(1_000, 0.0099)));
        assertEquals("tracer 7 3 longest none", found(seen(1_000, 0.01)));
        assertEquals("", found(seen(1_000, -1)));
        assertEquals("", found(seen(1_000, Double.NaN)));
        List<String> sentences = all(seen(1_000, 0.012), new CommonCauses(fExits)).stream().map(ExitFinding::sentence).toList();
        assertEquals(List.of("The guest's own tracer causes 7 exits, which take 3 ns (0.3 % of the vCPUs' non-idle time); "
                + "the estimated slow-down is 1.2 %."), sentences);
        fStolen = 2;
        ExitFinding stolen = all(seen(1_000, 0.012), new CommonCauses(fExits)).get(0);
        assertEquals("The guest's own tracer causes 7 exits, which take 3 ns (0.3 % of the vCPUs' non-idle time), 2 ns of it stolen; "
                + "the estimated slow-down is 1.2 %.", stolen.sentence());
        assertEquals("3, 2 stolen", stolen.time() + ", " + stolen.stolen() + " stolen");
    }

    /** More than one in a hundred. */
    @Test
    void exitsWithoutAKnownEnd() {
        assertEquals("", found(seen(1_000, -1)));
        fExits = FoundExits.of(fFolder, STORY);
        assertEquals("incomplete 2 0 longest none", found(seen(1_000, -1)));
        assertEquals("", incomplete(100));
        assertEquals("incomplete 1 0 longest none", incomplete(99));
    }

    /** One of so many. */
    private String incomplete(int all) {
        StringBuilder story = new StringBuilder(COMPLETE.substring(0, COMPLETE.indexOf("120")));
        for (int i = 0; i < all; i++) {
            story.append(1000 + 10 * i).append(" host cpu0 kvm_exit INTR\n");
            if (i != 5) {
                story.append(1005 + 10 * i).append(" host cpu0 kvm_entry\n");
            }
        }
        fExits = FoundExits.of(fFolder, story.toString());
        return found(seen(1_000, -1));
    }

    /** Lost in the middle of one. */
    @Test
    void exitsWhoseEndWasLost() {
        fExits = FoundExits.of(fFolder, COMPLETE.replace("130 host cpu0 kvm_entry", "125 host cpu0 lost 130 7"));
        assertEquals("incomplete 1 0 longest none", found(seen(1_000, -1)));
    }
}
