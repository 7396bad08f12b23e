/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.statistics;

import java.util.function.IntPredicate;

/**
 * Which exits are asked for.
 *
 * @param from
 *            begin of the stretch of time, ns since the epoch
 * @param to
 *            its end, exclusive
 * @param vcpus
 *            shows by their numbers which vCPUs are asked for
 * @param withTracer
 *            whether those that the guest's tracer caused are
 */
public record ExitQuery(long from, long to, IntPredicate vcpus, boolean withTracer) {

    /** All of them. */
    public static final ExitQuery ALL = new ExitQuery(Long.MIN_VALUE, Long.MAX_VALUE, vcpu -> true, true);
}
