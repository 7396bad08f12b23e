/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.view;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongFunction;

import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderParameterUtils;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphRowModel;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphState;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphModel;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphRowModel;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphState;

/**
 * Words by which states are filtered. A state stays if all words are in its label or in the names of its row and of those above it, whatever
 * their case. While the words are written others are dimmed; words that are kept leave them out.
 */
public final class StateWords {

    /** Trace Compass' properties of states; the class that has them is another one in later releases. */
    private static final int DIMMED = 1;
    private static final int EXCLUDED = 1 << 2;

    private final List<String> fDimming;
    private final List<String> fExcluding;

    private StateWords(List<String> dimming, List<String> excluding) {
        fDimming = dimming;
        fExcluding = excluding;
    }

    /**
     * @param parameters
     *            of a client's request
     * @param model
     *            what it asks for
     * @param names
     *            the names of a row and of those above it, by the id of its entry
     * @return what is left of it
     */
    public static TimeGraphModel filter(Map<String, Object> parameters, TimeGraphModel model, LongFunction<String> names) {
        StateWords words = of(parameters);
        if (words == null) {
            return model;
        }
        List<ITimeGraphRowModel> rows = new ArrayList<>();
        for (ITimeGraphRowModel row : model.getRows()) {
            String name = names.apply(row.getEntryID());
            rows.add(new TimeGraphRowModel(row.getEntryID(), row.getStates().stream().map(state -> words.left(state, name)).toList()));
        }
        return new TimeGraphModel(rows);
    }

    /** Null if a client asks for all states as they are. */
    private static StateWords of(Map<String, Object> parameters) {
        Object asked = parameters.get(DataProviderParameterUtils.REGEX_MAP_FILTERS_KEY);
        List<String> dimming = new ArrayList<>();
        List<String> excluding = new ArrayList<>();
        if (asked instanceof Map<?, ?> map) {
            map.forEach((property, texts) -> {
                // the trace server has texts for keys
                List<String> to = String.valueOf(property).equals(Integer.toString(EXCLUDED)) ? excluding : dimming;
                for (Object text : texts instanceof Collection<?> all ? all : List.of(texts)) {
                    Arrays.stream(text.toString().toLowerCase(Locale.ROOT).replace("\"", " ").split("\\s+")).filter(word -> !word.isEmpty()).forEach(to::add);
                }
            });
        }
        return dimming.isEmpty() && excluding.isEmpty() ? null : new StateWords(dimming, excluding);
    }

    private ITimeGraphState left(ITimeGraphState state, String row) {
        if (state.getLabel() == null && state.getStyle() == null) {
            return state;
        }
        String words = (row + ' ' + (state.getLabel() == null ? "" : state.getLabel())).toLowerCase(Locale.ROOT);
        boolean isExcluded = !fExcluding.stream().allMatch(words::contains);
        // Trace Compass takes a state of this value without label and style as "nothing is here"
        ITimeGraphState left = isExcluded ? new TimeGraphState(state.getStartTime(), state.getDuration(), Integer.MIN_VALUE)
                : new TimeGraphState(state.getStartTime(), state.getDuration(), state.getLabel(), state.getStyle());
        left.setProperty(EXCLUDED, isExcluded);
        left.setProperty(DIMMED, !fDimming.stream().allMatch(words::contains));
        return left;
    }
}
