/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fuzz;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** How a recording is damaged. */
enum Damage {
    /** A bit of the header of a packet. */
    FLIP_PACKET_HEADER { @Override void to(Damaged d, Random r) { d.flipInHeader(r); } },
    /** A bit of the id or time of an event. */
    FLIP_EVENT_HEADER { @Override void to(Damaged d, Random r) { d.flipInEvent(r, true); } },
    /** A bit of an event's fields: mostly another value that might be true. */
    FLIP_EVENT_FIELD { @Override void to(Damaged d, Random r) { d.flipInEvent(r, false); } },
    /** A bit of the metadata. */
    FLIP_METADATA { @Override void to(Damaged d, Random r) { d.flipIn(r, "metadata"); } },
    /** A bit of an index, a manifest, a ring, symbols. */
    FLIP_OTHER { @Override void to(Damaged d, Random r) { d.flipIn(r, ""); } },
    /** A stream that ends within a packet. */
    CUT_STREAM { @Override void to(Damaged d, Random r) { d.cut(r, true); } },
    /** Bytes are missing within a packet, and the next one follows. */
    CUT_PACKET { @Override void to(Damaged d, Random r) { d.cut(r, false); } },
    /** Up to three packets are missing between others. */
    DROP_PACKETS { @Override void to(Damaged d, Random r) { d.rearrange(r, 3, p -> remove(p, 1 + r.nextInt(p.size() - 2), r, 1)); } },
    /** Up to three packets are missing at the begin of a stream. */
    DROP_FIRST { @Override void to(Damaged d, Random r) { d.rearrange(r, 2, p -> remove(p, 0, r, 1)); } },
    /** Up to three packets are missing at the end of a stream. */
    DROP_LAST { @Override void to(Damaged d, Random r) { d.rearrange(r, 2, p -> {
        Collections.reverse(p);
        remove(p, 0, r, 1);
        Collections.reverse(p);
    }); } },
    /** Two packets of a stream have changed places. */
    SWAP_PACKETS { @Override void to(Damaged d, Random r) { d.rearrange(r, 2, p -> {
        int first = r.nextInt(p.size() - 1);
        Collections.swap(p, first, first + 1 + r.nextInt(p.size() - first - 1));
    }); } },
    /** A packet is in a stream twice, behind itself or elsewhere. */
    DOUBLE_PACKET { @Override void to(Damaged d, Random r) { d.rearrange(r, 1, p -> {
        int from = r.nextInt(p.size());
        p.add(r.nextBoolean() ? from + 1 : r.nextInt(p.size() + 1), p.get(from));
    }); } },
    /** From a packet on a stream's clock is behind. */
    CLOCK_BACK { @Override void to(Damaged d, Random r) { d.setBack(r, true); } },
    /** From an event on the clock is behind, to the end of the packet, whose header does not know. */
    CLOCK_BACK_IN_PACKET { @Override void to(Damaged d, Random r) { d.setBack(r, false); } },
    /** Two to four of those above. */
    SEVERAL { @Override void to(Damaged d, Random r) {
        for (int i = 2 + r.nextInt(3); i > 0; i--) {
            values()[r.nextInt(SEVERAL.ordinal())].to(d, r);
        }
    } },
    /** A bit of a text. */
    FLIP_TEXT { @Override void to(Damaged d, Random r) { d.flipIn(r, ""); } },
    /** A text that ends within a line. */
    CUT_TEXT { @Override void to(Damaged d, Random r) { d.cutText(r); } },
    /** Up to three lines are missing. */
    DROP_LINES { @Override void to(Damaged d, Random r) { d.lines(p -> remove(p, r.nextInt(p.size() - 3), r, 0)); } },
    /** Two lines have changed places. */
    SWAP_LINES { @Override void to(Damaged d, Random r) { d.lines(p -> Collections.swap(p, r.nextInt(p.size()), r.nextInt(p.size()))); } },
    /** A line is there twice. */
    DOUBLE_LINE { @Override void to(Damaged d, Random r) { d.lines(p -> p.add(r.nextInt(p.size()), p.get(r.nextInt(p.size())))); } },
    /** Lines from elsewhere above are there again: their clock is behind. */
    LINES_BACK { @Override void to(Damaged d, Random r) { d.lines(p -> {
        int from = r.nextInt(p.size() / 2);
        p.addAll(from + r.nextInt(p.size() / 2), new ArrayList<>(p.subList(from, from + 1 + r.nextInt(20))));
    }); } };

    /** Damages a recording. */
    abstract void to(Damaged recording, Random random);

    /** Whether it leaves every packet as it is, and only takes some away. */
    boolean isLossOfPackets() {
        return this == DROP_PACKETS || this == DROP_FIRST || this == DROP_LAST;
    }

    /** Those of text files, or of CTF traces. */
    static List<Damage> of(boolean text) {
        return Arrays.stream(values()).filter(damage -> text == damage.ordinal() > SEVERAL.ordinal()).toList();
    }

    /** Removes up to three parts from one on; {@code keep} of those behind stay. */
    private static <T> void remove(List<T> parts, int from, Random random, int keep) {
        int count = 1 + random.nextInt(Math.max(1, Math.min(3, parts.size() - from - keep)));
        parts.subList(from, from + count).clear();
    }
}
