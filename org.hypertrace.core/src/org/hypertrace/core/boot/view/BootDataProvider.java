/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot.view;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.analysis.MissingDataMessage;
import org.hypertrace.core.boot.BootSymbols;
import org.hypertrace.core.boot.Boots;
import org.hypertrace.core.boot.CrashReport;
import org.hypertrace.core.boot.GuestBoot;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.settings.GuestSymbols;
import org.hypertrace.core.settings.SymbolChoices;
import org.hypertrace.core.view.ModelTimeGraphProvider;
import org.hypertrace.core.view.OrderedEntry;
import org.hypertrace.core.view.PathOffer;
import org.hypertrace.core.view.Span;
import org.hypertrace.core.view.SpanRow;

/**
 * The rows of how guests boot: host → VM → boot with its life, and below it its levels and initcalls. All of it is read when the
 * tree is asked for; rows are then drawn without a query.
 * <p>
 * A client may align the boots by {@link #ALIGN}. Then times are relative to the anchor, which is at 0 in every row:
 * {@link #trueTime} and the tooltips show those of the trace. Rows of another alignment have other ids, so that only
 * {@code fetchTree} needs the parameters.
 */
public final class BootDataProvider extends ModelTimeGraphProvider implements LifeMark.Source, PathOffer.Source {

    /** The id of this data provider. */
    public static final String ID = "org.hypertrace.core.boot";
    /** A parameter of {@code fetchTree}: an {@link Anchor} as text. */
    public static final String ALIGN = "hypertrace_align";
    /** A parameter of {@code fetchTree}: a number, initcalls of less ns are not shown. */
    public static final String SHORTEST = "hypertrace_shortest";

    /** What makes another tree. */
    private record Variant(Anchor anchor, long shortest, int symbols) {

        /** What makes other entries: with other symbols they are the same. */
        String key() {
            return anchor + " " + shortest + ' ';
        }
    }

    /** What a row shows, of which boot. */
    private record Shown(GuestBoot boot, BootSymbols symbols, SpanRow row, boolean isLife) { }

    private final Map<Long, Shown> fShown = new ConcurrentHashMap<>();
    private volatile List<String> fLevels = List.of();

    /** @param trace a trace or experiment */
    public BootDataProvider(ITmfTrace trace) {
        super(ID, trace, MissingDataMessage.ofBoots(trace));
    }

    @Override
    protected Object variant(Map<String, Object> parameters) {
        long shortest = parameters.get(SHORTEST) instanceof Number number ? Math.max(0, number.longValue()) : 0;
        return new Variant(Anchor.of(parameters.get(ALIGN)), shortest, SymbolChoices.changes());
    }

    @Override
    protected void add(ITmfStateSystem states, boolean complete, Object variant, List<TimeGraphEntryModel> entries)
            throws StateSystemDisposedException {
        // a guest whose VM is not known yet may become another's
        List<GuestBoot> boots = Boots.of(states).stream().filter(boot -> complete || boot.vm() != null).toList();
        Set<String> levels = new LinkedHashSet<>();
        Map<Machines.Host, List<GuestBoot>> hosts = new LinkedHashMap<>();
        for (GuestBoot boot : boots) {
            boot.levels().forEach(level -> levels.add(level.name()));
            hosts.computeIfAbsent(boot.host(), host -> new ArrayList<>()).add(boot);
        }
        fLevels = List.copyOf(levels);
        Alignment alignment = new Alignment(((Variant) variant).anchor(), boots);
        GuestSymbols symbols = symbols();
        hosts.forEach((host, of) -> add(host, of, (Variant) variant, alignment, symbols, entries));
        if (entries.isEmpty() && complete) {
            explain(-1, MissingDataMessage.noBoot(), entries);
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

    private void add(Machines.Host host, List<GuestBoot> boots, Variant variant, Alignment alignment, GuestSymbols symbols,
            List<TimeGraphEntryModel> entries) {
        long id = id(variant.key() + host.quark());
        boolean aligned = variant.anchor() != null;
        long begin = boots.stream().mapToLong(alignment::begin).reduce(aligned ? 0 : host.begin(), Math::min);
        long end = boots.stream().mapToLong(alignment::end).reduce(aligned ? 0 : host.end(), Math::max);
        entries.add(new TimeGraphEntryModel(id, -1, host.name(), begin, end, false));
        Map<String, Long> guests = new LinkedHashMap<>();
        for (GuestBoot boot : boots) {
            String key = variant.key() + host.quark() + '/' + boot.who().key() + '/' + boot.who().nested();
            if (!guests.containsKey(key)) {
                guests.put(key, id(key));
                List<GuestBoot> own = boots.stream().filter(one -> one.who().equals(boot.who())).toList();
                entries.add(new TimeGraphEntryModel(id(key), id, boot.guest(),
                        own.stream().mapToLong(alignment::begin).min().getAsLong(),
                        own.stream().mapToLong(alignment::end).max().getAsLong(), false));
            }
            add(key + '/' + boot.number(), id(key), boot, variant, alignment, BootSymbols.of(boot, symbols), entries);
        }
    }

    private void add(String key, long guest, GuestBoot boot, Variant variant, Alignment alignment, BootSymbols symbols,
            List<TimeGraphEntryModel> entries) {
        String name = "boot " + boot.number();
        if (!alignment.has(boot)) {
            entries.add(new TimeGraphEntryModel(id(key), guest, name + " (did not come to: " + variant.anchor().label() + ')',
                    alignment.begin(boot), alignment.end(boot), false));
            return;
        }
        BootRows rows = new BootRows(boot, symbols, variant.shortest());
        long shift = alignment.shift(boot);
        long life = add(key, guest, name, 0, new Shown(boot, symbols, new SpanRow(rows.life(), shift), true), entries);
        if (!boot.levels().isEmpty()) {
            add(key + "/levels", life, "Levels", 0, new Shown(boot, symbols, new SpanRow(rows.levels(), shift), false), entries);
        }
        long initcalls = life;
        for (BootRows.Calls calls : rows.initcalls()) {
            long id = add(key + '/' + calls.key(), calls.nested() ? initcalls : life, calls.name(), calls.place(),
                    new Shown(boot, symbols, new SpanRow(calls.spans(), shift), false), entries);
            initcalls = calls.nested() ? initcalls : id;
        }
    }

    private long add(String key, long parent, String name, int place, Shown shown, List<TimeGraphEntryModel> entries) {
        long id = id(key);
        long shift = shown.row().shift();
        entries.add(new OrderedEntry(id, parent, name, shown.boot().begin() + shift, shown.boot().end() + shift, true, place));
        fShown.put(id, shown);
        show(id, shown.row());
        return id;
    }

    @Override
    protected Map<String, String> tooltip(ITmfStateSystem states, long entry, long time) throws StateSystemDisposedException {
        Shown shown = fShown.get(entry);
        Span span = shown == null ? null : shown.row().at(time);
        return span == null ? Map.of() : BootTooltip.of(states, shown.boot(), shown.symbols(), span.what());
    }

    @Override
    public List<PathOffer> offers(long entry, long time) {
        Shown shown = fShown.get(entry);
        Span span = shown == null ? null : shown.row().at(time);
        return shown == null ? List.of() : BootOffers.of(shown.boot(), shown.symbols(), span == null ? null : span.what());
    }

    @Override
    public void dispose() {
        super.dispose();
        fShown.clear();
    }

    /** @return the names of the levels of all boots, as far as the model is known; those of the first boot first */
    public List<String> levels() {
        return fLevels;
    }

    /** Aligned, times are relative to the anchor. */
    @Override
    public long trueTime(long entry, long time) {
        Shown shown = fShown.get(entry);
        return shown == null ? time : time - shown.row().shift();
    }

    @Override
    public int number(long entry) {
        Shown shown = fShown.get(entry);
        return shown != null && shown.isLife() ? shown.boot().number() : 0;
    }

    @Override
    public List<LifeMark> marks(long entry) {
        Shown shown = fShown.get(entry);
        List<LifeMark> marks = new ArrayList<>();
        if (shown != null && shown.isLife()) {
            GuestBoot boot = shown.boot();
            long shift = shown.row().shift();
            for (CrashReport crash : boot.crashes()) {
                marks.add(new LifeMark(entry, crash.time() + shift, crash.oops() ? "oops" : "panic", true));
            }
            if (boot.tripleFault() >= 0) {
                // kernels also restart the machine in this way
                boolean broke = !boot.finished() || boot.crashes().stream().anyMatch(crash -> !crash.oops());
                marks.add(new LifeMark(entry, boot.tripleFault() + shift, "triple fault", broke));
            }
            if (boot.ending() != null) {
                marks.add(new LifeMark(entry, boot.end() + shift, boot.ending().label(), false));
            }
        }
        marks.sort(Comparator.comparingLong(LifeMark::time));
        return marks;
    }
}
