/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine;

import java.util.List;

import org.hypertrace.core.container.Container;
import org.hypertrace.core.event.HostEvent;

/**
 * Gives several sinks the same, in their order.
 *
 * @param sinks
 *            get it
 */
public record MachineFanOut(List<MachineSink> sinks) implements MachineSink {

    @Override
    public void vcpuBegins(long time, VirtualCpu vcpu) {
        sinks.forEach(sink -> sink.vcpuBegins(time, vcpu));
    }

    @Override
    public void identified(long time, VirtualCpu vcpu) {
        sinks.forEach(sink -> sink.identified(time, vcpu));
    }

    @Override
    public void named(long time, HostProcess vm, String name) {
        sinks.forEach(sink -> sink.named(time, vm, name));
    }

    @Override
    public void innerNamed(long time, HostProcess vm, String name) {
        sinks.forEach(sink -> sink.innerNamed(time, vm, name));
    }

    @Override
    public void contained(long time, VirtualCpu vcpu, Container container) {
        sinks.forEach(sink -> sink.contained(time, vcpu, container));
    }

    @Override
    public void vcpuEnds(long time, VirtualCpu vcpu) {
        sinks.forEach(sink -> sink.vcpuEnds(time, vcpu));
    }

    @Override
    public void unattributed(long time, int host) {
        sinks.forEach(sink -> sink.unattributed(time, host));
    }

    @Override
    public void lost(HostEvent.LostEvents event) {
        sinks.forEach(sink -> sink.lost(event));
    }
}
