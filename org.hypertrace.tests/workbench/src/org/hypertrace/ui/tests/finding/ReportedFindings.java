/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.finding;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.StreamSupport;

import org.eclipse.swt.widgets.Tree;
import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderManager;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataProvider;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.hypertrace.core.finding.Evidence;
import org.hypertrace.core.finding.Finding;
import org.hypertrace.core.finding.view.FindingsProvider;
import org.hypertrace.core.untrusted.CodeName;
import org.hypertrace.testing.Command;
import org.hypertrace.testing.Summary;
import org.hypertrace.ui.finding.FindingsView;
import org.hypertrace.ui.tests.window.Workbench;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

/** What {@code report} begins with, beside what the view <em>Findings</em> shows of the trace that is open. */
final class ReportedFindings {

    private ReportedFindings() {
    }

    /** Both have the same findings in the same order: sentences, ranges and evidence. */
    static List<JsonObject> assertShown(FindingsView view, Path recording) {
        List<JsonObject> reported = Summary.objects(Command.report(recording), "findings");
        List<String> sentences = reported.stream().map(finding -> CodeName.plain(finding.get("sentence").getAsString())).toList();
        List<?>[] last = new List<?>[1];
        try {
            Workbench.waitUntil("the findings of the report", () -> sentences.equals(last[0] = sentences(view)));
        } catch (AssertionError e) {
            assertEquals(String.join("\n", sentences), String.join("\n", sentences(view)));
            throw e;
        }
        assertEquals(String.join("\n", reported.stream().map(ReportedFindings::line).toList()),
                String.join("\n", findings().stream().map(ReportedFindings::line).toList()));
        return reported;
    }

    /** Rows without an offer to gather more, and without a row that reports that there is nothing. */
    private static List<String> sentences(FindingsView view) {
        Tree tree = view.table().getTreeViewer().getTree();
        return Workbench.inUi(() -> Arrays.stream(tree.getItems()).filter(row -> !row.getText(FindingsProvider.COLUMNS.indexOf("Notion")).isEmpty())
                .map(row -> row.getText(0).replace('\n', ' ')).toList());
    }

    private static List<Finding> findings() {
        FindingsProvider provider = (FindingsProvider) DataProviderManager.getInstance().getDataProvider(TmfTraceManager.getInstance().getActiveTrace(),
                FindingsProvider.ID, ITmfTreeDataProvider.class);
        return provider.fetchTree(Map.of(), null).getModel().getEntries().stream().map(row -> provider.finding(row.getId())).filter(Objects::nonNull).toList();
    }

    private static String line(Finding finding) {
        Evidence evidence = finding.evidence();
        return String.join(" | ", finding.sentence(), finding.notion().key(), finding.about(), finding.begin() + " to " + finding.end(),
                evidence == null ? "nowhere" : evidence.view().title() + ' ' + evidence.row() + ' ' + evidence.begin() + " to " + evidence.end());
    }

    private static String line(JsonObject finding) {
        JsonObject evidence = finding.getAsJsonObject("evidence");
        return String.join(" | ", finding.get("sentence").getAsString(), finding.get("notion").getAsString(), finding.get("about").getAsString(),
                finding.get("begin") + " to " + finding.get("end"), evidence == null ? "nowhere" : evidence.get("view").getAsString() + ' '
                        + StreamSupport.stream(evidence.getAsJsonArray("row").spliterator(), false).map(JsonElement::getAsString).toList() + ' ' + evidence.get("begin") + " to " + evidence.get("end"));
    }
}
