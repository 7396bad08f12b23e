/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.view;

import java.util.Collections;
import java.util.List;
import java.util.Map;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderParameterUtils;

/**
 * What of a model a table is asked for; all of it without times.
 *
 * @param from
 *            ns since the epoch
 * @param to
 *            ns since the epoch (exclusive)
 */
public record TimeInSight(long from, long to) {

    /**
     * @param states
     *            the model, complete
     * @param parameters
     *            what a table is asked for
     * @return the part of the model in that time; {@code from} is not before {@code to} if there is none
     */
    public static TimeInSight of(ITmfStateSystem states, Map<String, Object> parameters) {
        List<Long> times = DataProviderParameterUtils.extractTimeRequested(parameters);
        boolean isAll = times == null || times.isEmpty();
        return new TimeInSight(isAll ? states.getStartTime() : Math.max(Collections.min(times), states.getStartTime()),
                isAll ? states.getCurrentEndTime() : Math.min(Collections.max(times), states.getCurrentEndTime()));
    }
}
