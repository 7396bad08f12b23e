/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.view;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystemBuilder;
import org.eclipse.tracecompass.statesystem.core.StateSystemFactory;
import org.eclipse.tracecompass.statesystem.core.backend.StateHistoryBackendFactory;
import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderParameterUtils;
import org.eclipse.tracecompass.tmf.core.model.OutputElementStyle;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphModel;
import org.eclipse.tracecompass.tmf.core.response.ITmfResponse.Status;
import org.eclipse.tracecompass.tmf.core.response.TmfModelResponse;
import org.junit.jupiter.api.Test;

/**
 * Rows of a tree that was made while the trace was read are not complete, though the model is meanwhile: Trace Compass would never ask for
 * them again, and a level of a boot would have no end for good.
 */
class UnfinishedRowsTest {

    private static final long ROW = 7;

    private final ITmfStateSystemBuilder fStates = StateSystemFactory.newStateSystem(StateHistoryBackendFactory.createInMemoryBackend("test", 0));
    private String fVariant = "one";
    private long fRead;

    /** A span until what is known so far. */
    private final StateTimeGraphProvider fProvider = new StateTimeGraphProvider("test") {

        @Override
        protected ITmfStateSystem states() {
            return fStates;
        }

        @Override
        protected Object variant(Map<String, Object> parameters) {
            return fVariant;
        }

        @Override
        protected List<TimeGraphEntryModel> entries(ITmfStateSystem states, boolean complete, Object variant) {
            show(ROW, new SpanRow(List.of(new Span(0, fRead, new StateRow.Look("until " + fRead, new OutputElementStyle("style")), null)), 0));
            return List.of(new TimeGraphEntryModel(ROW, -1, "row", 0, fRead));
        }
    };

    private String tree() {
        return fProvider.fetchTree(Map.of(), new NullProgressMonitor()).getStatus().name();
    }

    private String row() {
        TmfModelResponse<TimeGraphModel> answer = fProvider.fetchRowModel(Map.of(DataProviderParameterUtils.REQUESTED_TIME_KEY, List.of(5L),
                DataProviderParameterUtils.REQUESTED_ITEMS_KEY, List.of(ROW)), new NullProgressMonitor());
        return answer.getStatus() + " " + answer.getModel().getRows().get(0).getStates().get(0).getLabel();
    }

    private void read(long end) throws Exception {
        fRead = end;
        fStates.modifyAttribute(end, "a", fStates.getQuarkAbsoluteAndAdd("a"));
    }

    private void end(long end) {
        fRead = end;
        fStates.closeHistory(end);
    }

    @Test
    void rowsAreCompleteWhenTheirTreeIs() throws Exception {
        read(10);
        assertEquals(Status.RUNNING + " " + Status.RUNNING + " until 10", tree() + ' ' + row());
        end(30);
        assertEquals(Status.RUNNING + " until 10", row());
        assertEquals(Status.COMPLETED + " " + Status.COMPLETED + " until 30", tree() + ' ' + row());
    }

    /** As when the user chooses symbols meanwhile: the same rows are in the other tree. */
    @Test
    void anotherTreeWithTheSameRowsCompletesThem() throws Exception {
        read(10);
        assertEquals(Status.RUNNING.name(), tree());
        end(30);
        fVariant = "another";
        assertEquals(Status.COMPLETED + " " + Status.COMPLETED + " until 30", tree() + ' ' + row());
    }
}
