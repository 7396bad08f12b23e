/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.doc;

import java.util.List;

/**
 * Something worth knowing before any figure, in a frame of its own.
 *
 * @param sentences
 *            what it is, then what helps and where to look; at least one
 */
public record Finding(List<Sentence> sentences) implements Part { }
