/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.window;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.eclipse.swt.graphics.RGB;
import org.eclipse.tracecompass.tmf.ui.views.timegraph.AbstractTimeGraphView;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.ITimeGraphPresentationProvider;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeEvent;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.widgets.Utils;

/** What a time graph view shows. */
public final class Entries {

    private Entries() {
    }

    /** The entries of the view, as its tree orders them, without their children. */
    public static Stream<? extends ITimeGraphEntry> of(AbstractTimeGraphView view) {
        return view.getTimeGraphViewer().getInput() instanceof List<?> roots ? roots.stream().map(ITimeGraphEntry.class::cast)
                : Stream.empty();
    }

    /** The tree as text, a level deeper two blanks further in. */
    public static String tree(AbstractTimeGraphView view) {
        return Workbench.inUi(() -> of(view).map(entry -> tree(entry, "")).collect(Collectors.joining()));
    }

    /** The tree without what guests report of themselves: that comes later while the trace is read. */
    public static String vcpus(AbstractTimeGraphView view) {
        return tree(view).replaceAll("(?m)^    Guest threads\\n(^      .*\\n)*|^      Guest task\\n", "");
    }

    private static String tree(ITimeGraphEntry entry, String indent) {
        return indent + entry.getName() + '\n'
                + entry.getChildren().stream().map(child -> tree(child, indent + "  ")).collect(Collectors.joining());
    }

    /** The entry at a path of names. */
    public static ITimeGraphEntry at(AbstractTimeGraphView view, String... path) {
        return Workbench.inUi(() -> {
            Stream<? extends ITimeGraphEntry> entries = of(view);
            ITimeGraphEntry found = null;
            for (String name : path) {
                found = entries.filter(entry -> name.equals(entry.getName())).findFirst()
                        .orElseThrow(() -> new AssertionError("no entry " + name));
                entries = found.getChildren().stream();
            }
            return found;
        });
    }

    /** What the view draws on an entry at a time: {@code begin end label}. */
    public static String drawn(AbstractTimeGraphView view, ITimeGraphEntry entry, long time) {
        Workbench.show(view, time - 50_000, time + 50_000);
        return Workbench.inUi(() -> {
            ITimeEvent event = Utils.findEvent(entry, time, 0);
            return event == null ? "nothing" : event.getTime() + " " + (event.getTime() + event.getDuration()) + ' ' + event.getLabel();
        });
    }

    /** The colour the view draws on an entry at a time it shows, {@code RRGGBB}. */
    public static String colour(AbstractTimeGraphView view, ITimeGraphEntry entry, long time) {
        return Workbench.inUi(() -> {
            ITimeGraphPresentationProvider look = view.getTimeGraphViewer().getTimeGraphProvider();
            RGB rgb = look.getStateTable()[look.getStateTableIndex(Utils.findEvent(entry, time, 0))].getStateColor();
            return String.format("%02X%02X%02X", rgb.red, rgb.green, rgb.blue);
        });
    }

    /** What the tooltip adds to Trace Compass' lines when the mouse is over an entry at a time. */
    public static String tooltip(AbstractTimeGraphView view, ITimeGraphEntry entry, long time) {
        return Workbench.inUi(() -> view.getTimeGraphViewer().getTimeGraphProvider()
                .getEventHoverToolTipInfo(Utils.findEvent(entry, time, 0), time).entrySet().stream()
                .map(line -> line.getKey() + ": " + line.getValue() + '\n').collect(Collectors.joining()));
    }
}
