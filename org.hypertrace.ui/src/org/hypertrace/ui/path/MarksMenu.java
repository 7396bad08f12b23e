/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.path;

import java.util.ArrayList;
import java.util.List;

import org.eclipse.jface.action.ActionContributionItem;
import org.eclipse.jface.action.IContributionItem;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimeRange;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.ui.actions.CompoundContributionItem;
import org.hypertrace.core.tracetype.PickedMarks;

/** <em>Critical path of marks …</em> in the table of events, where the first and the last event that are selected are marks of a guest. */
public final class MarksMenu extends CompoundContributionItem {

    @Override
    protected IContributionItem[] getContributionItems() {
        List<IContributionItem> items = new ArrayList<>();
        ITmfTrace trace = TmfTraceManager.getInstance().getActiveTrace();
        if (trace != null) {
            TmfTimeRange selected = TmfTraceManager.getInstance().getCurrentTraceContext().getSelectionRange();
            long one = selected.getStartTime().toNanos();
            long other = selected.getEndTime().toNanos();
            AskPath.actions(trace, PickedMarks.between(trace, Math.min(one, other), Math.max(one, other)), 0, 0)
                    .forEach(action -> items.add(new ActionContributionItem(action)));
        }
        return items.toArray(new IContributionItem[0]);
    }
}
