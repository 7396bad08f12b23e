/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf;

import java.util.ArrayList;
import java.util.List;
import java.util.Map.Entry;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Follows the packets of a file of a stream: what is missing between them, and from where on Trace Compass reads none. It stops
 * at a packet that begins before the one above it.
 */
final class StreamFile implements Consumer<Packet> {

    private final String fName;
    private final List<Gap> fGaps = new ArrayList<>();
    /** The first number that is missing between two packets, with the last one. */
    private final NavigableMap<Long, Long> fMissing = new TreeMap<>();
    private Packet fFirst;
    /** The last one that is read. */
    private Packet fLast;
    private boolean fStopped;
    private long fUnread;
    private long fHighest = Packet.NONE;
    private long fLowest = Long.MAX_VALUE;
    private long fBegin = Long.MAX_VALUE;
    private long fEnd = Packet.NONE;
    private int fRepeated;
    private final List<LeftOut> fLeftOut = new ArrayList<>();
    /** Of those that are damage, how many stand before the first packet, and how many behind the last one so far. */
    private int fDamagedFirst;
    private int fDamagedSince;
    private String fRefusal;

    StreamFile(String name) {
        fName = name;
    }

    @Override
    public void accept(Packet packet) {
        fLowest = Math.min(fLowest, packet.number());
        fBegin = Math.min(fBegin, packet.begin());
        if (fFirst == null) {
            fFirst = packet;
            fDamagedFirst = fDamagedSince;
        } else if (packet.begin() < fLast.begin() || fStopped) {
            fStopped = true;
            fUnread++;
            fRepeated += isRead(packet.number()) ? 1 : 0;
            fHighest = Math.max(fHighest, packet.number());
            fEnd = Math.max(fEnd, packet.end());
            return;
        } else if (packet.is(fLast)) {
            fRepeated++;
            return;
        } else if (packet.number() != Packet.NONE && packet.number() != fLast.number() + 1) {
            long missing = packet.number() - fLast.number() - 1;
            fGaps.add(new Gap(fName, packet.cpu(), fLast.end(), Math.max(fLast.end(), packet.begin()),
                    missing > 0 ? missing : Gap.UNKNOWN, Gap.Why.MISSING));
            fMissing.put(fLast.number() + 1, packet.number() - 1);
        } else if (fDamagedSince > 0 && packet.number() == Packet.NONE) {
            fGaps.add(new Gap(fName, packet.cpu(), fLast.end(), Math.max(fLast.end(), packet.begin()), Gap.UNKNOWN, Gap.Why.MISSING));
        }
        fDamagedSince = 0;
        if (fLast != null && packet.begin() < fLast.end()) {
            fGaps.add(new Gap(fName, packet.cpu(), packet.begin(), fLast.end(), Gap.UNKNOWN, Gap.Why.OVERLAP));
        }
        fLast = packet;
        fHighest = Math.max(fHighest, packet.number());
        fEnd = Math.max(fEnd, packet.end());
    }

    private boolean isRead(long number) {
        if (number == Packet.NONE || number < fFirst.number() || number > fLast.number()) {
            return false;
        }
        Entry<Long, Long> missing = fMissing.floorEntry(number);
        return missing == null || number > missing.getValue();
    }

    /** These bytes are not read; they stand behind the packets accepted so far. */
    void leaveOut(LeftOut bytes) {
        fLeftOut.add(bytes);
        fDamagedSince += bytes.isDamage() ? 1 : 0;
    }

    /** The file cannot be read, and why, a clause. */
    void refuse(String why) {
        fRefusal = why;
    }

    /** Why the file cannot be read, a clause that names it; null if it can. */
    String refusal() {
        return fRefusal;
    }

    /** What is not read, in the order of the file. */
    List<LeftOut> leftOut() {
        return fLeftOut;
    }

    /** Whether the first that is damaged stands before the first packet; also if there is no packet. */
    boolean isDamagedAtBegin() {
        return fDamagedFirst > 0 || fFirst == null && fDamagedSince > 0;
    }

    /** Whether damage stands behind the last packet. */
    boolean isDamagedAtEnd() {
        return fFirst != null && fDamagedSince > 0;
    }

    String name() {
        return fName;
    }

    /** Null if there is none. */
    Packet first() {
        return fFirst;
    }

    /** Null if there is none. */
    Packet last() {
        return fLast;
    }

    /** The end of the packet that ends last. */
    long end() {
        return fEnd;
    }

    /** The begin of the packet that begins first, also if it is not read. */
    long begin() {
        return fBegin;
    }

    /** The lowest number of a packet, also of one that is not read. */
    long lowest() {
        return fLowest;
    }

    /** The highest number of a packet. */
    long highest() {
        return fHighest;
    }

    /** How many packets are there again, behind themselves or behind later ones. */
    int repeated() {
        return fRepeated;
    }

    /** How many events the tracer had discarded when the last packet ended. */
    long discarded() {
        return fLast == null ? 0 : Math.max(0, fLast.discarded());
    }

    /** What is missing between its packets, and at its end if it is not read to there. */
    List<Gap> gaps() {
        List<Gap> gaps = new ArrayList<>(fGaps);
        // those with lower numbers were read before, or are counted as missing between others
        long unread = fHighest == Packet.NONE ? fUnread : fHighest - fLast.number();
        if (unread > 0) {
            gaps.add(new Gap(fName, fLast.cpu(), fLast.end(), fEnd, unread, Gap.Why.OUT_OF_ORDER));
        }
        return gaps;
    }
}
