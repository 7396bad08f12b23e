/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.event;

/** What a {@link GuestEvent.Name} names, in the order of the ABI's numbers from 1. The id of a {@code VM} or {@code NODE} is 0. */
public enum NameType { FUNCTION, DEVICE, SYSCALL, VM, NODE }
