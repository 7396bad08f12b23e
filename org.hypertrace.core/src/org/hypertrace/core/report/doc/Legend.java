/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.doc;

import java.util.Collection;
import java.util.List;

import org.hypertrace.core.view.Styles;

/**
 * What the colours of a picture or of bars mean.
 *
 * @param title
 *            what the picture is of; may be empty
 * @param entries
 *            in their order
 */
public record Legend(String title, List<Entry> entries) implements Picture {

    /**
     * A colour.
     *
     * @param name
     *            what it means, any text
     * @param colour
     *            as {@code #00C800}
     */
    public record Entry(String name, String colour) { }

    /**
     * @param styles
     *            in their order
     * @return their colours and names
     */
    public static Legend of(Collection<Styles> styles) {
        return new Legend("", styles.stream().map(style -> new Entry(style.legend(), style.colour())).toList());
    }
}
