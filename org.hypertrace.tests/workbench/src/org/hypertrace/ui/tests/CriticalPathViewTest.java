/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

import org.eclipse.core.commands.common.CommandException;
import org.eclipse.jface.action.ActionContributionItem;
import org.eclipse.jface.action.IAction;
import org.eclipse.jface.action.IContributionItem;
import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Menu;
import org.eclipse.swt.widgets.MenuItem;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.swt.widgets.TreeItem;
import org.eclipse.tracecompass.tmf.core.signal.TmfSelectionRangeUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ui.views.timegraph.AbstractTimeGraphView;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeEvent;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.handlers.IHandlerService;
import org.hypertrace.core.path.PathQuery;
import org.hypertrace.core.path.PathSubject;
import org.hypertrace.core.path.view.AskedPaths;
import org.hypertrace.core.report.command.ReportApplication;
import org.hypertrace.ui.boot.BootView;
import org.hypertrace.ui.boot.InitcallsView;
import org.hypertrace.ui.path.AskPath;
import org.hypertrace.ui.path.CriticalPathFlameView;
import org.hypertrace.ui.path.CriticalPathPartsView;
import org.hypertrace.ui.path.CriticalPathView;
import org.hypertrace.ui.tests.window.CleanWorkbench;
import org.hypertrace.ui.tests.window.Entries;
import org.hypertrace.ui.tests.window.Workbench;
import org.hypertrace.ui.timegraph.ModelTimeGraphView;
import org.hypertrace.ui.vcpu.VirtualCpuView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The critical path in Trace Compass: asked for from context menus, as rows, as a table. */
@ExtendWith(CleanWorkbench.class)
public class CriticalPathViewTest {

    @TempDir
    Path folder;

    /** What the context menu of a row offers, except for the views that each can show; an action of it is run if its text begins so. */
    public static List<String> menu(ModelTimeGraphView view, ITimeGraphEntry row, long time, String run) {
        return Workbench.inUi(() -> {
            view.getTimeGraphViewer().selectAndReveal(row);
            Control control = view.getTimeGraphViewer().getTimeGraphControl();
            control.update();
            int x = view.getTimeGraphViewer().getTimeGraphControl().getXForTime(time);
            var bounds = view.getTimeGraphViewer().getTimeGraphControl().getItemBounds(row);
            Point at = control.toDisplay(time == 0 ? 20 : x, bounds.y + bounds.height / 2);
            Event asked = new Event();
            // as by the keyboard: with the mouse it is shown when the button is let go
            asked.detail = SWT.MENU_KEYBOARD;
            asked.x = at.x;
            asked.y = at.y;
            control.notifyListeners(SWT.MenuDetect, asked);
            return items(control.getMenu(), run);
        });
    }

    static List<String> items(Menu menu, String run) {
        menu.notifyListeners(SWT.Show, new Event());
        List<String> texts = Arrays.stream(menu.getItems()).map(MenuItem::getText).filter(text -> !text.isEmpty() && !text.equals("Show")).toList();
        Arrays.stream(menu.getItems()).filter(item -> run != null && item.getText().startsWith(run)).findFirst()
                .ifPresent(item -> item.notifyListeners(SWT.Selection, new Event()));
        menu.notifyListeners(SWT.Hide, new Event());
        return texts;
    }

    private static CriticalPathView shown(String place) {
        Workbench.waitUntil("the view is there", () -> Workbench.page().findView(CriticalPathView.ID) != null);
        CriticalPathView view = Workbench.inUi(() -> (CriticalPathView) Workbench.page().findView(CriticalPathView.ID));
        // the sentence that shows how to ask goes
        Workbench.waitUntil("the path is there", () -> Entries.tree(view).startsWith("Classes\nWho has the CPU\n" + place + '\n'));
        return view;
    }

    private static void selected(long begin, long end) {
        TmfSignalManager.dispatchSignal(new TmfSelectionRangeUpdatedSignal(CriticalPathViewTest.class, TmfTimestamp.fromNanos(begin),
                TmfTimestamp.fromNanos(end), TmfTraceManager.getInstance().getActiveTrace()));
    }

    /** Worked example 2 of the design: the timer was late because the VM's other vCPU had the CPU. */
    @Test
    void aThreadFromItsContextMenu() throws Exception {
        VirtualCpuView cpus = Workbench.open(VirtualCpuViewTest.sample("smp-guest"));
        Workbench.waitUntil("the thread is in the tree", () -> Entries.tree(cpus).contains("sleep (68)"));
        String vm = Workbench.inUi(() -> Entries.of(cpus).findFirst().orElseThrow().getChildren().get(0).getName());
        ITimeGraphEntry row = Entries.at(cpus, "lab-host", vm, "Guest threads", "sleep (68)");
        assertEquals(List.of("Critical path of sleep (68)"), menu(cpus, row, 0, "Critical path of sleep (68)").stream()
                .filter(text -> text.startsWith("Critical path")).toList());
        CriticalPathView view = shown(vm);
        String tree = Entries.tree(view);
        assertTrue(tree.startsWith("Classes\nWho has the CPU\n" + vm + "\n  sleep (68)\n"), tree);
        Workbench.waitUntil("it is described", () -> view.getContentDescription().startsWith("sleep (68) of " + vm + ": 244 ms; 101 ms waited for "));
        Workbench.waitUntil("it is zoomed to the path", () -> !view.isDirty()
                && view.getTimeGraphViewer().getTime1() - view.getTimeGraphViewer().getTime0() < 300_000_000L);
        pictures("path-sleep", view);

        // next event goes along the path: from the first segment on, whatever row is selected
        List<String> rows = new ArrayList<>();
        long begin = Workbench.inUi(() -> view.getTimeGraphViewer().getTime0());
        selected(begin, begin);
        Workbench.waitUntil("the time is selected", () -> view.getTimeGraphViewer().getSelectionBegin() == begin);
        long before = begin;
        for (int i = 0; i < 284; i++) {
            String name = Workbench.inUi(() -> {
                action(view, "Next on the path").run();
                return view.getTimeGraphViewer().getSelection().getName();
            });
            long time = Workbench.inUi(() -> view.getTimeGraphViewer().getSelectionBegin());
            assertTrue(time > before, "forward");
            before = time;
            if (rows.isEmpty() || !rows.get(rows.size() - 1).equals(name)) {
                rows.add(name);
            }
        }
        assertTrue(rows.contains("sleep (68)") && rows.size() > 2, rows.toString());
        long last = before;
        Workbench.inUi(() -> {
            action(view, "Previous on the path").run();
            return null;
        });
        assertTrue(Workbench.inUi(() -> view.getTimeGraphViewer().getSelectionBegin()) < last, "back");

        // the table sums to the path
        CriticalPathPartsView table = Workbench.show(CriticalPathPartsView.class, CriticalPathPartsView.ID);
        Tree parts = table.table().getTreeViewer().getTree();
        Workbench.waitUntil("the table", () -> parts.getItemCount() == 5 && parts.getItem(0).getItemCount() > 0);
        Workbench.picture("path-sleep-parts", Workbench::window);
        assertEquals(List.of(243_682_864L, 243_682_864L, 243_682_864L, 243_682_864L), Workbench.inUi(() -> Arrays.stream(parts.getItems())
                .limit(4).map(CriticalPathViewTest::sum).toList()));

        // and back from a segment
        ITimeGraphEntry subject = Entries.at(view, vm, "sleep (68)");
        long at = Workbench.inUi(() -> subject.getTimeEventsIterator().next().getTime());
        Workbench.show(view, at - 1_000_000, at + 2_000_000);
        List<String> offered = menu(view, subject, at + 1, null);
        assertTrue(offered.containsAll(List.of("Show this time in Virtual CPU", "Show this time in Boot", "Show this time in VM Exit Figures")),
                offered.toString());
    }

    /** From Trace Compass' Control Flow of an extracted trace: the guest's thread. */
    @Test
    void aThreadOfAnExtractedTrace() throws Exception {
        StringWriter message = new StringWriter();
        assertEquals(0, ReportApplication.run(new String[] { "extract", "--quiet", VirtualCpuViewTest.sample("quiet-boot").toString(), "-o",
                folder.resolve("out").toString() }, folder.resolve("unpacked"), new PrintWriter(message), new PrintWriter(message)), message.toString());
        Workbench.open(folder.resolve("out"));
        AbstractTimeGraphView flow = Workbench.show(AbstractTimeGraphView.class, "org.eclipse.tracecompass.analysis.os.linux.views.controlflow");
        Workbench.waitUntil("the guest's threads", () -> Entries.of(flow).anyMatch(entry -> entry.getName().equals("quiet")
                && entry.getChildren().stream().anyMatch(child -> child.getName().equals("kthreadd"))));
        ITimeGraphEntry thread = Entries.at(flow, "quiet", "kthreadd");
        Workbench.inUi(() -> {
            flow.getTimeGraphViewer().selectAndReveal(thread);
            flow.setFocus();
            try {
                return PlatformUI.getWorkbench().getService(IHandlerService.class).executeCommand("org.hypertrace.ui.path.ofThread", null);
            } catch (CommandException e) {
                throw new AssertionError(e);
            }
        });
        CriticalPathView view = shown("quiet");
        Workbench.waitUntil("it is described", () -> view.getContentDescription().startsWith("kthreadd (2) of quiet: "));
        Workbench.picture("path-of-extracted", Workbench::window);
    }

    /** Of a step of a recorded restart, a request to the network, a boot, and a path of 245 962 segments: at a glance and deep. */
    @Test
    @EnabledIfSystemProperty(named = "hypertrace.samples", matches = "all")
    void subjectsOfRecordedTraces() throws Exception {
        look("blocked-on-network", 3_112_471_248L, "--mark", "4");
        look("reboot-with-slow-notifier", 208_178_619L, "--step", "slow-device.0");
        look("blocked-on-network", 4_575_003_107L, "--boot", "1");
        look("panic-in-initcall", 13_181_275_724L, "--thread", "1");
    }

    private static void look(String sample, long length, String... words) throws Exception {
        CriticalPathView view = Workbench.open(VirtualCpuViewTest.sample(sample), CriticalPathView.class, CriticalPathView.ID);
        CriticalPathFlameView flames = Workbench.show(CriticalPathFlameView.class, CriticalPathFlameView.ID);
        Workbench.inUi(() -> {
            try {
                AskPath.ask(TmfTraceManager.getInstance().getActiveTrace(), PathQuery.of(List.of(words)));
                return null;
            } catch (PathSubject.Unknown e) {
                throw new AssertionError(e);
            }
        });
        Workbench.waitUntil("the path", () -> Entries.of(view).anyMatch(entry -> entry.getName().equals("Classes"))
                && view.getContentDescription().contains(";"));
        Workbench.waitUntil("the flame graph", () -> flames.canvas().graph() != null);
        assertEquals(length, Workbench.inUi(() -> flames.canvas().graph().whole()));
        String name = "path-" + sample + String.join("", words).replace("--", "-");
        Workbench.waitUntil("it is drawn", () -> !view.isDirty());
        pictures(name, view);
        long begin = Workbench.inUi(() -> view.getTimeGraphViewer().getTime0());
        long end = Workbench.inUi(() -> view.getTimeGraphViewer().getTime1());
        for (int zoom : new int[] { 20, 1000 }) {
            long at = begin + (end - begin) * 45 / 100;
            Workbench.show(view, at, at + Math.max(1000, (end - begin) / zoom));
            Workbench.picture(name + "-zoom-" + zoom, Workbench::window);
        }
        Workbench.reset();
    }

    private static long sum(TreeItem section) {
        return Arrays.stream(section.getItems()).mapToLong(item -> Long.parseLong(item.getText(6))).sum();
    }

    static IAction action(CriticalPathView view, String text) {
        for (IContributionItem item : view.getViewSite().getActionBars().getToolBarManager().getItems()) {
            if (item instanceof ActionContributionItem of && text.equals(of.getAction().getText())) {
                return of.getAction();
            }
        }
        throw new AssertionError("no action " + text);
    }

    static void pictures(String name, CriticalPathView view) throws Exception {
        Workbench.picture(name, Workbench::window);
        Workbench.picture(name + "-view", () -> view.getTimeGraphViewer().getControl().getParent());
    }

    private static ITimeEvent device(ITimeGraphEntry levels) {
        for (Iterator<? extends ITimeEvent> events = levels.getTimeEventsIterator(); events.hasNext();) {
            ITimeEvent event = events.next();
            if (String.valueOf(event.getLabel()).startsWith("device ")) {
                return event;
            }
        }
        return null;
    }

    /** A boot, a level and an initcall, from the view and from the table. */
    @Test
    void aBootItsLevelsAndInitcalls() throws Exception {
        BootView boots = Workbench.open(VirtualCpuViewTest.sample("quiet-boot"), BootView.class, BootView.ID);
        Workbench.waitUntil("initcalls are there", () -> Entries.tree(boots).contains("Initcalls"));
        ITimeGraphEntry levels = Entries.at(boots, "lab-host", "quiet", "boot 1", "Levels");
        // entries are there before their states
        Workbench.waitUntil("the level is there", () -> device(levels) != null);
        ITimeEvent level = Workbench.inUi(() -> device(levels));
        long middle = level.getTime() + level.getDuration() / 2;
        Workbench.show(boots, level.getTime() - 1000, level.getTime() + level.getDuration() + 1000);
        List<String> offered = menu(boots, levels, middle, "Critical path of level device");
        assertTrue(offered.containsAll(List.of("Critical path of level device", "Critical path of boot 1 of quiet")), offered.toString());
        CriticalPathView view = shown("quiet");
        Workbench.waitUntil("it is zoomed to the path", () -> !view.isDirty() && view.getContentDescription().contains(";"));
        Workbench.picture("path-level", Workbench::window);

        InitcallsView table = Workbench.show(InitcallsView.class, InitcallsView.ID);
        Tree rows = table.table().getTreeViewer().getTree();
        Workbench.waitUntil("all initcalls", () -> rows.getItemCount() > 100);
        String name = Workbench.inUi(() -> {
            rows.setSelection(rows.getItem(40));
            String initcall = rows.getItem(40).getText();
            items(rows.getMenu(), "Critical path of initcall " + initcall);
            return initcall;
        });
        String words = String.join(" ", AskedPaths.of(TmfTraceManager.getInstance().getActiveTrace()).last().words());
        assertTrue(words.contains("--initcall " + name + " --from "), words);
        Workbench.waitUntil("its path", () -> view.getContentDescription().startsWith(name + ", ") && !view.isDirty());
        Workbench.picture("path-initcall", Workbench::window);
    }
}
