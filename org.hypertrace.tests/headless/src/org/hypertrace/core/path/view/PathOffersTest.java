/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphDataProvider;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataProvider;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.response.ITmfResponse.Status;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.analysis.ModelStates;
import org.hypertrace.core.path.CriticalPaths;
import org.hypertrace.core.path.FoundPath;
import org.hypertrace.core.path.PathAnalysis;
import org.hypertrace.core.path.PathQuery;
import org.hypertrace.core.path.PathSubject;
import org.hypertrace.core.provider.Providers;
import org.hypertrace.core.view.PathOffer;
import org.hypertrace.testing.OpenedTrace;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.log.ProviderDump;
import org.hypertrace.testing.scenario.example.Reboots;
import org.hypertrace.testing.story.RecordedStory;
import org.hypertrace.testing.story.RestartStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever views offer a path of has one, and it is in the time of what was offered. */
@Tag("platform")
class PathOffersTest {

    @TempDir
    Path folder;

    /** All offers of the views of a trace, by the names of the views. */
    private static Set<PathOffer> offers(ITmfTrace trace) throws InterruptedException {
        ModelStates.complete(trace);
        Set<PathOffer> offers = new LinkedHashSet<>();
        for (ITimeGraphDataProvider<?> provider : List.of(Providers.VIRTUAL_CPU.create(trace),
                Providers.VIRTUAL_RESOURCES.create(trace), Providers.BOOT.create(trace),
                Providers.SHUTDOWN.create(trace))) {
            ProviderDump shown = new ProviderDump(provider);
            PathOffer.Source source = (PathOffer.Source) provider;
            for (TimeGraphEntryModel entry : shown.entries()) {
                long step = Math.max(1, (entry.getEndTime() - entry.getStartTime()) / 1000);
                for (long time = entry.getStartTime(); time < entry.getEndTime(); time += step) {
                    offers.addAll(source.offers(entry.getId(), time));
                }
            }
        }
        for (ITmfTreeDataProvider<TmfTreeDataModel> table : tables(trace)) {
            var response = table.fetchTree(Map.of(), null);
            assertEquals(Status.COMPLETED, response.getStatus());
            response.getModel().getEntries().forEach(row -> offers.addAll(((PathOffer.Source) table).offers(row.getId(), 0)));
        }
        return offers;
    }

    private static List<ITmfTreeDataProvider<TmfTreeDataModel>> tables(ITmfTrace trace) {
        return List.of(Providers.INITCALLS.create(trace), Providers.BOOT_LEVELS.create(trace),
                Providers.DEVICES.create(trace));
    }

    private static List<String> found(ITmfTrace trace, Set<PathOffer> offers) {
        CriticalPaths paths = PathAnalysis.of(trace);
        List<String> names = new ArrayList<>();
        for (PathOffer offer : offers) {
            try {
                PathQuery query = PathQuery.of(offer.words());
                FoundPath found = paths.find(query);
                assertTrue(found.subject().begin() >= query.from() && found.subject().end() <= query.to(), offer.toString());
                names.add(offer.name());
            } catch (PathSubject.Unknown e) {
                throw new AssertionError(offer + ": " + e.getMessage(), e);
            }
        }
        return names;
    }

    @Test
    void ofARecordedBoot() throws Exception {
        OpenedTrace opened = OpenedTrace.of(Samples.trace("smp-guest"));
        try {
            Set<PathOffer> offers = offers(opened.trace());
            // few of very many initcalls: each is a walk
            Set<PathOffer> some = new LinkedHashSet<>();
            int initcalls = 0;
            for (PathOffer offer : offers) {
                if (!offer.name().startsWith("initcall ") || initcalls++ % 20 == 0) {
                    some.add(offer);
                }
            }
            List<String> names = found(opened.trace(), some);
            assertTrue(names.containsAll(List.of("sleep (68)", "vCPU 1 of smp", "boot 1 of smp", "level device", "boot 1, kernel")), names.toString());
            assertTrue(initcalls > 100, initcalls + " initcalls");
        } finally {
            opened.forget();
            opened.close();
        }
    }

    @Test
    void ofRestarts() throws Exception {
        OpenedTrace opened = OpenedTrace.of(Reboots.twoVms().in(folder).trace());
        try {
            Set<PathOffer> offers = offers(opened.trace());
            List<String> names = found(opened.trace(), offers);
            assertTrue(Stream.of("service (41)", "step notifiers", "notifier slow_notifier", "device disk").allMatch(names::contains),
                    offers.toString());
        } finally {
            opened.forget();
            opened.close();
        }
    }

    /** Also where boots begin otherwise than by a launch, and paths count them as views do. */
    @Test
    void ofBootsThatFollowEachOther() throws Exception {
        OpenedTrace opened = OpenedTrace.of(new RecordedStory(RestartStory.story()).in(folder));
        try {
            Set<PathOffer> offers = offers(opened.trace());
            List<String> names = found(opened.trace(), offers);
            for (int boot = 1; boot <= 4; boot++) {
                String name = "boot " + boot + " of ";
                assertTrue(names.stream().anyMatch(one -> one.startsWith(name)), offers.toString());
            }
        } finally {
            opened.forget();
            opened.close();
        }
    }
}
