/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.hypertrace.core.kvm.ExitKind;
import org.hypertrace.core.stack.flame.FlameLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Colours that can touch in one view are apart for everybody, also for people with red-green blindness. */
class PaletteTest {

    private static final double APART = 10;
    private static final int SHADES = 8;
    private static final Set<String> PALETTE = Set.of("Styles.java", "Shades.java");
    private static final Pattern COMMENT = Pattern.compile("/\\*(?s:.*?)\\*/|(?m)^\\s*//.*$");
    /** Hexadecimal in a text, or parts as numbers. */
    private static final Pattern COLOUR = Pattern.compile("#(?:[0-9A-Fa-f]{6}|[0-9A-Fa-f]{3})\\b|\"[0-9A-F]{6}\"|new RGBA?\\(\\d[^)]*\\)");
    /** Those of Linux, in the order of a boot; each may have one with _sync behind it. */
    private static final List<String> LEVELS = List.of("start_kernel", "setup_arch", "sched_init", "console", "rest_init", "early", "pure",
            "core", "postcore", "arch", "subsys", "fs", "rootfs", "device", "late");

    /** By name, {@code #RRGGBB}. */
    private final Map<String, String> fGroup = new LinkedHashMap<>();

    private void add(Styles... styles) {
        for (Styles style : styles) {
            fGroup.put(style.name(), style.colour());
        }
    }

    private void range(Styles first, Styles last) {
        EnumSet.range(first, last).forEach(this::add);
    }

    private void shades() {
        IntStream.range(0, SHADES).forEach(i -> fGroup.put("shade " + i, Shades.of(i)));
    }

    private void assertApart() {
        List<String> near = new ArrayList<>();
        List<String> names = List.copyOf(fGroup.keySet());
        for (int i = 0; i < names.size(); i++) {
            for (String other : names.subList(i + 1, names.size())) {
                double difference = SeenColour.least(fGroup.get(names.get(i)), fGroup.get(other));
                if (difference < APART) {
                    near.add(names.get(i) + " and " + other + ": " + difference);
                }
            }
        }
        assertEquals(List.of(), near);
        assertTrue(names.size() > 1);
    }

    /** Pairs of the supplement to the article on CIEDE2000: what an implementation gets wrong. */
    @ParameterizedTest
    @CsvSource({ "50, 2.6772, -79.7751, 50, 0, -82.7485, 2.0425", "50, 0, 0, 50, -1, 2, 2.3669", "50, 2.49, -0.001, 50, -2.49, 0.0009, 7.1792",
            "50, 2.5, 0, 73, 25, -18, 27.1492", "60.2574, -34.0099, 36.2677, 60.4626, -34.1751, 39.4387, 1.2644",
            "2.0776, 0.0795, -1.1350, 0.9033, -0.0636, -0.5514, 0.9082" })
    void theDifferenceIsThatOfTheArticle(double l, double a, double b, double l2, double a2, double b2, double difference) {
        assertEquals(difference, new SeenColour(l, a, b).difference(new SeenColour(l2, a2, b2)), 5e-5);
        assertEquals(difference, new SeenColour(l2, a2, b2).difference(new SeenColour(l, a, b)), 5e-5);
    }

    /** A legend shows a colour that rows have. */
    @Test
    void theLegendOfWhatHasShadesShowsTheFirst() {
        for (Styles style : List.of(Styles.PHYSICAL_CPU, Styles.SHUTDOWN_STEP)) {
            assertEquals(Shades.of(0).toLowerCase(Locale.ROOT), style.colour().toLowerCase(Locale.ROOT), style.name());
            assertEquals(style.shade(0).getStyleValues().get("background-color"), Shades.of(0));
        }
    }

    /** Red and green of one lightness: hardly anything else distinguishes them for these people. */
    @Test
    void redAndGreenAreNotApartForAll() {
        assertTrue(SeenColour.of("#C8C800", SeenColour.Eyes.USUAL).difference(SeenColour.of("#00C800", SeenColour.Eyes.USUAL)) > 20);
        assertTrue(SeenColour.least("#C8C800", "#00C800") < APART);
        for (SeenColour.Eyes eyes : SeenColour.Eyes.values()) {
            assertEquals(100, SeenColour.of("#000000", eyes).difference(SeenColour.of("#FFFFFF", eyes)), 0.1);
        }
    }

    @Test
    void statesOfAVcpu() {
        range(Styles.GUEST, Styles.UNKNOWN);
        add(Styles.NESTED_GUEST, Styles.NESTED_OUT);
        assertApart();
    }

    @Test
    void whoHasTheProcessor() {
        add(Styles.PREEMPTED_BY_THREAD, Styles.PREEMPTED_BY_VCPU, Styles.PREEMPTED_BY_INTERRUPT, Styles.GUEST_RUNNING);
        assertApart();
    }

    @Test
    void theProcessorsThatAVcpuHas() {
        shades();
        assertApart();
    }

    /** What of its time the host takes is hatched besides. */
    @Test
    void whatAGuestsThreadDoes() {
        range(Styles.GUEST_USER, Styles.GUEST_SLEEPING);
        add(Styles.UNKNOWN);
        assertApart();
        assertEquals(Boolean.TRUE, Styles.PREEMPTED.low().getStyleValues().get(Styles.HATCHED));
    }

    @Test
    void whatAProcessorOfTheHostDoes() {
        IntStream.range(0, SHADES).forEach(i -> fGroup.put("VM " + i, Shades.ofVm(i)));
        add(Styles.OCCUPIED_BY_TASK, Styles.HOST_INTERRUPT, Styles.UNKNOWN);
        assertApart();
    }

    @Test
    void linesOfProcessors() {
        IntStream.range(0, SHADES).forEach(i -> fGroup.put("CPU " + i, String.valueOf(Shades.cpuLine(i).getStyleValues().get("color"))));
        assertApart();
    }

    /** In the chart of rates, which has one area on the other. */
    @Test
    void exitsOfUsualKinds() {
        for (ExitKind kind : List.of(ExitKind.HALT, ExitKind.PORT, ExitKind.MSR, ExitKind.MEMORY, ExitKind.HYPERCALL, ExitKind.INTERRUPT_WINDOW,
                ExitKind.CPUID, ExitKind.APIC, ExitKind.HOST_INTERRUPT, ExitKind.OTHER)) {
            fGroup.put(kind.name(), String.valueOf(Shades.exitLine(kind).getStyleValues().get("color")));
        }
        assertApart();
        assertEquals(Styles.HOST_INTERRUPT.colour(), fGroup.get("HOST_INTERRUPT"));
    }

    @Test
    void theLifeOfAGuest() {
        range(Styles.LAUNCHED, Styles.PANICKED);
        add(Styles.UNKNOWN);
        assertApart();
    }

    @Test
    void phasesOfAnUpgrade() {
        add(Styles.SHUTTING_DOWN, Styles.STOPPED, Styles.FIRMWARE, Styles.KERNEL, Styles.LEVELS, Styles.USERSPACE, Styles.READY, Styles.UNKNOWN);
        range(Styles.UPGRADE_PREPARE, Styles.UPGRADE_COMMIT);
        assertApart();
    }

    @Test
    void howManyNodesServe() {
        add(Styles.UPGRADE_SERVES, Styles.UPGRADE_REDUNDANCY_LOST, Styles.UPGRADE_OUTAGE, Styles.UPGRADE_NO_ACTIVE, Styles.UPGRADE_SPLIT,
                Styles.UNKNOWN);
        assertApart();
    }

    @Test
    void levelsThatFollowEachOther() {
        List<String> levels = LEVELS.stream().flatMap(level -> Stream.of(level, level + "_sync")).toList();
        for (int i = 0; i < levels.size(); i++) {
            fGroup.clear();
            // a level without one with _sync is followed by the next
            levels.subList(i, Math.min(levels.size(), i + 4)).forEach(level -> fGroup.put(level, Shades.ofLevel(level)));
            if (fGroup.size() > 3) {
                String first = levels.get(i);
                fGroup.forEach((name, colour) -> assertTrue(name.equals(first) || SeenColour.least(colour, fGroup.get(first)) >= APART,
                        name + " and " + first));
            }
            for (Styles other : List.of(Styles.NEVER_RETURNED, Styles.MODULE_INITCALL, Styles.NAMED)) {
                assertTrue(SeenColour.least(other.colour(), Shades.ofLevel(levels.get(i))) >= APART, other + " and " + levels.get(i));
            }
        }
    }

    @Test
    void stepsOfAShutdown() {
        shades();
        for (Styles style : List.of(Styles.USERSPACE, Styles.STOPPED, Styles.UNKNOWN, Styles.NEVER_RETURNED, Styles.NAMED)) {
            fGroup.clear();
            shades();
            add(style);
            assertApart();
        }
    }

    @Test
    void initcallsAndBoundsOfClocksInReports() {
        add(Styles.NAMED, Styles.NEVER_RETURNED, Styles.INITCALL, Styles.MODULE_INITCALL);
        assertApart();
        fGroup.clear();
        fGroup.putAll(Map.of("upper", Shades.UPPER_BOUND, "lower", Shades.LOWER_BOUND, "violation", Shades.VIOLATION, "paper", Shades.PAPER));
        assertApart();
    }

    /** Paper is between frames: it separates the functions, and what the host does meanwhile, from all others. */
    @Test
    void framesOfFlameGraphs() {
        range(Styles.FRAME_ROOT, Styles.FRAME_IMPLAUSIBLE);
        fGroup.put("paper", Shades.PAPER);
        assertApart();
        assertTrue(FlameLayout.GAP >= 1);
        for (int i = 0; i < 1000; i++) {
            String colour = Shades.ofFunction("function_" + i);
            assertTrue(SeenColour.least(colour, Shades.PAPER) >= APART, colour);
        }
    }

    /** What a search found in a flame graph, or a comparison made stronger, is no colour of a kind. */
    @Test
    void whatIsFoundInFlameGraphs() {
        range(Styles.FRAME_ROOT, Styles.FRAME_IMPLAUSIBLE);
        Styles.STATES.forEach(this::add);
        add(Styles.GUEST_TRACER);
        for (Map.Entry<String, String> frame : fGroup.entrySet()) {
            assertTrue(SeenColour.least(frame.getValue(), Shades.FOUND) >= APART, frame.getKey());
        }
        fGroup.clear();
        fGroup.putAll(Map.of("slower", Shades.SLOWER, "faster", Shades.FASTER, "same", Shades.SAME, "found", Shades.FOUND));
        assertApart();
        assertEquals(Shades.SLOWER, Shades.difference(1));
        assertEquals(Shades.FASTER, Shades.difference(-1));
        assertEquals(Shades.SAME, Shades.difference(0));
    }

    @Test
    void coloursStandInThePaletteOnly() throws IOException {
        List<String> others = new ArrayList<>();
        int palette = 0;
        for (String folder : List.of("org.hypertrace.core/src", "org.hypertrace.ui/src")) {
            for (Path source : sources(folder)) {
                String text = COMMENT.matcher(Files.readString(source)).replaceAll("");
                boolean isPalette = PALETTE.contains(source.getFileName().toString());
                for (Matcher colour = COLOUR.matcher(text); colour.find();) {
                    palette += isPalette ? 1 : 0;
                    if (!isPalette) {
                        others.add(source.getFileName() + ": " + colour.group());
                    }
                }
            }
        }
        assertEquals(List.of(), others);
        assertTrue(palette > 100, palette + " colours");
    }

    private static List<Path> sources(String folder) throws IOException {
        try (Stream<Path> walk = Files.walk(Path.of(System.getProperty("hypertrace.root"), folder))) {
            return walk.filter(path -> path.toString().endsWith(".java")).sorted().toList();
        }
    }

    @Test
    void processesOfAShutdown() {
        add(Styles.PROCESS, Styles.PROCESS_KILLED, Styles.NEVER_RETURNED);
        assertApart();
    }

    /** Who waits for a processor is hatched, what is due is outlined. */
    @Test
    void criticalPaths() {
        range(Styles.GUEST, Styles.UNKNOWN);
        add(Styles.HOST_WORKS, Styles.WAITED_FOR);
        assertApart();
    }

    @Test
    void classesOfCriticalPaths() {
        range(Styles.CLASS_WORK, Styles.CLASS_NOT_KNOWN);
        assertApart();
    }

    /** Words about a panic are over what the kernel did then, or over nothing. As large text they need a contrast of 3, by WCAG 2. */
    @Test
    void wordsOfAlarmsCanBeRead() {
        for (String below : List.of("#FFFFFF", Styles.LAUNCHED.colour(), Styles.FIRMWARE.colour(), Styles.KERNEL.colour(), Styles.LEVELS.colour(),
                Styles.USERSPACE.colour(), Styles.SHUTTING_DOWN.colour())) {
            double contrast = SeenColour.contrast(below, '#' + Styles.ALARM_WORDS);
            assertTrue(contrast >= 3, below + ": " + contrast);
        }
    }
}
