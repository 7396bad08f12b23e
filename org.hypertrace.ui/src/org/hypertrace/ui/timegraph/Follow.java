/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.timegraph;

import java.util.Set;
import java.util.function.Predicate;

import org.eclipse.jface.viewers.Viewer;
import org.eclipse.jface.viewers.ViewerFilter;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.TimeGraphEntry;

/** Only the rows of a thread or VM that the user follows, and of who preempts it. */
final class Follow extends ViewerFilter {

    private final String fName;
    private final String fWho;
    private final Predicate<ITimeGraphEntry> fStays;

    private Follow(String name, String who, Predicate<ITimeGraphEntry> stays) {
        fName = name;
        fWho = who;
        fStays = stays;
    }

    /** {@code rows}: the ids of those that stay. */
    static Follow of(String name, Set<Long> rows) {
        return new Follow(name, name + " and who preempts it are", row -> row instanceof TimeGraphEntry entry && rows.contains(entry.getEntryModel().getId()));
    }

    /** Of a row that stands for a VM: that, what is below it, and what is above it. Rows may be made anew, so they are found by their names. */
    static Follow of(ITimeGraphEntry vm) {
        String host = vm.getParent() == null ? null : vm.getParent().getName();
        return new Follow(vm.getName(), vm.getName() + " is", row -> {
            ITimeGraphEntry below = null;
            ITimeGraphEntry root = row;
            for (; root.getParent() != null; root = root.getParent()) {
                below = root;
            }
            return host != null && host.equals(root.getName()) && (below == null || vm.getName().equals(below.getName()));
        });
    }

    String name() {
        return fName;
    }

    String words() {
        return "Only " + fWho + " shown; choose Follow again to see all rows.";
    }

    @Override
    public boolean select(Viewer viewer, Object parent, Object element) {
        return element instanceof ITimeGraphEntry entry && fStays.test(entry);
    }
}
