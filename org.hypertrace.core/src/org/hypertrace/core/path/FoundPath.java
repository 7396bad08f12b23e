/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path;

/**
 * A path that was found.
 *
 * @param query
 *            what was asked for
 * @param subject
 *            whose path it is, and its time
 * @param awaited
 *            whose path it is until what the subject awaits, null if it awaits nothing
 * @param segments
 *            the path
 * @param names
 *            what those on it are called
 * @param sums
 *            what its time went to
 */
public record FoundPath(PathQuery query, PathSubject subject, PathSubject awaited, Segments segments, PathNames names, PathSums sums) { }
