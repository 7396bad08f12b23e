/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.hypertrace.core.machine.LoneVmTrace;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.trace.ctf.TraceDeclaration;
import org.hypertrace.core.untrusted.PlainText;

/** What manifests name and traces do not have: a process id or thread id that was copied wrongly must not go unnoticed. */
public final class UnmatchedVms {

    private UnmatchedVms() {
    }

    /**
     * @param traces
     *            the traced machines
     * @param machines
     *            what was found in all of their events
     * @return a sentence for each VM of a manifest to which no vCPU belongs
     */
    public static List<String> of(HostTraces traces, List<Machines.Host> machines) {
        List<String> sentences = new ArrayList<>();
        for (HostTraces.Host host : traces.hosts()) {
            Manifest manifest = host.manifest();
            List<Machines.Vm> found = machines.stream().filter(one -> one.id().equals(host.id())).flatMap(one -> one.vms().stream()).toList();
            for (Manifest.Vm vm : manifest == null || !host.recorded().hasTransitions() ? List.<Manifest.Vm>of() : manifest.vms()) {
                if (found.stream().noneMatch(one -> isSame(manifest, vm, one))) {
                    sentences.add(PlainText.line("The manifest of " + host.name() + " names " + what(vm) + ", but no vCPU of the trace belongs to it."));
                }
            }
        }
        return sentences;
    }

    /**
     * @param traces
     *            the traced machines
     * @return a sentence for each trace that a manifest names as a guest's own, and that is none. One that is only not open is left to
     *         the user, who may want the host alone
     */
    public static List<String> guestTraces(HostTraces traces) {
        Set<Path> open = traces.guests().stream().map(guest -> Path.of(guest.trace().getPath()).toAbsolutePath().normalize()).collect(Collectors.toSet());
        List<String> sentences = new ArrayList<>();
        for (HostTraces.Host host : traces.hosts()) {
            for (Manifest.Vm vm : host.manifest() == null ? List.<Manifest.Vm>of() : host.manifest().vms()) {
                if (vm.guestTrace() != null && !open.contains(vm.guestTrace()) && !TraceDeclaration.isReadable(vm.guestTrace())) {
                    sentences.add(PlainText.line("The manifest of " + host.name() + " names " + vm.guestTrace() + " as the trace of " + what(vm)
                            + ", but there is no trace that can be read; correct the manifest or record again."));
                }
            }
        }
        return sentences;
    }

    /**
     * @param trace
     *            a trace or an experiment
     * @param traces
     *            its machines
     * @return a sentence for each file of rings that is open beside a trace of a host and that no manifest names
     */
    public static List<String> rings(ITmfTrace trace, HostTraces traces) {
        Set<Path> named = traces.hosts().stream().filter(host -> host.manifest() != null).flatMap(host -> host.manifest().vms().stream())
                .flatMap(vm -> vm.rings().stream()).map(ring -> ring.toAbsolutePath().normalize()).collect(Collectors.toSet());
        List<String> sentences = new ArrayList<>();
        for (ITmfTrace child : TmfTraceManager.getTraceSet(trace)) {
            Path path = Path.of(child.getPath()).toAbsolutePath().normalize();
            if (child instanceof LoneVmTrace lone && traces.hosts().stream().noneMatch(host -> host.id().equals(lone.id())) && !named.contains(path)) {
                sentences.add(PlainText.line(path.getFileName() + " is beside a trace of a host, and no manifest there names it: none of its records is in a view."));
            }
        }
        return sentences;
    }

    private static boolean isSame(Manifest manifest, Manifest.Vm vm, Machines.Vm found) {
        String key = manifest.keyOf(vm);
        return key != null ? key.equals(found.key())
                : found.vcpus().stream().anyMatch(vcpu -> vm.vcpus().contains(vcpu.tid())) || vm.name() != null && Objects.equals(vm.name(), found.name());
    }

    private static String what(Manifest.Vm vm) {
        String name = vm.name() == null ? "a VM" : "the VM \"" + vm.name() + '"';
        if (vm.pid() >= 0) {
            return name + " of process " + vm.pid();
        }
        return vm.vcpus().isEmpty() ? name + " without process or vCPUs"
                : name + " of threads " + vm.vcpus().stream().map(String::valueOf).collect(Collectors.joining(", "));
    }
}
