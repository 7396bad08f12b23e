/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests;

import static org.hypertrace.ui.tests.window.ReportingGuests.BEGIN;
import static org.hypertrace.ui.tests.window.ReportingGuests.KERNEL;
import static org.hypertrace.ui.tests.window.ReportingGuests.PROCESS;
import static org.hypertrace.ui.tests.window.ReportingGuests.STEP;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.eclipse.swt.SWT;
import org.eclipse.swt.dnd.Clipboard;
import org.eclipse.swt.dnd.TextTransfer;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.swt.widgets.TreeColumn;
import org.eclipse.tracecompass.tmf.core.signal.TmfSelectionRangeUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.ui.actions.ActionFactory;
import org.hypertrace.ui.losses.DataLossView;
import org.hypertrace.ui.tests.window.CleanWorkbench;
import org.hypertrace.ui.tests.window.ReportingGuests;
import org.hypertrace.ui.tests.window.Workbench;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The table of data quality in Trace Compass. */
@ExtendWith(CleanWorkbench.class)
class DataLossViewTest {

    @TempDir
    Path folder;

    /** Two switches of the kernel, numbers 1 and 4; one that a process reports; three unknown numbers of the other VM. */
    static void contradictory(ReportingGuests guests) throws IOException {
        guests.say(0, KERNEL, 0x0000000100000066L, 0x100000002L, 0x7878000000L, 0, 0);
        guests.say(0, KERNEL, 0x0000000400000066L, 0x200000001L, 0x7878000000L, 0, 0);
        guests.say(0, PROCESS, 0x66, 0x200000001L, 0x7878000000L, 0, 0);
        for (int i = 0; i < 12; i++) {
            guests.say(1, KERNEL, 0x99, 1, 2, 3, 4);
        }
    }

    static DataLossView open() {
        return Workbench.show(DataLossView.class, DataLossView.ID);
    }

    /** Waits until the first four columns are these. */
    static void waitFor(DataLossView view, String rows) {
        String[] last = new String[1];
        try {
            Workbench.waitUntil("the table", () -> rows.equals(last[0] = rows(view, 4)));
        } catch (AssertionError e) {
            assertEquals(rows, last[0]);
            throw e;
        }
    }

    private static String rows(DataLossView view, int columns) {
        return Arrays.stream(view.table().getTreeViewer().getTree().getItems())
                .map(row -> IntStream.range(0, columns).mapToObj(row::getText).collect(Collectors.joining("|")) + '\n')
                .collect(Collectors.joining());
    }

    private static void select(long begin, long end) {
        Workbench.inUi(() -> {
            TmfSignalManager.dispatchSignal(new TmfSelectionRangeUpdatedSignal(DataLossViewTest.class,
                    TmfTimestamp.fromNanos(begin),
                    TmfTimestamp.fromNanos(end)));
            return null;
        });
    }

    @Test
    void whatIsContradictoryIsListedCountedAndExplained() throws Exception {
        Workbench.open(ReportingGuests.in(folder.resolve("lossy"), DataLossViewTest::contradictory));
        DataLossView view = open();
        waitFor(view, """
                VM 384|lost|2|
                VM 384|forged|1|
                VM 584|unknown numbers|12|
                """);
        Workbench.picture("data-quality", Workbench::window);
        assertTrue(Workbench.inUi(() -> rows(view, 6)).contains("forged|1||hypercalls of guest processes that only a kernel may send: "
                + "not believed|Find the process: nothing that it sent is shown.\n"));

        select(BEGIN + 3 * STEP - 5_000, BEGIN + 5 * STEP + 5_000);
        waitFor(view, """
                VM 384|lost|2|0
                VM 384|forged|1|1
                VM 584|unknown numbers|12|2
                """);
        Workbench.picture("data-quality-selection", () -> view.table().getTreeViewer().getTree().getParent());

        Workbench.inUi(() -> {
            TreeColumn howMany = view.table().getTreeViewer().getTree().getColumn(2);
            howMany.notifyListeners(SWT.Selection, new Event());
            howMany.notifyListeners(SWT.Selection, new Event());
            return null;
        });
        waitFor(view, """
                VM 584|unknown numbers|12|2
                VM 384|lost|2|0
                VM 384|forged|1|1
                """);
        assertEquals("""
                Where\tWhat\tHow many\tIn selection\tWhat it means\tWhat helps
                VM 584\tunknown numbers\t12\t2\thypercalls with a number that the dialect does not know: not decoded\t\
                Choose the guest tracer's dialect, or write a dictionary of it.
                """, Workbench.inUi(() -> copied(view)));
    }

    private static Object copied(DataLossView view) {
        Tree table = view.table().getTreeViewer().getTree();
        table.setSelection(table.getItem(0));
        view.getViewSite().getActionBars().getGlobalActionHandler(ActionFactory.COPY.getId()).run();
        Clipboard clipboard = new Clipboard(table.getDisplay());
        try {
            return clipboard.getContents(TextTransfer.getInstance());
        } finally {
            clipboard.dispose();
        }
    }

    @Test
    void theTableFollowsTheTrace() throws Exception {
        DataLossView view = open();
        waitFor(view, "");
        Workbench.open(ReportingGuests.in(folder.resolve("fine"), guests ->
                guests.say(0, KERNEL, 0x0000000100000084L, 1, 2, 0, 0)));
        waitFor(view, "Nothing was lost, and nothing contradicts itself.|||\n");
        // the first one is still active: opening waits for the other
        Workbench.openBesides(ReportingGuests.in(folder.resolve("lossy"), DataLossViewTest::contradictory));
        Workbench.waitUntil("the other trace's", () -> rows(view, 2).contains("forged"));
        Workbench.inUi(() -> Workbench.page().closeAllEditors(false));
        waitFor(view, "");
    }

    @Test
    void aTraceWithoutModelReportsWhy() throws Exception {
        Path trace = VirtualCpuViewTest.withoutKvm(folder);
        Workbench.open(trace);
        DataLossView view = open();
        Workbench.waitUntil("the sentence", () -> rows(view, 1).startsWith("No VM can be seen without events of KVM"));
        Workbench.picture("data-quality-without-kvm", Workbench::window);
    }
}
