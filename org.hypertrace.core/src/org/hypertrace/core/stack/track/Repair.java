/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.track;

/** Why a frame's begin or end is not one that was reported. */
public enum Repair {

    /** A return was reported, an entry was not: tracing began inside, or the entry was lost. */
    ENTRY_MISSING,
    /** What called it returned, or something began at its depth: its return was lost or is never recorded. */
    RETURN_MISSING,
    /** It was open when nothing more came of its thread or its boot. */
    NEVER_RETURNED,
    /** Events were lost: what the thread is in is not known any more. */
    LOST,
    /** The guest reports about a deeper stack than any kernel has. */
    TOO_DEEP
}
