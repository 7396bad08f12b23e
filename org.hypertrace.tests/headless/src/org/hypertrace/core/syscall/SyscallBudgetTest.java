/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.syscall;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** System calls held against budgets: the sentences, and calls that a guest does not make. */
class SyscallBudgetTest {

    /** Two reads of 10 and 30 µs, and a poll, which waits, of 1 ms. */
    private static final VmSyscalls CALLS = new VmSyscalls(List.of(
            row(0, false, new CallFigures(2, 40_000, 10_000, 1, 10_000, 30_000, 30_000, 30_000)),
            row(7, true, new CallFigures(1, 1_000_000, 1_000_000, 1, 1_000_000, 1_000_000, 1_000_000, 1_000_000))), List.of(), 0, null);

    private static VmSyscalls.Row row(int number, boolean isWaiting, CallFigures figures) {
        return new VmSyscalls.Row(number, false, isWaiting, figures, figures, 0, List.of());
    }

    private static String held(String budget) {
        return SyscallBudget.of(budget).of("trace", "web", CALLS).stream().map(SyscallBudget.Result::sentence).findFirst().orElse("none");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "read:count=2|web: read count is 2, within its budget of 2.", "read:total=0.04|web: read total is 40.0 µs, within its budget of 40.0 µs.",
            "read:total=0.039|web: read total is 40.0 µs, more than its budget of 39.0 µs.", "read:floor=1|web: read floor is 20.0 µs, within its budget of 1.00 ms.",
            "read:disturbance=49|web: read disturbance is 50.0 %, more than its budget of 49.0 %.",
            "0:mean=20|web: read mean is 20.0 µs, within its budget of 20.0 µs.", "read:shortest=9|web: read shortest is 10.0 µs, more than its budget of 9.00 µs.",
            "read:p50=10|web: read p50 is 10.0 µs, within its budget of 10.0 µs.", "read:p99=29|web: read p99 is 30.0 µs, more than its budget of 29.0 µs.",
            "poll:max=1000|web: poll max is 1.00 ms, within its budget of 1.00 ms.", "all:count=1|web: all count is 2, more than its budget of 1.",
            "write:count=0|web: write count is 0, within its budget of 0.", "write:p99=1|none" })
    void eachFigureIsHeld(String budget, String sentence) {
        assertEquals(sentence, held(budget));
    }

    @ParameterizedTest
    @ValueSource(strings = { "read", "read=5", "read:p99", "read:p98=5", "reed:p99=5", "all:p99=5", "read:p99=-1", ":p99=5", "read:p99=much" })
    void whatIsNoBudgetIsRefused(String text) {
        assertNull(SyscallBudget.of(text));
    }

    /** Nothing is known of a guest without whole calls: also not that there were none. */
    @Test
    void aGuestWithoutCallsIsNotHeld() {
        VmSyscalls none = new VmSyscalls(List.of(), List.of(), 0, null);
        assertEquals(List.of(), SyscallBudget.of("write:count=0").of("trace", "web", none));
        assertEquals(List.of(), SyscallBudget.of("all:mean=1").of("trace", "web", none));
    }
}
