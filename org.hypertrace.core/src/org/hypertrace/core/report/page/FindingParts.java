/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page;

import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.finding.Evidence;
import org.hypertrace.core.finding.Finding;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Column;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Section;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.report.doc.Table;

/** How a report of hosts and VMs begins: what stands out in it. */
final class FindingParts {

    /** The name of the table in CSV. */
    static final String FINDINGS = "findings";

    private static final List<Column<Finding>> COLUMNS = List.of(
            Column.id("notion", finding -> finding.notion().key()),
            Column.id("about", Finding::about),
            Column.id("sentence", Finding::sentence),
            Column.id("begin", Finding::begin),
            Column.id("end", Finding::end),
            Column.id("time", finding -> finding.notion().isFirst() ? "" : finding.weight()),
            Column.id("view", finding -> finding.evidence() == null ? "" : finding.evidence().view().title()),
            Column.id("evidence begin", finding -> finding.evidence() == null ? "" : finding.evidence().begin()),
            Column.id("evidence end", finding -> finding.evidence() == null ? "" : finding.evidence().end()));

    private FindingParts() {
    }

    /**
     * @param findings
     *            the most important first
     * @return a section with them, if there are any, and the table of CSV
     */
    static List<Part> of(List<Finding> findings) {
        List<Part> parts = new ArrayList<>();
        if (!findings.isEmpty()) {
            parts.add(new Section("What stands out", findings.stream().<Part>map(FindingParts::part).toList()));
        }
        parts.add(Table.of(FINDINGS, COLUMNS, List.of(), findings));
        return parts;
    }

    private static org.hypertrace.core.report.doc.Finding part(Finding finding) {
        Evidence evidence = finding.evidence();
        List<Object> where = new ArrayList<>(List.of("From ", Amount.time(finding.begin()), " to ", Amount.time(finding.end())));
        if (evidence != null) {
            where.addAll(List.of("; look at ", Amount.time(evidence.begin()), " in " + evidence.view().title()));
        }
        where.add(".");
        return new org.hypertrace.core.report.doc.Finding(List.of(Sentence.plain(finding.text().pieces().toArray()), Sentence.quiet(where.toArray())));
    }
}
