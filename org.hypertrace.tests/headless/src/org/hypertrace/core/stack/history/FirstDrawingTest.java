/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.history;

import static org.hypertrace.testing.scenario.Exit.HLT;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.history.ColumnStates;
import org.hypertrace.core.kvm.HostEventReader.Detail;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.settings.GuestSymbols;
import org.hypertrace.core.settings.TracingChoice;
import org.hypertrace.testing.ReadEvents;
import org.hypertrace.testing.scenario.GuestTask;
import org.hypertrace.testing.scenario.Recorded;
import org.hypertrace.testing.scenario.Scenario;
import org.hypertrace.testing.scenario.Vcpu;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trace Compass keeps what it has drawn: when the first frame can be drawn, its name is known. */
@Tag("plain")
class FirstDrawingTest {

    @TempDir
    private Path fFolder;

    private StackFiller fFiller;
    private ColumnStates fStates;
    /** At each moment that is looked at: the threads that can be drawn, and the names that frames have. */
    private final List<String> fSeen = new ArrayList<>();

    private static Recorded record(Path folder) throws IOException {
        Scenario scenario = new Scenario();
        Vcpu vcpu = scenario.vm("web").vcpu(0);
        GuestTask task = scenario.vm("web").task(44, "init");
        vcpu.startsOn(100, 0).enters(110);
        vcpu.guest().switchTo(1_000, task).syscall(2_000, 3_000, 59).executes(4_000, "deaf-service").syscall(5_000, 6_000, 34)
                .switchTo(7_000, vcpu.guest().idle());
        vcpu.exits(9_000, HLT).halts(9_010);
        return scenario.until(10_000).in(folder);
    }

    private Consumer<HostEvent> begin(HostTraces traces) throws IOException {
        TracingChoice choice = new TracingChoice(false);
        GuestSymbols symbols = new GuestSymbols(traces.hosts(), List.of());
        fFiller = new StackFiller(traces, List.of(), symbols, choice, fFolder.resolve("names"), this::look);
        fStates = ColumnStates.create("stacks", fFolder.resolve("states"), fFiller.version(), 0);
        fFiller.begin(fStates, new NullProgressMonitor());
        return event -> {
            fFiller.accept(event);
            look();
        };
    }

    private void look() {
        Map<Integer, Map<Long, String>> names = NamesFile.read(fFolder.resolve("names"), fFiller.version());
        TreeSet<String> frames = new TreeSet<>();
        if (names != null) {
            names.values().forEach(ofBoot -> frames.addAll(ofBoot.values()));
        }
        List<String> threads = fStates.getQuarks("Processes", "*", "*").stream().map(fStates::getAttributeName).filter(name -> name.endsWith("(44)")).toList();
        String now = threads + " " + (frames.containsAll(Set.of("syscall: pause", "syscall: execve")) ? "named" : frames.toString());
        if (fSeen.isEmpty() || !fSeen.get(fSeen.size() - 1).equals(now)) {
            fSeen.add(now);
        }
    }

    @Test
    void namesAreKnownBeforeAFrameCanBeDrawn() throws Exception {
        ReadEvents.of(record(fFolder.resolve("trace")).trace(), Detail.STATES, this::begin);
        fFiller.finish();
        look();
        assertEquals(List.of("[] []", "[] named", "[deaf-service (44)] named"), fSeen);
        fFiller.close();
        fStates.dispose();
    }
}
