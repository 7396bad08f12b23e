/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.settings.GuestSymbols;
import org.hypertrace.core.upgrade.plan.Mark;
import org.hypertrace.core.upgrade.plan.PlanJson;
import org.hypertrace.core.upgrade.plan.UpgradePlan;
import org.hypertrace.core.vcpu.VcpuState;
import org.hypertrace.testing.log.CampaignLines;
import org.hypertrace.testing.log.Modelled;
import org.hypertrace.testing.story.UpgradeStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Campaigns as stories, with what the definition gives for them: phases, windows, chain. Times are ms. */
@Tag("plain")
class CampaignTest {

    private static final long MS = 1_000_000;
    private static final String PRIMARY = "{\"version\":1,\"active\":[\"primary\"]}";

    private static CampaignProfile profile(String story, String plan) throws IOException, StateSystemDisposedException {
        ITmfStateSystem states = Modelled.of(UpgradeStory.events(story)::forEach, guest -> null);
        return CampaignProfile.of("story", states, plan == null ? UpgradePlan.NONE : PlanJson.of(plan, "plan"), new GuestSymbols(List.of(), List.of()));
    }

    private static Campaign of(String story, String plan) throws IOException, StateSystemDisposedException {
        CampaignProfile profile = profile(story, plan);
        return profile == null ? null : profile.campaign();
    }

    private static String without(String story, String... words) {
        String left = story;
        for (String word : words) {
            left = left.replaceAll("(?m)^.*" + word + ".*\n", "");
        }
        return left;
    }

    @Test
    void phasesWindowsAndChain() throws IOException, StateSystemDisposedException {
        Campaign campaign = of(UpgradeStory.CAMPAIGN, PRIMARY);
        assertEquals("n2: prepare 50, stop 10, shutdown 10, reset 10, firmware 20, kernel 10, levels 20, user space 10, application 20, notice 20",
                CampaignLines.phases(campaign, MS));
        assertEquals("redundancy [150, 260)\noutage \nno active [300, 320)\nsplit ", CampaignLines.windows(campaign, MS));
        assertEquals("con own 10, n2 prepare 50, n2 stop 10, n2 shutdown 10, n2 reset 10, n2 firmware 20, n2 kernel 10, n2 levels 20, "
                + "n2 user space 10, n2 application 20, con notice 20, con own 10, n1 switch-over: n1 is secondary 10, "
                + "n2 switch-over: n2 is primary 20, con switch-over: notice 10, con commit: notice 10", CampaignLines.chain(campaign, MS));
        assertEquals("prepare", campaign.longest().phase());
        assertEquals(0, campaign.problems().inconsistent());
    }

    @Test
    void withoutControllerAndReady() throws IOException, StateSystemDisposedException {
        Campaign campaign = of(without(UpgradeStory.CAMPAIGN, " con ", " ready"), PRIMARY);
        assertNull(campaign.controller());
        assertEquals("n2: stop 10, shutdown 10, reset 10, firmware 20, kernel 10, levels 20, user space 30 with application",
                CampaignLines.phases(campaign, MS));
        assertEquals(150 * MS, campaign.begin());
        assertEquals(260 * MS, campaign.end());
    }

    @Test
    void aNodeThatDoesNotComeBackIsOpen() throws IOException, StateSystemDisposedException {
        Campaign campaign = of(without(UpgradeStory.CAMPAIGN, "^230 n2", "^240 n2", "^260 n2", "^280 con", "^320 n2", "^330 con"), PRIMARY);
        assertEquals("n2 open: prepare 50, stop 10, shutdown 10, reset 10, firmware 20, kernel 10, levels 130", CampaignLines.phases(campaign, MS));
        assertEquals("redundancy [150, 340)\noutage \nno active [300, 340)\nsplit ", CampaignLines.windows(campaign, MS));
        assertEquals("con own 10, n2 prepare 50, n2 stop 10, n2 shutdown 10, n2 reset 10, n2 firmware 20, n2 kernel 10, n2 levels 80, "
                + "con commit: notice 50", CampaignLines.chain(campaign, MS));
        assertEquals(2, campaign.problems().unanswered());
        assertEquals("levels", campaign.longest().phase());
    }

    @Test
    void withoutItsEndACampaignLastsToTheEndOfTheTrace() throws IOException, StateSystemDisposedException {
        Campaign campaign = of(without(UpgradeStory.CAMPAIGN, "^230 n2", "^240 n2", "^260 n2", "^280 con", "^290 con", "^320 n2", "^3[34]. ")
                + "400 n1 other", PRIMARY);
        assertEquals(Source.ASSUMED, campaign.endBy());
        assertEquals(400 * MS, campaign.end());
        assertEquals("n2 open: prepare 50, stop 10, shutdown 10, reset 10, firmware 20, kernel 10, levels 190", CampaignLines.phases(campaign, MS));
    }

    @Test
    void aPanicOfTheNewKernelIsAnotherRestart() throws IOException, StateSystemDisposedException {
        Campaign campaign = of(without(UpgradeStory.CAMPAIGN, "^230 n2", "^240 n2") + """
                220 n2 panic
                225 n2 tsc_offset again
                235 n2 stage 1
                245 n2 level early
                250 n2 userspace
                255 n2 ready
                """, PRIMARY);
        assertEquals("""
                n2: prepare 50, stop 10, shutdown 10, reset 10, firmware 20, kernel 10, levels 10
                n2, restart 2: shutdown 5 with reset, firmware 10, kernel 10, levels 5, user space 5, application 5, notice 20""",
                CampaignLines.phases(campaign, MS));
        assertEquals("con own 10, n2 prepare 50, n2 stop 10, n2 shutdown 10, n2 reset 10, n2 firmware 20, n2 kernel 10, n2 levels 10, "
                + "n2 shutdown 5, n2 firmware 10, n2 kernel 10, n2 levels 5, n2 user space 5, n2 application 5, con notice 20, con own 10, "
                + "n1 switch-over: n1 is secondary 10, n2 switch-over: n2 is primary 20, con switch-over: notice 10, con commit: notice 10",
                CampaignLines.chain(campaign, MS));
    }

    @Test
    void addressesShowKernelAndUserSpaceOfAGuestThatReportsNothing() throws IOException, StateSystemDisposedException {
        Campaign campaign = of("""
                10 n1 code high
                10 n2 code high
                175 n2 exit SHUTDOWN
                180 n2 tsc_offset again
                190 n2 code low
                200 n2 code high
                230 n2 code low
                400 n1 other
                """, null);
        assertEquals("n2: reset 5, firmware 20, kernel 30 with levels", CampaignLines.phases(campaign, MS));
        assertEquals(Source.HOST, campaign.restarts().get(0).points().get(Point.KERNEL).by());
        assertEquals(Point.USER_SPACE, campaign.restarts().get(0).servesBy());
    }

    @Test
    void whatIsNotKnownIsOnlyPossible() throws IOException, StateSystemDisposedException {
        Campaign campaign = of(without(UpgradeStory.CAMPAIGN, "^.* n1 "), "{\"version\":1,\"nodes\":[\"n1\",\"n2\"]}");
        // n1 is not in the trace at all: it certainly does not serve
        assertEquals("redundancy [90, 340)\noutage [150, 260)", CampaignLines.windows(campaign, MS));
        campaign = of(without(UpgradeStory.CAMPAIGN, "^[123]. n1 ", "^300 n1", "^335 n1") + "105 n1 ready\n", "{\"version\":1,\"nodes\":[\"n1\",\"n2\"]}");
        assertEquals("redundancy [150, 260) possibly [90, 105) [150, 260)\noutage ", CampaignLines.windows(campaign, MS));
    }

    @Test
    void signalsThatContradictAreCounted() throws IOException, StateSystemDisposedException {
        Campaign campaign = of(UpgradeStory.CAMPAIGN + """
                91 con mark "upgrade begin"
                92 con mark "upgrade restart nobody"
                93 con mark "upgrade back n2"
                94 n1 mark "upgrade end"
                """, PRIMARY);
        assertEquals(4, campaign.problems().inconsistent());
        assertEquals(250 * MS, campaign.duration());
    }

    @Test
    void partsSumToTheWhole() throws IOException, StateSystemDisposedException {
        CampaignProfile profile = profile(UpgradeStory.CAMPAIGN, PRIMARY);
        Campaign campaign = profile.campaign();
        assertEquals(campaign.duration(), campaign.chain().stream().mapToLong(Segment::duration).sum());
        assertEquals(campaign.duration(), profile.spent().whole());
        assertEquals(campaign.duration(), profile.byPhase().stream().mapToLong(CampaignProfile.Sum::duration).sum());
        campaign.restarts().forEach(restart -> restart.phases().forEach(phase -> assertEquals(phase.duration(), profile.spent(phase).whole())));
        campaign.chain().forEach(segment -> assertEquals(segment.duration(), profile.spent(segment).whole()));
    }

    @Test
    void marksWithoutEndAreBounded() {
        List<Mark> marks = new ArrayList<>(List.of(new Mark(1, 1, "upgrade begin")));
        for (int i = 0; i < 100_000; i++) {
            marks.add(new Mark(2 + i, 1, i % 2 == 0 ? "upgrade restart n2" : "upgrade back n2"));
        }
        Campaign campaign = Campaign.of(List.of(new Machine("con", "con", null, null, marks, 7, List.of())),
                new UpgradePlan(null, List.of("n2"), -1, 1, Set.of(), List.of()), 0, 200_000);
        assertEquals(Campaign.MAX_SIGNALS, campaign.signals().size());
        assertEquals(100_001 - Campaign.MAX_SIGNALS + 7, campaign.problems().leftOut());
        assertEquals(campaign.duration(), campaign.chain().stream().mapToLong(Segment::duration).sum());
    }

    /** A process that sets marks again and again: of all guests 65536 are kept, and the report counts the rest. */
    @Test
    void marksOfAGuestWithoutEndAreReported(@TempDir Path folder) throws IOException, StateSystemDisposedException {
        int more = 100;
        String story = UpgradeStory.CAMPAIGN.replaceAll("(?m)^3[34]\\d .*\n", "") + "350 n1 mark value 3\n".repeat((1 << 16) - 9 + more)
                + "400 con mark \"upgrade end\"\n";
        ITmfStateSystem states = Modelled.of(UpgradeStory.events(story), folder.resolve("model"));
        Campaign campaign = CampaignProfile.of("story", states, PlanJson.of(PRIMARY, "plan"), new GuestSymbols(List.of(), List.of())).campaign();
        // the last one, the campaign's end, is one of these
        assertEquals(more + 1, campaign.problems().leftOut());
        assertTrue(UpgradeWords.findings(campaign).contains("There are 101 marks, signals or restarts that are not kept."), UpgradeWords.findings(campaign)
                .toString());
    }

    /** Two nodes with 600 restarts each: 1024 are kept, the rest is counted and reported. */
    @Test
    void restartsWithoutEndAreBounded(@TempDir Path folder) throws IOException, StateSystemDisposedException {
        StringBuilder story = new StringBuilder();
        for (int i = 1; i <= 600; i++) {
            for (String node : List.of("n1", "n2")) {
                story.append(10 * i).append(' ').append(node).append(" exit SHUTDOWN\n").append(10 * i + 1).append(' ').append(node)
                        .append(" tsc_offset again\n").append(10 * i + 2).append(' ').append(node).append(" stage 1\n");
            }
        }
        ITmfStateSystem states = Modelled.of(UpgradeStory.events(story.toString()), folder.resolve("model"));
        Campaign campaign = CampaignProfile.of("story", states, UpgradePlan.NONE, new GuestSymbols(List.of(), List.of())).campaign();
        assertEquals(Campaign.MAX_RESTARTS, campaign.restarts().size());
        assertEquals(2 * 600 - Campaign.MAX_RESTARTS, campaign.problems().leftOut());
        assertEquals(true, UpgradeWords.findings(campaign).contains("There are 176 marks, signals or restarts that are not kept."),
                UpgradeWords.findings(campaign).toString());
        assertEquals(campaign.duration(), campaign.chain().stream().mapToLong(Segment::duration).sum());
    }

    @Test
    void thePhaseThatTakesLongerIsTheCause() throws IOException, StateSystemDisposedException {
        CampaignProfile a = profile(UpgradeStory.CAMPAIGN, PRIMARY);
        // the application waits 15 ms more, and the controller sees it 15 ms sooner: the end comes 10 ms later
        CampaignProfile b = profile(UpgradeStory.CAMPAIGN.replace("260 n2", "275 n2").replace("340 con", "350 con"), PRIMARY);
        CampaignComparison comparison = compared(a, b);
        assertEquals("application of n2: 20 35, -15", comparison.cause().name() + " of " + comparison.cause().node() + ": " + comparison.cause().a() / MS + ' '
                + comparison.cause().b() / MS + ", " + comparison.cause().contribution() / MS);
        assertEquals("upgrade 250 260", comparison.rows().get(0).name() + ' ' + comparison.rows().get(0).a() / MS + ' ' + comparison.rows().get(0).b() / MS);
        // what only one of them reports is no cause
        assertNull(compared(profile(UpgradeStory.CAMPAIGN, PRIMARY), profile(without(UpgradeStory.CAMPAIGN, " con "), PRIMARY)).cause());
    }

    private static CampaignComparison compared(CampaignProfile a, CampaignProfile b) {
        return CampaignComparison.of(new CampaignGroup("A", List.of(a)), new CampaignGroup("B", List.of(b)), false);
    }

    /** The application takes 20 + i ms in A and 30 + i in B: of 16 ratios the median, between the ends of the exact interval, chance 2 of 70. */
    @Test
    void repetitionsHaveAnIntervalAndAChance() throws IOException, StateSystemDisposedException {
        List<CampaignProfile> a = new ArrayList<>();
        List<CampaignProfile> b = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            a.add(profile(UpgradeStory.CAMPAIGN.replace("260 n2", 260 + i + " n2"), PRIMARY));
            b.add(profile(UpgradeStory.CAMPAIGN.replace("260 n2", 270 + i + " n2"), PRIMARY));
        }
        CampaignComparison comparison = CampaignComparison.of(new CampaignGroup("old-*", a), new CampaignGroup("new-*", b), false);
        CampaignComparison.Row application = comparison.rows().stream().filter(row -> row.section() == CampaignComparison.Section.RESTART
                && row.name().equals("application")).findFirst().orElseThrow();
        assertEquals(2. / 70, application.speedUp().chance(), 1e-12);
        // all 16 ratios from 20/33 to 23/30, as 2 of 70 is more than 2.5 % at each end only from the second on
        assertEquals("20/33 23/30", application.speedUp().low() + " " + application.speedUp().high());
        // equal durations: the second of four is the median one
        assertEquals("21 31", application.a() / MS + " " + application.b() / MS);
        assertEquals(4, comparison.repetitions());
        // Holm: the least chance times the number of questions. Four of each are too few to name one of so many
        long questions = comparison.rows().stream().skip(1).filter(row -> !Double.isNaN(row.speedUp().chance())).count();
        assertEquals(Math.min(1, questions * 2. / 70), application.corrected(), 1e-12);
        assertTrue(Double.isNaN(comparison.rows().get(0).corrected()));
        assertNull(comparison.cause());
        assertEquals("Both upgrades took 250 ms.", words(comparison));
    }

    /** With eight of each a chance of 2 in 12870 is left after the correction; equal upgrades have no cause. */
    @Test
    void onlyWhatIsMoreThanChanceIsNamed() throws IOException, StateSystemDisposedException {
        List<CampaignProfile> a = new ArrayList<>();
        List<CampaignProfile> b = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            a.add(profile(UpgradeStory.CAMPAIGN.replace("260 n2", 260 + i + " n2").replace("340 con", 350 + i + " con"), PRIMARY));
            b.add(profile(UpgradeStory.CAMPAIGN.replace("260 n2", 270 + i + " n2").replace("340 con", 360 + i + " con"), PRIMARY));
        }
        CampaignComparison comparison = CampaignComparison.of(new CampaignGroup("old", a), new CampaignGroup("new", b), false);
        assertEquals("application of n2", comparison.cause().name() + " of " + comparison.cause().node());
        assertEquals("The upgrade of new took 10.0 ms longer, most of it in application of n2: 10.0 ms, not by the host.", words(comparison));
        List<CampaignProfile> some = List.of(a.get(1), a.get(3), a.get(5), a.get(7));
        List<CampaignProfile> others = List.of(a.get(0), a.get(2), a.get(4), a.get(6));
        CampaignComparison same = CampaignComparison.of(new CampaignGroup("some", some), new CampaignGroup("others", others), false);
        assertNull(same.cause());
        assertTrue(words(same).startsWith("No difference above noise: the upgrade of some took "), words(same));
    }

    private static String words(CampaignComparison comparison) {
        return UpgradeWords.comparison(comparison).stream().map(Object::toString).collect(Collectors.joining());
    }

    /** The second vCPU is in its guest from 205 on, in the middle of the phase kernel. The first is out of it from the triple fault to 200. */
    @Test
    void phasesHaveWhatEachVcpuDid() throws IOException, StateSystemDisposedException {
        CampaignProfile profile = profile(UpgradeStory.CAMPAIGN + "205 n2 vcpu 1\n", PRIMARY);
        Restart restart = profile.campaign().restarts().get(0);
        assertEquals("firmware 0: own 0, 1: own 0 unknown 20; kernel 0: own 10, 1: own 5 unknown 5; levels 0: own 20, 1: own 20",
                restart.phases().stream().filter(phase -> List.of("firmware", "kernel", "levels").contains(phase.name()))
                        .map(phase -> phase.name() + profile.vcpus(phase).stream().map(CampaignTest::vcpu).collect(Collectors.joining(",")))
                        .collect(Collectors.joining("; ")));
        // no thread stands for the end of user space: it is the first vCPU's
        Phase stop = restart.phases().get(1);
        assertEquals("stop 10 0", stop.name() + ' ' + profile.spent(stop).own() / MS + ' ' + profile.spent(stop).ns(VcpuState.UNKNOWN));
        restart.phases().forEach(phase -> profile.vcpus(phase).forEach(vcpu -> assertEquals(phase.duration(), vcpu.spent().whole())));
        // the controller has one
        assertEquals(List.of(), profile.vcpus(restart.phases().get(restart.phases().size() - 1)));
    }

    private static String vcpu(CampaignProfile.VcpuTime vcpu) {
        long unknown = vcpu.spent().ns(VcpuState.UNKNOWN) / MS;
        return " " + vcpu.number() + ": own " + vcpu.spent().own() / MS + (unknown == 0 ? "" : " unknown " + unknown);
    }
}
