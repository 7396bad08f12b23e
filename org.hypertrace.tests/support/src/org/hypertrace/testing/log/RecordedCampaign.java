/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.log;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.settings.GuestSymbols;
import org.hypertrace.core.upgrade.CampaignProfile;
import org.hypertrace.core.upgrade.plan.UpgradePlan;
import org.hypertrace.testing.ReadEvents;
import org.hypertrace.testing.Samples;

/** The campaign of a recorded upgrade, in plain Java. */
public final class RecordedCampaign {

    private RecordedCampaign() {
    }

    /**
     * @param sample
     *            the name of a sample
     * @return all events of its host
     */
    public static List<HostEvent> events(String sample) throws IOException {
        List<HostEvent> events = new ArrayList<>();
        ReadEvents.of(Samples.trace(sample), events::add);
        return events;
    }

    /**
     * @param sample
     *            the name of a sample
     * @param events
     *            those of it that count
     * @param plan
     *            what marks mean
     * @return its campaign
     */
    public static CampaignProfile of(String sample, List<HostEvent> events, UpgradePlan plan) throws IOException, StateSystemDisposedException {
        Manifest manifest = Manifest.beside(Samples.trace(sample));
        return CampaignProfile.of(sample, Modelled.of(events::forEach, guest -> null, manifest), plan, new GuestSymbols(List.of(), List.of()));
    }

    /**
     * @param sample
     *            the name of a sample
     * @return the plan that was recorded with it
     */
    public static Path plan(String sample) {
        return Samples.trace(sample).resolveSibling("upgrade.json");
    }

    /**
     * @param sample
     *            the name of a sample that has its plan
     * @return its campaign
     */
    public static CampaignProfile of(String sample) throws IOException, StateSystemDisposedException {
        return of(sample, events(sample), UpgradePlan.read(plan(sample)));
    }
}
