/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade.view;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.settings.SymbolChoices;
import org.hypertrace.core.upgrade.Campaign;
import org.hypertrace.core.upgrade.CampaignCache;
import org.hypertrace.core.upgrade.CampaignProfile;
import org.hypertrace.core.upgrade.Restart;
import org.hypertrace.core.upgrade.Segment;
import org.hypertrace.core.upgrade.UpgradeWords;
import org.hypertrace.core.upgrade.probe.Witness;
import org.hypertrace.core.upgrade.probe.WitnessFile;
import org.hypertrace.core.vcpu.VcpuAttributes;
import org.hypertrace.core.vcpu.VcpuState;
import org.hypertrace.core.vcpu.view.VcpuStyles;
import org.hypertrace.core.view.ModelTimeGraphProvider;
import org.hypertrace.core.view.OrderedEntry;
import org.hypertrace.core.view.PathOffer;
import org.hypertrace.core.view.Span;
import org.hypertrace.core.view.SpanRow;
import org.hypertrace.core.view.StateRow;
import org.hypertrace.core.view.StateRow.Look;

/**
 * The rows of a rolling upgrade. One has what the campaign waits for. Each node has the phases of its restarts, when it serves and what its
 * vCPUs do: its own time and the host's. Others have how many nodes serve, and what is lost meanwhile. All but the vCPUs is known when
 * the tree is asked for; those rows are then drawn without a query.
 */
public final class UpgradeDataProvider extends ModelTimeGraphProvider implements PathOffer.Source, RunOffer.Source {

    /** The id of this data provider. */
    public static final String ID = "org.hypertrace.core.upgrade";

    /** What a row shows, of which node; null: of none. */
    private record Shown(CampaignProfile profile, SpanRow row, String node) { }

    private final Map<Long, Shown> fShown = new ConcurrentHashMap<>();

    /** @param trace a trace or experiment */
    public UpgradeDataProvider(ITmfTrace trace) {
        super(ID, trace);
    }

    @Override
    protected Object variant(Map<String, Object> parameters) {
        return SymbolChoices.changes();
    }

    @Override
    protected void add(ITmfStateSystem states, boolean complete, Object variant, List<TimeGraphEntryModel> entries)
            throws StateSystemDisposedException {
        if (!complete) {
            // a campaign is known when all of it is
            return;
        }
        try {
            CampaignProfile profile = CampaignCache.of(trace(), states);
            if (profile == null) {
                explain(-1, UpgradeWords.none(trace().getName()), entries);
            } else {
                new Rows(states, profile, witness(profile.campaign(), entries), entries).add();
            }
        } catch (IOException e) {
            explain(-1, String.valueOf(e.getMessage()), entries);
        }
    }

    /** A file that is wrong is named; the campaign is known without it. */
    private Witness witness(Campaign campaign, List<TimeGraphEntryModel> entries) throws StateSystemDisposedException {
        try {
            return WitnessFile.of(trace(), campaign);
        } catch (IOException e) {
            explain(-1, String.valueOf(e.getMessage()), entries);
            return null;
        }
    }

    /** Adds the rows of a campaign. */
    private final class Rows {
        private final ITmfStateSystem fStates;
        private final CampaignProfile fProfile;
        private final Campaign fCampaign;
        private final UpgradeRows fRows;
        private final ProberRows fProber;
        private final List<TimeGraphEntryModel> fEntries;

        Rows(ITmfStateSystem states, CampaignProfile profile, Witness witness, List<TimeGraphEntryModel> entries) {
            fStates = states;
            fProfile = profile;
            fCampaign = profile.campaign();
            fRows = new UpgradeRows(profile);
            fProber = new ProberRows(witness, states.getCurrentEndTime());
            fEntries = entries;
        }

        void add() {
            int place = 0;
            long campaign = add("campaign", -1, "Campaign", null, fRows.chain(), place++);
            if (fCampaign.controller() != null) {
                vcpus(campaign, fCampaign.controller(), 0);
            }
            for (String node : fCampaign.nodes()) {
                long id = add("node " + node, -1, node, node, fRows.phases(node), place++);
                add("serves " + node, id, "Serves", node, fRows.serving(node, fStates.getStartTime()), 0);
                prober(Witness.Kind.ABSENCE, node, id, 1);
                vcpus(id, node, 2);
            }
            long serving = add("serving", -1, "Nodes that serve", null, fRows.counts(), place);
            int lack = 0;
            for (UpgradeRows.Named row : fRows.lacks()) {
                long id = add("lack " + row.name(), serving, row.name(), null, row.spans(), lack++);
                if (row.kind() != null) {
                    prober(row.kind(), null, id, 0);
                }
            }
        }

        private void prober(Witness.Kind kind, String node, long parent, int place) {
            if (fProber.has(kind, node)) {
                add("prober " + kind + ' ' + node, parent, "Prober", node, fProber.of(kind, node), place);
            }
        }

        private long add(String key, long parent, String name, String node, List<Span> spans, int place) {
            long id = id(key);
            SpanRow row = new SpanRow(spans, 0);
            long begin = spans.stream().mapToLong(Span::begin).reduce(fCampaign.begin(), Math::min);
            long end = spans.stream().mapToLong(Span::end).reduce(fCampaign.end(), Math::max);
            fEntries.add(new OrderedEntry(id, parent, name, begin, end, true, place));
            fShown.put(id, new Shown(fProfile, row, node));
            show(id, row);
            return id;
        }

        /** What the vCPUs of a node or controller do, of all processes that run it. */
        private void vcpus(long parent, String name, int from) {
            int place = from;
            List<CampaignProfile.Process> processes = fProfile.processes(name);
            for (CampaignProfile.Process process : processes) {
                for (Machines.Vcpu vcpu : process.vm().vcpus()) {
                    long id = id("vcpu " + vcpu.quark());
                    String label = processes.size() == 1 && name.equals(process.vm().label()) ? "vCPU " + vcpu.number() : process.vm().who().vcpu(vcpu.number());
                    fEntries.add(new OrderedEntry(id, parent, label, vcpu.begin(), vcpu.end(), true, place++));
                    fShown.put(id, new Shown(fProfile, new SpanRow(List.of(), 0), name));
                    show(id, new StateRow(fStates.optQuarkRelative(vcpu.quark(), VcpuAttributes.STATE), vcpu.begin(), vcpu.end(),
                            (value, time) -> look(VcpuState.of(value))));
                }
            }
        }
    }

    private static Look look(VcpuState state) {
        return new Look(state.label(), VcpuStyles.of(state).style());
    }

    @Override
    protected Map<String, String> tooltip(ITmfStateSystem states, long entry, long time) {
        Shown shown = fShown.get(entry);
        Span span = shown == null ? null : shown.row().at(time);
        return span == null ? Map.of() : UpgradeTooltip.of(shown.profile(), span.what());
    }

    @Override
    public List<PathOffer> offers(long entry, long time) {
        Shown shown = fShown.get(entry);
        if (shown == null) {
            return List.of();
        }
        Span span = shown.row().at(time);
        UpgradeOffers offers = new UpgradeOffers(shown.profile());
        if (span != null && span.what() instanceof UpgradeTooltip.PhaseOf phase) {
            return offers.of(phase.restart(), phase.phase());
        }
        return shown.node() != null ? List.of() : offers.of(span != null && span.what() instanceof Segment segment ? segment : null);
    }

    @Override
    public List<RunOffer> runs(long entry, long time) {
        Shown shown = fShown.get(entry);
        Span span = shown == null ? null : shown.row().at(time);
        if (span != null && span.what() instanceof Segment segment) {
            return shown.profile().campaign().restarts().stream().filter(restart -> restart.phases().contains(segment.of())).findFirst()
                    .map(UpgradeOffers::runs).orElse(List.of());
        }
        if (shown == null || shown.node() == null) {
            return List.of();
        }
        // the restart at that time, else the last one before it, else the first one
        List<Restart> own = new ArrayList<>(shown.profile().campaign().restarts().stream().filter(restart -> restart.node().equals(shown.node())).toList());
        own.sort(Comparator.comparingLong(Restart::begin));
        Restart at = own.isEmpty() ? null : own.get(0);
        for (Restart restart : own) {
            at = restart.begin() <= time ? restart : at;
        }
        return at == null ? List.of() : UpgradeOffers.runs(at);
    }

    @Override
    public void dispose() {
        super.dispose();
        fShown.clear();
    }
}
