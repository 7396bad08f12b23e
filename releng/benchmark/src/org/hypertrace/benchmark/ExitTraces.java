/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.benchmark;

import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;

import org.hypertrace.core.guesttrace.CtfClock;
import org.hypertrace.core.guesttrace.CtfWriter;
import org.hypertrace.core.guesttrace.KernelEvents;

/**
 * Two traces that are equivalent: in one of them four vCPUs leave their guests again and again, in the other the same threads
 * make a system call at each of these times, as long as the exit.
 */
final class ExitTraces {

    static final long BEGIN = 1_700_000_000_000_000_000L;
    private static final int THREADS = 4;
    /** From one exit to the next, whoever's it is, ns. */
    private static final long STEP = 1_000;
    private static final long KERNEL = 0xffffffff81000000L;
    private static final String[] CALLS = { "read", "write", "close", "nanosleep" };

    private ExitTraces() {
    }

    /** What happens at one time. */
    private interface Happens {
        void at(CtfWriter writer, long time, int thread, long random) throws IOException;
    }

    /**
     * One exit of fifty is a hypercall of the guest's tracer: a function begins or ends, so exits have many causes.
     *
     * @param folder
     *            is made
     * @param exits
     *            how many
     */
    static void writeExits(Path folder, int exits) throws IOException {
        long[] functions = new long[THREADS];
        write(folder, exits, (writer, time, thread, random) -> {
            long rip = KERNEL + (random >>> 30 & 0x3ff) * 64;
            int kind = (int) (random >>> 40 & 0xff);
            if (kind < 5) {
                writer.event(thread, time, "kvm_x86_exit", 129, rip, 2, 0, 0, 0, 0, thread);
                boolean enters = functions[thread] == 0;
                long function = enters ? KERNEL + (random >>> 10 & 0xff) * 256 : functions[thread];
                long who = (long) thread << 32 | thread + 1;
                writer.event(thread, time + 100, "kvm_x86_hypercall", enters ? 0x64 : 0x65, function, enters ? 0 : 500, 0, who);
                functions[thread] = enters ? function : 0;
            } else if (kind < 75) {
                writer.event(thread, time, "kvm_x86_exit", 123, rip, 2, 0x3f80010, 0, 0, 0, thread);
            } else if (kind < 130) {
                writer.event(thread, time, "kvm_x86_exit", 1024, rip, 2, 0x100000004L, (random >>> 12 & 0xfff) << 12, 0, 0, thread);
            } else {
                writer.event(thread, time, "kvm_x86_exit", kind < 230 ? 124 : 96, rip, 2, 1, 0, 0, 0, thread);
            }
        }, (writer, time, thread, random) -> writer.event(thread, time, "kvm_x86_entry", thread));
    }

    /**
     * @param folder
     *            is made
     * @param calls
     *            how many
     */
    static void writeCalls(Path folder, int calls) throws IOException {
        write(folder, calls, (writer, time, thread, random) -> {
            switch ((int) (random >>> 40 & 3)) {
            case 0 -> writer.event(thread, time, "syscall_entry_read", 3, 100);
            case 1 -> writer.event(thread, time, "syscall_entry_write", 3, random, 100);
            case 2 -> writer.event(thread, time, "syscall_entry_close", 3);
            default -> writer.event(thread, time, "syscall_entry_nanosleep", random);
            }
        }, (writer, time, thread, random) -> {
            int call = (int) (random >>> 40 & 3);
            if (call == 0 || call == 3) {
                writer.event(thread, time, "syscall_exit_" + CALLS[call], 0, random);
            } else {
                writer.event(thread, time, "syscall_exit_" + CALLS[call], 0);
            }
        });
    }

    private static void write(Path folder, int count, Happens begin, Happens end) throws IOException {
        try (CtfWriter writer = new CtfWriter(folder, UUID.randomUUID(), CtfClock.monotonic(UUID.randomUUID(), 0),
                KernelEvents.environment("benchmark")).declare(KernelEvents.SCHED).declare(KernelEvents.KVM)
                        .declare(KernelEvents.SYSCALLS)) {
            for (int thread = 0; thread < THREADS; thread++) {
                writer.event(thread, BEGIN + thread, "sched_process_fork", "qemu", 1000, 1000, 0, "CPU " + thread + "/KVM",
                        1002 + thread, new int[] { 1002 + thread }, 1000, 0);
                writer.event(thread, BEGIN + 10 + thread, "sched_switch", "qemu", 1000, 20, 1, "CPU " + thread + "/KVM",
                        1002 + thread, 20);
                end.at(writer, BEGIN + 20 + thread, thread, 0);
            }
            // every CPU has a stream of its own, so only its own events need to be in order
            long random = 88172645463325252L;
            for (int i = 0; i < count; i++) {
                random ^= random << 13;
                random ^= random >>> 7;
                random ^= random << 17;
                long time = BEGIN + STEP * (i + 1);
                long length = 500 + (random >>> 20 & 0x7ff) + ((random & 0xff) == 0 ? random >>> 32 & 0x3ff : 0);
                begin.at(writer, time, i % THREADS, random);
                end.at(writer, time + length, i % THREADS, random);
            }
        }
    }
}
