/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.eclipse.core.resources.IFolder;
import org.eclipse.core.resources.IProject;
import org.eclipse.core.resources.IResource;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfTraceElement;
import org.hypertrace.testing.Samples;
import org.hypertrace.ui.open.TraceOpener;
import org.hypertrace.ui.tests.window.CleanWorkbench;
import org.hypertrace.ui.tests.window.Workbench;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What is unpacked of an archive is deleted with its last trace, and not before. */
@ExtendWith(CleanWorkbench.class)
class UnpackedTest {

    @Test
    void aTraceThatIsDeletedWhileItIsOpenTakesItsDataAlong() throws Exception {
        Path archive = Samples.archive("quiet-boot");
        Workbench.open(archive);
        TmfTraceElement trace = add(archive).get(0);
        Path unpacked = unpacked(trace);
        assertEquals(Path.of(TmfTraceManager.getInstance().getActiveTrace().getPath()).toRealPath(), path(trace).toRealPath());
        assertTrue(Files.isRegularFile(path(trace).resolve("metadata")));
        delete(trace);
        Workbench.waitUntil("its data are deleted", () -> !Files.exists(unpacked));
        assertTrue(Files.exists(archive), "what the user named stays");
        assertTrue(Files.isRegularFile(path(add(archive).get(0)).resolve("metadata")), "it can be opened again");
    }

    @Test
    void dataAreKeptAsLongAsATraceNeedsThem() throws Exception {
        List<TmfTraceElement> two = add(Samples.archive("guest-and-hypercall"));
        assertEquals(2, two.size(), "the host's and the guest's");
        Path both = unpacked(two.get(0));
        assertEquals(both, unpacked(two.get(1)));
        TmfTraceElement other = add(Samples.archive("quiet-boot")).get(0);
        Path guest = path(two.get(1));
        delete(two.get(0));
        deleteAndWait(other);
        assertTrue(Files.isRegularFile(guest.resolve("metadata")), "another trace of the archive is there");

        // another project has it, too
        IProject project = ResourcesPlugin.getWorkspace().getRoot().getProject("Another");
        project.create(null);
        project.open(null);
        IResource link = two.get(1).getResource();
        project.getFolder("copy").createLink(link.getLocation(), IResource.NONE, null);
        delete(two.get(1));
        deleteAndWait(add(Samples.archive("quiet-boot")).get(0));
        assertTrue(Files.isRegularFile(guest.resolve("metadata")), "the other project needs it");

        // what a closed project needs is not known
        project.close(null);
        TmfTraceElement kept = add(Samples.archive("quiet-boot")).get(0);
        Path unpacked = unpacked(kept);
        delete(kept);
        project.open(null);
        assertTrue(Files.isRegularFile(guest.resolve("metadata")), "the closed project needs it");

        // nor what one needs that is being opened
        for (int i = 0; i < 20; i++) {
            project.close(null);
            IFolder folder = kept.getProject().getResource().getFolder("gone" + i);
            folder.create(true, true, null);
            folder.delete(true, null);
            project.open(null);
            assertTrue(Files.isRegularFile(guest.resolve("metadata")), "the opened project needs it");
        }
        project.delete(true, true, null);
        Workbench.waitUntil("all data are deleted", () -> !Files.exists(both) && !Files.exists(unpacked));
    }

    private static List<TmfTraceElement> add(Path archive) throws Exception {
        return TraceOpener.add(List.of(archive), new NullProgressMonitor());
    }

    private static Path path(TmfTraceElement trace) {
        return trace.getResource().getLocation().toFile().toPath();
    }

    /** The folder of its archive, below the one of all. */
    private static Path unpacked(TmfTraceElement trace) {
        Path path = path(trace);
        while (!path.getParent().endsWith("unpacked")) {
            path = path.getParent();
        }
        return path;
    }

    private static void delete(TmfTraceElement trace) {
        Workbench.inUi(() -> {
            try {
                trace.delete(new NullProgressMonitor());
            } catch (CoreException e) {
                throw new AssertionError(e);
            }
            return null;
        });
    }

    /** When its data are deleted, whatever is not needed was. */
    private static void deleteAndWait(TmfTraceElement trace) {
        Path unpacked = unpacked(trace);
        delete(trace);
        Workbench.waitUntil("its data are deleted", () -> !Files.exists(unpacked));
    }
}
