/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.view;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.tmf.core.model.CommonStatusMessage;
import org.eclipse.tracecompass.tmf.core.response.ITmfResponse.Status;
import org.eclipse.tracecompass.tmf.core.response.TmfModelResponse;
import org.hypertrace.core.analysis.ModelStates;

/** Answers of data providers. */
public final class Responses {

    private Responses() {
    }

    /** @return all that is asked for */
    public static <T> TmfModelResponse<T> completed(T model) {
        return new TmfModelResponse<>(model, Status.COMPLETED, CommonStatusMessage.COMPLETED);
    }

    /** @return what is known so far; the client asks again */
    public static <T> TmfModelResponse<T> running(T model) {
        return new TmfModelResponse<>(model, Status.RUNNING, CommonStatusMessage.RUNNING);
    }

    /** @return that nothing is answered: nobody asks any more, or the trace was closed */
    public static <T> TmfModelResponse<T> cancelled() {
        return new TmfModelResponse<>(null, Status.CANCELLED, CommonStatusMessage.TASK_CANCELLED);
    }

    /** @return that the question is none */
    public static <T> TmfModelResponse<T> wrongParameters() {
        return new TmfModelResponse<>(null, Status.FAILED, CommonStatusMessage.INCORRECT_QUERY_PARAMETERS);
    }

    /** {@link #cancelled} if the trace of these states was closed meanwhile; what was thrown otherwise. */
    static <T> TmfModelResponse<T> closed(ITmfStateSystem states, RuntimeException thrown) {
        if (states == null || !ModelStates.isClosed(states)) {
            throw thrown;
        }
        return cancelled();
    }
}
