/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.log;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystemBuilder;
import org.eclipse.tracecompass.statesystem.core.StateSystemFactory;
import org.eclipse.tracecompass.statesystem.core.backend.StateHistoryBackendFactory;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.history.ColumnStates;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.model.ModelPass;
import org.hypertrace.core.symbol.Symbols;
import org.hypertrace.core.timeline.Guest;
import org.hypertrace.testing.story.Story;
import org.hypertrace.testing.story.TaskStory;

/** The model of events, in memory and in plain Java: what a trace with them would have, for those who read it. */
public final class Modelled {

    private Modelled() {
    }

    /** The model of a {@link TaskStory}. */
    public static ITmfStateSystem ofTasks(String story) {
        return of(Story.events(TaskStory.of(story))::forEach, guest -> null);
    }

    /** The model of a {@link Story}. */
    public static ITmfStateSystem of(String story) {
        return of(Story.events(story)::forEach, guest -> null);
    }

    /**
     * The model of events that {@code events} reports.
     *
     * @param symbols
     *            of guests, null for none
     */
    public static ITmfStateSystem of(Consumer<Consumer<HostEvent>> events, Function<Guest, Symbols> symbols) {
        return of(events, symbols, null);
    }

    /**
     * The same of a recording with a manifest, null for none.
     */
    public static ITmfStateSystem of(Consumer<Consumer<HostEvent>> events, Function<Guest, Symbols> symbols, Manifest manifest) {
        List<HostEvent> all = new ArrayList<>();
        events.accept(all::add);
        int hosts = 1 + all.stream().mapToInt(HostEvent::host).max().orElse(0);
        List<HostTraces.Host> of = new ArrayList<>();
        for (int i = 0; i < hosts; i++) {
            of.add(new HostTraces.Host("id " + i, "host " + i, null, manifest));
        }
        ITmfStateSystemBuilder states = StateSystemFactory.newStateSystem(
                StateHistoryBackendFactory.createInMemoryBackend("model", all.get(0).time()));
        fill(states, all, of, symbols);
        return states;
    }

    /** As in a trace, in a file: of long stories, which Trace Compass' history in memory searches from begin to end for each range. */
    public static ITmfStateSystem of(List<HostEvent> events, Path file) throws IOException {
        ColumnStates states = ColumnStates.create("model", file, 1, events.get(0).time());
        fill(states, events, List.of(new HostTraces.Host("id 0", "host 0", null, null)), guest -> null);
        return states;
    }

    private static void fill(ITmfStateSystemBuilder states, List<HostEvent> all, List<HostTraces.Host> of, Function<Guest, Symbols> symbols) {
        try (ModelPass pass = new ModelPass(states, of, List.of(), symbols)) {
            all.forEach(pass::accept);
            pass.finish();
        }
        states.closeHistory(all.get(all.size() - 1).time());
    }
}
