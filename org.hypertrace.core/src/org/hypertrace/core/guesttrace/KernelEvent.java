/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.guesttrace;

/**
 * An event as a trace has it, but for its time and CPU.
 *
 * @param values one for each field of the type
 */
record KernelEvent(CtfEventType type, Object... values) { }
