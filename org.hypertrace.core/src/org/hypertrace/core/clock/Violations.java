/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.clock.line.Residual;

/** Events of a guest that lie where their vCPU was not in the guest. */
public final class Violations {

    /** Of so many it is known where they are: a clock with many more is refused. */
    static final int MOST_KNOWN = 1000;

    private final List<Residual> fKnown = new ArrayList<>();
    private long fEvents;
    private long fBeyond;
    private long fCount;
    private long fWorst;

    void add(long events, long beyond, long count, long worst) {
        fEvents += events;
        fBeyond += beyond;
        fCount += count;
        fWorst = Math.max(fWorst, worst);
    }

    void add(Violations other) {
        add(other.fEvents, other.fBeyond, other.fCount, other.fWorst);
        know(other.fKnown);
    }

    void know(List<Residual> events) {
        fKnown.addAll(events.subList(0, Math.min(events.size(), MOST_KNOWN - fKnown.size())));
    }

    /** @return where they are, by processors; of many only the first thousand */
    public List<Residual> known() {
        return List.copyOf(fKnown);
    }

    /** @return all events that were looked at */
    public long events() {
        return fEvents;
    }

    /** @return those before their vCPU's first entry, after its last exit, or where the host lost events: nothing contradicts them */
    public long beyond() {
        return fBeyond;
    }

    /** @return events outside every stay of their vCPU in the guest */
    public long count() {
        return fCount;
    }

    /** @return how far the worst of them is from the nearest stay, ns */
    public long worst() {
        return fWorst;
    }

    /** @return whether more than one in a thousand are outside: the clock is wrong then */
    public boolean isTooMany() {
        return fCount * 1000 > fEvents;
    }
}
