/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stream;

/**
 * Five words that a guest reported, by a hypercall or through a record of a shared-memory ring. Nothing in them is believed
 * before the decoder has looked at it.
 *
 * @param time
 *            when the host saw it, ns since the epoch
 * @param vcpu
 *            the number, within its VM, of the vCPU that sent it, as the host knows it: 0 or more. A vCPU whose number the host does not
 *            know has a stand-in of the caller's choice: -2, -3, … An unknown vCPU has -1
 * @param origin
 *            who in the guest sent it
 * @param nr
 *            the first word
 * @param a0
 *            the second word
 * @param a1
 *            the third word
 * @param a2
 *            the fourth word
 * @param a3
 *            the fifth word
 */
public record Hypercall(long time, int vcpu, Origin origin, long nr, long a0, long a1, long a2, long a3) {

    /** Who in the guest sent something: any process can, but few words of a process are believed. */
    public enum Origin {
        /** The guest's kernel: the instruction pointer of the exit is in the upper half of the address space. */
        KERNEL,
        /** A process of the guest, or boot code that still runs at low addresses. */
        USER,
        /** The trace does not hold the instruction pointer: believed, and counted. */
        UNKNOWN,
        /** A record of a shared-memory ring, where the host may report too. */
        RING;

        /**
         * @param rip
         *            the instruction pointer of the guest's exit
         * @return whose it is
         */
        public static Origin of(long rip) {
            return rip < 0 ? KERNEL : USER;
        }
    }

    /** @param word 0 for {@code nr}, 1-4 for {@code a0}-{@code a3} */
    public long word(int word) {
        return switch (word) {
        case 0 -> nr;
        case 1 -> a0;
        case 2 -> a1;
        case 3 -> a2;
        default -> a3;
        };
    }
}
