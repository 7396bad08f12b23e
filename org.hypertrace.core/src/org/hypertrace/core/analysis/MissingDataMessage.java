/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.analysis;

import java.io.IOException;

import org.eclipse.core.runtime.OperationCanceledException;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.failure.Failure;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.settings.DialectChoices;

/** Why there is no vCPU to show, in one sentence with what would help. */
public final class MissingDataMessage {

    private MissingDataMessage() {
    }

    /**
     * @param trace
     *            a trace or experiment
     * @return why its model cannot report anything; null if it can
     */
    public static String of(ITmfTrace trace) {
        HostTraces traces;
        try {
            traces = HostTraces.of(trace);
            DialectChoices.of(trace);
        } catch (IOException e) {
            return String.valueOf(e.getMessage()).replaceAll("\\s+", " ").strip();
        }
        if (traces.hosts().isEmpty()) {
            return "This is no kernel trace of a host: open the one recorded on the machine that runs the VMs.";
        }
        if (!traces.hasTransitions() && traces.hasOwnGuests()) {
            return "A guest's own trace shows its boot, not its vCPUs: open also the one recorded on its host.";
        }
        if (!traces.hasTransitions()) {
            return "No VM can be seen without events of KVM: record on the host with lttng enable-event -k "
                    + "kvm_x86_entry,kvm_x86_exit (older kernels: kvm_entry,kvm_exit).";
        }
        if (traces.hosts().stream().noneMatch(host -> host.recorded().hasThreads())) {
            return "No vCPU can be identified without events of the scheduler: record also lttng enable-event -k sched_switch.";
        }
        return null;
    }

    /**
     * @param trace
     *            a trace or experiment
     * @return why its model can report about no boot; null if it can: from the host of VMs, or from what a guest recorded itself
     */
    public static String ofBoots(ITmfTrace trace) {
        try {
            return HostTraces.of(trace).hasOwnGuests() ? null : of(trace);
        } catch (IOException e) {
            return of(trace);
        }
    }

    /**
     * @param trace
     *            a trace or experiment
     * @return why no critical path of it can be found; null if it can: from the host of VMs, or from a guest's own trace of its threads
     */
    public static String ofPaths(ITmfTrace trace) {
        try {
            HostTraces traces = HostTraces.of(trace);
            if (traces.hosts().stream().anyMatch(host -> host.recorded().isOfRings())) {
                return "Critical paths need a trace of the host: rings do not report who wakes whom there.";
            }
            return traces.alone().isEmpty() ? of(trace) : null;
        } catch (IOException e) {
            return of(trace);
        }
    }

    /**
     * @param host
     *            a host without VMs in a complete model
     * @return why it has none
     */
    public static String of(Machines.Host host) {
        return host.unattributed() > 0
                ? host.unattributed() + " events of KVM belong to no known thread: record also lttng enable-event -k sched_switch."
                : "No guest was entered or left while this was recorded: start the VM before the recording ends.";
    }

    /** @return what to report when no guest booted, and none shows how it did */
    public static String noBoot() {
        return "No VM was launched while this was recorded, and no guest reports how it booted. Start the VM after the recording "
                + "began, best with Hypertrace's tracer in its kernel.";
    }

    /** @return what to report when no guest reports its initcalls */
    public static String noInitcalls() {
        return "No guest reports its initcalls: boot it with Hypertrace's tracer in its kernel while the host is recorded.";
    }

    /** @return what to report when no guest reports its levels */
    public static String noLevels() {
        return "No guest reports the levels of its boot: boot it with Hypertrace's tracer in its kernel while the host is recorded.";
    }

    /** @return what to report when no guest reports how it shuts down */
    public static String noShutdown() {
        return "No guest reports how it shuts down. Record its shutdown events with Hypertrace's tracer, or its functions below "
                + "kernel_restart, and give the symbols of its kernel.";
    }

    /**
     * @param trace
     *            a trace or experiment
     * @return what to report when its model could not be built though it should
     */
    public static String failed(ITmfTrace trace) {
        String why = ModelStates.failure(trace);
        return why != null ? why : failed();
    }

    /**
     * @param thrown
     *            by what computes something to show
     * @return what to report instead; the log keeps where it was thrown
     * @throws OperationCanceledException
     *             if it was that: nobody asks any more
     */
    public static String failed(Throwable thrown) {
        if (thrown instanceof OperationCanceledException cancelled) {
            throw cancelled;
        }
        return Failure.of(thrown).log().sentence();
    }

    /** @return the same when nobody knows why */
    public static String failed() {
        return "The trace could not be analysed: it is damaged or the analysis was cancelled; close it and open it again.";
    }
}
