/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import org.hypertrace.core.kvm.HostEventReader;
import org.hypertrace.core.kvm.HostLayout;
import org.hypertrace.core.trace.ctf.layout.EventBytes;
import org.hypertrace.core.trace.ctf.layout.EventLayout;
import org.hypertrace.core.trace.ctf.layout.KnownKinds;
import org.hypertrace.core.trace.ctf.layout.LayoutCompiler;
import org.hypertrace.core.trace.ctf.type.TraceTypes.EventType;
import org.hypertrace.core.trace.ctf.type.TraceTypes.StreamType;
import org.hypertrace.core.trace.ctf.type.TraceTypes.UnknownTypes;

/**
 * How the events of one channel are read, by their ids. A layout is made when the first such event occurs: most never do. Streams of the channel may be
 * read on different threads; then two may make the same.
 */
final class EventKinds {

    /** Ids below this are looked up in an array; LTTng gives them in the order of the declarations. */
    private static final int FEW = 1 << 12;

    /** How the events with one id are read. */
    record Kind(EventLayout layout, HostEventReader.Kind kind) { }

    private final StreamType fStream;
    private final Function<String, HostEventReader.Kind> fWanted;
    private final Kind[] fKinds = new Kind[FEW];
    /** Of ids below {@link #FEW}. */
    private final KnownKinds fKnown = new KnownKinds(FEW);
    private final Map<Integer, Kind> fOthers = new ConcurrentHashMap<>();

    /** {@code wanted}: what of the events with a name somebody asks for; null: of none anything. */
    EventKinds(StreamType stream, Function<String, HostEventReader.Kind> wanted) {
        fStream = stream;
        fWanted = wanted;
    }

    /**
     * How the events with an id are read.
     *
     * @throws EventBytes.Undecodable
     *             if it is not declared, or declared in a form that is not known
     */
    Kind of(int id) {
        if (id < FEW) {
            Kind kind = fKinds[id];
            return kind != null ? kind : learnFew(id);
        }
        return fOthers.computeIfAbsent(id, this::learn);
    }

    /** The kinds whose lengths are known, of those that occurred, and of which nothing is made: times are wanted if something is asked for. */
    KnownKinds known() {
        return fKnown;
    }

    private Kind learnFew(int id) {
        Kind kind = learn(id);
        fKinds[id] = kind;
        if (kind.kind() == null || !kind.kind().isRead()) {
            fKnown.add(id, kind.layout(), kind.kind() != null);
        } else if (kind.kind().what() == HostLayout.Kind.SCHED_SWITCH) {
            fKnown.addLookedAt(id, kind.layout());
        }
        return kind;
    }

    private Kind learn(int id) {
        EventType event = fStream.events().get((long) id);
        if (event == null) {
            throw EventBytes.UNDECODABLE;
        }
        try {
            HostEventReader.Kind kind = fWanted == null ? null : fWanted.apply(event.name());
            return new Kind(LayoutCompiler.of(fStream, event, kind == null ? List.of() : kind.fields(),
                    kind == null ? List.of() : kind.thread()), kind);
        } catch (UnknownTypes e) {
            throw EventBytes.UNDECODABLE;
        }
    }
}
