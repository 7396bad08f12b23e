/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot.view;

import java.util.ArrayList;
import java.util.List;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.analysis.MissingDataMessage;
import org.hypertrace.core.boot.BootProfile;
import org.hypertrace.core.boot.Boots;
import org.hypertrace.core.boot.GuestBoot;
import org.hypertrace.core.boot.compare.BootComparer;
import org.hypertrace.core.run.compare.RunComparison;
import org.hypertrace.core.run.compare.RunGroup;
import org.hypertrace.core.settings.GuestSymbols;

/** The table of a comparison of two boots of a trace or experiment. */
public final class BootComparisonDataProvider extends RunComparisonProvider<BootProfile> {

    /** The id of this data provider. */
    public static final String ID = "org.hypertrace.core.boot.comparison";

    /** @param trace a trace or experiment */
    public BootComparisonDataProvider(ITmfTrace trace) {
        super(ID, "boot", "initcalls", "No guest is seen to boot: begin to record before the VM is started.",
                MissingDataMessage.ofBoots(trace),
                trace);
    }

    @Override
    protected List<BootProfile> runs(ITmfStateSystem states, GuestSymbols symbols) throws StateSystemDisposedException {
        List<BootProfile> boots = new ArrayList<>();
        for (GuestBoot boot : Boots.of(states)) {
            // two hosts may have VMs of the same name
            boots.add(BootProfile.of(boot.host().name(), states, boot, symbols));
        }
        return boots;
    }

    @Override
    protected RunComparison<BootProfile> compare(RunGroup<BootProfile> a, RunGroup<BootProfile> b) {
        return BootComparer.compare(a, b);
    }
}
