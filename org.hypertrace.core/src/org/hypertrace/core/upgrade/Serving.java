/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade;

/**
 * A time in which a node serves in one role.
 *
 * @param begin
 *            ns since the epoch
 * @param end
 *            exclusive
 * @param role
 *            the role, null if it reports none
 */
public record Serving(long begin, long end, String role) { }
