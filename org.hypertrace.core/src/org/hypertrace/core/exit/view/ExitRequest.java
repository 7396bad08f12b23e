/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.view;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderParameterUtils;
import org.hypertrace.core.exit.statistics.ExitQuery;

/** What a client asks a data provider of exits for, besides what Trace Compass has names for. */
public final class ExitRequest {

    /** Whether exits that the guests' tracers caused are left out: true or false, which it is if absent. */
    public static final String WITHOUT_TRACING = "org.hypertrace.exits.without_tracing";
    /** By what exits are put together, or what the rows are: a constant's name. */
    public static final String BY = "org.hypertrace.exits.by";
    /** What a cell shows: {@code total}, which it is if absent, or {@code count}. */
    public static final String CELLS = "org.hypertrace.exits.cells";
    /** Whether the values of lines are to be put on top of each other: true or false, which it is if absent. */
    public static final String STACKED = "org.hypertrace.exits.stacked";

    private ExitRequest() {
    }

    /** Which exits are asked for: without times all. */
    static ExitQuery query(Map<String, Object> parameters) {
        List<Long> times = DataProviderParameterUtils.extractTimeRequested(parameters);
        boolean withTracer = !is(parameters, WITHOUT_TRACING);
        return times == null || times.isEmpty() ? new ExitQuery(Long.MIN_VALUE, Long.MAX_VALUE, vcpu -> true, withTracer)
                : new ExitQuery(Collections.min(times), after(Collections.max(times)), vcpu -> true, withTracer);
    }

    /** The last moment requested is in the time asked for. */
    private static long after(long last) {
        return last == Long.MAX_VALUE ? last : last + 1;
    }

    static boolean is(Map<String, Object> parameters, String key) {
        return Boolean.parseBoolean(String.valueOf(parameters.get(key)));
    }

    /** The constant that is asked for, {@code otherwise} if none or an unknown one is. */
    static <E extends Enum<E>> E choice(Map<String, Object> parameters, String key, E otherwise) {
        String asked = String.valueOf(parameters.get(key)).toUpperCase(Locale.ROOT);
        for (E constant : otherwise.getDeclaringClass().getEnumConstants()) {
            if (constant.name().equals(asked)) {
                return constant;
            }
        }
        return otherwise;
    }
}
