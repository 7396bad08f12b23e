/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.opened;

import java.io.StringWriter;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.hypertrace.core.exit.columns.ExitColumns;
import org.hypertrace.core.file.FileTree;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.path.CriticalPaths;
import org.hypertrace.core.report.export.Extraction;
import org.hypertrace.core.report.export.StackTimeline;
import org.hypertrace.core.report.open.AskedVms;
import org.hypertrace.core.report.open.OpenTraces;
import org.hypertrace.core.report.open.StackReading;
import org.hypertrace.core.report.page.ModelReport;
import org.hypertrace.core.stack.track.StackSink;

/** What commands read traces for first, and what that finds. */
final class FirstReadings {

    /** What reads the traces' events; returns what it finds, in short. */
    interface Reading {
        String of(OpenTraces traces, NullProgressMonitor monitor) throws Exception;
    }

    /** All that reads them first in some command. */
    static final Map<String, Reading> ALL = new TreeMap<>(Map.of(
            "model", (traces, monitor) -> String.valueOf(traces.model(monitor) != null),
            "model and events", FirstReadings::events,
            "model and paths", (traces, monitor) -> {
                traces.modelAndPaths(List.of(), monitor);
                return vms(traces.foundPaths());
            },
            "model and evidence", (traces, monitor) -> {
                traces.modelAndEvidence(List.of(), monitor);
                return exits(traces.foundExits()) + ' ' + vms(traces.foundPaths());
            },
            "exits", (traces, monitor) -> exits(traces.exits(List.of(), monitor)),
            "exits and model", (traces, monitor) -> exits(traces.exitsAndModel(List.of(), monitor)),
            "paths", (traces, monitor) -> vms(traces.paths(List.of(), monitor)),
            "stacks", FirstReadings::stacks,
            "chrome", FirstReadings::chrome,
            "extract", FirstReadings::extract));

    private static String vms(CriticalPaths paths) {
        return paths.vms().stream().map(VmName::label).toList() + " " + paths.begin();
    }

    private static String exits(ExitColumns exits) {
        long hash = 0;
        for (int i = 0; i < exits.count(); i++) {
            hash = 31 * hash + Objects.hash(exits.begin(i), exits.length(i), exits.reason(i), exits.isTracer(i));
        }
        return exits.count() + " " + hash;
    }

    private static String events(OpenTraces traces, NullProgressMonitor monitor) throws Exception {
        long[] events = new long[1];
        do {
            events[0] = 0;
        } while (traces.model(event -> events[0]++, monitor) == null);
        return String.valueOf(events[0]);
    }

    private static String stacks(OpenTraces traces, NullProgressMonitor monitor) throws Exception {
        List<String> calls = new ArrayList<>();
        StackReading reading;
        do {
            calls.clear();
            StackSink sink = (StackSink) Proxy.newProxyInstance(StackSink.class.getClassLoader(), new Class<?>[] { StackSink.class }, (any, call, arguments) -> {
                calls.add(call.getName() + (arguments == null ? "" : arguments[0]));
                return null;
            });
            reading = StackReading.of(traces, traces.symbols(), sink, false, monitor);
        } while (reading == null);
        return reading.pass().end() + " " + traces.begin() + ' ' + calls.size() + ' ' + calls.hashCode();
    }

    private static String chrome(OpenTraces traces, NullProgressMonitor monitor) throws Exception {
        Path work = Files.createTempDirectory("chrome");
        StringWriter out = new StringWriter();
        try (StackTimeline timeline = new StackTimeline(traces, true, work)) {
            timeline.write(begin -> ModelReport.Range.ALL, null, AskedVms.none(), traces.symbols(), monitor, out);
        } finally {
            FileTree.delete(work);
        }
        // states of vCPUs come in any order
        return out.toString().lines().sorted().toList().hashCode() + " of " + out.toString().length();
    }

    /** All files that are written. */
    private static String extract(OpenTraces traces, NullProgressMonitor monitor) throws Exception {
        Path folder = Files.createTempDirectory("extract").resolve("guests");
        try {
            Extraction.write(traces, new Extraction.Wanted(folder, ModelReport.Range.ALL, null, false, false), AskedVms.none(), monitor);
            StringBuilder written = new StringBuilder();
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile).sorted()::iterator) {
                    written.append(folder.relativize(file)).append(' ').append(Arrays.hashCode(Files.readAllBytes(file))).append('\n');
                }
            }
            return written.toString();
        } finally {
            FileTree.delete(folder.getParent());
        }
    }

    private FirstReadings() {
    }
}
