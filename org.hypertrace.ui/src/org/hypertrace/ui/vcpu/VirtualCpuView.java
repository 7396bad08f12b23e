/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.vcpu;

import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.ui.views.timegraph.BaseDataProviderTimeGraphView;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.hypertrace.core.provider.Styles;
import org.hypertrace.core.vcpu.VcpuDataProvider;
import org.hypertrace.ui.timegraph.StylePresentation;

/** What every virtual CPU does over time, the processor it has and who has it instead. */
public final class VirtualCpuView extends BaseDataProviderTimeGraphView {

    /** The id of the view. */
    public static final String ID = "org.hypertrace.ui.vcpu";

    private static final Pattern VCPU = Pattern.compile("vCPU (\\d+)");

    /** Made by the workbench. */
    public VirtualCpuView() {
        super(ID, new StylePresentation(ID, "Virtual CPU", List.copyOf(EnumSet.range(Styles.GUEST, Styles.MIGRATION))),
                VcpuDataProvider.ID);
        // while a trace is read vCPUs turn up in the order of their first events
        setEntryComparator(Comparator.comparingInt(VirtualCpuView::number));
    }

    private static int number(ITimeGraphEntry entry) {
        Matcher vcpu = VCPU.matcher(entry.getName());
        return vcpu.matches() ? Integer.parseInt(vcpu.group(1)) : 0;
    }

    /** One tree for all hosts of an experiment: the experiment answers for its traces. */
    @Override
    protected Iterable<ITmfTrace> getTracesToBuild(ITmfTrace trace) {
        return trace == null ? List.of() : List.of(trace);
    }
}
