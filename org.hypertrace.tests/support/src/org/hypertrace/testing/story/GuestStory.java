/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.story;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

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
        return story.lines().filter(line -> !line.isBlank()).map(GuestStory::hypercall).toList();
    }

    private static Hypercall hypercall(String line) {
        String[] words = line.trim().split("\\s+");
        long[] message = new long[5];
        int vcpu = -1;
        Origin origin = Origin.KERNEL;
        for (int i = 1; i < words.length; i++) {
            String word = words[i];
            if (word.startsWith("vcpu")) {
                vcpu = Integer.parseInt(word.substring(4));
            } else if (word.startsWith("#")) {
                message[0] |= Long.parseLong(word.substring(1)) << 32;
            } else if (!word.equals("kvm_hypercall")) {
                switch (word) {
                case "user", "unknown", "ring" -> origin = Origin.valueOf(word.toUpperCase());
                case "level" -> message[0] |= number(words[++i]) << 16;
                case "nested" -> message[0] |= number(words[++i]) << 20;
                case "nr" -> message[0] |= number(words[++i]);
                case "a0", "a1", "a2", "a3" -> message[1 + word.charAt(1) - '0'] = number(words[++i]);
                default -> throw new IllegalArgumentException(line);
                }
            }
        }
        long time = words[0].indexOf('.') < 0 ? Long.parseLong(words[0])
                : new BigDecimal(words[0]).movePointRight(9).longValueExact();
        return new Hypercall(time, vcpu, origin, message[0], message[1], message[2], message[3], message[4]);
    }

    private static long number(String text) {
        return text.startsWith("0x") ? Long.parseUnsignedLong(text.substring(2), 16) : Long.parseLong(text);
    }

    /**
     * @param dialect
     *            what is spoken
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
