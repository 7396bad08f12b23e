/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.shutdown.track;

/**
 * A part of a shutdown.
 *
 * @param number
 *            from 0, in the order in which the shutdown's parts begin
 * @param depth
 *            how many others it is in
 * @param id
 *            the guest's number for it; -1 of a function
 * @param address
 *            of the function, 0 if not recorded
 * @param name
 *            as the guest reports it, null if it does not
 * @param driver
 *            of a device: its driver or bus, null if not recorded
 * @param tid
 *            the guest thread, -1 if not recorded
 * @param vcpu
 *            the running number of the vCPU on which it began, -1 if not known
 */
public record Step(int number, int depth, StepKind kind, long id, long address, String name, String driver, int tid, int vcpu) { }
