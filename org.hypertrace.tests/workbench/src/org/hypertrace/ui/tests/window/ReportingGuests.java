/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.window;

import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;

import org.hypertrace.core.guesttrace.CtfClock;
import org.hypertrace.core.guesttrace.CtfWriter;
import org.hypertrace.core.guesttrace.KernelEvents;

/** A trace in which two VMs, 384 and 584, report to the hypervisor: on processor 0 and 1, a word every 10 ms. */
public final class ReportingGuests {

    public static final long BEGIN = 1_700_000_000_000_000_000L;
    public static final long STEP = 10_000_000;
    public static final long KERNEL = 0xffffffff81000000L;
    public static final long PROCESS = 0x401000;

    private final CtfWriter fWriter;
    private long fTime = BEGIN;

    private ReportingGuests(CtfWriter writer) throws IOException {
        fWriter = writer;
        for (int cpu = 0; cpu < 2; cpu++) {
            int pid = 384 + 200 * cpu;
            fWriter.event(cpu, fTime++, "sched_process_fork", "qemu", pid, pid, 0, "CPU 0/KVM", pid + 2,
                    new int[] { pid + 2 }, pid, 0);
            fWriter.event(cpu, fTime++, "sched_switch", "qemu", pid, 20, 1, "CPU 0/KVM", pid + 2, 20);
            fWriter.event(cpu, fTime++, "kvm_x86_entry", 0);
        }
    }

    public interface Words {
        void say(ReportingGuests guests) throws IOException;
    }

    /** Writes the trace, and returns its folder. */
    public static Path in(Path folder, Words words) throws IOException {
        Path trace = folder.resolve("kernel");
        try (CtfWriter writer = new CtfWriter(trace, UUID.randomUUID(), CtfClock.monotonic(UUID.randomUUID(), 0),
                KernelEvents.environment("node-a")).declare(KernelEvents.SCHED).declare(KernelEvents.KVM)) {
            ReportingGuests guests = new ReportingGuests(writer);
            words.say(guests);
            guests.fTime += STEP;
            writer.event(0, guests.fTime, "sched_switch", "CPU 0/KVM", 386, 20, 1, "swapper/0", 0, 20);
        }
        return trace;
    }

    /** The next hypercall of the VM on a processor. */
    public void say(int cpu, long rip, long nr, long a0, long a1, long a2, long a3) throws IOException {
        fTime += STEP;
        fWriter.event(cpu, fTime - 1000, "kvm_x86_exit", 129, rip, 2, 0, 0, 0, 0, 0);
        fWriter.event(cpu, fTime, "kvm_x86_hypercall", nr, a0, a1, a2, a3);
        fWriter.event(cpu, fTime + 1000, "kvm_x86_entry", 0);
    }
}
