/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.ctf.core.trace.CtfTmfTrace;
import org.hypertrace.core.machine.LoneVmTrace;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.trace.ctf.LeftOut;
import org.hypertrace.core.trace.ctf.TracePackets;
import org.hypertrace.core.untrusted.PlainText;

/** The packets that are missing, damaged or there twice, in the traces of machines and of guests. */
public final class TraceLosses {

    /** How a sentence ends about a guest's own trace without which all else is reported. */
    public static final String LEFT_OUT = "; this guest's own trace is left out.";

    private final List<MissingPackets> fOfHosts = new ArrayList<>();
    private final List<MissingPackets> fOfGuests = new ArrayList<>();
    private final List<String> fDamaged = new ArrayList<>();
    private final Map<ITmfTrace, Map<String, Integer>> fRepeated = new LinkedHashMap<>();
    private final List<String> fDiscarded = new ArrayList<>();
    private final Map<ITmfTrace, Path> fFolders = new LinkedHashMap<>();
    private int fLeftOut;
    private long fDamagedParts;
    private long fDiscardedEvents;

    /**
     * Looks at a trace.
     *
     * @param folder
     *            where it is
     * @param host
     *            the running number of its machine, null if it is a guest's own
     * @throws IOException
     *             if it is damaged; the message is one sentence for the user
     */
    void add(ITmfTrace trace, Path folder, Integer host) throws IOException {
        if (trace instanceof LoneVmTrace vm) {
            vm.losses().forEach(loss -> fDamaged.add(PlainText.line(folder + ": " + loss)));
        }
        if (!(trace instanceof CtfTmfTrace ctf)) {
            return;
        }
        fFolders.put(ctf, folder);
        TracePackets packets = MissingPackets.packets(ctf, folder);
        if (packets == null) {
            return;
        }
        packets.doubts().forEach(doubt -> fDamaged.add(PlainText.line(folder + ": " + doubt + '.')));
        fDamaged.addAll(MissingPackets.damaged(folder, packets));
        fDamagedParts += packets.doubts().size() + packets.leftOut().stream().filter(LeftOut::isDamage).count();
        if (host == null) {
            fOfGuests.addAll(MissingPackets.of(ctf, folder, MissingPackets.OF_GUEST, packets));
        } else {
            fDiscardedEvents += packets.discarded();
            if (packets.discarded() > 0) {
                fDiscarded.add(PlainText.line(folder + ": the host's tracer discarded "
                        + (packets.discarded() == 1 ? "one event" : packets.discarded() + " events") + "; what happened then is unknown. Record with larger buffers (lttng enable-channel --subbuf-size 4M)."));
            }
            fOfHosts.addAll(MissingPackets.of(ctf, folder, host, packets));
            fRepeated.computeIfAbsent(ctf, key -> new TreeMap<>()).putAll(packets.repeated());
            fLeftOut += packets.leftOut().hashCode();
        }
    }

    /** Looks at traces by their folders; {@code hosts}: the running numbers of their machines, none for a guest's own. */
    void add(Map<Path, ITmfTrace> traces, Map<ITmfTrace, Integer> hosts) throws IOException {
        for (Map.Entry<Path, ITmfTrace> trace : traces.entrySet()) {
            add(trace.getValue(), trace.getKey(), hosts.get(trace.getValue()));
        }
    }

    /** Looks at what manifests name as guests' own traces and is not open: commands leave out one that is damaged. */
    void addClosed(Collection<Manifest> manifests, Set<Path> open) {
        manifests.stream().filter(Objects::nonNull).flatMap(manifest -> manifest.vms().stream()).map(Manifest.Vm::guestTrace)
                .filter(guest -> guest != null && !open.contains(guest)).distinct().forEach(this::addClosed);
    }

    private void addClosed(Path folder) {
        try {
            String damage = !Files.isDirectory(folder) ? null
                    : Files.size(folder.resolve("metadata")) == 0 ? "metadata is empty" : TracePackets.of(folder).damage();
            if (damage != null) {
                fDamaged.add(PlainText.line(folder + " is damaged: " + damage + LEFT_OUT));
                fDamagedParts++;
            }
        } catch (IOException e) {
            // that it cannot be read is reported with the manifest
        }
    }

    /** @return what is damaged or missing in the traces of machines and in guests' own, a sentence each */
    public List<String> sentences() {
        return Stream.concat(fDamaged.stream(), Stream.concat(fOfHosts.stream(), fOfGuests.stream()).map(MissingPackets::sentence)).toList();
    }

    /** @return how many stretches of {@link #sentences()} are missing, and how many parts are damaged */
    public long stretches() {
        return fDamagedParts + fOfHosts.size() + fOfGuests.size();
    }

    /** @return how many events {@link #discarded()} and {@link #misplaced()} count */
    public long events() {
        return fDiscardedEvents + fFolders.keySet().stream().mapToLong(trace -> EventTimes.of(trace).behind()).sum();
    }

    /** @return what is damaged, and what is missing in guests' own traces, a sentence each: no event of a host stands for that */
    public List<String> withoutEvents() {
        return Stream.concat(fDamaged.stream(), fOfGuests.stream().map(MissingPackets::sentence)).toList();
    }

    /** @return how many events the tracers of machines discarded for want of room, a sentence for each trace that lacks some */
    public List<String> discarded() {
        return fDiscarded;
    }

    /** @return how many events stand behind later ones, as far as passes came, a sentence for each trace that has some */
    public List<String> misplaced() {
        return wrong(EventTimes::behind, " behind later ones: left out");
    }

    /** @return how many events stand outside the times of their packets, as far as passes came, a sentence for each trace that has some */
    public List<String> outside() {
        return wrong(EventTimes::outside, " outside the times of the packet: these times may be wrong");
    }

    private List<String> wrong(ToIntFunction<EventTimes> count, String how) {
        return fFolders.entrySet().stream().filter(trace -> count.applyAsInt(EventTimes.of(trace.getKey())) > 0).map(trace -> {
            int events = count.applyAsInt(EventTimes.of(trace.getKey()));
            return PlainText.line(trace.getValue() + ": " + (events == 1 ? "one event stands" : events + " events stand") + how + '.');
        }).toList();
    }

    /** @return the packets that are missing in the traces of machines */
    public List<MissingPackets> missing() {
        return fOfHosts;
    }

    /** @return of the traces of machines, the files of streams that hold packets twice, and how many; each is read once */
    public Map<ITmfTrace, Map<String, Integer>> repeated() {
        return fRepeated;
    }

    /** Changes when more of the traces of machines is left out. */
    int hash() {
        return fLeftOut;
    }
}
