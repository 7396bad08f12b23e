/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.story;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.hypertrace.core.event.GuestCpu;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.event.HostEvent.Service;
import org.hypertrace.core.kvm.ExitReason;
import org.hypertrace.core.kvm.RecordedEvents;
import org.hypertrace.core.path.gather.PathFile;
import org.hypertrace.core.path.gather.PathRows;
import org.hypertrace.core.stream.Hypercall;

/**
 * A story of {@code stories}: events of a host as text, a line each, and the paths that must come out. The oracle reads the same
 * stories; {@code oracle/tests/story.py} reports what the lines are. The host is left out. {@code 10 cpu0 guest stage 2} is what the
 * guest reports there, in the words of {@link TaskStory}; {@code #1} at its end is the hypercall's number.
 */
public final class PathStory {

    private static final long VMMCALL = 129;
    private static final long KERNEL = 0xffffffff81000000L;
    private static final int SPAN_MS = 4000;

    /** In place of options: asked is how long woken threads waited. */
    public static final String WAITS = "waits";
    /** In place of options: asked is what waited for what the host kept from working. */
    public static final String LOCKS = "locks";

    /** A path that is asked for, and the lines that must come out. */
    public record Asked(String options, List<String> lines) { }

    private final List<HostEvent> fEvents = new ArrayList<>();
    private final List<Asked> fAsked = new ArrayList<>();
    private final Set<String> fNames = new HashSet<>();
    private final Map<Integer, Integer> fVcpuOn = new HashMap<>();
    private boolean fAnnounces;

    /** Reads the text. */
    public PathStory(String text) {
        fAnnounces = text.contains(" guest batch ");
        Asked asked = null;
        for (StoryLine line : StoryLine.of(text)) {
            String all = line.text();
            if (all.startsWith("path ") || all.equals(WAITS) || all.equals(LOCKS)) {
                asked = new Asked(all.replaceFirst("^path ", ""), new ArrayList<>());
                fAsked.add(asked);
            } else if (asked != null) {
                asked.lines.add(all);
            } else {
                event(line, line.time(), line.id("cpu"));
            }
        }
    }

    public List<Asked> asked() {
        return fAsked;
    }

    /** The rows that are gathered of it. */
    public PathRows rows(Path folder) throws IOException {
        Path file = folder.resolve("rows");
        RecordedEvents recorded = new RecordedEvents(fNames, Set.of(), false);
        try (PathFile rows = new PathFile(file, List.of("host"), host -> null, List.of(), host -> recorded)) {
            fEvents.stream().sorted(Comparator.comparingLong(HostEvent::time)).forEach(rows::accept);
            rows.finish(1);
        }
        return PathRows.open(file, 1);
    }

    private void event(StoryLine line, long time, int cpu) {
        if (line.take("guest")) {
            reports(line, time, cpu);
            return;
        }
        HostEvent event = Story.event(line, time, 0, cpu);
        fEvents.add(event);
        if (event instanceof HostEvent.SchedSwitch s) {
            fVcpuOn.put(cpu, s.nextComm().startsWith("CPU ") ? s.nextComm().charAt(4) - '0' : 0);
        } else if (event instanceof HostEvent.KvmOther o && o.service() == Service.MSR_WRITE) {
            fNames.add("kvm_x86_msr");
        } else if (event instanceof HostEvent.KvmOther o && o.service() == Service.APIC_ACCEPTS) {
            fNames.add("kvm_x86_apic_accept_irq");
        } else if (event instanceof HostEvent.KvmExit && fAnnounces) {
            // guests report how far back their batches reach
            fAnnounces = false;
            hypercall(GuestEncoder.encode(new GuestEvent.Hello(time, new GuestCpu(0, 0, 0, 0), 1, SPAN_MS, 0, 0, 0)), time, cpu, 0);
        }
    }

    /** A hypercall, with its exit 1 ns before and its entry 1 ns after. */
    private void reports(StoryLine line, long time, int cpu) {
        int vcpu = fVcpuOn.getOrDefault(cpu, 0);
        GuestCpu from = new GuestCpu(vcpu, vcpu, 0, 0);
        Hypercall call = line.take("nothing") ? GuestEncoder.encode(new GuestEvent.InitcallStart(time, from, 0, 0, null))
                : line.take("batch") ? batch(line, time, from) : GuestEncoder.encode(TaskStory.event(line, time, from));
        long number = line.matches("#\\d+") ? Long.parseLong(line.word("the hypercall's number").substring(1)) : 0;
        line.end();
        fEvents.add(new HostEvent.KvmExit(time - 1, 0, cpu, ExitReason.SVM, VMMCALL, -1, KERNEL));
        hypercall(call, time, cpu, number);
        fEvents.add(new HostEvent.KvmEntry(time + 1, 0, cpu));
    }

    private void hypercall(Hypercall h, long time, int cpu, long number) {
        fEvents.add(new HostEvent.KvmHypercall(time, 0, cpu, h.nr() | number << 32, h.a0(), h.a1(), h.a2(), h.a3()));
    }

    /** {@code batch 100 S 2 50 S 1 0 R 2}: switches, each with how long before it was, the state of who leaves, and who comes. */
    private static Hypercall batch(StoryLine line, long time, GuestCpu from) {
        List<GuestEvent.SchedSwitch> switches = new ArrayList<>();
        while (line.hasNext()) {
            long before = line.number("how long before, ns");
            long state = line.state();
            switches.add(new GuestEvent.SchedSwitch(time - before, from, -1, line.tid(), 120, 120, state, null, -1, -1));
        }
        return GuestEncoder.switchBatch(switches);
    }
}
