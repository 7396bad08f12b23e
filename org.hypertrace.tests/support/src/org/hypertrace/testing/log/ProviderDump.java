/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.log;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderParameterUtils;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphArrow;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphDataProvider;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphState;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeModel;
import org.eclipse.tracecompass.tmf.core.response.ITmfResponse.Status;
import org.eclipse.tracecompass.tmf.core.response.TmfModelResponse;

/** What a client of a time graph provider shows: the complete answers, as text. */
public final class ProviderDump {

    private final ITimeGraphDataProvider<TimeGraphEntryModel> fProvider;
    private final List<TimeGraphEntryModel> fEntries;

    /** Waits until the tree is complete, as clients do: by asking again. */
    public ProviderDump(ITimeGraphDataProvider<?> provider) throws InterruptedException {
        this(provider, Map.of());
    }

    /** The same of the tree that the parameters want. */
    @SuppressWarnings("unchecked")
    public ProviderDump(ITimeGraphDataProvider<?> provider, Map<String, Object> parameters) throws InterruptedException {
        fProvider = (ITimeGraphDataProvider<TimeGraphEntryModel>) provider;
        TmfModelResponse<TmfTreeModel<TimeGraphEntryModel>> response = fProvider.fetchTree(parameters, null);
        for (int i = 0; response.getStatus() == Status.RUNNING && i < 600; i++) {
            Thread.sleep(100);
            response = fProvider.fetchTree(parameters, null);
        }
        if (response.getStatus() != Status.COMPLETED) {
            throw new AssertionError("the tree is " + response.getStatus() + ": " + response.getStatusMessage());
        }
        fEntries = response.getModel().getEntries();
    }

    /** A line per entry, two blanks per level. */
    public String tree() {
        Map<Long, String> indents = new HashMap<>();
        StringBuilder tree = new StringBuilder();
        for (TimeGraphEntryModel entry : fEntries) {
            String indent = entry.getParentId() < 0 ? "" : indents.get(entry.getParentId()) + "  ";
            indents.put(entry.getId(), indent);
            tree.append(indent).append(entry.getName()).append('\n');
        }
        return tree.toString();
    }

    /** Whose answers these are. */
    public ITimeGraphDataProvider<TimeGraphEntryModel> provider() {
        return fProvider;
    }

    /** All entries. */
    public List<TimeGraphEntryModel> entries() {
        return fEntries;
    }

    /** The number-th entry of this name, from 0. */
    public TimeGraphEntryModel entry(String name, int number) {
        return fEntries.stream().filter(entry -> name.equals(entry.getName())).skip(number).findFirst().orElseThrow();
    }

    /** The states of an entry that contain one of the times. */
    public List<ITimeGraphState> states(TimeGraphEntryModel entry, List<Long> times) {
        return fProvider.fetchRowModel(parameters(entry, times), null).getModel().getRows().stream()
                .flatMap(row -> row.getStates().stream()).toList();
    }

    /** What an entry shows at a time: {@code begin end label}. */
    public String at(TimeGraphEntryModel entry, long time) {
        return states(entry, List.of(time)).stream().map(state -> state.getStartTime() + " "
                + (state.getStartTime() + state.getDuration()) + ' ' + state.getLabel()).collect(Collectors.joining("; "));
    }

    /** The tooltip, a line per key. */
    public String tooltip(TimeGraphEntryModel entry, long time) {
        return fProvider.fetchTooltip(parameters(entry, List.of(time)), null).getModel().entrySet().stream()
                .map(line -> line.getKey() + ": " + line.getValue() + '\n').collect(Collectors.joining());
    }

    /** The arrows between two times. */
    public List<ITimeGraphArrow> arrows(long begin, long end) {
        return fProvider.fetchArrows(Map.of(DataProviderParameterUtils.REQUESTED_TIME_KEY, List.of(begin, end)), null).getModel();
    }

    /** What a client asks with. */
    public static Map<String, Object> parameters(TimeGraphEntryModel entry, List<Long> times) {
        return Map.of(DataProviderParameterUtils.REQUESTED_TIME_KEY, times, DataProviderParameterUtils.REQUESTED_ITEMS_KEY,
                List.of(entry.getId()));
    }
}
