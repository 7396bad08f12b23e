/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.benchmark;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.UUID;

import org.hypertrace.core.guesttrace.CtfClock;
import org.hypertrace.core.guesttrace.CtfWriter;
import org.hypertrace.core.guesttrace.KernelEvents;

/**
 * A host trace of a VM with one vCPU, of which two threads wake each other in turns: the critical path of either has segments of
 * both, of the exits by which they report that, and of a thread of the host that takes the processor now and then. One life, however
 * long.
 */
final class PathTrace {

    /** The thread whose path is asked for. */
    static final int THREAD = 82;

    private static final long BEGIN = 1_700_000_000_000_000_000L;
    private static final long KERNEL = 0xffffffff81000000L;
    private static final int OTHER = 83;
    private static final int VCPU = 1002;
    private static final int BACKUP = 50;
    private static final int SWITCH = 0x66;
    private static final int WAKING = 0x67;
    /** Segments of a turn: guest and exit, of four hypercalls. */
    private static final int OF_A_TURN = 8;
    private static final int PREEMPTED_EVERY = 10;

    private final CtfWriter fWriter;
    private final Random fRandom = new Random(7);
    private long fTime = BEGIN;

    private PathTrace(CtfWriter writer) {
        fWriter = writer;
    }

    /**
     * @param folder
     *            where the trace is written
     * @param segments
     *            how many the path of {@link #THREAD} has at least, about
     */
    static void write(Path folder, int segments) throws IOException {
        try (CtfWriter writer = new CtfWriter(folder, UUID.randomUUID(), CtfClock.monotonic(UUID.randomUUID(), 0),
                KernelEvents.environment("benchmark")).declare(KernelEvents.SCHED).declare(KernelEvents.KVM)) {
            new PathTrace(writer).write(segments / OF_A_TURN);
        }
    }

    private void write(int turns) throws IOException {
        event("sched_process_fork", "qemu", 1000, 1000, 0, "CPU 0/KVM", VCPU, new int[] { VCPU }, 1000, 0);
        event("sched_switch", "qemu", 1000, 20, 1, "CPU 0/KVM", VCPU, 20);
        event("kvm_x86_entry", 0);
        report(SWITCH, THREAD, 120L << 40 | 120L << 32);
        for (int turn = 0; turn < turns; turn++) {
            turn(THREAD, OTHER);
            turn(OTHER, THREAD);
            if (turn % PREEMPTED_EVERY == 0) {
                preempted();
            }
        }
    }

    /** A thread works, wakes the other one, and sleeps. */
    private void turn(int who, int other) throws IOException {
        report(WAKING, other, who);
        report(SWITCH, (long) who << 32 | other, 120L << 40 | 120L << 32 | 1);
    }

    private void report(int number, long a0, long a1) throws IOException {
        event("kvm_x86_exit", 129, KERNEL, 2, 0, 0, 0, 0, 0);
        event("kvm_x86_hypercall", number, a0, a1, 0L, 0L);
        event("kvm_x86_entry", 0);
    }

    private void preempted() throws IOException {
        event("kvm_x86_exit", 96, KERNEL, 2, 0, 0, 0, 0, 0);
        event("sched_switch", "CPU 0/KVM", VCPU, 20, 0, "backup", BACKUP, 20);
        event("sched_switch", "backup", BACKUP, 20, 0, "CPU 0/KVM", VCPU, 20);
        event("kvm_x86_entry", 0);
    }

    private void event(String name, Object... values) throws IOException {
        fWriter.event(0, fTime, name, values);
        fTime += 200 + fRandom.nextInt(600);
    }
}
