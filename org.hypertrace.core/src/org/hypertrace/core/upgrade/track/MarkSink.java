/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade.track;

import org.hypertrace.core.timeline.Guest;

/** Receives what {@link MarkTracker} and {@link CodeTracker} find. Times are ns since the epoch. */
public interface MarkSink {

    /** A guest, or a guest nested in it, sets its next mark; {@code number} counts from 0. */
    void mark(long time, Guest guest, String nested, int number, long value);

    /** The text of a mark. */
    void text(long time, Guest guest, String nested, int number, String text);

    /** At the end: so many marks are not kept. */
    void others(long time, Guest guest, String nested, int count);

    /** An exit of the boot that runs shows kernel code for the first time. */
    void kernelCode(long time, Guest guest);

    /** An exit shows code of a process for the first time after the kernel began; {@code known} false: what was reported before is not true. */
    void userCode(long time, Guest guest, boolean known);
}
