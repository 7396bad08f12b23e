/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Collectors;

import org.hypertrace.testing.log.BootLog;
import org.junit.jupiter.api.Test;

/** What a guest reports that begins, ends or crashes a boot in another way than usual. */
class BootStoriesTest {

    /** Without the launch that every story begins with. */
    private static String reported(String words) {
        String reported = BootLog.reported(words);
        assertTrue(reported.startsWith("102 boot 1: begins\n102 boot 1: launched\n"), reported);
        return reported.lines().skip(2).map(line -> line + '\n').collect(Collectors.joining());
    }

    @Test
    void whereTheNextKernelIsIsOfTheNextBoot() {
        assertEquals("""
                110 boot 1: _text at ffffffff81000000
                120 boot 1: stopped
                130 boot 1: ends: booted again
                130 boot 2: begins
                130 boot 2: _text at ffffffff82000000
                140 boot 2: kernel
                """, reported("""
                110 0x82 0xffffffff81000000 0 0 1
                120 0x85 6 0 0 0
                130 0x82 0xffffffff82000000 0 0 1
                140 0x85 1 0 0 0"""));
    }

    /** Marks of the kernel come one after another; the last, the level start_kernel, does not end the levels again. */
    @Test
    void marksOfOneKernel() {
        assertEquals("""
                110 boot 1: kernel
                130 boot 1: initcall levels
                130 boot 1: level start_kernel
                140 boot 1: ends: booted again
                140 boot 2: begins
                140 boot 2: kernel
                """, reported("""
                110 0x85 1 0 0 0
                120 0x85 2 0 0 0
                130 0x7b 0 0 'start_ke' 'rnel'
                140 0x85 1 0 0 0"""));
    }

    @Test
    void aCrashBeforeAnythingElseIsOfABoot() {
        assertEquals("""
                110 boot 1: panic 'no_init' in thread 0 stack [] after []
                110 boot 1: panicked
                120 boot 1: because 'no_init_found'
                """, reported("""
                110 0x7e 0 0 'no_init' 0
                120 0x80 0x10000000d 'no_init_' 'found' 0"""));
    }

    /** The text of a panic is not an oops', nor is one that belongs to neither. */
    @Test
    void whoseATextIs() {
        String reported = reported("""
                105 0x80 0x20000000d 'before_a' 'ny_of' 0
                110 0x7f 77 0 0 1
                120 0x80 0x20000000d 'unable_t' 'o_hdl' 0
                130 0x7e 1 0 'Fatal' 0
                140 0x80 0x10000000d 'Fatal_ex' 'ceptn' 0
                150 0x85 1 0 0 0
                160 0x80 0x10000000d 'of_the_b' 'efore' 0
                """.stripTrailing());
        assertTrue(reported.contains("120 boot 1: because 'unable_to_hdl'\n"), reported);
        assertTrue(reported.contains("140 boot 1: because 'Fatal_exceptn'\n"), reported);
        assertEquals(2, reported.split("because").length - 1, reported);
    }

    /** The last events before a crash are those of its boot and of before, without texts; no more than fit. */
    @Test
    void whatWasBeforeACrash() {
        StringBuilder words = new StringBuilder();
        for (int i = 0; i < 40; i++) {
            words.append(110 + i).append(" 0x64 ").append(5 + i).append(" 0 0 1\n");
        }
        String reported = reported(words + "200 0x7e 1 0 'Fatal' 0");
        String line = reported.lines().filter(one -> one.contains("panic 'Fatal'")).findFirst().orElseThrow();
        String before = line.substring(line.indexOf("after [") + 7, line.lastIndexOf(']'));
        assertTrue(before.endsWith("func_entry@148, func_entry@149"), line);
        // one after another
        String[] events = before.split(", ");
        for (int i = 0; i < events.length; i++) {
            assertEquals("func_entry@" + (150 - events.length + i), events[i]);
        }
    }

    @Test
    void functionsAreReportedOnceABootIsOver() {
        assertEquals("""
                110 boot 1: running
                130 boot 1: ends: booted again
                130 boot 1: function 5 called 1 took 9 self 9
                130 boot 2: begins
                130 boot 2: kernel
                140 boot 2: unmatched
                """, reported("""
                110 0x64 5 0 0 1
                120 0x65 5 9 0 1
                130 0x85 1 0 0 0
                140 0x7d 5 0 7 1"""));
    }

    /** What a tracer reports of itself does not report that a kernel runs. */
    @Test
    void whoReportsThatItRuns() {
        assertEquals("", reported("110 0x81 0x4754524300000100 1 0 0"));
        assertEquals("120 boot 1: running\n", reported("""
                120 0x66 0x500000006 0 'sh' 0
                130 0x66 0x600000005 0 'sh' 0"""));
    }
}
