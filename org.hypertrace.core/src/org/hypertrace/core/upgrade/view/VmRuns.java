/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade.view;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.analysis.ModelStates;
import org.hypertrace.core.boot.Boots;
import org.hypertrace.core.shutdown.Shutdowns;

/** The boot and the shutdown of a VM that are nearest to a time. */
public final class VmRuns {

    private VmRuns() {
    }

    /**
     * @param trace
     *            a trace or experiment
     * @param host
     *            the name of a host
     * @param vm
     *            the name of a VM of it
     * @param time
     *            ns since the epoch
     * @return the boot that the VM is in then, else the last one before, else the first one; then the shutdown that is on then, else
     *         the next one, else the last one; those there are
     */
    public static List<RunOffer> of(ITmfTrace trace, String host, String vm, long time) {
        ITmfStateSystem states = ModelStates.of(trace);
        List<RunOffer> runs = new ArrayList<>();
        if (states != null && states.waitUntilBuilt(0)) {
            try {
                RunOffer boot = null;
                for (RunOffer one : Boots.of(states).stream().filter(of -> of.host().name().equals(host) && of.guest().equals(vm))
                        .map(of -> new RunOffer(false, host, vm, of.number(), of.begin(), of.end())).toList()) {
                    boot = boot == null || one.begin() <= time ? one : boot;
                }
                RunOffer shutdown = null;
                for (RunOffer one : Shutdowns.of(states).stream().filter(of -> of.host().name().equals(host) && of.guest().equals(vm))
                        .map(of -> new RunOffer(true, host, vm, of.number(), of.begin(), of.end())).toList()) {
                    shutdown = shutdown == null || shutdown.end() <= time ? one : shutdown;
                }
                runs.addAll(Stream.of(boot, shutdown).filter(Objects::nonNull).toList());
            } catch (StateSystemDisposedException e) {
                // the trace was closed
                return List.of();
            }
        }
        return runs;
    }
}
