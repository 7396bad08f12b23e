/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.doc;

import java.util.List;

/**
 * A part of a page with a title of its own.
 *
 * @param title
 *            any text, of guests too
 * @param parts
 *            in their order
 */
public record Section(String title, List<Part> parts) implements Part { }
