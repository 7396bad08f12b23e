/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.open;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.eclipse.core.resources.IProject;
import org.eclipse.core.resources.IResource;
import org.eclipse.core.resources.IResourceChangeEvent;
import org.eclipse.core.resources.IResourceDelta;
import org.eclipse.core.resources.IWorkspace;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.ICoreRunnable;
import org.eclipse.core.runtime.IPath;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.core.runtime.Platform;
import org.eclipse.core.runtime.Status;
import org.eclipse.core.runtime.jobs.Job;
import org.hypertrace.core.file.FileTree;
import org.hypertrace.core.file.IoReason;
import org.osgi.framework.Bundle;
import org.osgi.framework.FrameworkUtil;

/**
 * What was unpacked from archives into the workspace: a folder for each archive. It stays as long as a project links to
 * something in it, and is deleted with the last trace of the archive.
 */
final class Unpacked {

    /** Held from before an archive is unpacked until its traces are linked: until then nobody seems to need them. */
    static final Object LOCK = new Object();

    private static final Job CLEANING = Job.createSystem("Deleting the unpacked data of deleted traces",
            (ICoreRunnable) monitor -> deleteUnused());

    private Unpacked() {
    }

    /** @return the folder of them all */
    static Path folder() {
        return Platform.getStateLocation(bundle()).append("unpacked").toFile().toPath();
    }

    private static Bundle bundle() {
        return FrameworkUtil.getBundle(Unpacked.class);
    }

    /** From now on deletes what is not needed any more; what an earlier run has left, at once. */
    static void watch() {
        ResourcesPlugin.getWorkspace().addResourceChangeListener(Unpacked::changed, IResourceChangeEvent.POST_CHANGE);
        CLEANING.schedule();
    }

    private static void changed(IResourceChangeEvent event) {
        try {
            event.getDelta().accept(delta -> {
                boolean gone = delta.getKind() == IResourceDelta.REMOVED && delta.getResource().getType() != IResource.FILE;
                if (gone) {
                    CLEANING.schedule();
                }
                return !gone;
            });
        } catch (CoreException e) {
            // the visitor throws none
            throw new IllegalStateException(e);
        }
    }

    private static void deleteUnused() throws CoreException {
        synchronized (LOCK) {
            Path folder = folder();
            if (!Files.isDirectory(folder)) {
                return;
            }
            try {
                for (Path one : unused(folder)) {
                    FileTree.delete(one);
                }
            } catch (IOException e) {
                throw new CoreException(new Status(IStatus.WARNING, bundle().getSymbolicName(),
                        "Unpacked data of deleted traces cannot be deleted from " + folder + ": " + IoReason.of(e) + '.', e));
            }
        }
    }

    /** Alone in the workspace: a project that is about to open calls itself open before its links are there. */
    private static List<Path> unused(Path folder) throws CoreException, IOException {
        List<Path> all = new ArrayList<>();
        try (Stream<Path> children = Files.list(folder)) {
            children.forEach(all::add);
        }
        IWorkspace workspace = ResourcesPlugin.getWorkspace();
        workspace.run(monitor -> {
            if (areAllProjectsKnown()) {
                all.removeAll(used(folder));
            } else {
                all.clear();
            }
        }, workspace.getRoot(), IWorkspace.AVOID_UPDATE, new NullProgressMonitor());
        return all;
    }

    /** Nobody knows the links of a closed project. */
    private static boolean areAllProjectsKnown() {
        return Stream.of(ResourcesPlugin.getWorkspace().getRoot().getProjects()).allMatch(IProject::isOpen);
    }

    /** What of the folder has links to it, or to something in it. */
    private static Set<Path> used(Path folder) throws CoreException {
        Set<Path> used = new HashSet<>();
        for (IProject project : ResourcesPlugin.getWorkspace().getRoot().getProjects()) {
            project.accept(proxy -> {
                IPath location = proxy.isLinked() ? proxy.requestResource().getLocation() : null;
                Path path = location == null ? folder : location.toFile().toPath();
                if (path.startsWith(folder) && !path.equals(folder)) {
                    used.add(folder.resolve(folder.relativize(path).getName(0)));
                }
                return !proxy.isLinked();
            }, IResource.NONE);
        }
        return used;
    }
}
