/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.versions;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The versions of what fills the histories: state systems and files that are kept beside a trace and read again. Each tracker has
 * a version; it stands for the classes of its package that a history reaches. A history's own version is made of those of all the
 * trackers that it reaches, so that it is made again when one of them has changed.
 * <p>
 * The list has a line for each tracker: its class, its version, and a hash of the sources that had that version.
 */
final class TrackerVersions {

    static final Path LIST = Path.of("org.hypertrace.tests/headless/tracker-versions/tracker-versions.txt");
    /** What to do when the list does not fit. */
    static final String NEXT = """

            Next: releng/versions
            raises the version of each tracker whose sources changed; releng/versions --same TRACKER… keeps these versions, \
            for changes that alter nothing of what is found: new names, new order, new comments.""";

    /** The class with the version, by package. What stands in none of these packages is reached by no history. */
    private static final Map<String, String> TRACKERS = trackers(
            "kvm.HostEventReader event failure file kvm untrusted",
            "trace.ftrace.FtraceTextTrace trace.console trace.ftrace trace.text",
            "trace.ctf.MendedTrace trace.ctf trace.ctf.layout trace.ctf.type",
            "stream.decode.GuestEventDecoder stream stream.decode stream.dialect stream.ring",
            "symbol.Symbols symbol",
            "machine.MachineTracker container machine machine.clock machine.read history lifetime clock clock.column clock.exit clock.line clock.kept",
            "timeline.Timeline timeline timeline.order guest settings",
            "ring.trace.RingTrace ring ring.trace",
            "describe.EventDescriber analysis describe quantity",
            "vcpu.VcpuTracker vcpu",
            "nested.NestedTracker nested",
            "task.TaskTracker task",
            "cpu.ResourceTracker cpu",
            "latency.LatencyTracker latency",
            "syscall.SyscallTracker syscall",
            "exit.track.ExitTracker exit.track exit.columns",
            "stack.track.StackTracker stack.track stack.frames stack.history stack.flame",
            "boot.track.BootTracker boot.track boot run",
            "shutdown.track.ShutdownTracker shutdown.track shutdown",
            "upgrade.track.MarkTracker upgrade.track",
            "path.gather.PathTracker path.gather path.store",
            "model.ModelPass clock.read container.read model");

    /** Reached behind an interface. */
    private static final String RINGS = "ring.trace.RingHostEvents";
    /** What fills a history, by the class that knows the history's version. */
    static final Map<String, List<String>> HISTORIES = Map.of(
            "model.ModelFiller", List.of("model.ModelPass", "machine.read.StateHistory", RINGS),
            "syscall.SyscallAnalysis", List.of("syscall.SyscallFile", "machine.read.TracePass", RINGS),
            "exit.columns.ExitAnalysis", List.of("exit.columns.ExitPass", "machine.read.TracePass", RINGS),
            "stack.frames.FrameAnalysis", List.of("stack.track.StackPass", "stack.frames.FrameWriter", "machine.read.TracePass", RINGS),
            "stack.history.StackFiller", List.of("stack.track.StackPass", "stack.history.NamesFile",
            "stack.history.CallStackWriter", "stack.track.TracerFilter",
                    "machine.read.StateHistory", RINGS),
            "path.PathAnalysis", List.of("path.gather.PathFile", "path.gather.PathRows", "machine.read.TracePass"));
    /** An analysis is what a history belongs to. What fills it names it for its id only. */
    private static final String NOT_THROUGH = "Analysis";

    private final JavaSources fSources;

    TrackerVersions(JavaSources sources) {
        fSources = sources;
    }

    private static Map<String, String> trackers(String... lines) {
        Map<String, String> trackers = new TreeMap<>();
        for (String line : lines) {
            String[] words = line.split(" ");
            for (int word = 1; word < words.length; word++) {
                trackers.put(words[word], words[0]);
            }
        }
        return trackers;
    }

    /** The sources of the core. */
    static JavaSources core(Path root) throws IOException {
        return new JavaSources(root.resolve("org.hypertrace.core/src/org/hypertrace/core"), "org.hypertrace.core");
    }

    private static String tracker(String type) {
        String tracker = TRACKERS.get(JavaSources.packageOf(type));
        if (tracker == null) {
            throw new IllegalArgumentException("A history reaches " + type + ", but no tracker of TrackerVersions has its package.");
        }
        return tracker;
    }

    /** The trackers that a history reaches. */
    SortedSet<String> reached(String history) {
        SortedSet<String> trackers = new TreeSet<>();
        fSources.reached(HISTORIES.get(history), NOT_THROUGH).forEach(type -> trackers.add(tracker(type)));
        return trackers;
    }

    private static List<String> packages(String tracker) {
        return TRACKERS.entrySet().stream().filter(entry -> entry.getValue().equals(tracker)).map(Map.Entry::getKey).toList();
    }

    /** The list as it should be: the hash of each tracker's sources as they are. */
    SortedMap<String, String> hashes() throws IOException {
        SortedMap<String, SortedSet<String>> classes = new TreeMap<>();
        for (List<String> roots : HISTORIES.values()) {
            fSources.reached(roots, NOT_THROUGH).forEach(type -> classes.computeIfAbsent(tracker(type), tracker -> new TreeSet<>()).add(type));
        }
        SortedMap<String, String> hashes = new TreeMap<>();
        for (Map.Entry<String, SortedSet<String>> entry : classes.entrySet()) {
            hashes.put(entry.getKey(), fSources.hash(entry.getValue(), packages(entry.getKey())));
        }
        return hashes;
    }

    /** Lines of the list, by tracker: the version and the hash. */
    static SortedMap<String, String[]> read(Path list) throws IOException {
        SortedMap<String, String[]> lines = new TreeMap<>();
        for (String line : Files.exists(list) ? Files.readAllLines(list) : List.<String>of()) {
            String[] words = line.split(" ");
            // not those of a merge that is to be resolved
            if (words.length == 3 && words[0].matches("[a-z.]+\\.[A-Z]\\w+")) {
                lines.put(words[0], new String[] { words[1], words[2] });
            }
        }
        return lines;
    }

    /** What does not fit between the sources and the list, each a sentence. */
    List<String> problems(SortedMap<String, String[]> list) throws IOException {
        List<String> problems = new ArrayList<>();
        SortedMap<String, String> hashes = hashes();
        hashes.forEach((tracker, hash) -> {
            String[] line = list.get(tracker);
            if (line == null) {
                problems.add(tracker + " is not in the list.");
            } else if (!line[1].equals(hash)) {
                problems.add("What " + tracker + " stands for has changed since its version " + line[0] + '.');
            }
        });
        for (String tracker : list.keySet()) {
            if (!hashes.containsKey(tracker)) {
                problems.add(tracker + " is in the list, but no history reaches it.");
            } else if (!list.get(tracker)[0].equals(Integer.toString(fSources.version(tracker)))) {
                problems.add(tracker + " has version " + fSources.version(tracker) + ", the list has " + list.get(tracker)[0] + '.');
            }
        }
        return problems;
    }

    /**
     * Raises the versions of what changed, and writes the list.
     *
     * @param same
     *            trackers whose version stays
     */
    private void update(Path list, List<String> same) throws IOException {
        SortedMap<String, String[]> old = read(list);
        SortedMap<String, String> hashes = hashes();
        for (String tracker : same) {
            if (!hashes.containsKey(tracker)) {
                throw new IllegalArgumentException(tracker + " is no tracker. These are: " + String.join(", ", hashes.keySet()) + '.');
            }
        }
        List<String> lines = new ArrayList<>(List.of("# Trackers, their versions, and a hash of the sources that had it.",
                "# Written by `releng/versions`, which also raises versions; compared with the sources by TrackerVersionsTest."));
        for (Map.Entry<String, String> entry : hashes.entrySet()) {
            String tracker = entry.getKey();
            String[] was = old.get(tracker);
            int version = fSources.version(tracker);
            if (was != null && !was[1].equals(entry.getValue()) && version <= Integer.parseInt(was[0]) && !same.contains(tracker)) {
                version = Integer.parseInt(was[0]) + 1;
                fSources.setVersion(tracker, version);
                System.out.println(tracker + " has version " + version + " now.");
            }
            lines.add(tracker + ' ' + version + ' ' + entry.getValue());
        }
        Files.createDirectories(list.getParent());
        Files.write(list, lines);
    }

    /** Arguments: the root of the project; trackers whose version stays. */
    public static void main(String[] arguments) throws IOException {
        Path root = Path.of(arguments[0]);
        try {
            new TrackerVersions(core(root)).update(root.resolve(LIST), List.of(arguments).subList(1, arguments.length));
        } catch (IllegalArgumentException e) {
            System.err.println("hypertrace: " + e.getMessage());
            System.exit(1);
        }
    }
}
