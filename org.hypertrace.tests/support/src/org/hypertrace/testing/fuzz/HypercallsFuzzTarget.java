/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.fuzz;

import static org.hypertrace.testing.fuzz.InputFolder.check;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.kvm.ExitReason;
import org.hypertrace.core.stream.Hypercall;
import org.hypertrace.core.stream.Hypercall.Origin;
import org.hypertrace.core.stream.Losses;
import org.hypertrace.core.stream.decode.GuestEventDecoder;
import org.hypertrace.core.stream.dialect.Dialect;
import org.hypertrace.testing.log.HostileGuests;

/**
 * What guests report: any words. They are decoded by the dialect that the first byte chooses, and by all that follows a timeline.
 * Then follow records of {@value #RECORD} bytes, little endian: a byte with vCPU, origin and what the host saw before; the
 * logarithm of the time since the last one; five words.
 */
public final class HypercallsFuzzTarget {

    static final int RECORD = 42;
    private static final int MOST = 400;
    private static final int LONGEST = 40;
    private static final long BEGIN = 1_000_000_000_000L;
    private static final long KERNEL = 0xffffffff81000000L;
    private static final long USER = 0x401000;

    /** @param seen 0: nothing, 1: an exit of the kernel, 2: one of user space, 3: none of the vCPU's number is known */
    private record Word(long time, int cpu, Origin origin, int seen, long[] words) { }

    private HypercallsFuzzTarget() {
    }

    /** One input. */
    public static void fuzzerTestOneInput(byte[] data) {
        ByteBuffer bytes = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
        if (!bytes.hasRemaining()) {
            return;
        }
        Dialect dialect = Dialect.builtIn(Dialect.BUILT_IN.get(Byte.toUnsignedInt(bytes.get()) % Dialect.BUILT_IN.size()));
        List<Word> words = words(bytes);
        decode(dialect, words);
        HostileGuests.follow(to -> report(words, to));
    }

    private static List<Word> words(ByteBuffer bytes) {
        List<Word> words = new ArrayList<>();
        long time = BEGIN;
        while (bytes.remaining() >= RECORD && words.size() < MOST) {
            int flags = bytes.get();
            time += 1L << Byte.toUnsignedInt(bytes.get()) % LONGEST;
            long[] five = new long[5];
            for (int i = 0; i < five.length; i++) {
                five[i] = bytes.getLong();
            }
            words.add(new Word(time, flags & 3, Origin.values()[flags >> 2 & 3], flags >> 4 & 3, five));
        }
        return words;
    }

    /** No event is after what was reported last, nor further before it than batches reach; nothing is refused in silence. */
    private static void decode(Dialect dialect, List<Word> words) {
        long[] now = { BEGIN };
        long[] others = { 0 };
        GuestEventDecoder decoder = new GuestEventDecoder(dialect, event -> {
            check(event.time() <= now[0] && event.time() >= BEGIN - GuestEventDecoder.MAX_BATCH_SPAN, event);
            others[0] += event instanceof GuestEvent.OtherHypercall ? 1 : 0;
        });
        for (Word word : words) {
            now[0] = word.time;
            long[] w = word.words;
            Losses before = decoder.losses();
            long shown = others[0];
            boolean isOwn = decoder.accept(new Hypercall(word.time, word.cpu, word.origin, w[0], w[1], w[2], w[3], w[4]));
            Losses after = decoder.losses();
            boolean isCounted = after.forged() > before.forged() || after.unknownNumbers() > before.unknownNumbers();
            check(isOwn ? !isCounted : isCounted || after.malformed() > before.malformed() || others[0] > shown, word + ": " + after);
        }
        decoder.finish();
    }

    /** Two VMs with two vCPUs each. */
    private static void report(List<Word> words, Consumer<HostEvent> to) {
        for (int cpu = 0; cpu < 4; cpu++) {
            to.accept(new HostEvent.ThreadBegins(cpu, 0, cpu, 11 + cpu, cpu / 2 * 100 + 10, "CPU " + cpu % 2 + "/KVM"));
            to.accept(new HostEvent.SchedSwitch(cpu, 0, cpu, 0, "swapper", 0, 11 + cpu, ""));
        }
        for (Word word : words) {
            if (word.seen != 0) {
                to.accept(new HostEvent.KvmExit(word.time - 1, 0, word.cpu, ExitReason.SVM, 129, word.seen == 3 ? -1 : word.cpu % 2,
                        word.seen == 2 ? USER : KERNEL));
            }
            long[] w = word.words;
            to.accept(new HostEvent.KvmHypercall(word.time, 0, word.cpu, w[0], w[1], w[2], w[3], w[4]));
        }
    }
}
