/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.shutdown;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.boot.Boots;
import org.hypertrace.core.boot.GuestBoot;
import org.hypertrace.core.guest.GuestAttributes;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.Nesting;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.run.Ending;
import org.hypertrace.core.run.LastValues;
import org.hypertrace.core.shutdown.track.ShutdownKind;
import org.hypertrace.core.shutdown.track.StepKind;
import org.hypertrace.core.task.TaskAttributes;

/** The read side of what {@code ShutdownTracker} found. */
public final class Shutdowns {

    private final ITmfStateSystem fStates;
    private final LastValues fNow;
    private final List<GuestBoot> fBoots;

    private Shutdowns(ITmfStateSystem states) throws StateSystemDisposedException {
        fStates = states;
        fNow = new LastValues(states);
        fBoots = Boots.of(states);
    }

    /**
     * @param states
     *            the model
     * @return all shutdowns of all guests: by host, guest and number; nested guests after the guest they are in
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     */
    public static List<GuestShutdown> of(ITmfStateSystem states) throws StateSystemDisposedException {
        Shutdowns shutdowns = new Shutdowns(states);
        List<GuestShutdown> all = new ArrayList<>();
        for (Machines.Host host : Machines.of(states)) {
            for (int guest : shutdowns.fNow.children(host.quark(), GuestAttributes.GUESTS)) {
                if (shutdowns.fNow.value(guest, GuestAttributes.VM) instanceof String key) {
                    Machines.Vm vm = host.vms().stream().filter(one -> one.key().equals(key)).findFirst().orElse(null);
                    VmName who = shutdowns.fNow.who(host, key);
                    shutdowns.add(host, vm, who, guest, all);
                    for (int nested : shutdowns.fNow.children(guest, GuestAttributes.NESTED)) {
                        shutdowns.add(host, vm, who.nested(Nesting.of(states.getAttributeName(nested))), nested, all);
                    }
                }
            }
        }
        return all;
    }

    private void add(Machines.Host host, Machines.Vm vm, VmName who, int quark, List<GuestShutdown> to)
            throws StateSystemDisposedException {
        List<GuestShutdown> shutdowns = new ArrayList<>();
        ProcessNames names = new ProcessNames(fNow, quark);
        for (int shutdown : fNow.children(quark, ShutdownAttributes.SHUTDOWNS)) {
            if (fNow.value(shutdown, ShutdownAttributes.BEGIN) instanceof Long begin) {
                shutdowns.add(read(host, vm, who, quark, names, shutdown, begin));
            }
        }
        shutdowns.sort(Comparator.comparingInt(GuestShutdown::number));
        to.addAll(shutdowns);
    }

    private GuestShutdown read(Machines.Host host, Machines.Vm vm, VmName who, int quark, ProcessNames names, int shutdown, long begin)
            throws StateSystemDisposedException {
        long end = fNow.number(shutdown, ShutdownAttributes.END, fNow.end());
        long last = fNow.number(shutdown, ShutdownAttributes.LAST, -1);
        long fault = fNow.number(shutdown, ShutdownAttributes.TRIPLE_FAULT, -1);
        long kernelEnd = fault >= 0 ? fault : last >= 0 ? last : end;
        int threads = fStates.optQuarkRelative(quark, TaskAttributes.THREADS);
        long kernel = fNow.number(shutdown, ShutdownAttributes.KERNEL, -1);
        int vcpu = fNow.integer(shutdown, ShutdownAttributes.VCPU, -1);
        int tid = fNow.integer(shutdown, ShutdownAttributes.TID, -1);
        return new GuestShutdown(host, vm, who, threads,
                Integer.parseInt(fStates.getAttributeName(shutdown)), begin, end,
                Ending.of(fNow.value(shutdown, ShutdownAttributes.ENDING)),
                ShutdownKind.of(fNow.value(shutdown, ShutdownAttributes.KIND)),
                fNow.number(shutdown, ShutdownAttributes.REQUESTED, -1), fNow.number(shutdown, ShutdownAttributes.CALLED, -1),
                kernel, last, fault, tid >= 0 || who.nested() != null ? tid : running(kernel, threads, vcpu), vcpu,
                text(host, who, begin), fNow.integer(shutdown, ShutdownAttributes.OTHERS, 0),
                parts(shutdown, Math.min(kernelEnd, end)), processes(shutdown, names));
    }

    /** The thread that has the vCPU: steps do not report whose they are, but one thread does them all. -1 if not known. */
    private int running(long time, int threads, int vcpu) throws StateSystemDisposedException {
        int task = threads < 0 || vcpu < 0 ? -1 : fStates.optQuarkRelative(vcpu, TaskAttributes.GUEST_TASK);
        if (task < 0 || time < fStates.getStartTime() || time > fNow.end()
                || !(fStates.querySingleState(time, task).getValue() instanceof Integer number)) {
            return -1;
        }
        int thread = fStates.optQuarkRelative(threads, number.toString());
        int tid = thread < 0 ? -1 : fNow.integer(thread, TaskAttributes.TID, -1);
        return tid > 0 ? tid : -1;
    }

    /** Where the kernel is, is reported when it boots. */
    private long text(Machines.Host host, VmName who, long begin) {
        long text = 0;
        for (GuestBoot boot : fBoots) {
            if (boot.host().id().equals(host.id()) && boot.who().equals(who) && boot.begin() <= begin) {
                text = boot.text();
            }
        }
        return text;
    }

    private List<GuestShutdown.Part> parts(int shutdown, long end) {
        List<GuestShutdown.Part> parts = new ArrayList<>();
        for (int quark : fNow.children(shutdown, ShutdownAttributes.STEPS)) {
            StepKind kind = StepKind.of(fNow.value(quark, ShutdownAttributes.KIND));
            if (kind != null && fNow.value(quark, ShutdownAttributes.BEGIN) instanceof Long begin) {
                boolean open = !(fNow.value(quark, ShutdownAttributes.END) instanceof Long);
                parts.add(new GuestShutdown.Part(Integer.parseInt(fStates.getAttributeName(quark)),
                        fNow.integer(quark, ShutdownAttributes.DEPTH, 0), kind, fNow.number(quark, ShutdownAttributes.ID, -1),
                        fNow.number(quark, ShutdownAttributes.FUNCTION, 0), fNow.text(quark, ShutdownAttributes.NAME),
                        fNow.text(quark, ShutdownAttributes.DRIVER), begin,
                        fNow.number(quark, ShutdownAttributes.END, Math.max(begin, end)), open,
                        fNow.integer(quark, ShutdownAttributes.TID, -1), fNow.integer(quark, ShutdownAttributes.VCPU, -1)));
            }
        }
        parts.sort(Comparator.comparingInt(GuestShutdown.Part::number));
        return List.copyOf(parts);
    }

    private List<GuestShutdown.Process> processes(int shutdown, ProcessNames names) {
        TreeMap<Integer, GuestShutdown.Process> processes = new TreeMap<>();
        for (int quark : fNow.children(shutdown, ShutdownAttributes.PROCESSES)) {
            if (fNow.value(quark, ShutdownAttributes.BEGIN) instanceof Long begin) {
                int tid = fNow.integer(quark, ShutdownAttributes.TID, -1);
                processes.put(Integer.parseInt(fStates.getAttributeName(quark)), new GuestShutdown.Process(
                        tid, fNow.integer(quark, ShutdownAttributes.PARENT, -1),
                        names.of(tid, begin, fNow.text(quark, ShutdownAttributes.NAME)), begin, fNow.number(quark, ShutdownAttributes.END, -1),
                        fNow.integer(quark, ShutdownAttributes.LATE, 0) == 1,
                        fNow.number(quark, ShutdownAttributes.SIGNALLED, -1), fNow.integer(quark, ShutdownAttributes.SIGNAL, -1),
                        fNow.integer(quark, ShutdownAttributes.CODE, -1)));
            }
        }
        return List.copyOf(processes.values());
    }
}
