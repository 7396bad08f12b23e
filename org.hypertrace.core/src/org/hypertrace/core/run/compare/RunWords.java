/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.run.compare;

import java.util.function.Function;

import org.hypertrace.core.run.Run;

/**
 * What things are called in the comparison of runs of a kind.
 *
 * @param noun
 *            {@code boot}
 * @param did
 *            {@code booted}
 * @param detail
 *            {@code initcall}
 * @param stopped
 *            where one that did not finish stopped: {@code the kernel panicked at level device}
 */
public record RunWords<R extends Run>(String noun, String did, String detail, Function<R, Answer> stopped) { }
