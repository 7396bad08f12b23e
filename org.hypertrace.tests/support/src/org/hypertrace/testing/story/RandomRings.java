/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.story;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/**
 * Rings of a guest with two vCPUs, made from a seed: its threads, system calls and interrupts, its vCPUs' exits, and when they lost a
 * processor. All that a record reports is possible where it stands, and none is lost.
 */
public final class RandomRings {

    private static final int SECOND = 32768;
    private static final int CAPACITY = 256;
    private static final int STEPS = 450;
    private static final long DATE = (1L << 60) + 12_345;
    private static final long[] REASONS = { 96, 120, 123, 1024 };

    private enum Place { OUTSIDE, HOST, GUEST }

    private final Random fRandom;
    private final RingMemory fMemory = new RingMemory().ring(0, 0, CAPACITY, SECOND).ring(SECOND, 1, CAPACITY, 0);
    private final Place[] fPlaces = { Place.GUEST, Place.GUEST };
    private final long[] fReason = new long[2];
    private final int[] fTask = new int[2];
    private final Map<Integer, Integer> fCalls = new HashMap<>();
    private final int[] fInterrupts = { -1, -1 };
    private long fTsc = 1_000_000;
    private int fLast = -1;

    private RandomRings(long seed) {
        fRandom = new Random(seed);
    }

    /** @return the rings of a life; others of another seed */
    public static RingMemory of(long seed) {
        return new RandomRings(seed).life();
    }

    /**
     * @param text
     *            a name
     * @return its first 8 characters as a word
     */
    public static long word(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        long word = 0;
        for (int i = 0; i < Math.min(8, bytes.length); i++) {
            word |= (long) bytes[i] << 8 * i;
        }
        return word;
    }

    private void put(int vcpu, long event, long... words) {
        // some at the same time as the one before in the ring
        fTsc += fRandom.nextInt(8) == 0 && vcpu == fLast ? 0 : 2 + fRandom.nextInt(400_000);
        fLast = vcpu;
        fMemory.put(vcpu * SECOND, fTsc, (long) vcpu << 32 | event, words);
    }

    private RingMemory life() {
        put(0, 0x81, 0x47545243L << 32 | 1 << 8, fTsc, 0, DATE);
        put(1, 0xa1, 0, 0, 0, 1);
        put(0, 0xa1, 0, 0, 0, 0);
        for (int tid = 81; tid <= 84; tid++) {
            put(0, 0x83, (long) Math.min(tid, 83) << 32 | tid, 1L << 32 | 1, word("work" + tid), 0);
        }
        for (int i = 0; i < STEPS; i++) {
            int vcpu = fRandom.nextInt(2);
            if (fRandom.nextInt(3) == 0 || fPlaces[vcpu] != Place.GUEST) {
                host(vcpu);
            } else {
                guest(vcpu);
            }
        }
        return fMemory;
    }

    private void host(int vcpu) {
        int cpu = fRandom.nextInt(8) == 0 ? fRandom.nextInt(2) : vcpu;
        switch (fPlaces[vcpu]) {
        case GUEST -> {
            fReason[vcpu] = REASONS[fRandom.nextInt(REASONS.length)];
            put(vcpu, 0xa0, 2L << 32 | fReason[vcpu], 0xffffffff81000000L, 0, cpu);
            fPlaces[vcpu] = Place.HOST;
        }
        case HOST -> {
            boolean leaves = fRandom.nextInt(3) == 0;
            if (leaves) {
                put(vcpu, 0xa2, 70 + fRandom.nextInt(2), fReason[vcpu] == 120 ? 1 : fRandom.nextInt(3), word("other"), cpu);
            } else {
                put(vcpu, 0xa1, 0, 0, 0, cpu);
            }
            fPlaces[vcpu] = leaves ? Place.OUTSIDE : Place.GUEST;
        }
        case OUTSIDE -> {
            put(vcpu, 0xa3, 70 + fRandom.nextInt(2), 0, word("other"), cpu);
            fPlaces[vcpu] = Place.HOST;
        }
        }
    }

    private void guest(int vcpu) {
        int task = fTask[vcpu];
        long here = (long) vcpu << 32 | task;
        switch (fRandom.nextInt(6)) {
        case 0, 1 -> {
            int next = fRandom.nextInt(3) == 0 ? 0 : 81 + fRandom.nextInt(4);
            if (next != task && (next == 0 || next != fTask[1 - vcpu]) && fInterrupts[vcpu] < 0) {
                put(vcpu, 0x66, (long) task << 32 | next, (long) vcpu << 48 | 120L << 40 | 120L << 32 | (task == 0 ? 0 : fRandom.nextInt(3)),
                        word(next == 0 ? "swapper/" + vcpu : "work" + next), 0);
                fTask[vcpu] = next;
            }
        }
        case 2, 3 -> {
            if (task != 0 && fInterrupts[vcpu] < 0) {
                Integer call = fCalls.remove(task);
                if (call == null) {
                    fCalls.put(task, fRandom.nextInt(4));
                    put(vcpu, 0x6c, here, fCalls.get(task), 3, 0);
                } else {
                    put(vcpu, 0x6d, here, call, 0, 0);
                }
            }
        }
        case 4 -> {
            if (fInterrupts[vcpu] < 0) {
                fInterrupts[vcpu] = fRandom.nextInt(4);
                put(vcpu, 0x70, (long) vcpu << 32 | fInterrupts[vcpu], 0, 0, 0);
            } else {
                put(vcpu, 0x71, (long) vcpu << 32 | fInterrupts[vcpu], 0, 0, 0);
                fInterrupts[vcpu] = -1;
            }
        }
        default -> {
            int woken = 81 + fRandom.nextInt(4);
            if (woken != fTask[0] && woken != fTask[1]) {
                put(vcpu, 0x68, (long) vcpu << 32 | woken, here, word("work" + woken), 0);
            }
        }
        }
    }
}
