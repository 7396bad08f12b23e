/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.benchmark;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.UUID;

import org.hypertrace.core.guesttrace.CtfClock;
import org.hypertrace.core.guesttrace.CtfWriter;
import org.hypertrace.core.guesttrace.KernelEvents;

/** A host trace of a VM with four vCPUs, whose guest reports entries and exits of functions, an exit for each. */
final class StackTrace {

    static final long ENTRY = 0x64;
    static final long EXIT = 0x65;

    private static final long BEGIN = 1_700_000_000_000_000_000L;
    private static final long KERNEL = 0xffffffff81000000L;
    private static final int VCPUS = 4;
    private static final int DEEPEST = 10;
    private static final int CALLEES = 3;
    private static final int FUNCTIONS = 3000;

    private StackTrace() {
    }

    /**
     * @param folder
     *            where the trace is written
     * @param events
     *            entries and exits of functions
     * @param open
     *            so many functions of every thread never return
     */
    static void write(Path folder, long events, int open) throws IOException {
        Random random = new Random(7);
        long[][] stacks = new long[VCPUS][DEEPEST];
        int[] depths = new int[VCPUS];
        try (CtfWriter writer = new CtfWriter(folder, UUID.randomUUID(), CtfClock.monotonic(UUID.randomUUID(), 0),
                KernelEvents.environment("benchmark")).declare(KernelEvents.SCHED).declare(KernelEvents.KVM)) {
            for (int vcpu = 0; vcpu < VCPUS; vcpu++) {
                int tid = 1002 + vcpu;
                writer.event(vcpu, BEGIN + vcpu, "sched_process_fork", "qemu", 1000, 1000, 0, "CPU " + vcpu + "/KVM", tid,
                        new int[] { tid }, 1000, 0);
                writer.event(vcpu, BEGIN + 1000 + vcpu, "sched_switch", "qemu", 1000, 20, 1, "CPU " + vcpu + "/KVM", tid, 20);
                writer.event(vcpu, BEGIN + 2000 + vcpu, "kvm_x86_entry", 0);
            }
            long time = BEGIN + 10_000;
            for (long i = 0; i < events; i++) {
                int vcpu = (int) (i % VCPUS);
                int depth = depths[vcpu];
                boolean enters = depth <= open || depth < DEEPEST && random.nextBoolean();
                long who = (long) vcpu << 32 | 80 + vcpu;
                writer.event(vcpu, time, "kvm_x86_exit", 129, KERNEL, 2, 0, 0, 0, 0, 0);
                if (enters) {
                    long caller = depth == 0 ? vcpu : stacks[vcpu][depth - 1];
                    long function = KERNEL + 16 * Math.floorMod(31 * caller + random.nextInt(CALLEES), FUNCTIONS);
                    stacks[vcpu][depth] = function;
                    writer.event(vcpu, time + 100, "kvm_x86_hypercall", ENTRY, function, (long) depth, 0L, who);
                    depths[vcpu]++;
                } else {
                    writer.event(vcpu, time + 100, "kvm_x86_hypercall", EXIT, stacks[vcpu][depth - 1], 1000L, (long) depth - 1, who);
                    depths[vcpu]--;
                }
                writer.event(vcpu, time + 300, "kvm_x86_entry", 0);
                time += 500 + random.nextInt(500);
            }
        }
    }
}
