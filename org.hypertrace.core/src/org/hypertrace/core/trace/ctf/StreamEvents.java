/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf;

import java.io.IOException;
import java.util.Map;

import org.hypertrace.core.kvm.EventFields;
import org.hypertrace.core.kvm.HostEventReader;
import org.hypertrace.core.trace.ctf.layout.DecodedFields;
import org.hypertrace.core.trace.ctf.layout.EventBytes;
import org.hypertrace.core.trace.ctf.layout.HeaderLayout;
import org.hypertrace.core.trace.ctf.layout.KnownEvents;
import org.hypertrace.core.trace.ctf.layout.KnownSink;
import org.hypertrace.core.trace.ctf.layout.PacketWindow;

/**
 * The events of a stream's file, one after the other. What the tracer discarded in a packet follows its events, as Trace Compass
 * has it; and as there, nothing is read behind a packet that begins before the one above it, or that has no events.
 */
public final class StreamEvents implements AutoCloseable {

    private final String fName;
    private final int fCpu;
    private final PacketReader fPackets;
    private final PacketWindow fWindow;
    private final Map<Long, Long> fLeftOut;
    private final EventKinds fKinds;
    private final HeaderLayout fHeader;
    private final EventBytes fBytes = new EventBytes();
    private final KnownEvents fKnown;
    private final DecodedFields fFields = new DecodedFields(fBytes, false);
    private final DecodedFields fContext = new DecodedFields(fBytes, true);
    private long fNext;
    private Packet fPacket;
    private PacketTimes fTimes;
    /** The place behind the last event that was read, in the window's bits. */
    private long fAt;
    private long fEnd;
    private long fLost;
    private long fLostSoFar;
    private long fLostCount;
    private boolean fIsLost;
    private long fTime;
    private HostEventReader.Kind fKind;
    private boolean fSkipsOthers;
    private long fLatest;

    /** {@code leftOut}: where bytes begin that are not read, and where they end. */
    StreamEvents(String name, int cpu, PacketReader packets, Map<Long, Long> leftOut, HeaderLayout header, EventKinds kinds) {
        fName = name;
        fCpu = cpu;
        fPackets = packets;
        fLeftOut = leftOut;
        fHeader = header;
        fKnown = header.known(fBytes);
        fKinds = kinds;
        fWindow = new PacketWindow(packets.file());
    }

    /** Passes over events of which nothing is asked for. One that stands before those above it, or outside of its packet, cannot be decoded then. */
    public void skipOthers() {
        fSkipsOthers = true;
    }

    /**
     * Reads the next event.
     *
     * @return false if there is none
     * @throws IOException
     *             if the file cannot be read
     * @throws EventBytes.Undecodable
     *             if it cannot be decoded here
     */
    public boolean next() throws IOException {
        while (true) {
            while (fPacket == null || fAt >= fEnd) {
                if (fPacket != null && fLost != 0) {
                    fIsLost = true;
                    fLostCount = fLost;
                    fLost = 0;
                    return true;
                }
                if (!enter()) {
                    return false;
                }
            }
            fIsLost = false;
            EventKinds.Kind kind = fSkipsOthers ? passOthers() : pass(fAt, fTime);
            if (kind != null) {
                if (kind.kind() != fKind) {
                    // to set a reference costs more than to look
                    fKind = kind.kind();
                }
                fFields.set(kind.layout());
                fContext.set(kind.layout());
                return true;
            }
        }
    }

    private EventKinds.Kind pass(long begin, long last) {
        long behind = fHeader.pass(fBytes, begin, last);
        EventKinds.Kind kind = fKinds.of(fHeader.kind());
        fAt = kind.layout().pass(fBytes, behind);
        fTime = fHeader.time();
        if (fAt > fEnd || fAt == begin || fTime < 0) {
            throw EventBytes.UNDECODABLE;
        }
        return kind;
    }

    /** The next event of the packet of which something is asked for; null if there is none. */
    private EventKinds.Kind passOthers() {
        while (true) {
            passKnown(KnownSink.NONE);
            if (fAt >= fEnd) {
                return null;
            }
            long from = Math.max(fLatest, fPacket.begin());
            EventKinds.Kind kind = pass(fAt, fTime);
            passed(from);
            if (kind.kind() != null) {
                return kind;
            }
        }
    }

    /** Passes events of the packet at once, as far as that can be: none of them is before the last one, which is not to be before others. */
    private void passKnown(KnownSink to) {
        long from = Math.max(fLatest, fPacket.begin());
        if (fTime >= from) {
            fAt = fKnown.pass(fAt, fTime, fKinds.known(), to);
            fTime = fKnown.time();
            passed(from);
        }
    }

    private void passed(long from) {
        if (fTime < from || fTime > fPacket.end()) {
            throw EventBytes.UNDECODABLE;
        }
        fLatest = fTime;
    }

    /**
     * Reads the next events of the packet as long as they are taken: nothing is made of those. Passes over others, see {@link #skipOthers}. More may follow.
     *
     * @param to
     *            takes them
     * @throws EventBytes.Undecodable
     *             if one cannot be decoded here
     */
    public void give(KnownSink to) {
        if (fPacket != null) {
            passKnown(to);
        }
    }

    /** @return how events with an id are read, which is declared */
    public HostEventReader.Kind kind(int id) {
        return fKinds.of(id).kind();
    }

    private boolean enter() throws IOException {
        for (Long until = fLeftOut.get(fNext); until != null; until = fLeftOut.get(fNext)) {
            fNext = until;
        }
        if (fNext >= fPackets.size()) {
            return false;
        }
        PacketReader.Found found = fPackets.at(fNext);
        Packet packet = found.packet();
        if (packet == null || packet.cpu() < 0 || packet.content() < 0 || packet.begin() < 0 || packet.end() < packet.begin() || packet.discarded() < Packet.NONE) {
            throw EventBytes.UNDECODABLE;
        }
        if (fPacket != null && (!found.hasEvents() || packet.begin() < fPacket.begin())) {
            return false;
        }
        fNext = found.end();
        fBytes.set(fWindow.bytes(found.at(), found.length()), Byte.SIZE * (found.at() - fWindow.from()) + packet.content());
        fAt = Byte.SIZE * (found.at() - fWindow.from() + found.first());
        fEnd = fBytes.end();
        fTimes = PacketTimes.of(packet, fTimes);
        fPacket = packet;
        fTime = packet.begin();
        fLost = packet.discarded() == Packet.NONE ? 0 : packet.discarded() - fLostSoFar;
        fLostSoFar += fLost;
        return true;
    }

    /** Goes to the packet in which a part of so many parts of the file ends; returns false if there is none. */
    boolean enterPart(int part, int parts) throws IOException {
        long to = fPackets.size() / parts * part - 1;
        long at = 0;
        while (at < fPackets.size()) {
            PacketReader.Found found = fLeftOut.containsKey(at) ? null : fPackets.at(at);
            long end = found == null ? fLeftOut.get(at) : found.end();
            if (end <= at) {
                return false;
            }
            if (found != null && (end > to || end >= fPackets.size())) {
                break;
            }
            at = end;
        }
        fNext = at;
        fPacket = null;
        return enter();
    }

    /** Reads the next event unless the packet ends. */
    boolean nextInPacket() throws IOException {
        return fAt < fEnd && next();
    }

    /**
     * @return the latest end of a packet, in units of the trace's clock; -1 if there is none
     * @throws IOException
     *             if the file cannot be read
     */
    public long lastEnd() throws IOException {
        return fPackets.lastEnd(fLeftOut);
    }

    /** @return how many bytes of the file are read */
    public long read() {
        return fNext;
    }

    /** @return how many bytes the file has */
    public long size() {
        return fPackets.size();
    }

    /** @return the name of the file */
    public String name() {
        return fName;
    }

    /** @return the packet of the event */
    public PacketTimes packet() {
        return fTimes;
    }

    /** @return whether the tracer discarded events here, so that what was read stands for them */
    public boolean isLost() {
        return fIsLost;
    }

    /** @return how many events the tracer discarded */
    public long lost() {
        return fLostCount;
    }

    /** @return the end of the time in which they were discarded, in units of the trace's clock */
    public long lostUntil() {
        return fPacket.end();
    }

    /** @return the event's time, in units of the trace's clock */
    public long time() {
        return fTime;
    }

    /** @return the processor: that of the event, before the first one that of the file's first packet */
    public int cpu() {
        return fPacket == null ? fCpu : fPacket.cpu();
    }

    /** @return how the event is read; null if nothing of the trace is asked for */
    public HostEventReader.Kind kind() {
        return fKind;
    }

    /** @return the fields of the event */
    public EventFields fields() {
        return fFields;
    }

    /** @return the thread and the process */
    public EventFields context() {
        return fContext;
    }

    @Override
    public void close() throws IOException {
        fPackets.close();
    }
}
