/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.render;

import java.util.List;

import org.hypertrace.core.report.doc.Check;
import org.hypertrace.core.report.doc.Details;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Picture;
import org.hypertrace.core.report.doc.Section;
import org.hypertrace.core.report.doc.Table;

/** What of a page is left where nothing can be drawn. */
final class Words {

    private Words() {
    }

    /** The parts that people read; no sections of pictures alone. */
    static List<Part> of(List<Part> parts) {
        return parts.stream().filter(Words::has).toList();
    }

    private static boolean has(Part part) {
        return part instanceof Section section ? section.parts().stream().anyMatch(Words::has)
                : part instanceof Details details ? details.parts().stream().anyMatch(Words::has)
                : part instanceof Table table ? !table.rows().isEmpty()
                : part instanceof Check check ? check.isForPeople()
                : !(part instanceof Picture);
    }
}
