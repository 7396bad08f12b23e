/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is asked for, in the words of the command's options. */
class PathQueryTest {

    @ParameterizedTest
    @ValueSource(strings = { "--thread sleep", "--vm late --thread 68@2 --from 5 --to 9", "--host-thread 44", "--vm 384#1 --vcpu 1",
            "--boot 1 --to 77", "--initcall 0xffffffff81000000", "--step device_shutdown", "--marks 2 3 --awaits node-b:2", "--vcpu 0 --awaits node-b:2@77",
            "--vcpu 0 --activations --guest-only" })
    void wordsSayTheSame(String words) throws Exception {
        assertEquals(words, String.join(" ", PathQuery.of(List.of(words.split(" "))).words()));
    }

    @Test
    void oneMarkStandsForTwo() throws Exception {
        assertEquals(List.of("--marks", "4", "4"), PathQuery.of(List.of("--mark", "4")).words());
    }

    @Test
    void aNameMayHaveBlanks() throws Exception {
        assertEquals(PathQuery.of(PathQuery.Kind.THREAD, "CPU 0/KVM", "a b"), PathQuery.of(List.of("--vm", "a b", "--thread", "CPU 0/KVM")));
    }

    @ParameterizedTest
    @ValueSource(strings = { "--vm a", "--threads 4", "--thread", "--thread 4 --from soon", "--marks 1" })
    void whatAsksForNothingIsRefused(String words) {
        String message = assertThrows(PathSubject.Unknown.class, () -> PathQuery.of(List.of(words.split(" ")))).getMessage();
        assertEquals(1, message.lines().count());
        assertEquals('.', message.charAt(message.length() - 1));
    }
}
