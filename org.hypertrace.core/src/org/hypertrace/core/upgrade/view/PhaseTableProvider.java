/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade.view;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.analysis.MissingDataMessage;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.quantity.TableColumns;
import org.hypertrace.core.run.TimeSplit;
import org.hypertrace.core.run.TimeSplitText;
import org.hypertrace.core.upgrade.Campaign;
import org.hypertrace.core.upgrade.CampaignCache;
import org.hypertrace.core.upgrade.CampaignProfile;
import org.hypertrace.core.upgrade.Phase;
import org.hypertrace.core.upgrade.Restart;
import org.hypertrace.core.upgrade.Segment;
import org.hypertrace.core.upgrade.UpgradeWords;
import org.hypertrace.core.view.ModelTableProvider;
import org.hypertrace.core.view.PathOffer;

/**
 * The table of what a rolling upgrade consists of: every phase of every restart, and what else its chain waits for. Every row has its time,
 * so that one can go there.
 */
public final class PhaseTableProvider extends ModelTableProvider implements PathOffer.Source {

    /** The id of this data provider. */
    public static final String ID = "org.hypertrace.core.upgrade.phases";
    /** The headers of its columns; the last ones are the states of a vCPU, which sum to the duration. */
    public static final TableColumns COLUMNS = TimeSplitText.columns(TableColumns.of("Phase", "Of", "Restart", "Begin", "Duration", "Share of upgrade",
            "Longest blocker", "Begin known by").adding("Duration"), "Contains");

    private final Map<Long, List<PathOffer>> fOffers = new ConcurrentHashMap<>();

    /** @param trace a trace or experiment */
    public PhaseTableProvider(ITmfTrace trace) {
        super(ID, COLUMNS, trace, MissingDataMessage.of(trace));
    }

    @Override
    protected List<TmfTreeDataModel> rows(ITmfStateSystem states, Map<String, Object> parameters, IProgressMonitor monitor)
            throws StateSystemDisposedException, IOException {
        CampaignProfile profile = CampaignCache.of(trace(), states);
        if (profile == null) {
            return List.of(note(UpgradeWords.none(trace().getName())));
        }
        Campaign campaign = profile.campaign();
        UpgradeOffers offers = new UpgradeOffers(profile);
        Segment longest = campaign.longest();
        List<TmfTreeDataModel> rows = new ArrayList<>();
        for (Restart restart : campaign.restarts()) {
            for (Phase phase : restart.phases()) {
                List<Object> cells = cells(campaign, phase.name(), restart.node(), Amount.count(restart.number()), phase.begin(), phase.end(),
                        longest != null && longest.of() == phase, restart.points().get(phase.from()).by().key());
                add(rows, restart.label() + ' ' + phase.from(), cells, profile.spent(phase), contains(phase), phase.begin(), phase.end(),
                        offers.of(restart, phase));
            }
        }
        for (Segment segment : campaign.chain()) {
            if (segment.of() == null) {
                List<Object> cells = cells(campaign, segment.phase(), segment.vm() == null ? "" : segment.vm(), "", segment.begin(), segment.end(),
                        segment == longest, "");
                add(rows, "chain " + segment.begin(), cells, profile.spent(segment), "", segment.begin(), segment.end(), offers.of(segment));
            }
        }
        return rows;
    }

    private static List<Object> cells(Campaign campaign, String what, String of, Object restart, long begin, long end, boolean longest, String by) {
        return new ArrayList<>(List.of(what, of, restart, Amount.time(begin), Amount.ns(end - begin), Amount.share(end - begin, campaign.duration()),
                longest ? "longest" : "", by));
    }

    private static String contains(Phase phase) {
        return phase.open() ? "does not end" : String.join(", ", phase.merged());
    }

    private void add(List<TmfTreeDataModel> rows, String key, List<Object> cells, TimeSplit spent, String contains, long begin, long end,
            List<PathOffer> offers) {
        cells.addAll(TimeSplitText.cells(spent, contains));
        TmfTreeDataModel row = row(key, cells, begin, end);
        fOffers.put(row.getId(), offers);
        rows.add(row);
    }

    @Override
    public List<PathOffer> offers(long entry, long time) {
        return fOffers.getOrDefault(entry, List.of());
    }
}
