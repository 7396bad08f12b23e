/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.eclipse.tracecompass.ctf.core.CTFException;
import org.eclipse.tracecompass.ctf.core.trace.CTFResponse;
import org.eclipse.tracecompass.ctf.core.trace.CTFStreamInput;
import org.eclipse.tracecompass.ctf.core.trace.CTFStreamInputReader;
import org.eclipse.tracecompass.ctf.core.trace.CTFTrace;
import org.eclipse.tracecompass.ctf.core.trace.ICTFStream;
import org.hypertrace.core.file.FileTree;

/**
 * Finds the packets whose events cannot be read: Trace Compass reads each packet alone. That takes as long as the trace once
 * more, so it is for traces that turned out to be damaged.
 */
public final class EventCheck {

    /** More damaged packets, or one in {@value #ONE_IN}, are not a matter of single packets. */
    private static final int FEW = 8;
    private static final int ONE_IN = 10;
    /** How far from its place an event may stand, in parts of a second. */
    private static final int REACH = 1000;

    private final Path fTrace;
    private final Path fAlone;
    private final PacketLayout fLayout;
    private final CTFTrace fDeclared;
    private final DamagedTrace.Place fSuspect;
    private final List<LeftOut> fDamaged = new ArrayList<>();
    private int fPackets;

    private EventCheck(Path trace, Path work, DamagedTrace.Place suspect) throws IOException, CTFException {
        fTrace = trace;
        fLayout = PacketLayout.of(trace.resolve("metadata"));
        fSuspect = suspect;
        Dispensable.copy(trace.resolve(LeftOut.METADATA),
                TracePackets.of(trace).leftOut().stream().filter(LeftOut::isOfMetadata).toList(), work.resolve(LeftOut.METADATA));
        fDeclared = new CTFTrace(work.toFile());
        fAlone = work.resolve("packet");
    }

    /**
     * @param trace
     *            the folder of a trace that turned out to be damaged
     * @param suspect
     *            a packet that is, whatever else is found; null if none is known to be
     * @return the packets of which not every event can be read, or whose events stand outside of their packet's time; where the
     *         metadata cannot be parsed, what they can be parsed without; none if they are too many, or nobody
     *         can report
     * @throws IOException
     *             if files cannot be read, or temporary ones not be written
     */
    public static List<LeftOut> of(Path trace, DamagedTrace.Place suspect) throws IOException {
        Path work = Files.createTempDirectory("hypertrace-check-");
        try {
            return new EventCheck(trace, work, suspect).check();
        } catch (CTFException | RuntimeException | StackOverflowError e) {
            return TracePackets.of(trace).leftOut().stream().anyMatch(LeftOut::isOfMetadata) ? List.of() : Dispensable.unreadable(trace);
        } finally {
            FileTree.delete(work);
        }
    }

    /**
     * @param trace
     *            the folder of a trace
     * @return whether events cannot be read in too many of its packets to leave these out
     * @throws IOException
     *             if files cannot be read, or temporary ones not be written
     */
    public static boolean isBeyond(Path trace) throws IOException {
        Path work = Files.createTempDirectory("hypertrace-check-");
        try {
            EventCheck check = new EventCheck(trace, work, null);
            check.check();
            return check.isBeyond();
        } catch (CTFException | RuntimeException | StackOverflowError e) {
            return true;
        } finally {
            FileTree.delete(work);
        }
    }

    private boolean isBeyond() {
        return fDamaged.size() > Math.max(FEW, fPackets / ONE_IN);
    }

    private List<LeftOut> check() throws IOException {
        if (fLayout == null) {
            return List.of();
        }
        Map<String, Map<Long, Long>> leftOut = new TreeMap<>();
        TracePackets.of(fTrace).leftOut().forEach(bytes -> leftOut.computeIfAbsent(bytes.stream(), key -> new TreeMap<>())
                .put(bytes.from(), bytes.until()));
        try (Stream<Path> files = Files.list(fTrace)) {
            for (Path file : files.filter(Files::isRegularFile).filter(file -> TracePackets.isStream(fTrace, file)).sorted().toList()) {
                check(file, leftOut.getOrDefault(file.getFileName().toString(), Map.of()));
            }
        }
        return isBeyond() ? List.of() : fDamaged;
    }

    private void check(Path file, Map<Long, Long> leftOut) throws IOException {
        try (PacketReader reader = new PacketReader(file, fLayout, null); FileChannel channel = FileChannel.open(file)) {
            for (long at = 0; at < reader.size();) {
                Long until = leftOut.get(at);
                if (until == null) {
                    PacketReader.Found found = reader.at(at);
                    if (found.packet() == null) {
                        return;
                    }
                    check(file.getFileName().toString(), channel, found);
                    until = found.end();
                }
                at = until;
            }
        }
    }

    private void check(String stream, FileChannel from, PacketReader.Found found) throws IOException {
        fPackets++;
        // another file each time: the one before may still be mapped
        Files.deleteIfExists(fAlone);
        try (FileChannel alone = FileChannel.open(fAlone, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            from.transferTo(found.at(), found.length(), alone);
        }
        String why = damage(found.packet());
        if (why == null && fSuspect != null && fSuspect.stream().equals(stream) && fSuspect.begin() == found.packet().begin()
                && fSuspect.end() == found.packet().end()) {
            why = "its time stamps are wrong";
        }
        if (why != null) {
            fDamaged.add(found.leftOut(stream, why));
        }
    }

    private String damage(Packet packet) throws IOException {
        ICTFStream stream = fDeclared.getStream(packet.stream());
        long reach = fLayout.second() / REACH;
        try (CTFStreamInputReader events = new CTFStreamInputReader(new CTFStreamInput(stream, fAlone.toFile()))) {
            long last = packet.begin();
            while (events.readNextEvent() == CTFResponse.OK) {
                long time = events.getCurrentEvent().getTimestamp();
                if (packet.end() != Packet.NONE && (time < last - reach || time > packet.end() + reach)) {
                    return "its time stamps are wrong";
                }
                last = Math.max(last, time);
            }
            return null;
        } catch (CTFException | RuntimeException e) {
            return "an event in it cannot be read";
        }
    }
}
