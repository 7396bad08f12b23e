/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.story;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.event.GuestCpu;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.stream.Hypercall;
import org.hypertrace.core.stream.Hypercall.Origin;
import org.hypertrace.core.stream.decode.GuestEventDecoder;
import org.hypertrace.core.stream.dialect.Dialect;

/**
 * What a guest reports as text, a hypercall per line, as ftrace prints it:
 *
 * <pre>
 * 100 vcpu0 nr 0x66 a0 0x5200000011 a1 0x78 a2 0x6873
 * 110 vcpu0 user nr 0x84 a1 7 #3 level 1 nested 2
 * 0.677113 kvm_hypercall nr 0x65 a0 0xffffffff96c85c90 a1 0x6e6 a2 0xb a3 0x0
 * </pre>
 *
 * Times are ns, or seconds if they have a point. Not reported: vCPU -1, the kernel, words 0. {@code #} is the sender's number in
 * version 1, {@code level} and {@code nested} too. And the other way: what was decoded, an event per line.
 */
public final class GuestStory {

    private GuestStory() {
    }

    /**
     * @param story
     *            the hypercalls
     * @return them
     */
    public static List<Hypercall> hypercalls(String story) {
        return StoryLine.of(story).stream().map(GuestStory::hypercall).toList();
    }

    private static Hypercall hypercall(StoryLine line) {
        long time = line.time();
        line.take("kvm_hypercall");
        long[] message = new long[5];
        int vcpu = line.idIfAny("vcpu");
        Origin origin = line.matches("user|unknown|ring") ? line.constant(Origin.class) : Origin.KERNEL;
        while (line.hasNext()) {
            if (line.matches("#\\d+")) {
                message[0] |= Long.parseLong(line.word("its number").substring(1)) << 32;
            } else if (line.matches("a[0-3]")) {
                message[1 + line.word("a word").charAt(1) - '0'] = line.number("a word");
            } else {
                String what = line.word("a word");
                int shift = Map.of("nr", 0, "level", 16, "nested", 20).getOrDefault(what, -1);
                if (shift < 0) {
                    throw line.errorBefore("vcpu0, user, unknown, ring, nr, a0 to a3, level, nested or #1");
                }
                message[0] |= line.number("a number after " + what) << shift;
            }
        }
        return new Hypercall(time, vcpu, origin, message[0], message[1], message[2], message[3], message[4]);
    }

    /**
     * @param dialect
     *            what the guest uses
     * @param story
     *            the hypercalls
     * @return the events in words, then what was lost or contradictory, if anything was
     */
    public static String decoded(Dialect dialect, String story) {
        List<GuestEvent> events = new ArrayList<>();
        GuestEventDecoder decoder = new GuestEventDecoder(dialect, events::add);
        hypercalls(story).forEach(decoder::accept);
        decoder.finish();
        StringBuilder text = new StringBuilder();
        events.forEach(event -> text.append(words(event)).append('\n'));
        String contradictory = decoder.losses().toString().replaceAll("Losses\\[|]|\\w+=0(, |(?=]))", "").replaceAll(", $", "");
        return contradictory.isEmpty() ? text.toString() : text.append(contradictory).append('\n').toString();
    }

    /**
     * @param story
     *            hypercalls of version 1
     * @return as {@link #decoded(Dialect, String)}
     */
    public static String decoded(String story) {
        return decoded(Dialect.builtIn(Dialect.HYPERTRACE_1), story);
    }

    /**
     * @param e
     *            an event
     * @return time, processor, kind and what is reported, without what is not; addresses in hexadecimal
     */
    public static String words(GuestEvent e) {
        GuestCpu from = e.from();
        StringBuilder text = new StringBuilder().append(e.time()).append(" cpu").append(from.cpu());
        if (from.level() > 0) {
            text.append(" of ").append(from.level()).append('/').append(from.nested());
        }
        text.append(' ').append(e.kind().label());
        for (var component : e.getClass().getRecordComponents()) {
            try {
                Object value = component.getAccessor().invoke(e);
                String name = component.getName();
                boolean reported = value != null && !value.equals(-1) && !value.equals(-1L) && !value.equals(false);
                if (reported && !List.of("time", "from", "kind").contains(name)) {
                    boolean hex = value instanceof Long l && (l < 0 || l > 0xffffffffL);
                    text.append(' ').append(name).append('=').append(hex ? "0x" + Long.toHexString((long) value) : value);
                }
            } catch (ReflectiveOperationException x) {
                throw new IllegalStateException(x);
            }
        }
        return text.toString();
    }
}
