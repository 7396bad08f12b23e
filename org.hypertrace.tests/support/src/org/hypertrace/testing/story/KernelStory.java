/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.story;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * What the kernel of a guest reports by hypercalls, a line each, between the lines of a {@link Story} of its host:
 *
 * <pre>
 * 110 0x85 2
 * 120 low 0x85 1 0 0 0
 * 130 host cpu0 kvm_tsc_offset 7 7
 * </pre>
 *
 * After the time may come where the code runs: {@code low} is below the kernel, as firmware is, {@code high} the kernel, as
 * without a word. Then come the hypercall's number and up to four words. Each is an exit of vCPU 0 on processor 0, the hypercall, and an entry.
 */
public final class KernelStory {

    /** The story of its host before: thread 11 of process 10 runs its guest since 102. */
    public static final String BEGIN = """
            100 host cpu0 fork CPU_0/KVM:11 10
            101 host cpu0 sched_switch bash:9 S CPU_0/KVM:11
            102 host cpu0 kvm_entry
            """;

    /** Where firmware and the first code of kernels run. */
    private static final long LOW = 0x7c00;
    private static final long HIGH = 0xffffffff81000000L;

    private KernelStory() {
    }

    /**
     * @param text
     *            the story
     * @return the same as a story of the host alone
     */
    public static String of(String text) {
        return of(text, "host", 0);
    }

    /**
     * @param text
     *            the story
     * @param host
     *            the host's name
     * @param around
     *            so many ns before a hypercall its exit is, and so many after it the entry
     * @return the same as a story of the host alone
     */
    public static String of(String text, String host, long around) {
        return StoryLine.of(text).stream().map(line -> line(line, host, around)).collect(Collectors.joining());
    }

    private static String line(StoryLine line, String host, long around) {
        long time = line.time();
        if (line.take(host)) {
            Story.event(line, time, 0, line.id("cpu"));
            return line.text() + '\n';
        }
        long code = line.take("low") ? LOW : HIGH;
        line.take("high");
        long[] words = new long[5];
        words[0] = line.number("low, high, " + host + " or the number of a hypercall");
        for (int i = 1; i < words.length; i++) {
            words[i] = line.number("a word", 0);
        }
        line.end();
        return "%1$d %6$s cpu0 kvm_exit VMMCALL 0 0x%2$x\n%3$d %6$s cpu0 kvm_hypercall %4$s\n%5$d %6$s cpu0 kvm_entry\n".formatted(time - around,
                code, time, hex(words), time + around, host);
    }

    private static String hex(long[] words) {
        return Arrays.stream(words).mapToObj(word -> "0x" + Long.toHexString(word)).collect(Collectors.joining(" "));
    }
}
