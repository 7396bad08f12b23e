/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.view;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.eclipse.tracecompass.statesystem.core.interval.TmfStateInterval;
import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderParameterUtils;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
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
                case "waitUntilBuilt":
                    return true;
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

    private List<String> drawn(Long... times) {
        StateTimeGraphProvider provider = new StateTimeGraphProvider("test") {

            @Override
            protected ITmfStateSystem states() {
                return StateRowsTest.this.states();
            }

            @Override
            protected List<TimeGraphEntryModel> entries(ITmfStateSystem states, boolean complete, Object variant) {
                show(10L, new StateRow(1, 100, 200, (value, time) -> new Look("one", null)));
                show(20L, new StateRow(2, 200, 300, (value, time) -> new Look("two", null)));
                show(30L, new StateRow(3, 0, 1001, (value, time) -> new Look("three", null)));
                return List.of();
            }
        };
        provider.fetchTree(Map.of(), new NullProgressMonitor());
        return provider.fetchRowModel(Map.of(DataProviderParameterUtils.REQUESTED_TIME_KEY, List.of(times),
                DataProviderParameterUtils.REQUESTED_ITEMS_KEY, List.of(10L, 20L, 30L)), new NullProgressMonitor()).getModel().getRows().stream()
                .map(row -> row.getEntryID() + row.getStates().stream().map(state -> " " + state.getLabel() + " " + state.getStartTime() + " "
                        + state.getDuration()).collect(Collectors.joining())).toList();
    }

    @Test
    void allThatLivesIsDrawn() {
        assertEquals(List.of("10 one 100 100", "20 two 200 100", "30 three 0 1001"), drawn(199L, 200L));
        assertEquals(List.of(new TreeSet<>(List.of(1, 2, 3))), fAsked);
    }

    @Test
    void theStatesOfWhatDoesNotLiveThenAreNotRead() {
        assertEquals(List.of("10", "20", "30 three 0 1001"), drawn(300L, 310L, 320L));
        assertEquals(List.of("10", "20 two 200 100", "30 three 0 1001"), drawn(299L));
        assertEquals(List.of("10", "20", "30 three 0 1001"), drawn(50L, 99L));
        assertEquals(List.of(new TreeSet<>(List.of(3)), new TreeSet<>(List.of(2, 3)), new TreeSet<>(List.of(3))), fAsked);
    }
}
