/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.ctf;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Follows the packets of a file of a stream: what is missing between them, and from where on Trace Compass reads none. It stops
 * at a packet that begins before the one above it.
 */
final class StreamFile implements Consumer<Packet> {

    private final String fName;
    private final List<Gap> fGaps = new ArrayList<>();
    private Packet fFirst;
    /** The last one that is read. */
    private Packet fLast;
    private boolean fStopped;
    private long fUnread;
    private long fHighest = Packet.NONE;
    private long fEnd = Packet.NONE;
    private int fRepeated;

    StreamFile(String name) {
        fName = name;
    }

    @Override
    public void accept(Packet packet) {
        if (fFirst == null) {
            fFirst = packet;
        } else if (packet.begin() < fLast.begin() || fStopped) {
            fStopped = true;
            fUnread++;
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
        }
        if (fLast != null && packet.begin() < fLast.end()) {
            fGaps.add(new Gap(fName, packet.cpu(), packet.begin(), fLast.end(), Gap.UNKNOWN, Gap.Why.OVERLAP));
        }
        fLast = packet;
        fHighest = Math.max(fHighest, packet.number());
        fEnd = Math.max(fEnd, packet.end());
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

    /** The highest number of a packet. */
    long highest() {
        return fHighest;
    }

    /** How many packets follow themselves. */
    int repeated() {
        return fRepeated;
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
