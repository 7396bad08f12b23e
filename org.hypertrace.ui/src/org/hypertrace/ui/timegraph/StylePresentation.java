/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.timegraph;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderParameterUtils;
import org.eclipse.tracecompass.tmf.core.model.OutputElementStyle;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphDataProvider;
import org.eclipse.tracecompass.tmf.ui.views.timegraph.BaseDataProviderTimeGraphView;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.StateItem;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.TimeGraphPresentationProvider;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ILinkEvent;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeEvent;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.NullTimeEvent;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.TimeEvent;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.TimeGraphEntry;
import org.hypertrace.core.view.Styles;

/**
 * Draws what a data provider of ours reports, in the colours of the one table. The legend shows those of them that the view
 * uses, and lets the user change them. (Trace Compass' own class for this is internal.)
 */
public final class StylePresentation extends TimeGraphPresentationProvider {

    /** Between lines, in pixels. */
    private static final int HATCH = 7;
    private static final int HATCH_ALPHA = 90;

    private final String fViewId;
    private final StateItem[] fItems;
    private final Map<String, Integer> fIndex = new HashMap<>();
    private boolean fTimesInTooltips = true;
    private boolean fTooltipsOfArrows;

    /**
     * @param viewId
     *            whose colours these are, when the user changes them
     * @param rows
     *            what the rows of the view are called, singular
     * @param styles
     *            all that occur in the view, in the order of the legend
     */
    public StylePresentation(String viewId, String rows, List<Styles> styles) {
        super(rows);
        fViewId = viewId;
        List<StateItem> items = new ArrayList<>();
        Map<String, OutputElementStyle> all = Styles.all();
        for (Styles style : styles) {
            fIndex.put(style.name(), items.size());
            items.add(new StateItem(all.get(style.name()).getStyleValues()));
        }
        fItems = items.toArray(StateItem[]::new);
    }

    @Override
    public String getPreferenceKey() {
        return fViewId;
    }

    /** Whether tooltips show the times of the view. */
    void setTimesInTooltips(boolean report) {
        fTimesInTooltips = report;
    }

    /** The provider is asked what an arrow means. */
    void setTooltipsOfArrows() {
        fTooltipsOfArrows = true;
    }

    @Override
    public boolean displayTimesInTooltip() {
        return fTimesInTooltips;
    }

    @Override
    public StateItem[] getStateTable() {
        return fItems;
    }

    @Override
    public int getStateTableIndex(ITimeEvent event) {
        if (event instanceof NullTimeEvent || !(event instanceof TimeEvent timeEvent)) {
            return INVISIBLE;
        }
        OutputElementStyle style = timeEvent.getModel().getStyle();
        // a gap between sampled states: there is more to see when the user zooms in
        return style == null ? TRANSPARENT : fIndex.getOrDefault(style.getParentKey(), INVISIBLE);
    }

    @Override
    public Map<String, Object> getSpecificEventStyle(ITimeEvent event) {
        OutputElementStyle style = event instanceof TimeEvent timeEvent ? timeEvent.getModel().getStyle() : null;
        return style == null ? Map.of() : style.getStyleValues();
    }

    /** Lines across what reports that it has some. */
    @Override
    public void postDrawEvent(ITimeEvent event, Rectangle bounds, GC gc) {
        if (bounds.width > HATCH && Boolean.TRUE.equals(getSpecificEventStyle(event).get(Styles.HATCHED))) {
            Rectangle before = gc.getClipping();
            int alpha = gc.getAlpha();
            gc.setClipping(bounds.intersection(before));
            gc.setForeground(gc.getDevice().getSystemColor(SWT.COLOR_BLACK));
            gc.setAlpha(HATCH_ALPHA);
            gc.setLineWidth(1);
            // as far as they are in sight: a state may be much wider
            int left = Math.max(bounds.x, before.x);
            int right = Math.min(bounds.x + bounds.width, before.x + before.width);
            for (int x = left - left % HATCH - bounds.height; x < right; x += HATCH) {
                gc.drawLine(x, bounds.y + bounds.height, x + bounds.height, bounds.y);
            }
            gc.setAlpha(alpha);
            gc.setClipping(before);
        }
    }

    /** Of arrows: they have no time under the mouse. */
    @Override
    public Map<String, String> getEventHoverToolTipInfo(ITimeEvent event) {
        if (fTooltipsOfArrows && event instanceof ILinkEvent && event instanceof TimeEvent arrow
                && event.getEntry() instanceof TimeGraphEntry entry) {
            return tooltip(entry, Map.of(DataProviderParameterUtils.REQUESTED_TIME_KEY, List.of(event.getTime()),
                    DataProviderParameterUtils.REQUESTED_ITEMS_KEY, List.of(entry.getEntryModel().getId()),
                    DataProviderParameterUtils.REQUESTED_ELEMENT_KEY, arrow.getModel()));
        }
        return super.getEventHoverToolTipInfo(event);
    }

    @Override
    public Map<String, String> getEventHoverToolTipInfo(ITimeEvent event, long time) {
        if (event instanceof ILinkEvent || event instanceof NullTimeEvent || !(event.getEntry() instanceof TimeGraphEntry entry)) {
            return Map.of();
        }
        return tooltip(entry, Map.of(DataProviderParameterUtils.REQUESTED_TIME_KEY, List.of(time),
                DataProviderParameterUtils.REQUESTED_ITEMS_KEY, List.of(entry.getEntryModel().getId())));
    }

    private static Map<String, String> tooltip(TimeGraphEntry entry, Map<String, Object> parameters) {
        ITimeGraphDataProvider<?> provider = BaseDataProviderTimeGraphView.getProvider(entry);
        Map<String, String> lines = provider.fetchTooltip(parameters, new NullProgressMonitor()).getModel();
        return lines == null ? Map.of() : lines;
    }
}
