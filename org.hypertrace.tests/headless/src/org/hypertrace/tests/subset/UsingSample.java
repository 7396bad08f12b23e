/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.subset;

import java.util.List;

import org.eclipse.tracecompass.tmf.core.analysis.TmfAbstractAnalysisModule;
import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.event.matching.IEventMatchingKey;
import org.eclipse.tracecompass.tmf.core.filter.ITmfFilter;
import org.eclipse.tracecompass.tmf.core.statistics.TmfStatisticsModule;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;

/** Uses Trace Compass in every way {@link TraceCompassUse} distinguishes; read as a class file, never run. */
final class UsingSample {

    /** Extends; the subclass calls and overrides through it. */
    abstract static class Module extends TmfStatisticsModule {
        int own() {
            return 0;
        }
    }

    static final class Leaf extends Module {
        @Override
        public String getHelpText() {
            return own() + getId() + hashCode();
        }
    }

    /** A type that stands in a generic signature only. */
    List<IEventMatchingKey> fKeys;

    static boolean lambda(ITmfEvent event) {
        ITmfFilter filter = e -> e == null;
        return filter.matches(event);
    }

    static Object field() {
        return TmfTimestamp.ZERO;
    }

    static boolean cast(Object module) {
        return module instanceof TmfAbstractAnalysisModule[];
    }
}
