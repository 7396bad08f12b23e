/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.text;

import java.util.List;

import org.eclipse.tracecompass.analysis.os.linux.core.event.aspect.LinuxTidAspect;
import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.event.aspect.ITmfEventAspect;
import org.eclipse.tracecompass.tmf.core.event.aspect.TmfBaseAspects;
import org.eclipse.tracecompass.tmf.core.event.aspect.TmfCpuAspect;

/** What Trace Compass shows of {@link TextEvent}s, a column each. */
public final class TextAspects {

    /** The columns, in their order. */
    public static final List<ITmfEventAspect<?>> ALL = List.of(TmfBaseAspects.getTimestampAspect(), new Cpu(), new Tid(),
            TmfBaseAspects.getEventTypeAspect(), TmfBaseAspects.getContentsAspect());

    private TextAspects() {
    }

    private static final class Cpu extends TmfCpuAspect {
        @Override
        public Integer resolve(ITmfEvent event) {
            int cpu = event instanceof TextEvent text ? text.cpu() : event instanceof LostLines lost ? lost.cpu() : -1;
            return cpu < 0 ? null : Integer.valueOf(cpu);
        }
    }

    private static final class Tid extends LinuxTidAspect {
        @Override
        public Integer resolve(ITmfEvent event) {
            return event instanceof TextEvent text && text.tid() >= 0 ? Integer.valueOf(text.tid()) : null;
        }
    }
}
