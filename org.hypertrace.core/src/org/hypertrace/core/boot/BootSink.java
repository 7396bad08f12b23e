/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot;

/** Receives what the {@link BootTracker} finds out, in time order. */
public interface BootSink {

    /** A guest begins to boot. */
    void begins(long time, Boot boot);

    /** It enters another part of its life. */
    void enters(long time, Boot boot, Lifecycle part);

    /** An initcall level begins and ends the one before; {@code vcpu} and {@code tid} are its thread's, -1 if not known. */
    void level(long time, Boot boot, String name, int vcpu, int tid);

    /** The last level ended. Without this it lasts to the last finish of its thread's initcalls. */
    void levelsEnd(long time, Boot boot);

    /** An initcall begins. */
    void initcallBegins(long time, Boot boot, Initcall initcall);

    /** An initcall returned; {@code duration} is the guest's own measure, ns. */
    void initcallEnds(long time, Boot boot, Initcall initcall, long result, long duration);

    /**
     * The kernel panics or oopses.
     *
     * @param initcall
     *            the one that the thread runs, null if none
     * @param address
     *            where it happened, 0 if not told
     * @param text
     *            the reason, or the beginning of it
     */
    void panics(long time, Boot boot, boolean oops, int tid, Initcall initcall, long address, String text);

    /** The whole of a text whose beginning was told before. */
    void reason(long time, Boot boot, boolean oops, String text);

    /** An initcall returned that did not begin in this boot, as when tracing began inside: it is not shown. */
    void unmatched(long time, Boot boot);
}
