/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.shutdown.view;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.analysis.MissingDataMessage;
import org.hypertrace.core.boot.view.LifeMark;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.settings.GuestSymbols;
import org.hypertrace.core.settings.SymbolChoices;
import org.hypertrace.core.shutdown.GuestShutdown;
import org.hypertrace.core.shutdown.ShutdownProfile;
import org.hypertrace.core.shutdown.ShutdownTimesCache;
import org.hypertrace.core.shutdown.Shutdowns;
import org.hypertrace.core.shutdown.track.ShutdownKind;
import org.hypertrace.core.view.ModelTimeGraphProvider;
import org.hypertrace.core.view.PathOffer;
import org.hypertrace.core.view.Span;
import org.hypertrace.core.view.SpanRow;

/**
 * The rows of how guests shut down: host → VM → shutdown with its steps. Below it are the processes that user space waited for, notifiers
 * and devices. All of it is read when the tree is asked for; rows are then drawn without a query.
 */
public final class ShutdownDataProvider extends ModelTimeGraphProvider implements LifeMark.Source, PathOffer.Source {

    /** The id of this data provider. */
    public static final String ID = "org.hypertrace.core.shutdown";

    /** What a row shows, of which shutdown. */
    private record Shown(ShutdownProfile profile, SpanRow row, boolean isWhole) { }

    private final Map<Long, Shown> fShown = new ConcurrentHashMap<>();

    /** @param trace a trace or experiment */
    public ShutdownDataProvider(ITmfTrace trace) {
        super(ID, trace);
    }

    @Override
    protected Object variant(Map<String, Object> parameters) {
        // with other symbols parts have other names
        return SymbolChoices.changes();
    }

    @Override
    protected void add(ITmfStateSystem states, boolean complete, Object variant, List<TimeGraphEntryModel> entries)
            throws StateSystemDisposedException {
        if (!complete) {
            // where the time went is known when all is
            return;
        }
        GuestSymbols symbols = symbols();
        Map<Machines.Host, List<ShutdownProfile>> hosts = new LinkedHashMap<>();
        for (GuestShutdown shutdown : Shutdowns.of(states)) {
            hosts.computeIfAbsent(shutdown.host(), host -> new ArrayList<>()).add(ShutdownTimesCache.of(states, shutdown, symbols));
        }
        hosts.forEach((host, profiles) -> add(host, profiles, entries));
        if (entries.isEmpty()) {
            explain(-1, MissingDataMessage.noShutdown(), entries);
        }
    }

    private GuestSymbols symbols() {
        try {
            return GuestSymbols.of(trace());
        } catch (IOException e) {
            // the manifest was right when the trace was opened: then there would be no model
            return new GuestSymbols(List.of(), List.of());
        }
    }

    private void add(Machines.Host host, List<ShutdownProfile> profiles, List<TimeGraphEntryModel> entries) {
        long id = id(host.id());
        entries.add(new TimeGraphEntryModel(id, -1, host.name(), host.begin(), host.end(), false));
        String last = null;
        for (ShutdownProfile profile : profiles) {
            GuestShutdown shutdown = profile.shutdown();
            String guest = host.id() + '/' + shutdown.who().key() + '/' + shutdown.who().nested();
            if (!guest.equals(last)) {
                List<GuestShutdown> own = profiles.stream().map(ShutdownProfile::shutdown)
                        .filter(one -> one.who().equals(shutdown.who())).toList();
                entries.add(new TimeGraphEntryModel(id(guest), id, shutdown.guest(),
                        own.stream().mapToLong(GuestShutdown::begin).min().getAsLong(),
                        own.stream().mapToLong(GuestShutdown::end).max().getAsLong(), false));
                last = guest;
            }
            add(guest + '/' + shutdown.number(), id(guest), profile, entries);
        }
    }

    private void add(String key, long guest, ShutdownProfile profile, List<TimeGraphEntryModel> entries) {
        ShutdownKind kind = profile.shutdown().kind();
        ShutdownRows rows = new ShutdownRows(profile);
        long whole = add(key, guest, (kind == null ? "shutdown" : kind.key()) + ' ' + profile.shutdown().number(),
                new Shown(profile, new SpanRow(rows.steps(), 0), true), entries);
        for (ShutdownRows.Named row : rows.details()) {
            add(key + '/' + row.name(), whole, row.name(), new Shown(profile, new SpanRow(row.spans(), 0), false), entries);
        }
    }

    private long add(String key, long parent, String name, Shown shown, List<TimeGraphEntryModel> entries) {
        long id = id(key);
        GuestShutdown shutdown = shown.profile().shutdown();
        entries.add(new TimeGraphEntryModel(id, parent, name, shutdown.begin(), shutdown.end()));
        fShown.put(id, shown);
        show(id, shown.row());
        return id;
    }

    @Override
    protected Map<String, String> tooltip(ITmfStateSystem states, long entry, long time) {
        Shown shown = fShown.get(entry);
        Span span = shown == null ? null : shown.row().at(time);
        return span == null ? Map.of() : ShutdownTooltip.of(shown.profile(), span.what());
    }

    @Override
    public List<PathOffer> offers(long entry, long time) {
        Shown shown = fShown.get(entry);
        Span span = shown == null ? null : shown.row().at(time);
        return span == null ? List.of() : ShutdownOffers.of(shown.profile(), span.what());
    }

    @Override
    public void dispose() {
        super.dispose();
        fShown.clear();
    }

    @Override
    public int number(long entry) {
        Shown shown = fShown.get(entry);
        return shown != null && shown.isWhole() ? shown.profile().shutdown().number() : 0;
    }

    @Override
    public List<LifeMark> marks(long entry) {
        Shown shown = fShown.get(entry);
        List<LifeMark> marks = new ArrayList<>();
        if (shown != null && shown.isWhole()) {
            GuestShutdown shutdown = shown.profile().shutdown();
            if (shutdown.kind() == ShutdownKind.PANIC) {
                marks.add(new LifeMark(entry, shutdown.kernel(), "panic", true));
            }
            if (shutdown.ending() != null) {
                marks.add(new LifeMark(entry, shutdown.end(), shutdown.ending().label(), false));
            }
        }
        marks.sort(Comparator.comparingLong(LifeMark::time));
        return marks;
    }
}
