/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.doc;

/** A part that is only where something can be drawn: all that it shows stands in tables and sentences, too. */
public sealed interface Picture extends Part permits Chart, Flame, Legend, Residuals, TimeLine { }
