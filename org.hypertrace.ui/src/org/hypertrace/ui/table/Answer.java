/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.table;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.eclipse.jdt.annotation.NonNull;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeModel;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.ui.viewers.tree.TmfGenericTreeEntry;
import org.eclipse.tracecompass.tmf.ui.viewers.tree.TmfTreeViewerEntry;

/** The invisible root of the rows that answer a question. */
final class Answer extends TmfTreeViewerEntry {

    /** What is asked of whom. */
    record Question(ITmfTrace trace, List<Long> times, Map<String, Object> more) { }

    private final Question fQuestion;
    private final TmfTreeModel<@NonNull TmfTreeDataModel> fModel;

    private Answer(Question question, TmfTreeModel<@NonNull TmfTreeDataModel> model) {
        super("");
        fQuestion = question;
        fModel = model;
    }

    /** @return the rows that a data provider answers with, below their root */
    static Answer of(Question question, TmfTreeModel<@NonNull TmfTreeDataModel> model) {
        Answer root = new Answer(question, model);
        Map<Long, TmfTreeViewerEntry> entries = new HashMap<>();
        for (TmfTreeDataModel line : model.getEntries()) {
            TmfTreeViewerEntry entry = new TmfGenericTreeEntry<>(line);
            // several may have the same first label; Trace Compass shows by the name which are still selected
            entry.setName(Long.toString(line.getId()));
            entries.put(line.getId(), entry);
            entries.getOrDefault(line.getParentId(), root).addChild(entry);
        }
        return root;
    }

    Question question() {
        return fQuestion;
    }

    List<String> headers() {
        return fModel.getHeaders();
    }

    List<TmfTreeDataModel> rows() {
        return fModel.getEntries();
    }
}
