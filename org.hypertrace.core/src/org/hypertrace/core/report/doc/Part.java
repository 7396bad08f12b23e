/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.doc;

/** What a page consists of. */
public sealed interface Part permits Check, Details, Finding, Picture, Section, Sentence, Table { }
