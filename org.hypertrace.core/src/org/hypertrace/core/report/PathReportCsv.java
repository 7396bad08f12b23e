/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.path.CoarseSegment;
import org.hypertrace.core.path.FoundPath;
import org.hypertrace.core.path.Hops;
import org.hypertrace.core.path.PathComparison;
import org.hypertrace.core.path.PathNames;
import org.hypertrace.core.path.PathParts;
import org.hypertrace.core.path.Segments;
import org.hypertrace.core.report.render.CsvTable;

/** A table of a {@link PathReport} as CSV: times in ns since the epoch, durations in ns. */
final class PathReportCsv {

    /** What the tables are called. */
    static final List<String> TABLES = List.of("parts", "segments", "hops", "comparison");

    private PathReportCsv() {
    }

    static String write(PathReport report, String table) throws IOException {
        CsvTable csv = new CsvTable();
        switch (table) {
        case "parts" -> {
            csv.row("path", "of", "name", "key", "ns", "times", "longest", "longest begin");
            for (FoundPath path : report.paths()) {
                parts(path, csv);
            }
        }
        case "segments" -> {
            csv.row("path", "begin", "end", "phase", "state", "by", "ns", "owner", "chain");
            for (FoundPath path : report.paths()) {
                segments(path, report.form(), csv);
            }
        }
        case "hops" -> {
            csv.row("path", "time", "how", "from", "from key", "to", "to key");
            for (FoundPath path : report.paths()) {
                hops(path, csv);
            }
        }
        default -> {
            csv.row("a", "b", "of", "name", "a ns", "b ns", "difference");
            for (PathReport.Compared compared : report.comparisons()) {
                for (PathComparison.Row row : compared.comparison().rows()) {
                    csv.row(PathReport.name(compared.comparison().a()), PathReport.name(compared.comparison().b()), row.of().key(),
                            row.name(), row.a(), row.b(), row.difference());
                }
            }
        }
        }
        return csv.text();
    }

    private static void parts(FoundPath path, CsvTable to) throws IOException {
        String name = PathReport.name(path);
        to.row(name, "path", path.names().shown(path.subject().who()), path.names().key(path.subject().who()),
                path.subject().end() - path.subject().begin(), 1, path.subject().end() - path.subject().begin(), path.subject().begin());
        for (var kind : path.sums().classes().entrySet()) {
            to.row(name, "class", kind.getKey().label(), kind.getKey().key(), kind.getValue(), null, null, null);
        }
        for (PathParts.Cause cause : path.parts().causes()) {
            sum(to, name, "cause", cause.label(), cause.cause(), cause.sum());
        }
        for (PathParts.Part owner : path.parts().owners()) {
            sum(to, name, "owner", owner.name(), owner.key(), owner.sum());
        }
        for (PathParts.Part chain : path.parts().chains()) {
            sum(to, name, "chain", String.join(" ← ", chain.names()), chain.key(), chain.sum());
        }
        for (PathParts.Cause by : path.parts().by()) {
            sum(to, name, "by", by.label() + ' ' + by.name(), by.key(), by.sum());
        }
        for (var bound : path.sums().atMost().entrySet()) {
            to.row(name, "at most", PathReport.bound(bound.getKey()), bound.getKey(), bound.getValue(), null, null, null);
        }
    }

    private static void sum(CsvTable to, String path, String of, String name, String key, PathParts.Sum sum) throws IOException {
        to.row(path, of, name, key, sum.ns(), sum.times(), sum.longest(), sum.longestBegin());
    }

    private static void segments(FoundPath path, PathReport.Form form, CsvTable to) throws IOException {
        Segments segments = path.segments();
        PathNames names = path.names();
        String name = PathReport.name(path);
        if (form == PathReport.Form.FULL) {
            for (int i = 0; i < segments.size(); i++) {
                int chain = segments.chain(i);
                to.row(name, segments.begin(i), segments.end(i), segments.phase(i).key(), segments.state(i).label(),
                        names.shownBy(segments, i), segments.length(i), names.shown(segments.owner(chain)), chain(names, segments, chain));
            }
            return;
        }
        List<CoarseSegment> all = new ArrayList<>();
        CoarseSegment.each(segments, all::add);
        for (CoarseSegment one : all) {
            for (var state : one.states().entrySet()) {
                to.row(name, one.begin(), one.end(), one.phase().key(), state.getKey().label(), null, state.getValue(),
                        names.shown(segments.owner(one.chain())), chain(names, segments, one.chain()));
            }
        }
    }

    private static String chain(PathNames names, Segments segments, int chain) {
        return String.join(" ← ", PathNames.links(segments, chain).stream().map(names::shown).toList());
    }

    private static void hops(FoundPath path, CsvTable to) throws IOException {
        Hops hops = path.segments().hops();
        PathNames names = path.names();
        for (int i = 0; i < hops.size(); i++) {
            to.row(PathReport.name(path), hops.time(i), hops.how(i).key(), names.shown(hops.from(i)), names.key(hops.from(i)),
                    names.shown(hops.to(i)), names.key(hops.to(i)));
        }
    }
}
