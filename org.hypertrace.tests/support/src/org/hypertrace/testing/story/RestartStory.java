/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.story;

import java.util.stream.Collectors;

/**
 * A VM that boots four times, each time for another reason, as a {@link Story}: launched at 1000, it panics and is reset at 1750;
 * it restarts by a reset at 2950; and then starts another kernel itself, which is seen from 3900 on, when it reports where it is.
 * Each kernel's first mark comes 100 to 200 later, from low addresses where the machine is new; each has a thread 1.
 */
public final class RestartStory {

    /** When the boots begin. */
    public static final long[] BEGINS = { 1_020, 1_750, 2_950, 3_900 };
    /** When their kernels begin: the first mark. */
    public static final long[] MARKS = { 1_100, 1_900, 3_100, 4_000 };
    /** When user space begins. */
    public static final long[] USERSPACE = { 1_500, 2_300, 3_500, 4_500 };

    private static final String TEXT = """
            1000 alpha cpu0 fork CPU_0/KVM:386 384
            1010 alpha cpu0 sched_switch qemu:384 S CPU_0/KVM:386
            1020 alpha cpu0 kvm_tsc_offset 0 7
            1030 alpha cpu0 kvm_entry
            1100 low 0x85 1 0 0 0
            1200 high 0x85 2 0 0 0
            1300 high 0x7b 1 0 'early' 0
            1400 high 0x66 1 0 'init' 0
            1500 high 0x85 3 0 0 0
            1600 high 0x7e 1 0 'Fatal' 0
            1700 alpha cpu0 kvm_exit SHUTDOWN 0
            1750 alpha cpu0 kvm_tsc_offset 7 7
            1800 alpha cpu0 kvm_entry
            1900 low 0x85 1 0 0 0
            2000 high 0x85 2 0 0 0
            2200 high 0x66 1 0 'init' 0
            2300 high 0x85 3 0 0 0
            2400 high 0x85 5 0 'restart' 0
            2500 high 0x86 1 0xffffffff81000200 'devices' 0
            2600 high 0x87 1 0xffffffff81000200 'devices' 0
            2700 high 0x85 6 0 0 0
            2900 alpha cpu0 kvm_exit IOIO 0
            2950 alpha cpu0 kvm_tsc_offset 7 7
            3000 alpha cpu0 kvm_entry
            3100 high 0x85 2 0 0 0
            3300 high 0x66 1 0 'init' 0
            3500 high 0x85 3 0 0 0
            3600 high 0x86 1 0xffffffff81000200 'devices' 0
            3700 high 0x87 1 0xffffffff81000200 'devices' 0
            3800 high 0x85 6 0 0 0
            3900 low 0x82 0xffffffff82000000 0 0 1
            4000 low 0x85 1 0 0 0
            4100 high 0x85 2 0 0 0
            4300 high 0x66 1 0 'init' 0
            4500 high 0x85 3 0 0 0
            4900 alpha cpu0 kvm_exit HLT 0
            5000 alpha cpu0 other
            """;

    /** Thread 1 never returns from a read in boot 1, and writes in boot 4. */
    private static final String CALLS = """
            1550 high 0x6c 1 0 3 0
            4600 high 0x6c 1 1 3 0
            4700 high 0x6d 1 1 5 0
            """;

    private RestartStory() {
    }

    /** @return the events of the host */
    public static String story() {
        return KernelStory.of(TEXT, "alpha", 10);
    }

    /** @return the same with two system calls of thread 1: read in boot 1, which has no end, and write in boot 4, 100 long */
    public static String withCalls() {
        return KernelStory.of((TEXT + CALLS).lines().sorted().collect(Collectors.joining("\n", "", "\n")), "alpha", 10);
    }
}
