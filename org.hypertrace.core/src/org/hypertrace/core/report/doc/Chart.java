/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.doc;

import java.util.List;

/**
 * How often something is over a time, stacked.
 *
 * @param begin
 *            ns since the epoch
 * @param end
 *            ns since the epoch
 * @param series
 *            from below, all with as many values, each of an equal part of the time
 */
public record Chart(long begin, long end, List<Series> series) implements Picture {

    /**
     * What has a colour of its own.
     *
     * @param name
     *            for people, any text
     * @param colour
     *            as {@code #00C800}
     * @param rates
     *            per second, from left to right
     */
    public record Series(String name, String colour, double[] rates) { }
}
