/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.export;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.ctf.core.trace.CtfTmfTrace;
import org.hypertrace.core.clock.line.ClockConversion;
import org.hypertrace.core.clock.read.GuestTraceClocks.Placed;
import org.hypertrace.core.file.FileTree;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.machine.read.GuestTrace;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.machine.read.TraceEnvironment;
import org.hypertrace.core.trace.ctf.MovedTrace;

/** The traces that guests recorded themselves, written as copies on the clocks of their hosts. */
final class OwnTraces {

    /**
     * One that can be written.
     *
     * @param trace
     *            as it was recorded
     * @param vm
     *            whose it is
     * @param clock
     *            its clock on its host's
     */
    private record Own(CtfTmfTrace trace, int host, String id, String key, Manifest.Vm vm, ClockConversion clock) {

        boolean isOf(VmName who) {
            return key != null ? key.equals(who.key()) : vm.name() != null && vm.name().equals(who.given());
        }

        String name() {
            return vm.name() != null ? vm.name() : "VM " + vm.pid();
        }
    }

    private final List<Own> fAll = new ArrayList<>();

    /**
     * Texts are left out: they are not of LTTng.
     *
     * @param hosts
     *            whose traces they are
     * @param clocks
     *            how they fit
     */
    OwnTraces(HostTraces hosts, List<Placed> clocks) {
        for (Placed placed : clocks) {
            Path path = Path.of(placed.path()).toAbsolutePath().normalize();
            HostTraces.Host host = hosts.hosts().get(placed.host());
            ITmfTrace trace = hosts.guests().stream().map(GuestTrace::trace).filter(one -> one.getPath().equals(placed.path())).findFirst().orElse(null);
            Manifest.Vm vm = host.manifest().vms().stream().filter(one -> path.equals(one.guestTrace())).findFirst().orElse(null);
            ClockConversion clock = placed.quality().conversion();
            if (trace instanceof CtfTmfTrace ctf && vm != null && clock != null) {
                fAll.add(new Own(ctf, placed.host(), host.id(), host.manifest().keyOf(vm), vm, clock));
            }
        }
    }

    /** Leaves those of VMs out that are not wanted. */
    void keep(List<VmName> wanted) {
        fAll.removeIf(own -> wanted.stream().noneMatch(own::isOf));
    }

    boolean isEmpty() {
        return fAll.isEmpty();
    }

    boolean areOf(int host) {
        return fAll.stream().anyMatch(own -> own.host == host);
    }

    /** Writes those of VMs of a host; returns for people what was written. One that cannot be written keeps no other from being written. */
    List<Extraction.OwnTrace> write(int host, ExtractionFolder.Place place) throws IOException {
        List<Extraction.OwnTrace> written = new ArrayList<>();
        for (Own own : fAll.stream().filter(one -> one.host == host).toList()) {
            long zero = own.trace.timestampCyclesToNanos(0);
            Map<String, String> environment = new LinkedHashMap<>();
            environment.put(TraceEnvironment.GUEST_VM, Objects.requireNonNullElse(own.key, own.name()));
            environment.put(TraceEnvironment.GUEST_HOST, TraceEnvironment.plain(own.id));
            ExtractionFolder.Room room = place.room(own.name() + "-own");
            String failure = null;
            try {
                MovedTrace.write(Path.of(own.trace.getPath()), room.now(), environment, time -> own.clock.at(zero + time) - zero);
            } catch (MovedTrace.Unmovable e) {
                FileTree.delete(room.now());
                failure = "The trace of " + own.name() + ", " + own.trace.getPath() + ", cannot be written on its host's clock: " + e.getMessage() + '.';
            }
            written.add(new Extraction.OwnTrace(Path.of(own.trace.getPath()), room.then(), own.name(), failure));
        }
        return written;
    }
}
