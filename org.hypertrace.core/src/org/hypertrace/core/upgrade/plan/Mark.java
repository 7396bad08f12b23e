/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade.plan;

/**
 * A mark of a guest's process.
 *
 * @param time
 *            ns since the epoch
 * @param value
 *            its number, unsigned
 * @param text
 *            the text that followed it, null if none did
 */
public record Mark(long time, long value, String text) { }
