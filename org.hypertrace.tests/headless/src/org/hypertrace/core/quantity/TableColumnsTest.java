/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.quantity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.hypertrace.core.boot.view.BootTableProvider;
import org.hypertrace.core.exit.view.ExitFiguresProvider;
import org.hypertrace.core.stack.view.LeafFunctionsProvider;
import org.junit.jupiter.api.Test;

/** Which columns are added up is what providers declare, whatever the headers are. */
class TableColumnsTest {

    private static String added(TableColumns columns) {
        return IntStream.range(0, columns.size()).filter(columns::isAdded).mapToObj(columns::get).collect(Collectors.joining(", "));
    }

    @Test
    void onlyDeclaredColumnsAreAdded() {
        TableColumns columns = TableColumns.of("What", "Longest", "Time").adding("Longest").with("Share", "Max").adding("Max");
        assertEquals(List.of("What", "Longest", "Time", "Share", "Max"), columns);
        assertEquals("Longest, Max", added(columns));
        assertEquals("", added(TableColumns.of("What", "Time")));
        assertThrows(IllegalArgumentException.class, () -> columns.adding("none"));
    }

    /** Numbers of exits and time off the CPU are sums, a mean per call is none, and times of callers contain those of callees. */
    @Test
    void providersDeclareTheirs() {
        assertEquals("Number, Total", added(ExitFiguresProvider.COLUMNS));
        assertEquals("Self, Calls, Exits, In exits, Off CPU, Repaired", added(LeafFunctionsProvider.COLUMNS));
        assertEquals("Duration, Own, Host, Tracer, VM exits", added(BootTableProvider.Kind.INITCALLS.columns()).substring(0, 37));
        assertEquals("Initcalls, Duration", added(BootTableProvider.Kind.LEVELS.columns()).substring(0, 19));
    }
}
