/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot.track;

import org.hypertrace.core.run.Ending;

/** Receives what the {@link BootTracker} finds out, in time order. */
public interface BootSink {

    /** A guest begins to boot. */
    void begins(long time, Boot boot);

    /** It enters another part of its life. */
    void enters(long time, Boot boot, Lifecycle part);

    /** The boot is over. */
    void ends(long time, Boot boot, Ending how);

    /** The processor gave up (triple fault). */
    void tripleFault(long time, Boot boot);

    /** The kernel's {@code _text} is at this address. */
    void based(long time, Boot boot, long text);

    /** An initcall level begins and ends the one before; {@code vcpu} is its thread's, -1 if not known. */
    void level(long time, Boot boot, String name, int vcpu);

    /** The last level ended. Without this it lasts to the last finish of its thread's initcalls. */
    void levelsEnd(long time, Boot boot);

    /** An initcall begins. */
    void initcallBegins(long time, Boot boot, Initcall initcall);

    /** An initcall returned {@code result}, null if not recorded; {@code duration} is the guest's own measure, ns. */
    void initcallEnds(long time, Boot boot, Initcall initcall, Long result, long duration);

    /** Events were lost, and an initcall's return among them, for its thread begins another; until then it was seen. */
    void initcallLost(long time, Boot boot, Initcall initcall, long seenUntil);

    /** The kernel panics or oopses. */
    void crashes(long time, Boot boot, Crash crash);

    /** The whole reason of a crash, of which the begin was reported before. */
    void reason(long time, Boot boot, Crash crash, String text);

    /** The boot is over, or the trace: which functions it called. */
    void functions(long time, Boot boot, FunctionCounts functions);

    /** An initcall returned that did not begin in this boot, as when tracing began inside: it is not shown. */
    void unmatched(long time, Boot boot);

    /** There are more boots, levels, initcalls or crashes than are followed. */
    void others(long time, Boot boot);
}
