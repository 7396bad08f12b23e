/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade.track;

import java.util.HashMap;
import java.util.Map;

import org.hypertrace.core.event.GuestCpu;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.TextType;
import org.hypertrace.core.timeline.Guest;
import org.hypertrace.core.timeline.PerGuest;

/**
 * The marks that processes of guests set, with their texts. A sender is a processor of a guest. The text of a mark is the
 * first one for marks that its sender begins after it and before its next mark.
 * <p>
 * Part of the state tree that is fed from here, see {@link MarkAttributes}:
 *
 * <pre>
 * Hosts/&lt;host id&gt;/Guests/&lt;n&gt;/[Nested/&lt;level&gt;.&lt;number&gt;/]
 *    Other marks
 *    Marks/&lt;k&gt;/                    Value · Text
 * </pre>
 */
public final class MarkTracker {

    /** Raised by {@code releng/versions}. */
    public static final int VERSION = 1;

    /** Marks of all guests together that are kept: any process may set some without end. */
    static final int MAX_KEPT = 1 << 16;

    /** The marks of one guest. */
    private static final class Marks {
        private final Guest fGuest;
        private final String fNested;
        private int fCount;
        private int fOthers;

        Marks(Guest guest, String nested) {
            fGuest = guest;
            fNested = nested;
        }
    }

    /** A mark that may get a text, and the one of the same sender before it, whose text may not be over. */
    private record Last(Marks marks, int number, long time, boolean hasText, Last before) { }

    private final MarkSink fSink;
    private final PerGuest<Marks> fMarks = new PerGuest<>(Marks::new);
    private final Map<String, Last> fLast = new HashMap<>();
    private int fKept;

    /** @param sink gets what is found */
    public MarkTracker(MarkSink sink) {
        fSink = sink;
    }

    /**
     * @param guest
     *            who reports it
     * @param event
     *            the next event in time order
     */
    public void handle(Guest guest, GuestEvent event) {
        if (event instanceof GuestEvent.Mark mark) {
            mark(guest, mark);
        } else if (event instanceof GuestEvent.Text text && text.type() == TextType.MARK) {
            text(sender(guest, text.from()), text);
        }
    }

    private static String sender(Guest guest, GuestCpu from) {
        return guest.number() + (from.level() == 0 ? " " + from.vcpu() : " " + from.level() + '.' + from.nested() + ' ' + from.cpu());
    }

    private void mark(Guest guest, GuestEvent.Mark mark) {
        Marks marks = fMarks.of(guest, mark.from());
        if (marks == null) {
            return;
        }
        String sender = sender(guest, mark.from());
        if (fKept >= MAX_KEPT) {
            marks.fOthers++;
            // a text that follows is not that of an earlier mark
            fLast.remove(sender);
            return;
        }
        fKept++;
        Last before = fLast.get(sender);
        Last last = new Last(marks, marks.fCount++, mark.time(), false, before == null ? null
                : new Last(before.marks, before.number, before.time, before.hasText, null));
        fLast.put(sender, last);
        fSink.mark(mark.time(), marks.fGuest, marks.fNested, last.number, mark.value());
    }

    private void text(String sender, GuestEvent.Text text) {
        Last last = fLast.get(sender);
        if (last == null) {
            return;
        }
        boolean isLate = text.begin() < last.time;
        Last of = isLate ? last.before : last;
        if (of == null || of.hasText || text.begin() < of.time) {
            return;
        }
        Last withText = new Last(of.marks, of.number, of.time, true, of.before);
        fLast.put(sender, isLate ? new Last(last.marks, last.number, last.time, last.hasText, withText) : withText);
        fSink.text(text.time(), of.marks.fGuest, of.marks.fNested, of.number, text.text());
    }

    /**
     * Nothing more comes.
     *
     * @param time
     *            of the last event, ns since the epoch
     */
    public void finish(long time) {
        fMarks.forEach(marks -> {
            if (marks.fOthers > 0) {
                fSink.others(time, marks.fGuest, marks.fNested, marks.fOthers);
            }
        });
    }
}
