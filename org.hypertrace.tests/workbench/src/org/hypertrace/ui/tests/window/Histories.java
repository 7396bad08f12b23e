/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.window;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.eclipse.core.resources.IProject;
import org.eclipse.core.resources.IResource;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.core.runtime.Platform;
import org.eclipse.tracecompass.tmf.core.TmfCommonConstants;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfProjectRegistry;
import org.hypertrace.testing.Samples;

/**
 * What was computed of a recorded sample, kept for the next test that opens it: as for a user, who opens a trace a second time, its index
 * and histories are there. Settings of a trace are not kept.
 */
final class Histories {

    private static final Path SAMPLES = Samples.target().resolve("samples");
    private static final Path KEPT = Platform.getLocation().toFile().toPath().resolveSibling("histories");
    private static final Set<String> OPENED = new HashSet<>();

    private Histories() {
    }

    /** Puts what there is of a trace where Trace Compass looks, before it is opened. */
    static void restore(Path trace) throws IOException, CoreException {
        if (!trace.startsWith(SAMPLES)) {
            return;
        }
        String name = trace.getFileName().toString();
        OPENED.add(name);
        Path kept = KEPT.resolve(name);
        if (!Files.exists(kept)) {
            return;
        }
        IProject project = TmfProjectRegistry.createProject(TmfCommonConstants.DEFAULT_TRACE_PROJECT_NAME, null, new NullProgressMonitor());
        Path to = Files.createDirectories(supplementary(project, name));
        for (Path history : files(kept)) {
            Files.copy(history, to.resolve(history.getFileName()));
        }
        project.refreshLocal(IResource.DEPTH_INFINITE, null);
    }

    /** After all traces were closed, before their project is deleted. */
    static void keep(IProject project) throws IOException {
        for (String name : OPENED) {
            Path from = supplementary(project, name);
            Path to = KEPT.resolve(name);
            if (Files.exists(from)) {
                Files.createDirectories(to);
                for (Path history : files(from)) {
                    try {
                        Files.move(history, to.resolve(history.getFileName()));
                    } catch (FileSystemException e) {
                        // it is kept already, or was of an analysis that was cancelled
                        Files.deleteIfExists(history);
                    }
                }
            }
        }
        OPENED.clear();
    }

    /** So that what is asked of it next takes its time. */
    static void forget(Path trace) throws IOException {
        Path kept = KEPT.resolve(trace.getFileName().toString());
        if (Files.exists(kept)) {
            try (Stream<Path> files = Files.walk(kept)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    private static Path supplementary(IProject project, String name) {
        return project.getLocation().toFile().toPath().resolve(TmfCommonConstants.TRACE_SUPPLEMENTARY_FOLDER_NAME).resolve(name);
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }
}
