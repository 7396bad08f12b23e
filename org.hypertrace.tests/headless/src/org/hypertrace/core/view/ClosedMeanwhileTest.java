/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.util.List;
import java.util.Map;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.response.ITmfResponse.Status;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.analysis.ModelStates;
import org.hypertrace.testing.OpenedTrace;
import org.hypertrace.testing.Samples;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A trace is closed while a table is computed: nobody asks any more, so that nothing fails and nothing is in the log. */
@Tag("platform")
class ClosedMeanwhileTest {

    /** Reads the number in an attribute's name, as boots are read. */
    private static final class Numbers extends ModelTableProvider {

        private final boolean fIsClosed;

        Numbers(ITmfTrace trace, boolean isClosed) {
            super("numbers", List.of("Number"), trace, null);
            fIsClosed = isClosed;
        }

        @Override
        protected List<TmfTreeDataModel> rows(ITmfStateSystem states, Map<String, Object> parameters, IProgressMonitor monitor) {
            int quark = states.getSubAttributes(ITmfStateSystem.ROOT_ATTRIBUTE, true, "\\d+").get(0);
            if (fIsClosed) {
                states.dispose();
            }
            return List.of(note(Integer.toString(Integer.parseInt(states.getAttributeName(quark)))));
        }
    }

    @Test
    void aTableIsCancelled() throws Exception {
        try (OpenedTrace opened = OpenedTrace.of(Samples.trace("quiet-boot"))) {
            assertNotNull(ModelStates.complete(opened.trace()));
            assertEquals(Status.COMPLETED, new Numbers(opened.trace(), false).fetchTree(Map.of(), null).getStatus());
            assertEquals(Status.CANCELLED, new Numbers(opened.trace(), true).fetchTree(Map.of(), null).getStatus());
            opened.forget();
        }
    }
}
