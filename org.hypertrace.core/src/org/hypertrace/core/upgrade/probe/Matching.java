/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade.probe;

import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.upgrade.Window;

/** Which computed window is which window of a prober: those that overlap, several on either side as one. */
final class Matching {

    private final Witness.Kind fKind;
    private final String fNode;
    private final long fBegin;
    private final long fEnd;
    private final long fShortest;

    /** {@code begin}, {@code end}: of what was looked at; windows are cut there, so these edges are not compared. */
    Matching(Witness.Kind kind, String node, long begin, long end, Prober prober) {
        fKind = kind;
        fNode = node;
        fBegin = begin;
        fEnd = end;
        fShortest = prober.period() + prober.longestAnswer();
    }

    List<Witness.Line> of(List<Window> computed, List<ProbeWindow> all) {
        List<ProbeWindow> seen = all.stream().filter(one -> one.from() < fEnd && one.end() > fBegin).toList();
        List<Witness.Line> lines = new ArrayList<>();
        int c = 0;
        int s = 0;
        while (c < computed.size() || s < seen.size()) {
            Window of = null;
            ProbeWindow by = null;
            long until = Math.min(c < computed.size() ? computed.get(c).end() : Long.MAX_VALUE, s < seen.size() ? seen.get(s).end() : Long.MAX_VALUE);
            while (true) {
                if (c < computed.size() && computed.get(c).begin() <= until) {
                    of = new Window(of == null ? computed.get(c).begin() : of.begin(), computed.get(c).end());
                    until = Math.max(until, computed.get(c++).end());
                } else if (s < seen.size() && seen.get(s).from() <= until) {
                    by = ProbeWindow.hull(by, seen.get(s));
                    until = Math.max(until, seen.get(s++).end());
                } else {
                    break;
                }
            }
            if (by != null || of.duration() > fShortest) {
                lines.add(line(of, by));
            }
        }
        return lines;
    }

    private Witness.Line line(Window of, ProbeWindow by) {
        boolean areBoth = of != null && by != null;
        Long begin = areBoth && of.begin() > fBegin && by.latest() > fBegin ? by.beginOff(of.begin()) : null;
        Long end = areBoth && of.end() < fEnd && by.isClosed() && by.last() < fEnd ? by.endOff(of.end()) : null;
        return new Witness.Line(fKind, fNode, of, by, begin, end);
    }
}
