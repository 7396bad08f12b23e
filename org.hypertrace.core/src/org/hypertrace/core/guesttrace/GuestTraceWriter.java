/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.guesttrace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.HostProcess;
import org.hypertrace.core.machine.MachineSink;
import org.hypertrace.core.machine.Nesting;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.machine.VmNames;
import org.hypertrace.core.timeline.Guest;
import org.hypertrace.core.timeline.TimelineSink;

/**
 * Writes a kernel trace of every guest that reports something: of a VM, of each guest nested in it, and of each of their boots.
 * Gets what comes out of a timeline; what goes wrong with files comes out of it as {@link UncheckedIOException}.
 */
public final class GuestTraceWriter implements TimelineSink, MachineSink {

    /** Nested guests of a VM that have traces, and boots of a guest; a hostile one could claim any number. */
    static final int MAX_NESTED = 16;
    static final int MAX_BOOTS = 64;

    /**
     * What a guest's times are.
     *
     * @param id the uuid of the host's clock
     * @param offset of the host's clock: ns from the epoch to its 0
     * @param begin of the host's trace, ns since the epoch
     */
    public record Host(String id, long offset, long begin) { }

    /**
     * A trace that was written.
     *
     * @param folder where it is
     * @param host the running number of its host
     * @param who the guest
     * @param boot which boot of the guest it is, from 1
     * @param events how many events are in it
     * @param lost how many hypercalls were lost, each at least one event
     * @param dropped how many events have no place in it
     */
    public record Written(Path folder, int host, VmName who, int boot, long events, long lost, long dropped) {

        /** @return the same, moved to a place of its own */
        public Written at(Path place) {
            return new Written(place, host, who, boot, events, lost, dropped);
        }
    }

    private record Key(int level, int nested) { }

    private record Boot(Key key, int number, Path folder, GuestTrace trace) { }

    private static final class Vm {
        private final Guest guest;
        private final Map<Key, Boot> running = new HashMap<>();
        private final List<Boot> all = new ArrayList<>();
        private int nested;
        private long dropped;

        Vm(Guest guest) {
            this.guest = guest;
        }
    }

    private final Path folder;
    private final List<Host> hosts;
    private final long from;
    private final long to;
    private final List<Vm> vms = new ArrayList<>();
    private final VmNames names = new VmNames();
    private long lostByHosts;
    private long gaps;

    /**
     * @param folder gets a folder per trace, with a number for a name
     * @param hosts by their running number
     * @param from the first moment of which events are written, ns since the epoch
     * @param to the end of it, exclusive
     */
    public GuestTraceWriter(Path folder, List<Host> hosts, long from, long to) {
        this.folder = folder;
        this.hosts = hosts;
        this.from = from;
        this.to = to;
    }

    @Override
    public void host(HostEvent event) {
        // the host has a trace of its own
    }

    @Override
    public void named(long time, HostProcess vm, String name) {
        names.named(time, vm, name);
    }

    @Override
    public void innerNamed(long time, HostProcess vm, String name) {
        names.innerNamed(time, vm, name);
    }

    @Override
    public void vcpuBegins(long time, VirtualCpu vcpu) {
        names.vcpuBegins(time, vcpu);
    }

    @Override
    public void identified(long time, VirtualCpu vcpu) {
        names.identified(time, vcpu);
    }

    @Override
    public void lost(HostEvent.LostEvents event) {
        if (event.count() > 0 && event.loss() != HostEvent.Loss.PACKETS) {
            lostByHosts += event.count();
        } else if (event.count() != 0) {
            gaps++;
        }
    }

    /** @return the names of the VMs that ran a guest */
    public VmNames vms() {
        return names;
    }

    /** @return of how many stretches of what the hosts recorded nobody knows how many events are missing */
    public long gaps() {
        return gaps;
    }

    /** @return how many events the tracers of the hosts discarded: what guests reported then is not known */
    public long lostByHosts() {
        return lostByHosts;
    }

    @Override
    public void guest(Guest guest, VirtualCpu vcpu, GuestEvent event) {
        try {
            accept(vm(guest), vcpu, event);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Vm vm(Guest guest) {
        while (vms.size() <= guest.number()) {
            vms.add(null);
        }
        Vm vm = vms.get(guest.number());
        if (vm == null) {
            vm = new Vm(guest);
            vms.set(guest.number(), vm);
        }
        return vm;
    }

    private void accept(Vm vm, VirtualCpu vcpu, GuestEvent event) throws IOException {
        Key key = new Key(event.from().level(), event.from().nested());
        Boot boot = vm.running.get(key);
        if (boot == null && key.level() > 0 && ++vm.nested > MAX_NESTED) {
            vm.dropped++;
            return;
        }
        // what a tracer reports before its kernel boots is of the first boot; of too many the last ones are one
        int number = Math.min(Math.max(1, vm.guest.boot(event.from())), MAX_BOOTS);
        if (boot != null && boot.number() != number) {
            boot.trace().end();
            boot = null;
        }
        if (boot == null) {
            boot = begin(vm, key, number);
        }
        boot.trace().accept(event, vcpu, event.time() >= from && event.time() < to);
    }

    private Boot begin(Vm vm, Key key, int number) throws IOException {
        Host host = hosts.get(vm.guest.host());
        Path place = folder.resolve(vm.guest.number() + "-" + vm.all.size());
        // the folder may move and the VM be known better; what stays is which guest of the host's trace it is
        UUID uuid = UUID.nameUUIDFromBytes((host.id() + ' ' + host.begin() + ' ' + vm.guest.number() + ' ' + key.level() + ' '
                + key.nested() + ' ' + number).getBytes(StandardCharsets.UTF_8));
        Boot boot = new Boot(key, number, place,
                new GuestTrace(place, uuid, identity(vm, key, number), host.offset(), host.begin()));
        vm.running.put(key, boot);
        vm.all.add(boot);
        return boot;
    }

    private GuestIdentity identity(Vm vm, Key key, int boot) {
        return new GuestIdentity(hosts.get(vm.guest.host()).id(), vm.guest.vm(), key.level(), key.nested(), boot);
    }

    /**
     * Nothing more comes: makes traces of what was written.
     *
     * @return those that have an event, VM by VM in the order in which they first reported
     * @throws IOException if they cannot be written
     */
    public List<Written> finish() throws IOException {
        List<Written> written = new ArrayList<>();
        for (Vm vm : vms) {
            for (Boot boot : vm == null ? List.<Boot>of() : vm.all) {
                GuestTrace trace = boot.trace();
                trace.end();
                if (trace.written() > 0) {
                    Key key = boot.key();
                    VmName who = names.of(vm.guest.host(), vm.guest.vm()).nested(key.level() == 0 ? null : new Nesting(key.level(), key.nested()));
                    Written result = new Written(boot.folder(), vm.guest.host(), who, boot.number(), trace.written(), trace.lost(),
                            trace.dropped() + (boot == vm.all.get(0) ? vm.dropped : 0));
                    trace.close(identity(vm, boot.key(), boot.number()), GuestNames.hostname(result.who()));
                    written.add(result);
                }
            }
        }
        return written;
    }
}
