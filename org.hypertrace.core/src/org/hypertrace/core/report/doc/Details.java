/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.doc;

import java.util.List;

/**
 * A part of a page that a reader can fold. A terminal cannot: there its tables have their first rows only.
 *
 * @param title
 *            any text, of guests too
 * @param isOpen
 *            whether it is unfolded at first
 * @param parts
 *            in their order
 */
public record Details(String title, boolean isOpen, List<Part> parts) implements Part { }
