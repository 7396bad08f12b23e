/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.describe;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.LongFunction;
import java.util.stream.Collectors;

import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.stream.Hypercall;
import org.hypertrace.core.stream.decode.GuestEventDecoder;
import org.hypertrace.core.stream.dialect.Dialect;

/**
 * A single hypercall in words, whatever was reported before it: of texts and names only the piece that it brings, "…" for the
 * others; and without judging whether a process of the guest may report it.
 *
 * @param event
 *            the kinds of the events it reports, each once; {@value #MALFORMED} if it reports what cannot be
 * @param contents
 *            what they report: of several, their number and all of them
 */
public record HypercallDescriber(String event, String contents) {

    /** Stands for the kind of hypercalls with values that cannot be. */
    public static final String MALFORMED = "malformed";

    private static final long LAST_PIECE = Long.MIN_VALUE;

    /**
     * @param dialect
     *            what the guest reports
     * @param h
     *            what it reported
     * @param threads
     *            names of the guest's threads by id, null for a name that is not known
     * @param symbols
     *            names of the guest's addresses that the dialect does not name, null for one without
     * @return that in words
     */
    public static HypercallDescriber of(Dialect dialect, Hypercall h, IntFunction<String> threads, LongFunction<String> symbols) {
        EventDescriber words = new EventDescriber(threads, address -> {
            String name = dialect.symbols().get(address);
            return name != null ? name : symbols.apply(address);
        });
        List<GuestEvent> events = new ArrayList<>(3);
        GuestEventDecoder decoder = new GuestEventDecoder(dialect, events::add);
        decoder.accept(h);
        boolean isPiece = events.isEmpty() && decoder.losses().malformed() == 0 && decoder.losses().forged() == 0;
        if (isPiece) {
            decoder.finish();
        }
        if (isPiece && events.isEmpty()) {
            // a name's piece that is not the last is reported as if it were
            new GuestEventDecoder(dialect, events::add).accept(new Hypercall(h.time(), h.vcpu(), h.origin(), h.nr(), h.a0(),
                    h.a1() | LAST_PIECE, h.a2(), h.a3()));
            events.replaceAll(event -> event instanceof GuestEvent.Name name
                    ? new GuestEvent.Name(name.time(), name.from(), name.type(), name.id(), name.name() + '…') : event);
        }
        if (events.isEmpty()) {
            return raw(MALFORMED, h);
        }
        String reported = events.stream().map(words::of).collect(Collectors.joining("; "));
        return new HypercallDescriber(events.stream().map(event -> event.kind().label())
                .distinct().collect(Collectors.joining(", ")),
                events.size() == 1 ? reported : events.size() + ": " + reported);
    }

    /**
     * @param event
     *            what stands for its kind
     * @param h
     *            a hypercall that cannot be understood
     * @return its words as they are
     */
    public static HypercallDescriber raw(String event, Hypercall h) {
        return new HypercallDescriber(event, KvmHypercalls.raw(h.nr(), h.a0(), h.a1(), h.a2(), h.a3()));
    }
}
