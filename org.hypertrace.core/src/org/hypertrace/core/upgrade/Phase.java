/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade;

import java.util.List;

/**
 * What a restart is about between two points that are known.
 *
 * @param name
 *            of the point with which it begins
 * @param from
 *            that point
 * @param begin
 *            ns since the epoch
 * @param end
 *            exclusive
 * @param open
 *            whether nothing ended it
 * @param merged
 *            the names of the phases that are part of it, as their points are not known
 * @param vm
 *            whose time it is: the node's or the controller's
 */
public record Phase(String name, Point from, long begin, long end, boolean open, List<String> merged, String vm) {

    /** @return ns */
    public long duration() {
        return end - begin;
    }
}
