/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.sample;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.analysis.ModelStates;
import org.hypertrace.core.path.FoundPath;
import org.hypertrace.core.path.PathAnalysis;
import org.hypertrace.core.path.PathClass;
import org.hypertrace.core.path.PathQuery;
import org.hypertrace.core.path.PathSubject;
import org.hypertrace.core.provider.Providers;
import org.hypertrace.core.upgrade.Campaign;
import org.hypertrace.core.upgrade.CampaignCache;
import org.hypertrace.core.upgrade.Phase;
import org.hypertrace.core.upgrade.Restart;
import org.hypertrace.core.upgrade.Segment;
import org.hypertrace.core.upgrade.view.UpgradeDataProvider;
import org.hypertrace.core.view.PathOffer;
import org.hypertrace.testing.OpenedTrace;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.log.ProviderDump;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The critical paths that are offered at every phase of an upgrade and on the whole of it: each can be found. */
@Tag("platform")
@EnabledIfSystemProperty(named = "hypertrace.samples", matches = "all")
class UpgradePathsTest {

    private final Map<String, PathOffer> fOffers = new TreeMap<>();

    private static FoundPath find(ITmfTrace trace, List<String> words) {
        try {
            return PathAnalysis.of(trace).find(PathQuery.of(words));
        } catch (PathSubject.Unknown e) {
            throw new AssertionError(words.toString(), e);
        }
    }

    private List<PathOffer> offers(UpgradeDataProvider provider, ProviderDump shown, String row, long time) {
        List<PathOffer> offers = provider.offers(shown.entry(row, 0).getId(), time);
        offers.forEach(offer -> fOffers.put(String.join(" ", offer.words()), offer));
        return offers;
    }

    @ParameterizedTest
    @ValueSource(strings = { "upgrade-signals", "upgrade-new-machines" })
    void everyPhaseAndTheCampaignHaveTheirPaths(String sample) throws Exception {
        OpenedTrace opened = OpenedTrace.of(Samples.trace(sample));
        try {
            Campaign campaign = CampaignCache.of(opened.trace(), ModelStates.complete(opened.trace())).campaign();
            UpgradeDataProvider provider = Providers.ROLLING_UPGRADE.create(opened.trace());
            ProviderDump shown = new ProviderDump(provider);
            for (Restart restart : campaign.restarts()) {
                for (Phase phase : restart.phases()) {
                    List<PathOffer> offers = offers(provider, shown, restart.node(), phase.begin() + phase.duration() / 2);
                    boolean isThere = !phase.name().equals("off");
                    assertEquals(isThere, offers.stream().anyMatch(offer -> offer.name().equals(phase.name() + " of " + phase.vm())), restart.label() + ' '
                            + phase.name() + ": " + offers);
                    assertTrue(offers.stream().anyMatch(offer -> offer.name().equals("the controller's wait for " + restart.node() + ", with what it awaits")),
                            offers.toString());
                }
            }
            Set<List<String>> whole = new LinkedHashSet<>();
            for (Segment segment : campaign.chain()) {
                offers(provider, shown, "Campaign", segment.begin() + segment.duration() / 2).stream()
                        .filter(offer -> offer.name().startsWith("the campaign")).forEach(offer -> whole.add(offer.words()));
            }
            assertEquals(2, whole.size(), whole.toString());
            for (PathOffer offer : fOffers.values()) {
                FoundPath path = find(opened.trace(), offer.words());
                assertEquals(path.subject().end() - path.subject().begin(), path.sums().classes().values().stream().mapToLong(Long::longValue).sum(), offer.name());
            }
            whatIsAwaitedFollowsOneAnother(opened.trace(), List.copyOf(whole).get(1));
        } finally {
            opened.forget();
            opened.close();
        }
    }

    /** The path of a part of the time is that part of the path: so the whole consists of paths that await one mark each. */
    private static void whatIsAwaitedFollowsOneAnother(ITmfTrace trace, List<String> words) {
        FoundPath whole = find(trace, words);
        int marks = (int) words.stream().filter("--awaits"::equals).count();
        assertTrue(marks > 3 && marks == whole.awaited().size(), words.toString());
        Map<PathClass, Long> sums = new TreeMap<>();
        long from = whole.subject().begin();
        List<String> subject = words.subList(0, words.indexOf("--awaits"));
        for (FoundPath.Awaited awaited : whole.awaited()) {
            // the mark itself must be in the time that is asked for: that ns is the subject's
            add(find(trace, within(subject, from, awaited.by().end() + 1, "--awaits", awaited.mark().word())), sums);
            from = awaited.by().end();
        }
        add(find(trace, within(subject, from, whole.subject().end())), sums);
        whole.sums().classes().forEach((kind, ns) -> assertTrue(Math.abs(ns - sums.getOrDefault(kind, 0L)) <= marks, kind + ": " + sums));
        FoundPath alone = find(trace, subject);
        assertTrue(whole.sums().classes().get(PathClass.WORK) > alone.sums().classes().get(PathClass.WORK), whole.sums() + " and " + alone.sums());
    }

    private static List<String> within(List<String> subject, long from, long to, String... awaits) {
        List<String> words = new ArrayList<>(subject);
        words.addAll(List.of("--from", Long.toString(from), "--to", Long.toString(to)));
        Stream.of(awaits).forEach(words::add);
        return words;
    }

    private static void add(FoundPath path, Map<PathClass, Long> to) {
        path.sums().classes().forEach((kind, ns) -> to.merge(kind, ns, Long::sum));
    }
}
