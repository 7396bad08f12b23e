/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphState;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.hypertrace.core.provider.Providers;
import org.hypertrace.core.view.PathOffer;
import org.hypertrace.testing.OpenedTrace;
import org.hypertrace.testing.log.ProviderDump;
import org.hypertrace.testing.story.ProberStory;
import org.hypertrace.testing.story.RecordedUpgrade;
import org.hypertrace.testing.story.UpgradeStory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A campaign whose phases, windows and chain follow from the definition: rows, what they show, tooltips, menus, the table. Times are ms. */
@Tag("platform")
class UpgradeDataProviderTest {

    private static final long MS = 1_000_000;
    private static final String PRIMARY = "{\"version\":1,\"active\":[\"primary\"]}";

    @TempDir
    Path folder;

    private OpenedTrace fOpened;
    private UpgradeDataProvider fProvider;
    private ProviderDump fShown;

    private void open(String story, String plan) throws Exception {
        open(story, plan, null);
    }

    private void open(String story, String plan, String prober) throws Exception {
        Path trace = RecordedUpgrade.in(story, plan, folder);
        if (prober != null) {
            Files.writeString(trace.resolveSibling("prober.csv"), prober);
        }
        fOpened = OpenedTrace.of(trace);
        fProvider = Providers.ROLLING_UPGRADE.create(fOpened.trace());
        fShown = new ProviderDump(fProvider);
    }

    @AfterEach
    void close() {
        fOpened.forget();
        fOpened.close();
    }

    /** All that a row shows, in ms. */
    private String row(String name, int number) {
        TimeGraphEntryModel entry = fShown.entry(name, number);
        List<Long> all = LongStream.rangeClosed(0, 400).map(ms -> ms * MS).boxed().toList();
        return fShown.states(entry, all).stream().filter(state -> state.getLabel() != null).map(UpgradeDataProviderTest::text).distinct()
                .collect(Collectors.joining("; "));
    }

    private static String text(ITimeGraphState state) {
        return state.getStartTime() / MS + "-" + (state.getStartTime() + state.getDuration()) / MS + ' ' + state.getLabel();
    }

    @Test
    void everyNodeHasItsRows() throws Exception {
        open(UpgradeStory.CAMPAIGN, PRIMARY);
        assertEquals("""
                Campaign
                  vCPU 0
                n1
                  Serves
                  vCPU 0
                n2
                  Serves
                  vCPU 0
                Nodes that serve
                  Redundancy lost
                  Outage
                  No active node
                  Split brain
                """, fShown.tree());
    }

    @Test
    void rowsShowTheChainPhasesAndWindows() throws Exception {
        open(UpgradeStory.CAMPAIGN, PRIMARY);
        assertEquals("90-100 own 10.0 ms; 100-150 longest: prepare of n2 50.0 ms; 150-160 stop of n2 10.0 ms; 160-170 shutdown of n2 10.0 ms; "
                + "170-180 reset of n2 10.0 ms; 180-200 firmware of n2 20.0 ms; 200-210 kernel of n2 10.0 ms; 210-230 levels of n2 20.0 ms; "
                + "230-240 user space of n2 10.0 ms; 240-260 application of n2 20.0 ms; 260-280 notice of n2 20.0 ms; 280-290 own 10.0 ms; "
                + "290-300 switch-over: n1 is secondary 10.0 ms; 300-320 switch-over: n2 is primary 20.0 ms; 320-330 switch-over: notice 10.0 ms; "
                + "330-340 commit: notice 10.0 ms", row("Campaign", 0));
        assertEquals("100-150 prepare 50.0 ms; 150-160 stop 10.0 ms; 160-170 shutdown 10.0 ms; 170-180 reset 10.0 ms; 180-200 firmware 20.0 ms; "
                + "200-210 kernel 10.0 ms; 210-230 levels 20.0 ms; 230-240 user space 10.0 ms; 240-260 application 20.0 ms; 260-280 notice 20.0 ms",
                row("n2", 0));
        assertEquals("", row("n1", 0));
        assertTrue(row("Serves", 0).contains("30-300 primary; 300-"), row("Serves", 0));
        assertTrue(row("Serves", 1).contains("31-150 secondary; 260-320 secondary; 320-"), row("Serves", 1));
        assertEquals("90-150 2 of 2; 150-260 1 of 2; 260-340 2 of 2", row("Nodes that serve", 0));
        assertEquals("150-260 110 ms without n2", row("Redundancy lost", 0));
        assertEquals("", row("Outage", 0));
        assertEquals("300-320 20.0 ms", row("No active node", 0));
        assertEquals("", row("Split brain", 0));
        // out of the guest from the triple fault to the kernel's first report
        assertEquals("175000000 200000000 host kernel", fShown.at(fShown.entry("vCPU 0", 2), 190 * MS));
    }

    @Test
    void whatIsOnlyPossibleIsHatched() throws Exception {
        String unknown = UpgradeStory.CAMPAIGN.lines().filter(line -> !line.matches("[123]. n1 .*|300 n1.*|335 n1.*")).collect(Collectors.joining("\n"));
        open(unknown + "\n105 n1 ready\n", "{\"version\":1,\"nodes\":[\"n1\",\"n2\"]}");
        assertEquals("90-105 possibly 15.0 ms; 150-260 110 ms without n2", row("Redundancy lost", 0));
        assertEquals("90-105 1 of 2, 1 not known; 105-150 2 of 2; 150-260 1 of 2; 260-340 2 of 2", row("Nodes that serve", 0));
        ITimeGraphState possible = fShown.states(fShown.entry("Redundancy lost", 0), List.of(100 * MS)).get(0);
        assertEquals(Boolean.TRUE, possible.getStyle().getStyleValues().get("hypertrace-hatched"));
        assertTrue(row("Serves", 0).startsWith("0-105 not known; 105-"), row("Serves", 0));
    }

    /** Questions every 8 ms, answered after 1 ms: n2 is first asked in vain at 152 and answers again at 264. */
    @Test
    void whatAProberSawStandsBesideIt() throws Exception {
        open(UpgradeStory.CAMPAIGN, PRIMARY, ProberStory.csv("n1 30-400, n1 primary 30-300, n2 31-150, n2 260-400, n2 primary 320-400", 8, 1, 400));
        assertTrue(fShown.tree().contains("""
                n1
                  Serves
                  vCPU 0
                n2
                  Serves
                  Prober
                  vCPU 0
                Nodes that serve
                  Redundancy lost
                    Prober
                  Outage
                  No active node
                    Prober
                  Split brain
                """), fShown.tree());
        String absence = "144-153 may begin; 153-256 no answer 113 ms; 256-265 may end";
        assertEquals(absence, row("Prober", 0));
        assertEquals(absence, row("Prober", 1));
        assertEquals("296-305 may begin; 305-312 no answer 17.0 ms; 312-321 may end", row("Prober", 2));
        ITimeGraphState edge = fShown.states(fShown.entry("Prober", 0), List.of(150 * MS)).get(0);
        assertEquals(Boolean.TRUE, edge.getStyle().getStyleValues().get("hypertrace-hatched"));
        String tooltip = fShown.tooltip(fShown.entry("Prober", 0), 200 * MS);
        assertTrue(tooltip.startsWith("Questions without an answer: 14\nBegins: from "), tooltip);
        assertTrue(tooltip.contains("\nComputed: agrees within a question and an answer"), tooltip);
    }

    @Test
    void aProberThatContradictsIsNotRight() throws Exception {
        open(UpgradeStory.CAMPAIGN, PRIMARY, ProberStory.csv("n1 30-64, n1 80-400, n2 31-128, n2 281-400", 8, 1, 400));
        assertTrue(fShown.tooltip(fShown.entry("Prober", 0), 72 * MS).contains("\nComputed: nothing"), fShown.tooltip(fShown.entry("Prober", 0), 72 * MS));
        String absence = fShown.tooltip(fShown.entry("Prober", 1), 200 * MS);
        assertTrue(absence.contains("\nComputed: begins 21.0 ms (21000000 ns) later, ends 20.0 ms (20000000 ns) earlier"), absence);
    }

    @Test
    void aProberThatCannotBeReadIsNamedBesideTheCampaign() throws Exception {
        open(UpgradeStory.CAMPAIGN, PRIMARY, "# period 0 ns\n");
        assertTrue(fShown.tree().contains("prober.csv: line 1 must be '# period N ns'"), fShown.tree());
        assertTrue(fShown.tree().contains("Nodes that serve"), fShown.tree());
    }

    @Test
    void tooltipsNamePointsAndHowTheyAreKnown() throws Exception {
        open(UpgradeStory.CAMPAIGN, PRIMARY);
        String firmware = fShown.tooltip(fShown.entry("n2", 0), 190 * MS);
        assertTrue(firmware.startsWith("Phase: firmware of n2\nBegins with: launched, known by host: the host resets or starts the machine\n"
                + "Ends with: kernel, known by guest: the kernel reports that it begins\n"), firmware);
        assertTrue(firmware.contains("Duration: 20.0 ms") && firmware.contains("8.00 % of the upgrade") && firmware.contains("The guest's own: "), firmware);
        String longest = fShown.tooltip(fShown.entry("Campaign", 0), 120 * MS);
        assertTrue(longest.startsWith("Waits for: prepare of n2\nLongest blocker: of this upgrade\n"), longest);
        assertTrue(longest.contains("Begins with: ordered, known by signal: the controller orders the restart\n"), longest);
        String lost = fShown.tooltip(fShown.entry("Redundancy lost", 0), 200 * MS);
        assertTrue(lost.startsWith("What: redundancy lost\nDo not serve: n2\n"), lost);
        String serves = fShown.tooltip(fShown.entry("Serves", 1), 270 * MS);
        assertTrue(serves.contains("Begins with: serves, known by signal: a process reports that it serves\n"), serves);
    }

    @Test
    void anAddressIsKnownByTheHost() throws Exception {
        open("""
                10 n1 code high
                10 n2 code high
                175 n2 exit SHUTDOWN
                180 n2 tsc_offset again
                190 n2 code low
                200 n2 code high
                230 n2 code low
                400 n1 other
                """, null);
        String kernel = fShown.tooltip(fShown.entry("n2", 0), 210 * MS);
        assertTrue(kernel.contains("Begins with: kernel, known by host: first VM exit at an address of a kernel\n"
                + "Ends with: userspace, known by host: first VM exit at an address of user space\n"
                + "Contains: levels, as their begins are not recorded\n"), kernel);
    }

    private String offers(String row, int number, long ms) {
        return fProvider.offers(fShown.entry(row, number).getId(), ms * MS).stream().map(UpgradeDataProviderTest::text).collect(Collectors.joining("\n"));
    }

    private static String text(PathOffer offer) {
        return offer.name() + ": " + String.join(" ", offer.words());
    }

    @Test
    void pathsAreOfPhasesOfWaitsAndOfTheCampaign() throws Exception {
        open(UpgradeStory.CAMPAIGN, PRIMARY);
        String wait = """
                the controller's wait for n2: --vm 100#1 --marks 1@100000000 1@280000000
                the controller's wait for n2, with what it awaits: --vm 100#1 --marks 1@100000000 1@280000000 --awaits 120#1:1@260000000""";
        assertEquals("levels of n2: --vm 120#1 --boot 2 --from 210000000 --to 230000000\n" + wait, offers("n2", 0, 220));
        assertEquals("application of n2: --vm 120#1 --vcpu 0 --from 240000000 --to 260000000\n"
                + "application of n2 with the thread that then reports that it serves: --vm 120#1 --vcpu 0 --from 240000000 --to 260000001 "
                + "--awaits 120#1:1@260000000\n" + wait, offers("n2", 0, 250));
        // it polls for the node, then for both roles
        String campaign = """
                the campaign: --vm 100#1 --marks 1@90000000 1@340000000
                the campaign, with what it awaits: --vm 100#1 --marks 1@90000000 1@340000000 --awaits 120#1:1@260000000 --awaits 110#1:1@300000000 --awaits \
                120#1:1@320000000""";
        assertEquals("notice of con: --vm 100#1 --vcpu 0 --from 260000000 --to 280000000\n" + wait + '\n' + campaign, offers("Campaign", 0, 270));
        assertEquals("own of con: --vm 100#1 --vcpu 0 --from 280000000 --to 290000000\n" + campaign, offers("Campaign", 0, 285));
        assertEquals("", offers("Redundancy lost", 0, 200).replaceAll("the campaign(, with what it awaits)?: .*", "").strip());
    }

    @Test
    void aBarLeadsToItsBootsAndItsShutdown() throws Exception {
        open(UpgradeStory.CAMPAIGN, PRIMARY);
        for (String row : List.of("n2", "Campaign")) {
            assertEquals("boot 1 of n2, shutdown 1 of n2, boot 2 of n2", fProvider.runs(fShown.entry(row, 0).getId(), 220 * MS).stream()
                    .map(RunOffer::label).collect(Collectors.joining(", ")));
        }
        assertEquals(List.of(), fProvider.runs(fShown.entry("n1", 0).getId(), 220 * MS));
    }

    @Test
    void theTableHasEveryPhaseAndWhatTheChainHasBesides() throws Exception {
        open(UpgradeStory.CAMPAIGN, PRIMARY);
        List<TmfTreeDataModel> rows = Providers.UPGRADE_PHASES.create(fOpened.trace()).fetchTree(Map.of(), null).getModel().getEntries();
        assertEquals(10 + 6, rows.size());
        assertEquals(List.of("prepare", "n2", "1"), rows.get(0).getLabels().subList(0, 3));
        assertEquals(List.of("50.0 ms", "20.00 %", "longest", "signal"), rows.get(0).getLabels().subList(4, 8));
        assertEquals("own 10.0 ms", rows.get(10).getLabels().get(0) + ' ' + rows.get(10).getLabels().get(4));
        assertTrue(rows.stream().allMatch(row -> row.getLabels().size() == PhaseTableProvider.COLUMNS.size()));
        assertEquals(List.of("longest"), rows.stream().map(row -> row.getLabels().get(6)).filter(text -> !text.isEmpty()).toList());
    }

    @Test
    void aTraceWithoutCampaignReportsWhatToRecord() throws Exception {
        open("10 n1 code high\n20 n1 code low\n", null);
        String why = "No VM restarts in " + fOpened.trace().getName() + ", and no mark of a process reports a rolling upgrade: record from before the first restart to after the "
                + "last one.\n";
        assertEquals(why, fShown.tree());
        assertEquals(List.of(why.strip()), Providers.UPGRADE_PHASES.create(fOpened.trace()).fetchTree(Map.of(), null).getModel().getEntries().stream()
                .map(row -> row.getLabels().stream().filter(text -> !text.isEmpty()).findFirst().orElse("")).toList());
    }

    @Test
    void aWrongPlanIsNamed() throws Exception {
        open(UpgradeStory.CAMPAIGN, "{\"version\":1,\"needed\":\"two\"}");
        assertTrue(fShown.tree().contains("upgrade.json: needed must be a whole number"), fShown.tree());
        assertEquals(1, Arrays.stream(fShown.tree().split("\n")).count());
    }
}
