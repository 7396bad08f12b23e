/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf;

/**
 * A stretch of time of which a stream's packets are not there or cannot be read.
 *
 * @param stream
 *            the name of its file
 * @param cpu
 *            the processor that it is of, -1 if that is not known
 * @param from
 *            the end of what is known before, in units of the trace's clock
 * @param until
 *            the begin of what is known after, in units of the trace's clock
 * @param packets
 *            how many, {@link #UNKNOWN} if that is not known
 * @param why
 *            how that is known
 */
public record Gap(String stream, int cpu, long from, long until, long packets, Why why) {

    /** Stands for a number of packets that nothing reports. */
    public static final long UNKNOWN = -1;

    /** Stands for a processor that nothing reports. */
    public static final int NO_CPU = -1;

    /** How it is known that something is missing. */
    public enum Why {
        /** By the packets' numbers, or by LTTng's index of the stream. */
        MISSING,
        /** From there on the file's packets are out of order: Trace Compass reads no further. */
        OUT_OF_ORDER,
        /** A packet begins before the one above it ends: its clock went back. */
        OVERLAP,
        /** The stream ends long before the others. */
        ENDS_EARLY,
        /** The channel has no stream of a processor of which another one has. */
        NO_STREAM
    }
}
