/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path;

import java.util.List;

/**
 * A path that was found.
 *
 * @param query
 *            what was asked for
 * @param subject
 *            whose path it is, and its time
 * @param awaited
 *            whose path it is until what the subject awaits, one after another; empty if it awaits nothing
 * @param segments
 *            the path; of a very long one its first {@link Segments#MOST} segments, see {@link #isWhole}
 * @param names
 *            what those on it are called
 * @param parts
 *            what the whole path consists of
 * @param sums
 *            what its time went to
 * @param remark
 *            that the word fits several subjects, and which of them this is, a sentence; null if it fits one
 */
public record FoundPath(PathQuery query, PathSubject subject, List<Awaited> awaited, Segments segments, PathNames names, PathParts parts,
        PathSums sums, String remark) {

    /**
     * What the subject awaits.
     *
     * @param mark
     *            the mark
     * @param by
     *            who makes it, from the subject's begin until then
     */
    public record Awaited(PathQuery.AwaitedMark mark, PathSubject by) { }

    /** @return whether all segments are there; else the path is too long, and a part of its time is to be asked for */
    public boolean isWhole() {
        return segments.end() == subject.end();
    }
}
