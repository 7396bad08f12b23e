/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.kvm.HostEventReader;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.machine.read.ReadTogether;
import org.hypertrace.core.machine.read.TracePass;
import org.hypertrace.testing.Command;
import org.hypertrace.testing.OpenedTrace;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.oracle.Oracle;
import org.hypertrace.testing.story.FtraceText;
import org.hypertrace.testing.story.FtraceText.Form;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import com.google.gson.JsonObject;

/** A recorded host as text of ftrace, trace-cmd and perf: its exits are counted as {@code perf kvm stat} counts them. */
@Tag("platform")
class ExitsOfTextTest {

    private static final int ENOUGH = 60_000;
    private static final List<HostEvent> EVENTS = new ArrayList<>();

    @TempDir
    private Path fFolder;

    private static synchronized List<HostEvent> events() throws Exception {
        if (EVENTS.isEmpty()) {
            try (OpenedTrace opened = OpenedTrace.of(Samples.trace("panic-in-initcall"))) {
                TracePass.read(opened.trace(), HostTraces.of(opened.trace()), HostEventReader.Detail.EXITS, "exits", event -> {
                    if (EVENTS.size() < ENOUGH) {
                        EVENTS.add(event);
                    }
                }, ReadTogether.alone(), new NullProgressMonitor());
            }
        }
        return EVENTS;
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void reasonsAndSubjectsAreCountedAsPerfDoes(Form form) throws Exception {
        Path text = text(form, events());
        JsonObject oracle = Oracle.perfStat(text);
        Map<String, long[]> expected = sums(oracle);
        assertTrue(expected.size() > 10 && expected.containsKey("IOIO port_write 1016"), expected.keySet().toString());
        JsonObject report = Command.json("exits", text, "--by", "sub");
        assertEquals(lines(expected), lines(sums(report)));
        long incomplete = 0;
        for (JsonObject vm : Summary.objects(report, "vms")) {
            for (JsonObject vcpu : Summary.objects(vm, "vcpus")) {
                JsonObject counts = vcpu.getAsJsonObject("counts");
                incomplete += counts.get("unfinished").getAsLong() + counts.get("withoutEntry").getAsLong()
                        + counts.get("lost").getAsLong();
            }
        }
        assertEquals(oracle.get("incomplete").getAsLong(), incomplete);
        // one entry less, and the comparison fails
        String some = Files.readString(text);
        int entry = some.indexOf("kvm_entry", some.length() / 2);
        int line = some.lastIndexOf('\n', entry);
        Files.writeString(text, some.substring(0, line) + some.substring(some.indexOf('\n', entry)));
        assertTrue(!lines(sums(Oracle.perfStat(text))).equals(lines(expected)));
    }

    private Path text(Form form, List<HostEvent> events) throws IOException {
        return Files.writeString(fFolder.resolve(form + ".txt"), FtraceText.of(form, events));
    }

    /** Over all threads: count, total, least and most by reason and subject; hypercalls, of the tracer or not, as one. */
    private static Map<String, long[]> sums(JsonObject answer) {
        Map<String, long[]> sums = new TreeMap<>();
        for (JsonObject row : Summary.objects(answer, "exits")) {
            String name = row.get("name").getAsString();
            String key = name + (row.has("subKind") && !name.equals("VMMCALL")
                    ? " " + row.get("subKind").getAsString() + ' ' + row.get("subNumber").getAsString() : "");
            long[] sum = sums.computeIfAbsent(key, k -> new long[] { 0, 0, Long.MAX_VALUE, 0 });
            sum[0] += row.get("count").getAsLong();
            sum[1] += row.get("total").getAsLong();
            sum[2] = Math.min(sum[2], row.get("min").getAsLong());
            sum[3] = Math.max(sum[3], row.get("max").getAsLong());
        }
        return sums;
    }

    private static String lines(Map<String, long[]> sums) {
        StringBuilder lines = new StringBuilder();
        sums.forEach((key, sum) -> lines.append(key + ": " + sum[0] + ' ' + sum[1] + ' ' + sum[2] + ' ' + sum[3] + '\n'));
        return lines.toString();
    }
}
