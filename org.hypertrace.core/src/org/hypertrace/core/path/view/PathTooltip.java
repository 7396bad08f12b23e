/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.view;

import java.util.LinkedHashMap;
import java.util.Map;

import org.hypertrace.core.path.FoundPath;
import org.hypertrace.core.path.Segments;
import org.hypertrace.core.quantity.Amount;

/** What there is to show of an instant or a hop of a path, in words. */
final class PathTooltip {

    private PathTooltip() {
    }

    static Map<String, String> of(PathIndex index, int segment) {
        FoundPath found = index.found();
        Segments path = found.segments();
        Map<String, String> lines = new LinkedHashMap<>();
        lines.put("Who", found.names().shown(path.owner(path.chain(segment))));
        lines.put("State", PathWords.what(path.phase(segment), path.state(segment)) + " for " + Amount.ns(path.length(segment)).both());
        String by = PathWords.by(found, segment);
        if (!by.isEmpty()) {
            lines.put(switch (path.by(segment)) {
            case KEY -> "By";
            case EXIT, EXIT_OF_TRACER -> "VM exit";
            default -> "What";
            }, by);
        }
        lines.put("Class", PathIndex.classOf(path, segment).label());
        if (path.parent(path.chain(segment)) != Segments.ROOT) {
            lines.put("Who waits", PathWords.chain(found, path.chain(segment)));
        }
        return lines;
    }

    static Map<String, String> ofClass(PathIndex index, Pieces pieces, int piece, long time) {
        Map<String, String> lines = new LinkedHashMap<>();
        lines.put("Class", PathIndex.classOf(index.found().segments(), pieces.segment(piece)).label() + " for "
                + Amount.ns(pieces.end(piece) - pieces.begin(piece)).both());
        Map<String, String> rest = of(index, index.segment(time));
        rest.remove("Class");
        lines.putAll(rest);
        return lines;
    }

    static Map<String, String> ofHop(PathIndex index, int from, int to, long time) {
        PathHops hops = index.hops();
        Map<String, String> lines = new LinkedHashMap<>();
        for (int hop = hops.first(time); hop < hops.size() && hops.time(hop) == time; hop++) {
            if (hops.from(hop) == from && hops.to(hop) == to) {
                lines.put("Who did it", name(index, from));
                lines.put("Whom it ended the waiting of", name(index, to));
                lines.put("How", PathIndex.words(hops.how(hop)));
                return lines;
            }
        }
        return lines;
    }

    private static String name(PathIndex index, int row) {
        PathIndex.Row of = index.rows().get(row);
        return of.place() + ' ' + of.name();
    }
}
