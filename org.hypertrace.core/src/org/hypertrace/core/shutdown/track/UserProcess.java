/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.shutdown.track;

/**
 * A process of a guest's user space while this is shut down.
 *
 * @param number
 *            from 0, in the order in which the shutdown's processes were reported
 * @param tid
 *            its id in the guest
 * @param name
 *            as the guest reports it, null if it does not
 * @param parent
 *            the id of the process that began it, -1 if not recorded
 * @param late
 *            whether it began after the request
 */
public record UserProcess(int number, int tid, String name, int parent, boolean late) { }
