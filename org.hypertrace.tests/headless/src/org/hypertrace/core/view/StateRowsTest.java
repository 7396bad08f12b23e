/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.view;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.eclipse.tracecompass.statesystem.core.interval.TmfStateInterval;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphRowModel;
import org.hypertrace.core.view.StateRow.Look;
import org.junit.jupiter.api.Test;

class StateRowsTest {

    private static final long BEGIN = 0;
    private static final long END = 1000;

    private final List<Collection<?>> fAsked = new ArrayList<>();

    /** One state per attribute, all the time: its number. */
    private ITmfStateSystem states() {
        return (ITmfStateSystem) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] { ITmfStateSystem.class }, (proxy, method, arguments) -> {
            switch (method.getName()) {
                case "getStartTime":
                    return BEGIN;
                case "getCurrentEndTime":
                    return END;
                case "query2D":
                    fAsked.add(new TreeSet<>((Collection<?>) arguments[0]));
                    List<ITmfStateInterval> states = new ArrayList<>();
                    ((Collection<?>) arguments[0]).forEach(quark -> states.add(new TmfStateInterval(BEGIN, END, (Integer) quark, quark)));
                    return states;
                default:
                    throw new UnsupportedOperationException(method.getName());
            }
        });
    }

    private List<String> drawn(long... times) throws Exception {
        StateRows rows = new StateRows();
        rows.put(10L, new StateRow(1, 100, 200, (value, time) -> new Look("one", null)));
        rows.put(20L, new StateRow(2, 200, 300, (value, time) -> new Look("two", null)));
        rows.put(30L, new StateRow(3, 0, 1001, (value, time) -> new Look("three", null)));
        List<String> drawn = new ArrayList<>();
        for (ITimeGraphRowModel row : rows.states(states(), List.of(10L, 20L, 30L), Arrays.stream(times).boxed().toList(), null).getRows()) {
            drawn.add(row.getEntryID() + row.getStates().stream().map(s -> " " + s.getLabel() + " " + s.getStartTime() + " " + s.getDuration()).reduce("", String::concat));
        }
        return drawn;
    }

    @Test
    void allThatLivesIsDrawn() throws Exception {
        assertEquals(List.of("10 one 100 100", "20 two 200 100", "30 three 0 1001"), drawn(199, 200));
        assertEquals(List.of(new TreeSet<>(List.of(1, 2, 3))), fAsked);
    }

    @Test
    void theStatesOfWhatDoesNotLiveThenAreNotRead() throws Exception {
        assertEquals(List.of("10", "20", "30 three 0 1001"), drawn(300, 310, 320));
        assertEquals(List.of("10", "20 two 200 100", "30 three 0 1001"), drawn(299));
        assertEquals(List.of("10", "20", "30 three 0 1001"), drawn(50, 99));
        assertEquals(List.of(new TreeSet<>(List.of(3)), new TreeSet<>(List.of(2, 3)), new TreeSet<>(List.of(3))), fAsked);
    }
}
