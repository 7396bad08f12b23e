/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;

import org.junit.jupiter.api.Test;

import org.hypertrace.core.machine.VmName;

/** Which functions a boot calls most, and what to leave out of the next recording. */
class FunctionFrequencyTest {

    private static FunctionFrequency of(GuestBoot.Function... functions) {
        return FunctionFrequency.of(new GuestBoot(null, null, VmName.of("10#1", 10, "web-1", 1), -1, 1, 0, 1, null, -1, 0, 0, 0, List.of(), List.of(),
                List.of(), List.of(), List.of(functions)), BootSymbols.NONE);
    }

    private static GuestBoot.Function function(long address, long calls, long self) {
        return new GuestBoot.Function(address, calls, 2 * self, self);
    }

    @Test
    void theMostFrequentFirstWithWhatIsBeforeIt() {
        FunctionFrequency frequency = of(function(0xa, 10, 5), function(0xb, 70, 7), function(0xc, 20, 800));
        assertEquals("[0xb 70 after 0, 0xc 20 after 70, 0xa 10 after 90]", frequency.functions().stream()
                .map(line -> line.name() + ' ' + line.calls() + " after " + line.before()).toList().toString());
        assertEquals(100, frequency.calls());
        assertEquals(812, frequency.self());
    }

    @Test
    void aPatternSavesWhatItMatches() {
        FunctionFrequency frequency = of(function(0xaa, 10, 5), function(0xab, 70, 7), function(0xc, 20, 800));
        assertEquals(new FunctionFrequency.Saving("*xa*, 0xd", 2, 80, 12), frequency.without("*xa*, 0xd"));
        assertEquals(0, frequency.without("a").calls(), "a name is a whole one");
        assertEquals(100, frequency.without("*").calls());
        assertEquals(0, frequency.without("[0-9].(").calls(), "and nothing but * is special");
        assertEquals(0, frequency.without("\\E(").calls(), "whatever is written");
    }

    @Test
    void whatTakesLongStays() {
        FunctionFrequency frequency = of(function(0xa, 50, 50), function(0xb, 30, 3000), function(0xc, 15, 15),
                function(0xd, 5, 5));
        assertEquals(new FunctionFrequency.Saving("0xa,0xc,0xd", 3, 70, 70), frequency.suggestion());
    }

    @Test
    void itEndsWhenEnoughIsSaved() {
        FunctionFrequency frequency = of(function(0xa, 60, 60), function(0xb, 25, 25), function(0xc, 15, 15));
        assertEquals(new FunctionFrequency.Saving("0xa,0xb", 2, 85, 85), frequency.suggestion());
    }

    @Test
    void aBootWithoutFunctionsSuggestsNothing() {
        assertEquals(new FunctionFrequency.Saving("", 0, 0, 0), of().suggestion());
    }
}
