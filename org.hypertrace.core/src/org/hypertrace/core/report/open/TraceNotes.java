/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.open;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.machine.read.UnmatchedVms;
import org.hypertrace.core.model.ModelAnalysis;
import org.hypertrace.core.task.UnmatchedContainers;
import org.hypertrace.core.trace.text.LineTrace;
import org.hypertrace.core.untrusted.PlainText;

/** What is missing, repeated or not read of traces as far as they were read. */
final class TraceNotes {

    /** So many sentences about damage follow a refusal. */
    private static final int GAPS = 3;

    private TraceNotes() {
    }

    /** What seems not recorded may only be damaged: how a refusal ends. {@code hosts}: null if they are not known. */
    static String gaps(HostTraces hosts) {
        return hosts == null ? "" : hosts.losses().sentences().stream().limit(GAPS).map(gap -> ' ' + gap).collect(Collectors.joining());
    }

    /** @return how many events the hosts' tracers discarded or misplaced, as far as the traces were read; a sentence each */
    static List<String> discarded(HostTraces hosts) {
        return hosts == null ? List.of() : Stream.concat(hosts.losses().discarded().stream(), hosts.losses().misplaced().stream()).toList();
    }

    /** @return what manifests name and the model does not have, a sentence each; {@code model}: null if it was not asked for */
    static List<String> unmatched(HostTraces hosts, ModelAnalysis model) {
        ITmfStateSystem states = hosts == null || model == null ? null : model.getStateSystem();
        try {
            return states == null ? List.of() : Stream.concat(UnmatchedVms.of(hosts, Machines.of(states)).stream(),
                    UnmatchedContainers.of(hosts, states).stream()).toList();
        } catch (StateSystemDisposedException e) {
            return List.of();
        }
    }

    /**
     * @param hosts
     *            the machines of the traces, null if they are not known
     * @param opened
     *            the traces
     * @return a sentence each; may be added to
     */
    static List<String> of(HostTraces hosts, KernelTraces opened) {
        List<String> notes = new ArrayList<>();
        if (hosts != null) {
            notes.addAll(hosts.losses().sentences());
            notes.addAll(hosts.losses().outside());
            notes.addAll(UnmatchedVms.guestTraces(hosts));
            hosts.losses().repeated().forEach((trace, files) -> files.forEach((file, count) -> notes.add(PlainText.line(trace.getPath() + ": " + file)
                    + " holds " + (count == 1 ? "a packet" : count + " packets") + " twice; read once.")));
        }
        opened.leftOut().forEach((trace, why) -> {
            if (notes.stream().noneMatch(note -> note.contains(trace.toAbsolutePath().normalize().toString()))) {
                notes.add(PlainText.line(why));
            }
        });
        for (ITmfTrace part : opened.parts()) {
            if (part instanceof LineTrace text && text.notParsed() > 0) {
                notes.add(text.getPath() + ": " + text.notParsed() + " lines are no events and were left out.");
            }
            if (part instanceof LineTrace text && text.restarts() > 0) {
                notes.add(text.getPath() + ": the times of its lines begin anew " + (text.restarts() == 1 ? "once" : text.restarts() + " times")
                        + "; they are added to those of the lines above.");
            }
            if (part instanceof LineTrace text && text.late() > 0) {
                notes.add(text.getPath() + ": the time of " + text.late() + " lines goes back; they count at the time of the "
                        + "line above them.");
            }
        }
        return notes;
    }
}
