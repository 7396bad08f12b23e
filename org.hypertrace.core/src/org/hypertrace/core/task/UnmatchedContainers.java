/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.task;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.container.Container;
import org.hypertrace.core.container.ContainerName;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.untrusted.PlainText;

/** Containers that manifests name and in which no vCPU or thread of a guest is. */
public final class UnmatchedContainers {

    private UnmatchedContainers() {
    }

    /**
     * @param traces
     *            the traced machines
     * @param states
     *            the model of all of their events
     * @return a sentence for each
     * @throws StateSystemDisposedException
     *             if the trace was closed
     */
    public static List<String> of(HostTraces traces, ITmfStateSystem states) throws StateSystemDisposedException {
        List<String> sentences = new ArrayList<>();
        for (HostTraces.Host host : traces.hosts()) {
            Manifest manifest = host.manifest();
            boolean names = manifest != null && host.recorded().hasTransitions()
                    && (!manifest.containers().isEmpty() || manifest.vms().stream().anyMatch(vm -> !vm.containers().isEmpty()));
            for (Machines.Host found : names ? Machines.of(states) : List.<Machines.Host>of()) {
                if (found.id().equals(host.id())) {
                    add(sentences, host.name(), "no vCPU", manifest.containers(),
                            found.vms().stream().flatMap(vm -> vm.vcpus().stream()).map(Machines.Vcpu::container));
                    List<Tasks.Guest> guests = Tasks.of(states, found);
                    for (Manifest.Vm vm : manifest.vms()) {
                        add(sentences, host.name(), "no thread of a guest", vm.containers(),
                                guests.stream().flatMap(guest -> guest.tasks().stream()).map(Tasks.Task::container));
                    }
                }
            }
        }
        return sentences;
    }

    private static void add(List<String> sentences, String host, String nobody, List<ContainerName> names, Stream<Container> found) {
        Set<String> known = found.filter(Objects::nonNull).map(Container::label).collect(Collectors.toSet());
        names.stream().filter(name -> !known.contains(name.name())).forEach(name -> sentences.add(PlainText.line("The manifest of " + host
                + " names the container \"" + name.name() + "\", but " + nobody + " of the trace is known to be in it.")));
    }
}
