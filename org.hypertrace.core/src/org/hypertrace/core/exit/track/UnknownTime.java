/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.track;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * When it was unknown what a vCPU did because events are missing, in time order: exits of that time are in no figure. The time
 * before the first event that reports anything of it is no such time.
 */
public final class UnknownTime {

    /** Stretches that are kept; the last of them reaches over all that follow. */
    static final int MAX = 1 << 10;

    /** A stretch of it, ns since the epoch, the end exclusive; without a length if all is known again at once. */
    public record Stretch(long begin, long end) { }

    private final List<Stretch> fStretches = new ArrayList<>();

    /** To be called in time order. */
    void add(long begin, long end) {
        if (fStretches.size() < MAX) {
            fStretches.add(new Stretch(begin, end));
        } else {
            fStretches.set(MAX - 1, new Stretch(fStretches.get(MAX - 1).begin, end));
        }
    }

    /**
     * @param from
     *            ns since the epoch
     * @param to
     *            its end, exclusive
     * @return what of it is in that time, in time order
     */
    public List<Stretch> within(long from, long to) {
        return fStretches.stream().filter(stretch -> stretch.begin < to && (stretch.end > from || stretch.begin >= from))
                .map(stretch -> new Stretch(Math.max(from, stretch.begin), Math.min(to, stretch.end))).toList();
    }

    public void write(DataOutput out) throws IOException {
        out.writeInt(fStretches.size());
        for (Stretch stretch : fStretches) {
            out.writeLong(stretch.begin);
            out.writeLong(stretch.end);
        }
    }

    public void read(DataInput in) throws IOException {
        for (int i = in.readInt(); i > 0; i--) {
            add(in.readLong(), in.readLong());
        }
    }
}
