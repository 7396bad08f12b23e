/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.cpu;

import java.util.List;
import java.util.function.Consumer;

import org.eclipse.swt.widgets.Composite;
import org.eclipse.tracecompass.tmf.ui.viewers.tree.AbstractSelectTreeViewer2;
import org.eclipse.tracecompass.tmf.ui.viewers.tree.ITmfTreeColumnDataProvider;
import org.eclipse.tracecompass.tmf.ui.viewers.tree.ITmfTreeViewerEntry;
import org.eclipse.tracecompass.tmf.ui.viewers.tree.TmfTreeColumnData;

/** What has lines in a chart, beside it, with check boxes for the lines. At first all are shown. */
public final class SeriesTree extends AbstractSelectTreeViewer2 {

    private static final int LEGEND = 1;

    private final FreshLines fLines;
    private final Consumer<String> fNothing;

    /**
     * @param parent
     *            gets it
     * @param provider
     *            the id of the data provider of the chart
     * @param nothing
     *            gets the reason why nothing is drawn, an empty one as soon as something is
     */
    public SeriesTree(Composite parent, String provider, Consumer<String> nothing) {
        super(parent, LEGEND, provider);
        fNothing = nothing;
        fLines = new FreshLines(this);
        addTreeListener(checked -> fNothing.accept(fLines.nothing(getInput())));
    }

    @Override
    protected ITmfTreeColumnDataProvider getColumnDataProvider() {
        return () -> List.of(new TmfTreeColumnData("Name"), new TmfTreeColumnData("Legend"));
    }

    @Override
    protected void contentChanged(ITmfTreeViewerEntry root) {
        super.contentChanged(root);
        Object[] checked = fLines.of(root);
        if (checked.length > 0) {
            setCheckedElements(checked);
        }
        fNothing.accept(fLines.nothing(root));
    }
}
