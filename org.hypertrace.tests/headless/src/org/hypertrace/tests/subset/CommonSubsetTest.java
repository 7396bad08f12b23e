/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.subset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * One binary runs on every Trace Compass since 6.2, because it uses only what all of them have. All it uses stands in a
 * committed list, and each line of that was compared with the sources of the oldest and a current Trace Compass.
 */
@Tag("platform")
class CommonSubsetTest {

    private static final List<String> MODULES = List.of("org.hypertrace.core", "org.hypertrace.ui");
    private static final Path TESTS = Path.of("org.hypertrace.tests", "headless");
    private static final Path LIST = TESTS.resolve("common-subset/common-subset.txt");
    /** What the list should be; `check --update` takes it from here. */
    private static final Path FOUND = TESTS.resolve("target/common-subset.txt");
    private static final String NEXT = """

            Next: %s --update --jars PLATFORM-6.2 --jars PLATFORM-NEW V6.2.0 V11.3.0
            with the folders of two Trace Compass source trees, and of jars; it takes over what is used now if all have it, and reports \
            what they do not have. How to get them: the same with --help.""".formatted(LIST.resolveSibling("check"));

    private static Map<String, ClassFile> sTraceCompass;
    private static SortedMap<String, Set<String>> sUsed;
    private static List<String> sList;

    @BeforeAll
    static void readClasses() throws IOException {
        Path root = BuiltClasses.root();
        sTraceCompass = BuiltClasses.ofTraceCompass();
        List<ClassFile> ours = new ArrayList<>();
        for (String module : MODULES) {
            ours.addAll(BuiltClasses.of(root.resolve(module)));
        }
        TraceCompassUse use = new TraceCompassUse(ours, sTraceCompass::get);
        for (String module : MODULES) {
            use.addPluginXml("plugin.xml of " + module, Files.readString(root.resolve(module).resolve("plugin.xml")));
        }
        sUsed = use.lines();
        sList = Files.readAllLines(root.resolve(LIST));
        Files.write(root.resolve(FOUND), sUsed.keySet());
    }

    private static List<String> lines() {
        return sList.stream().filter(line -> !line.startsWith("#") && !line.isBlank()).toList();
    }

    @Test
    void everyClassOfEveryModuleWasRead() throws IOException {
        for (String module : MODULES) {
            assertEquals(List.of(), BuiltClasses.notBuilt(BuiltClasses.root().resolve(module)),
                    module + " was not built before this test: build the whole tree (releng/test)");
        }
        assertTrue(sUsed.size() > 20, "our classes use Trace Compass");
        assertTrue(sTraceCompass.size() > 2000, "Trace Compass 6.2 was read: its bundles come with releng/bootstrap");
    }

    @Test
    void nothingInternalIsUsed() {
        List<String> internal = sUsed.keySet().stream().filter(line -> line.matches(".*[./]internal[./].*"))
                .map(line -> line + "  used by " + sUsed.get(line)).toList();
        assertTrue(internal.isEmpty(), () -> "internal to Trace Compass, which changes it at will:\n" + String.join("\n", internal));
    }

    @Test
    void whateverIsUsedIsInTheList() {
        Set<String> missing = new TreeSet<>(sUsed.keySet());
        missing.removeAll(lines());
        assertTrue(missing.isEmpty(), () -> "used, but not in " + LIST + ":\n"
                + String.join("\n", missing.stream().map(line -> line + "  used by " + sUsed.get(line)).toList()) + NEXT);
    }

    @Test
    void whateverIsInTheListIsUsed() {
        Set<String> unused = new TreeSet<>(lines());
        unused.removeAll(sUsed.keySet());
        assertTrue(unused.isEmpty(), () -> "in " + LIST + ", but no longer used (the lines may just be deleted):\n"
                + String.join("\n", unused));
    }

    @Test
    void theListIsSortedAndWasCheckedWithBothEnds() {
        assertEquals(List.copyOf(new TreeSet<>(lines())), lines(), "sorted, so that branches merge; each line once");
        String header = String.join(" ", sList.stream().filter(line -> line.startsWith("#")).toList());
        assertTrue(header.contains("6.2.0") && header.contains("11.3.0") && header.contains("jars of "),
                "checked with 6.2.0, 11.3.0 and jars; see " + LIST + NEXT);
    }

    @Test
    void everyWayOfUsingTraceCompassIsSeen() throws IOException {
        List<ClassFile> sample = new ArrayList<>();
        for (String name : List.of("UsingSample", "UsingSample$Module", "UsingSample$Leaf")) {
            try (InputStream in = getClass().getResourceAsStream(name + ".class")) {
                sample.add(ClassFile.read(in));
            }
        }
        TraceCompassUse use = new TraceCompassUse(sample, sTraceCompass::get);
        use.addPluginXml("plugin.xml", """
                <plugin><extension point="org.eclipse.linuxtools.tmf.core.analysis"><module id="org.hypertrace.any"/><tracetype
                   class="org.eclipse.tracecompass.lttng2.kernel.core.trace.LttngKernelTrace"/></extension>
                <extension point="org.eclipse.ui.perspectives"><perspective id="org.eclipse.linuxtools.tmf.ui.views.callstack:7"/></extension>
                </plugin>""");
        assertEquals("""
                @extension org.eclipse.linuxtools.tmf.core.analysis module id
                @extension org.eclipse.linuxtools.tmf.core.analysis tracetype class
                @id org.eclipse.linuxtools.tmf.ui.views.callstack
                analysis.TmfAbstractAnalysisModule type
                event.ITmfEvent type
                event.matching.IEventMatchingKey type
                filter.ITmfFilter extended
                filter.ITmfFilter method matches (Lorg/eclipse/tracecompass/tmf/core/event/ITmfEvent;)Z
                filter.ITmfFilter overridden matches (Lorg/eclipse/tracecompass/tmf/core/event/ITmfEvent;)Z
                filter.ITmfFilter type
                org.eclipse.tracecompass.lttng2.kernel.core.trace.LttngKernelTrace type
                statistics.TmfStatisticsModule extended
                statistics.TmfStatisticsModule method <init> ()V
                statistics.TmfStatisticsModule method getId ()Ljava/lang/String;
                statistics.TmfStatisticsModule overridden getHelpText ()Ljava/lang/String;
                statistics.TmfStatisticsModule type
                timestamp.ITmfTimestamp type
                timestamp.TmfTimestamp field ZERO Lorg/eclipse/tracecompass/tmf/core/timestamp/ITmfTimestamp;
                timestamp.TmfTimestamp type""",
                String.join("\n", use.lines().keySet().stream()
                        .map(line -> line.replaceFirst("^org\\.eclipse\\.tracecompass\\.tmf\\.core\\.", "")).sorted().toList()));
    }
}
