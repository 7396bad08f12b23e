/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page.path;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.hypertrace.core.path.CoarseSegment;
import org.hypertrace.core.path.FoundPath;
import org.hypertrace.core.path.Hops;
import org.hypertrace.core.path.PathNames;
import org.hypertrace.core.path.PathState;
import org.hypertrace.core.path.Segments;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Column;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Phrase;
import org.hypertrace.core.report.doc.Section;
import org.hypertrace.core.report.doc.Table;

/** The segments of a path in the order of time, and who ended the waiting of whom. */
final class PathSegments {

    static final String SEGMENTS = "segments";
    static final String HOPS = "hops";
    private static final int LONGEST = 20;
    private static final Comparator<CoarseSegment> BY_BEGIN = Comparator.comparingLong(CoarseSegment::begin);
    /** Of equal ones the first is kept. */
    private static final Comparator<CoarseSegment> BY_LENGTH = Comparator.comparingLong((CoarseSegment one) -> one.end() - one.begin())
            .thenComparing(BY_BEGIN.reversed());

    /**
     * A segment; of the coarse form for programs one for each state.
     *
     * @param by
     *            what stands behind it, empty if nothing is known
     * @param shown
     *            what the owner was in, for people: a text or a phrase
     */
    private record Row(FoundPath path, long begin, long end, String phase, String state, String by, Object shown, long ns, int chain) {

        String owner() {
            return path.names().shown(path.segments().owner(chain));
        }

        String chained() {
            return PathNames.links(path.segments(), chain).stream().map(path.names()::shown).collect(Collectors.joining(PathTables.ARROW));
        }
    }

    private static final List<Column<Row>> COLUMNS = List.of(
            Column.id("path", row -> PathReport.name(row.path)),
            Column.of("begin", "from", row -> Amount.time(row.begin)),
            Column.id("end", Row::end),
            Column.of("phase", "phase", Row::phase),
            new Column<>("state", "state", Row::shown, Row::state),
            Column.id("by", Row::by),
            Column.of("ns", "time", row -> Amount.ns(row.ns)),
            Column.id("owner", Row::owner),
            Column.of("chain", "chain", Row::chained));

    /** Somebody ended the waiting of another one. */
    private record Hop(FoundPath path, int number) {

        Hops all() {
            return path.segments().hops();
        }

        int from() {
            return all().from(number);
        }

        int to() {
            return all().to(number);
        }
    }

    private static final List<Column<Hop>> HOP_COLUMNS = List.of(
            Column.id("path", row -> PathReport.name(row.path)),
            Column.of("time", "when", row -> Amount.time(row.all().time(row.number))),
            Column.of("how", "how", row -> row.all().how(row.number).key()),
            Column.of("from", "who", row -> row.path.names().shown(row.from())),
            Column.id("from key", row -> row.path.names().key(row.from())),
            Column.of("to", "whose", row -> row.path.names().shown(row.to())),
            Column.id("to key", row -> row.path.names().key(row.to())));

    private PathSegments() {
    }

    static List<Part> of(FoundPath path, PathReport.Form form, String recorded) {
        if (recorded == null) {
            return forPeople(path, form);
        }
        return switch (recorded) {
        case SEGMENTS -> List.of(Table.of(SEGMENTS, COLUMNS, List.of(), form == PathReport.Form.FULL ? all(path) : coarse(path)));
        case HOPS -> List.of(Table.of(HOPS, HOP_COLUMNS, List.of(), hops(path)));
        default -> List.of();
        };
    }

    private static List<Part> forPeople(FoundPath path, PathReport.Form form) {
        List<Part> parts = new ArrayList<>();
        if (form == PathReport.Form.FULL) {
            parts.add(new Section("All segments", List.of(Table.of(SEGMENTS, COLUMNS, all(path), List.of()))));
            parts.add(new Section("Who ended the waiting of whom", List.of(Table.of(HOPS, HOP_COLUMNS, hops(path), List.of()))));
            return parts;
        }
        boolean some = form == PathReport.Form.USUAL;
        PriorityQueue<CoarseSegment> kept = new PriorityQueue<>(some ? BY_LENGTH : BY_BEGIN);
        int[] count = new int[1];
        CoarseSegment.each(path.segments(), one -> {
            count[0]++;
            kept.add(one);
            if (some && kept.size() > LONGEST) {
                kept.remove();
            }
        });
        List<Row> rows = kept.stream().sorted(BY_BEGIN).map(one -> new Row(path, one.begin(), one.end(), one.phase().key(), "", "", states(one),
                one.end() - one.begin(), one.chain())).toList();
        String title = kept.size() < count[0] ? "The " + LONGEST + " longest of " + count[0]
                + " parts, in the order of time (--coarse: all, --full: every segment)" : "In the order of time";
        return List.of(new Section(title, List.of(Table.of(SEGMENTS, COLUMNS, rows, List.of()))));
    }

    private static List<Row> all(FoundPath path) {
        Segments segments = path.segments();
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < segments.size(); i++) {
            String by = path.names().shownBy(segments, i);
            String state = segments.state(i).label();
            rows.add(new Row(path, segments.begin(i), segments.end(i), segments.phase(i).key(), state, by,
                    by.isEmpty() ? state : state + ' ' + by, segments.length(i), segments.chain(i)));
        }
        return rows;
    }

    private static List<Row> coarse(FoundPath path) {
        List<Row> rows = new ArrayList<>();
        CoarseSegment.each(path.segments(), one -> one.states().forEach((state, ns) -> rows.add(new Row(path, one.begin(), one.end(),
                one.phase().key(), state.label(), "", state.label(), ns, one.chain()))));
        return rows;
    }

    private static Phrase states(CoarseSegment one) {
        long length = one.end() - one.begin();
        return Phrase.joined(one.states().entrySet().stream().sorted(Map.Entry.<PathState, Long>comparingByValue().reversed())
                .map(state -> one.states().size() == 1 ? List.of(state.getKey().label())
                        : List.of(state.getKey().label() + ' ', Amount.share(state.getValue(), length))).toList());
    }

    private static List<Hop> hops(FoundPath path) {
        return IntStream.range(0, path.segments().hops().size()).mapToObj(i -> new Hop(path, i)).toList();
    }
}
