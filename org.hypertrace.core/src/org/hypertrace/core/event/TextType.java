/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.event;

/** What a {@link GuestEvent.Text} is about, in the order of the ABI's numbers from 1. */
public enum TextType { PANIC, DIE, MARK, CONSOLE }
