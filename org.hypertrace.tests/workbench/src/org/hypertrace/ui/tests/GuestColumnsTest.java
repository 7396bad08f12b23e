/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.core.expressions.EvaluationContext;
import org.eclipse.core.resources.IFolder;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.jface.viewers.StructuredSelection;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.TableItem;
import org.eclipse.tracecompass.lttng2.kernel.core.trace.LttngKernelTrace;
import org.eclipse.tracecompass.tmf.core.TmfCommonConstants;
import org.eclipse.tracecompass.tmf.core.project.model.TmfTraceType;
import org.eclipse.tracecompass.tmf.core.signal.TmfSelectionRangeUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfOpenTraceHelper;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfProjectRegistry;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfTraceElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfTraceTypeUIUtils;
import org.eclipse.tracecompass.tmf.ui.widgets.virtualtable.TmfVirtualTable;
import org.hypertrace.core.tracetype.HypertraceKernelTrace;
import org.hypertrace.testing.oracle.Oracle;
import org.hypertrace.ui.tests.window.CleanWorkbench;
import org.hypertrace.ui.tests.window.WholePerspective;
import org.hypertrace.ui.tests.window.Workbench;
import org.hypertrace.ui.trace.ShowGuestColumns;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The columns about guests in Trace Compass' table of events; the texts are those of babeltrace2 and of the oracle. */
@ExtendWith(CleanWorkbench.class)
class GuestColumnsTest {

    /** The first switch from the guest's thread 1 to 11 that sleeps in the kernel, reported by twin-a, whose process is 166. */
    static final long SWITCH = Oracle.guestEvents("preempted-guest").stream()
            .filter(line -> line.contains(" 166 0 sched_switch ") && line.contains(" prev=1 next=11 ") && line.contains(" prev_state=2 "))
            .map(line -> Long.parseLong(line.substring(0, line.indexOf(' ')))).findFirst().orElseThrow();

    /** The table has its size from the begin: a selected row that is out of sight after a change of it has no cells. */
    @Test
    @WholePerspective
    void theTableReportsWhatTheGuestReports() throws Exception {
        Workbench.open(VirtualCpuViewTest.sample("preempted-guest"));
        assertTrue(active(HypertraceKernelTrace.class), "the trace is of our type");
        assertTrue(headers().containsAll(List.of("Timestamp", "CPU", "TID", "VM", "vCPU", "Guest event", "Guest contents")),
                headers().toString());
        select(SWITCH);
        Workbench.waitUntil("the row of the switch is filled", () -> row().contains("sched_switch"));
        String row = Workbench.inUi(GuestColumnsTest::row);
        assertTrue(row.contains("kvm_x86_hypercall")
                && row.contains("twin-a|0|sched_switch|init(1) → rcu_sched(11)|"), row);
        Workbench.picture("guest-columns", Workbench::window);
        Workbench.picture("guest-columns-table", () -> table(Workbench.window()));
    }

    @Test
    void anLttngKernelTraceBecomesOneWithColumns() throws Exception {
        Workbench.open(VirtualCpuViewTest.sample("syscall-load"));
        Workbench.inUi(() -> Workbench.page().closeAllEditors(false));
        Workbench.waitUntil("it is closed", () -> TmfTraceManager.getInstance().getOpenedTraces().isEmpty());
        // as if it had been imported before Hypertrace was installed
        IFolder link = (IFolder) ResourcesPlugin.getWorkspace().getRoot().getProject("Tracing")
                .getFolder("Traces").members()[0];
        TmfTraceTypeUIUtils.setTraceType(link, TmfTraceType.getTraceType("org.eclipse.linuxtools.lttng2.kernel.tracetype"));
        TmfTraceElement trace = TmfProjectRegistry.getProject(link.getProject()).getTracesFolder().getTraces().get(0);
        Workbench.inUi(() -> TmfOpenTraceHelper.openFromElement(trace));
        Workbench.waitUntil("it is open", () -> active(LttngKernelTrace.class));
        Workbench.waitUntil("it has its columns", () -> headers().contains("TID"));
        assertTrue(!headers().contains("Guest event"), headers().toString());
        Workbench.inUi(() -> {
            EvaluationContext context = new EvaluationContext(null, new Object());
            context.addVariable("selection", new StructuredSelection(trace));
            try {
                return new ShowGuestColumns().execute(new ExecutionEvent(null, Map.of(), null, context));
            } catch (org.eclipse.core.commands.ExecutionException e) {
                throw new AssertionError(e);
            }
        });
        Workbench.waitUntil("it is of our type", () -> active(HypertraceKernelTrace.class));
        assertEquals(HypertraceKernelTrace.TYPE, link.getPersistentProperty(TmfCommonConstants.TRACETYPE));
        Workbench.waitUntil("it has our columns", () -> headers().contains("Guest event"));
    }

    private static boolean active(Class<?> type) {
        var trace = TmfTraceManager.getInstance().getActiveTrace();
        return trace != null && trace.getClass() == type;
    }

    private static void select(long time) {
        Workbench.inUi(() -> {
            TmfSignalManager.dispatchSignal(new TmfSelectionRangeUpdatedSignal(GuestColumnsTest.class,
                    TmfTimestamp.fromNanos(time)));
            return null;
        });
    }

    private static List<String> headers() {
        return Workbench.inUi(() -> {
            TmfVirtualTable table = table(Workbench.window());
            return table == null ? List.<String> of() : Stream.of(table.getColumns()).map(column -> column.getText()).toList();
        });
    }

    /** The selected row, its cells separated by bars; empty if there is none. */
    static String row() {
        TmfVirtualTable table = table(Workbench.window());
        TableItem[] selected = table == null ? new TableItem[0] : table.getSelection();
        if (selected.length == 0) {
            return "";
        }
        List<String> cells = new ArrayList<>();
        for (int i = 0; i < table.getColumns().length; i++) {
            cells.add(selected[0].getText(i));
        }
        return String.join("|", cells);
    }

    private static TmfVirtualTable table(Composite composite) {
        for (Control child : composite.getChildren()) {
            TmfVirtualTable found = child instanceof TmfVirtualTable table ? table
                    : child instanceof Composite nested ? table(nested) : null;
            if (found != null && found.isVisible()) {
                return found;
            }
        }
        return null;
    }
}
