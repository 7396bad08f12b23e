/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.timegraph;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;

import org.eclipse.swt.events.MouseAdapter;
import org.eclipse.swt.events.MouseEvent;
import org.eclipse.swt.graphics.GC;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.ui.signal.TmfTimeViewAlignmentSignal;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.TimeGraphViewer;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.widgets.TimeGraphControl;

/**
 * The room for the names of rows: what the widest name needs. A name that needs most of the view, as a sentence does, is cut. Rows turn up
 * while a trace is read, so the room grows with them. It never shrinks, and once the user has chosen a width it stays.
 */
final class NameRoom {

    /** What Trace Compass draws before a name: a margin, this much for each level, and the sign that folds it; and what is behind it. */
    private static final int MARGIN = 4;
    private static final int LEVEL = 9;
    private static final int SIGN = 13;
    private static final int EDGE = 6;
    /** In per cent: the rest of the view is for what happened. */
    private static final int MOST = 40;

    private final ModelTimeGraphView fView;
    private final TimeGraphViewer fViewer;
    private final Set<ITimeGraphEntry> fMeasured = Collections.newSetFromMap(new WeakHashMap<>());
    private int fNeeded;
    private int fPressed;
    private boolean fIsUsers;

    private NameRoom(ModelTimeGraphView view, TimeGraphViewer viewer) {
        fView = view;
        fViewer = viewer;
    }

    static void fit(ModelTimeGraphView view, TimeGraphViewer viewer) {
        NameRoom room = new NameRoom(view, viewer);
        TimeGraphControl control = viewer.getTimeGraphControl();
        control.addPaintListener(event -> room.measure(control));
        control.addMouseListener(new MouseAdapter() {
            @Override
            public void mouseDown(MouseEvent event) {
                room.fPressed = viewer.getNameSpace();
            }

            @Override
            public void mouseUp(MouseEvent event) {
                room.fIsUsers |= room.fPressed != viewer.getNameSpace();
            }
        });
    }

    private void measure(TimeGraphControl control) {
        List<ITimeGraphEntry> added = Arrays.stream(control.getExpandedElements()).filter(fMeasured::add).toList();
        if (added.isEmpty()) {
            return;
        }
        int needed = fNeeded;
        int most = control.getSize().x * MOST / 100;
        // the one that paints has the font of the row painted last
        GC gc = new GC(control);
        try {
            for (ITimeGraphEntry row : added) {
                int levels = 0;
                for (ITimeGraphEntry up = row.getParent(); up != null; up = up.getParent()) {
                    levels++;
                }
                int own = MARGIN + levels * LEVEL + SIGN + gc.textExtent(row.getName()).x + EDGE;
                needed = own > most ? needed : Math.max(needed, own);
            }
        } finally {
            gc.dispose();
        }
        if (needed > fNeeded) {
            fNeeded = needed;
            // not while it is painted
            control.getDisplay().asyncExec(this::grow);
        }
    }

    private void grow() {
        TimeGraphControl control = fViewer.getTimeGraphControl();
        if (!control.isDisposed() && !fIsUsers && fNeeded > fViewer.getNameSpace()) {
            fViewer.setNameSpace(fNeeded);
            // charts below begin where the rows do
            TmfSignalManager.dispatchSignal(new TmfTimeViewAlignmentSignal(fView, fView.getTimeViewAlignmentInfo()));
        }
    }
}
