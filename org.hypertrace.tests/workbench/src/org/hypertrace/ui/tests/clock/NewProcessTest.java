/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.clock;

import static org.hypertrace.ui.tests.clock.GuestProject.close;
import static org.hypertrace.ui.tests.clock.GuestProject.guest;
import static org.hypertrace.ui.tests.clock.GuestProject.imported;
import static org.hypertrace.ui.tests.clock.GuestProject.openAgain;
import static org.hypertrace.ui.tests.clock.GuestProject.opened;
import static org.hypertrace.ui.tests.clock.GuestProject.times;
import static org.hypertrace.ui.tests.clock.GuestProject.tracing;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.core.runtime.Platform;
import org.hypertrace.core.tracetype.GuestKernelTrace;
import org.hypertrace.testing.Samples;
import org.hypertrace.ui.tests.VirtualCpuViewTest;
import org.hypertrace.ui.tests.window.CleanWorkbench;
import org.hypertrace.ui.tests.window.Workbench;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A guest's clock in another Java machine, which has the same bundles and the same projects, and nothing of what this one remembers. */
@ExtendWith(CleanWorkbench.class)
class NewProcessTest {

    private static final long PATIENCE_MINUTES = 3;

    @TempDir
    private Path fFolder;

    /** The clock as this process has it: of the trace that is open. */
    private static List<String> here() {
        List<String> here = new ArrayList<>(List.of(opened().getClass().getSimpleName(), Long.toString(opened().getStartTime().toNanos())));
        times(opened().getTimestampTransform()).forEach(time -> here.add(time.toString()));
        return here;
    }

    /** What the workspace knows of its projects, with these where they are: so the other process disturbs nothing. */
    private Path savedWorkspace() throws Exception {
        ResourcesPlugin.getWorkspace().save(true, new NullProgressMonitor());
        Path workspace = Path.of(Platform.getInstanceLocation().getURL().toURI());
        Path saved = Files.createTempDirectory(fFolder, "workspace");
        Path plugins = Path.of(".metadata", ".plugins");
        for (String plugin : List.of("org.eclipse.core.resources", "org.eclipse.core.runtime")) {
            try (Stream<Path> walk = Files.walk(workspace.resolve(plugins).resolve(plugin))) {
                for (Path path : (Iterable<Path>) walk::iterator) {
                    Path copy = saved.resolve(workspace.relativize(path).toString());
                    Files.createDirectories(copy.getParent());
                    if (!Files.isDirectory(path)) {
                        Files.copy(path, copy);
                    }
                }
            }
        }
        try (Stream<Path> projects = Files.list(workspace)) {
            for (Path project : projects.filter(path -> !path.endsWith(".metadata")).toList()) {
                Files.createSymbolicLink(saved.resolve(project.getFileName()), project);
            }
        }
        return saved;
    }

    /** The bundles of this Java machine. */
    private Path configuration() throws Exception {
        Path folder = Files.createTempDirectory(fFolder, "configuration");
        Path here = Path.of(Platform.getConfigurationLocation().getURL().toURI());
        Files.copy(here.resolve("config.ini"), folder.resolve("config.ini"));
        return folder;
    }

    private List<String> inANewProcess(Path workspace, String project) throws Exception {
        Path configuration = configuration();
        Properties bundles = new Properties();
        try (InputStream file = Files.newInputStream(configuration.resolve("config.ini"))) {
            bundles.load(file);
        }
        Path answer = configuration.resolve("answer");
        Path log = configuration.resolve("log");
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
                "--add-opens=java.base/java.lang=ALL-UNNAMED", "--add-opens=java.base/java.util=ALL-UNNAMED",
                "-cp", Path.of(URI.create(bundles.getProperty("osgi.framework"))).toString(),
                "org.eclipse.core.runtime.adaptor.EclipseStarter", "-configuration", configuration.toString(), "-data", workspace.toString(),
                "-consoleLog", "-application", "org.hypertrace.ui.tests.transforms", answer.toString(), project,
                guest().getResource().getProjectRelativePath().toString()).redirectErrorStream(true).redirectOutput(log.toFile()).start();
        try {
            assertTrue(process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES), () -> "the new process does not end: " + text(log));
        } finally {
            process.destroyForcibly();
        }
        assertTrue(Files.exists(answer), () -> "the new process has no answer: " + text(log));
        return Files.readAllLines(answer);
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }

    @Test
    void aLineIsTheSameInProjectsThatAreOpenedOrCopiedOrImported() throws Exception {
        Workbench.open(VirtualCpuViewTest.sample(GuestProject.SAMPLE));
        List<String> here = here();
        assertNotEquals(Long.toString(TransformApplication.reading(0)), here.get(2), "it has a clock");
        close();
        tracing().copy(new org.eclipse.core.runtime.Path("Copied"), true, new NullProgressMonitor());
        String imported = imported(tracing(), fFolder.resolve("exported"));
        List<String> names = List.of("Copied", imported);
        try {
            names.forEach(GuestProject::guestIn);
            Path workspace = savedWorkspace();
            // each begins a Java machine; that a copied one has the same in this one, SynchronizeGuestsTest shows
            for (String project : Samples.ALL ? List.of("Tracing", "Copied", imported) : List.of(imported)) {
                assertEquals(here, inANewProcess(workspace, project), project);
            }
        } finally {
            for (String name : names) {
                ResourcesPlugin.getWorkspace().getRoot().getProject(name).delete(true, true, new NullProgressMonitor());
            }
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "hypertrace.samples", matches = "all")
    void piecesAreTheSame() throws Exception {
        Workbench.open(VirtualCpuViewTest.sample(GuestProject.SAMPLE));
        close();
        GuestProject.putTwoPieces();
        openAgain();
        List<String> here = here();
        assertEquals(GuestKernelTrace.class.getSimpleName(), here.get(0));
        assertEquals(Long.toString(GuestProject.FIRST + 1_000_000_000L), here.get(2));
        close();
        assertEquals(here, inANewProcess(savedWorkspace(), "Tracing"));
    }
}
