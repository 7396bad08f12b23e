/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.sample;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.upgrade.Campaign;
import org.hypertrace.core.upgrade.CampaignProfile;
import org.hypertrace.core.upgrade.Phase;
import org.hypertrace.core.upgrade.Restart;
import org.hypertrace.core.upgrade.Segment;
import org.hypertrace.core.upgrade.UpgradeWords;
import org.hypertrace.core.upgrade.plan.UpgradePlan;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.log.RecordedCampaign;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The figures that the design has of the sample, to the ns: with its plan, without signals, and without a tracer in the guests. */
@Tag("long")
class UpgradeFiguresTest {

    private static final String SAMPLE = "rolling-upgrade";

    private static String phases(CampaignProfile profile, String node) {
        Restart restart = profile.campaign().restarts().stream().filter(one -> one.node().equals(node)).findFirst().orElseThrow();
        return restart.phases().stream().map(phase -> phase.name() + ' ' + phase.duration() + ' ' + profile.spent(phase).own() + ' '
                + profile.spent(phase).host()).collect(Collectors.joining("\n"));
    }

    private static long sum(Campaign campaign, ToLongFunction<Segment> of) {
        return campaign.chain().stream().mapToLong(of).sum();
    }

    @Test
    void theFiguresAreTheDesigns() throws IOException, StateSystemDisposedException {
        assumeTrue(Samples.ALL, "the sample takes some time to be read");
        List<HostEvent> all = RecordedCampaign.events(SAMPLE);
        withThePlan(RecordedCampaign.of(SAMPLE, all, UpgradePlan.read(Samples.archive(SAMPLE).resolveSibling("upgrade.json"))));
        less(16993385792L, "node-b, node-a do not report when they serve: the guest's own word that it is ready counts, which is earlier.",
                RecordedCampaign.of(SAMPLE, all, UpgradePlan.NONE));
        less(15920342150L, "Kernels of node-b, node-a report nothing: addresses of exits show when kernel and user space begin.",
                RecordedCampaign.of(SAMPLE, all.stream().filter(event -> !(event instanceof HostEvent.KvmHypercall)).toList(), UpgradePlan.NONE));
    }

    private static void withThePlan(CampaignProfile profile) {
        assertEquals("""
                prepare 1385765247 877192585 508572662
                shutdown 279683618 71647614 208036004
                reset 262324220 117434857 144889363
                firmware 4074948706 3625764862 449183844
                kernel 398253286 362093294 36159992
                levels 3879290460 2844170758 1035119702
                user space 270134330 231612743 38521587
                application 615206613 522532851 92673762
                notice 1223250105 1181181397 42068708""", phases(profile, "node-b"));
        assertEquals("""
                prepare 1199552458 771301240 428251218
                shutdown 142004099 25553461 116450638
                reset 271345864 124446563 146899301
                firmware 3195814198 2704701561 491112637
                kernel 254516904 237063252 17453652
                levels 3706848030 2723269768 983578262
                user space 258222077 222247191 35974886
                application 633868388 524477125 109391263
                notice 490138512 442831752 47306760""", phases(profile, "node-a"));
        Campaign campaign = profile.campaign();
        assertEquals("1795313430247300356 1795313454610414093 24363113737", campaign.begin() + " " + campaign.end() + ' ' + campaign.duration());
        assertEquals("[9779841233, 8462619560] 18242460793 0", campaign.redundancy().lost().stream().map(window -> window.duration()).toList() + " "
                + campaign.redundancy().sum() + ' ' + campaign.service().sum());
        assertEquals("[1795313442962521327] 801729414 []", campaign.role().lost().stream().map(window -> window.begin()).toList() + " " + campaign.role().sum()
                + ' ' + campaign.split());
        assertEquals("levels 7586138490, firmware 7270762904, prepare 2585317705, notice 1713388617, switch-over 1426021072, application 1249075001, "
                + "kernel 652770190, reset 533670084, user space 528356407, shutdown 421687717, commit 326728162, own 69197388",
                profile.byPhase().stream().map(sum -> sum.phase() + ' ' + sum.duration()).collect(Collectors.joining(", ")));
        assertEquals("19129775160 5233338577", sum(campaign, segment -> profile.spent(segment).own()) + " " + sum(campaign, segment -> profile.spent(segment)
                .host()));
        Phase longest = campaign.longest().of();
        assertEquals("firmware of node-b", longest.name() + " of " + longest.vm());
    }

    /** What is left reports how much it does not know. */
    private static void less(long redundancy, String finding, CampaignProfile profile) {
        assertEquals(redundancy, profile.campaign().redundancy().sum());
        assertTrue(UpgradeWords.findings(profile.campaign()).contains(finding), UpgradeWords.findings(profile.campaign()).toString());
    }
}
