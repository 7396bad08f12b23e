/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.front;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.eclipse.core.runtime.preferences.DefaultScope;
import org.eclipse.core.runtime.preferences.IScopeContext;
import org.eclipse.core.runtime.preferences.InstanceScope;
import org.eclipse.swt.graphics.ImageData;
import org.eclipse.tracecompass.tmf.core.project.model.TmfTraceType;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfTraceElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfTraceTypeUIUtils;
import org.eclipse.ui.IPageLayout;
import org.eclipse.ui.IPerspectiveDescriptor;
import org.eclipse.ui.IViewPart;
import org.eclipse.ui.IViewReference;
import org.eclipse.ui.PartInitException;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.WorkbenchException;
import org.eclipse.ui.views.IViewDescriptor;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.story.RecordedStory;
import org.hypertrace.ui.BootPerspective;
import org.hypertrace.ui.ExitsPerspective;
import org.hypertrace.ui.HypertracePerspective;
import org.hypertrace.ui.InsidePerspective;
import org.hypertrace.ui.ViewStacks;
import org.hypertrace.ui.open.Reopening;
import org.hypertrace.ui.open.TraceOpener;
import org.hypertrace.ui.path.CriticalPathView;
import org.hypertrace.ui.tests.VirtualCpuViewTest;
import org.hypertrace.ui.tests.window.CleanWorkbench;
import org.hypertrace.ui.tests.window.Dialogs;
import org.hypertrace.ui.tests.window.Explorer;
import org.hypertrace.ui.tests.window.OurViews;
import org.hypertrace.ui.tests.window.Workbench;
import org.hypertrace.ui.upgrade.UpgradeView;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Perspectives are questions: few tabs each, names and icons that differ, and a place for every other view. */
@ExtendWith(CleanWorkbench.class)
class PerspectivesTest {

    private static final List<String> OURS = List.of(HypertracePerspective.ID, BootPerspective.ID, ExitsPerspective.ID, InsidePerspective.ID);
    private static final int MOST_TABS = 8;
    private static final String PREFERENCES = "org.eclipse.tracecompass.tmf.ui";
    private static final String SWITCH = "SWITCH_TO_PERSPECTIVE";
    private static final String KERNEL_TRACE = "org.eclipse.linuxtools.lttng2.kernel.tracetype";
    private static final String KERNEL_PERSPECTIVE = "org.eclipse.linuxtools.lttng2.kernel.ui.perspective";

    @TempDir
    Path folder;

    @AfterEach
    void back() {
        show(HypertracePerspective.ID);
    }

    private static IPerspectiveDescriptor descriptor(String id) {
        IPerspectiveDescriptor found = PlatformUI.getWorkbench().getPerspectiveRegistry().findPerspectiveWithId(id);
        assertNotNull(found, id);
        return found;
    }

    static void show(String id) {
        Workbench.inUi(() -> {
            try {
                PlatformUI.getWorkbench().showPerspective(id, Workbench.page().getWorkbenchWindow());
                Workbench.page().resetPerspective();
                return null;
            } catch (WorkbenchException e) {
                throw new AssertionError(e);
            }
        });
    }

    private static List<String> tabs() {
        return Workbench.inUi(() -> Arrays.stream(Workbench.page().getViewReferences())
                .filter(view -> !view.getId().equals(IPageLayout.ID_PROJECT_EXPLORER)).map(PerspectivesTest::id).toList());
    }

    private static String id(IViewReference view) {
        return view.getSecondaryId() == null ? view.getId() : view.getId() + ':' + view.getSecondaryId();
    }

    @Test
    void theirNamesAndIconsDiffer() {
        assertEquals(List.of("Hypertrace", "Boot and shutdown", "Exits", "Inside a guest"),
                OURS.stream().map(id -> descriptor(id).getLabel()).toList());
        assertEquals(OURS.size(), OURS.stream().map(id -> descriptor(id).getLabel().split(" ")[0]).collect(Collectors.toSet()).size());
        Set<Integer> icons = Workbench.inUi(() -> OURS.stream().map(id -> descriptor(id).getImageDescriptor().getImageData(100))
                .map((ImageData icon) -> Arrays.hashCode(icon.data)).collect(Collectors.toSet()));
        assertEquals(OURS.size(), icons.size());
    }

    @Test
    void eachHasFewTabs() throws Exception {
        for (String id : OURS) {
            show(id);
            List<String> tabs = tabs();
            assertTrue(tabs.size() <= MOST_TABS, id + " has " + tabs);
            assertTrue(tabs.size() >= 4, id + " has " + tabs);
            if (id.equals(HypertracePerspective.ID) || id.equals(InsidePerspective.ID)) {
                assertTrue(tabs.contains(CriticalPathView.ID), id + " has " + tabs);
            }
            assertEquals(id.equals(BootPerspective.ID), tabs.contains(UpgradeView.ID), id + " has " + tabs);
            Workbench.picture("perspective-" + descriptor(id).getLabel().split(" ")[0], Workbench::window);
        }
    }

    @Test
    void everyViewOfOursHasAPlace() {
        List<String> without = new ArrayList<>();
        for (IViewDescriptor view : OurViews.all()) {
            if (!ViewStacks.all().contains(view.getId())) {
                without.add(view.getId());
            }
        }
        assertEquals(List.of(), without);
    }

    /** What the user opens joins the views that are there; it never opens a stack of its own. */
    @Test
    void aViewStandsWhereItsNeighboursAre() {
        for (String perspective : Samples.ALL ? OURS : List.of(HypertracePerspective.ID)) {
            show(perspective);
            List<String> before = tabs();
            Map<String, String> alone = new TreeMap<>();
            for (String view : ViewStacks.all()) {
                if (view.startsWith("org.hypertrace.ui.") && !before.contains(view)) {
                    Workbench.inUi(() -> {
                        try {
                            IViewPart part = Workbench.page().showView(view);
                            IViewPart[] stack = Workbench.page().getViewStack(part);
                            if (stack == null || stack.length < 2) {
                                alone.put(view, perspective);
                            }
                            Workbench.page().hideView(part);
                            return null;
                        } catch (PartInitException e) {
                            throw new AssertionError(e);
                        }
                    });
                }
            }
            assertEquals(Map.of(), alone);
        }
    }

    /** Trace Compass has another perspective for each of these types of traces; it asks in its own perspectives only. */
    @Test
    void whoOpensATraceStaysInThePerspective() throws Exception {
        TmfTraceElement trace = Explorer.add(VirtualCpuViewTest.sample("syscall-load")).get(0);
        List<String> types = List.of(trace.getTraceType(), KERNEL_TRACE);
        assertEquals(2, types.stream().distinct().count(), types.toString());
        for (String type : types) {
            TmfTraceTypeUIUtils.setTraceType(trace.getResource(), TmfTraceType.getTraceType(type));
            trace.refreshTraceType();
            // of each perspective one type
            boolean isFirst = type.equals(types.get(0));
            for (String perspective : Samples.ALL ? OURS : isFirst ? OURS.subList(0, 2) : OURS.subList(2, OURS.size())) {
                assertStays(trace, perspective);
            }
        }
        show(KERNEL_PERSPECTIVE);
        TmfTraceTypeUIUtils.setTraceType(trace.getResource(), TmfTraceType.getTraceType(types.get(0)));
        trace.refreshTraceType();
        Explorer.doubleClick(trace);
        Workbench.waitUntil("it is asked for in another perspective", () -> Dialogs.messages().toString().contains("Hypertrace"));
    }

    /** The second begins to open before the first is open. */
    @Test
    void tracesOpenedAtOnceChangeNoChoiceOfTheUser() throws Exception {
        TmfTraceElement first = Explorer.add(VirtualCpuViewTest.sample("syscall-load")).get(0);
        TmfTraceElement second = Explorer.add(VirtualCpuViewTest.sample("quiet-boot")).get(0);
        TraceOpener.show(first);
        TraceOpener.show(second);
        Workbench.waitUntil("both are open", () -> TmfTraceManager.getInstance().getOpenedTraces().size() == 2);
        Workbench.waitUntil("nothing is chosen for the user", () -> chosen() == null);
    }

    /** Trace Compass shows a message, and asks about the next trace as ever. */
    @Test
    void aTraceThatDoesNotOpenChangesNoChoiceOfTheUser() throws Exception {
        Path broken = new RecordedStory(RecordedStory.ONE_VCPU).in(folder);
        TmfTraceElement trace = Explorer.add(broken).get(0);
        Files.writeString(Path.of(trace.getResource().getLocation().toOSString(), "metadata"), "no metadata");
        TraceOpener.show(trace);
        Workbench.waitUntil("a message is shown", () -> !Dialogs.messages().isEmpty());
        assertNull(chosen(), "nothing is chosen for the user");
        assertEquals("prompt", preference(DefaultScope.INSTANCE));
        assertEquals(List.of(), TmfTraceManager.getInstance().getOpenedTraces().stream().toList());
        Workbench.forgetLog();
    }

    /** What he has chosen for all traces is left, and holds. */
    @Test
    void whatTheUserHasChosenHolds() throws Exception {
        TmfTraceElement trace = Explorer.add(VirtualCpuViewTest.sample("syscall-load")).get(0);
        TmfTraceTypeUIUtils.setTraceType(trace.getResource(), TmfTraceType.getTraceType(KERNEL_TRACE));
        trace.refreshTraceType();
        InstanceScope.INSTANCE.getNode(PREFERENCES).put(SWITCH, "always");
        try {
            TraceOpener.show(trace);
            Workbench.waitUntil("its perspective is shown", () -> KERNEL_PERSPECTIVE.equals(Workbench.page().getPerspective().getId()));
            assertEquals("always", chosen());
        } finally {
            InstanceScope.INSTANCE.getNode(PREFERENCES).remove(SWITCH);
        }
    }

    /** Who has a trace opened again by us is not asked, also in a perspective of Trace Compass. */
    @Test
    void aTraceThatIsOpenedAgainStaysInThePerspective() throws Exception {
        TmfTraceElement trace = Explorer.add(VirtualCpuViewTest.sample("syscall-load")).get(0);
        show(KERNEL_PERSPECTIVE);
        Workbench.inUi(() -> Reopening.open(trace));
        Workbench.waitUntil("it is open", () -> TmfTraceManager.getInstance().getActiveTrace() != null);
        Workbench.waitUntil("the question is due", () -> "prompt".equals(preference(DefaultScope.INSTANCE)));
        assertEquals(List.of(), Workbench.inUi(Dialogs::messages));
        assertEquals(KERNEL_PERSPECTIVE, Workbench.inUi(() -> Workbench.page().getPerspective().getId()));
    }

    private static String chosen() {
        return preference(InstanceScope.INSTANCE);
    }

    private static String preference(IScopeContext in) {
        return in.getNode(PREFERENCES).get(SWITCH, null);
    }

    private static void assertStays(TmfTraceElement trace, String perspective) {
        show(perspective);
        Explorer.doubleClick(trace);
        Workbench.waitUntil("the trace is open and read", () -> {
            ITmfTrace opened = TmfTraceManager.getInstance().getActiveTrace();
            return opened != null && !opened.isIndexing();
        });
        assertEquals(List.of(), Workbench.inUi(Dialogs::messages), trace.getTraceType() + " in " + perspective);
        assertEquals(perspective, Workbench.inUi(() -> Workbench.page().getPerspective().getId()), trace.getTraceType());
        Workbench.inUi(() -> Workbench.page().closeAllEditors(false));
        Workbench.waitUntil("the trace is closed", () -> TmfTraceManager.getInstance().getOpenedTraces().isEmpty());
        assertNull(chosen(), "nothing is chosen for the user");
    }
}
