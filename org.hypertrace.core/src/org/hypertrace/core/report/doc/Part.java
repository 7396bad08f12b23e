/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.doc;

/** What a page consists of. */
public sealed interface Part permits Chart, Check, Details, Finding, Flame, Legend, Section, Sentence, Table, TimeLine { }
