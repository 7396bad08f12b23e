/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Predicate;

import org.hypertrace.core.machine.VmChoice;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.path.gather.Moment;
import org.hypertrace.core.path.gather.Participants;
import org.hypertrace.core.path.gather.PathRows;

/** Finds subjects in what was gathered of a trace. */
public final class SubjectFinder {
    /** Of one name; what began before so many others does not end any more. */
    private static final int MAX_OPEN = 1 << 10;

    private final PathRows fRows;
    private final Participants fWho;
    private final PathSubject.Functions fFunctions;
    private final PathChoices fChoices;
    private final ThreadsByName fThreads;

    /**
     * @param rows
     *            what was gathered of the trace
     * @param functions
     *            what is known of the guests' kernels
     */
    public SubjectFinder(PathRows rows, PathSubject.Functions functions) {
        this(rows, functions, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    private SubjectFinder(PathRows rows, PathSubject.Functions functions, long from, long to) {
        fRows = rows;
        fWho = rows.participants;
        fFunctions = functions;
        fChoices = new PathChoices(rows);
        fThreads = new ThreadsByName(rows, fChoices, from, to);
    }

    /** @return one that finds of several with one name those that are there from {@code from} until {@code to}, if any is */
    public SubjectFinder within(long from, long to) {
        return new SubjectFinder(fRows, fFunctions, from, to);
    }

    /** @return the running number of the one VM that the word means, as in {@link VmChoice}; null: of the first one */
    public int vm(String asked) throws PathSubject.Unknown {
        String problem = VmChoice.of(asked, vms()).problemOfOne();
        if (problem != null) {
            throw new PathSubject.Unknown(problem);
        }
        BitSet vms = vms(asked);
        if (vms.isEmpty()) {
            throw new PathSubject.Unknown("The trace has no VM.");
        }
        return vms.nextSetBit(0);
    }

    /** @return the VMs that users may ask for */
    List<VmName> vms() {
        return fRows.vms.stream().filter(PathRows.Vm::runs).map(PathRows.Vm::who).toList();
    }

    /** @return the running numbers of the VMs that the word means; null: of all */
    BitSet vms(String asked) throws PathSubject.Unknown {
        VmChoice choice = VmChoice.of(asked, vms());
        if (choice.problem() != null) {
            throw new PathSubject.Unknown(choice.problem());
        }
        BitSet vms = new BitSet();
        for (int i = 0; i < fRows.vms.size(); i++) {
            vms.set(i, fRows.vms.get(i).runs() && choice.has(fRows.vms.get(i).who()));
        }
        return vms;
    }

    /** @return the life of the last guest thread with this id or name, in this boot; -1: in any */
    public PathSubject thread(int vm, String asked, int boot) throws PathSubject.Unknown {
        int found = fThreads.ofGuest(vm, asked, boot);
        if (found == PathRows.NONE) {
            throw new PathSubject.Unknown("There is no thread " + asked + " of " + fRows.vms.get(vm).label() + (boot < 0 ? "" : " in boot " + boot)
                    + "; there " + PathChoices.areOf(asked, fThreads.choices(vm, boot)));
        }
        return fThreads.life(found);
    }

    /** @return that a word fits several threads, and which of them this is, a sentence; null if it fits one */
    String remark(int vm, String asked, int boot, PathSubject found) {
        return fThreads.remark(vm, asked, boot, found.who());
    }

    /** @return the life of the last thread of the host with this id */
    public PathSubject hostThread(int tid) throws PathSubject.Unknown {
        int found = fThreads.ofHost(tid);
        if (found != PathRows.NONE) {
            return fThreads.life(found);
        }
        throw new PathSubject.Unknown("There is no thread " + tid + " of the host; there "
                + PathChoices.areOf(Integer.toString(tid), fChoices.hostThreads()));
    }

    /** @return the life of a vCPU */
    public PathSubject vcpu(int vm, int number) throws PathSubject.Unknown {
        int vcpu = fRows.vcpu(vm, number);
        if (vcpu < 0) {
            List<String> all = new ArrayList<>();
            for (int other : fRows.vms.get(vm).vcpus()) {
                all.add(Integer.toString(fWho.number(other)));
            }
            throw new PathSubject.Unknown("There is no vCPU " + number + " of " + fRows.vms.get(vm).label() + "; there "
                    + PathChoices.are(Integer.toString(number), all));
        }
        if (fRows.vcpus.first(vcpu) == fRows.vcpus.end(vcpu)) {
            throw new PathSubject.Unknown("Nothing of vCPU " + number + " of " + fRows.vms.get(vm).label() + " is recorded but its last event.");
        }
        return new PathSubject(vcpu, fRows.vcpus.begin(fRows.vcpus.first(vcpu)), fRows.endOfVcpu(vcpu));
    }

    private Moment find(int vm, Predicate<Moment> which, long from) {
        for (int i = 0; i < fRows.moments(); i++) {
            Moment moment = fRows.isMomentOf(i, vm) ? fRows.moment(i) : null;
            if (moment != null && moment.time() >= from && which.test(moment)) {
                return moment;
            }
        }
        return null;
    }

    /** @return a boot, from 1: from its begin, of the first one that of the VM's process, until it is ready */
    public PathSubject boot(int vm, int boot) throws PathSubject.Unknown {
        Moment begin = fRows.boot(vm, boot);
        Moment end = null;
        for (Moment.Kind kind : new Moment.Kind[] { Moment.Kind.READY, Moment.Kind.USER_SPACE, Moment.Kind.LAST_WORD }) {
            end = end != null ? end : find(vm, moment -> moment.kind() == kind && moment.boot() == boot, Long.MIN_VALUE);
        }
        if (begin == null || end == null) {
            throw new PathSubject.Unknown(fChoices.noBoot(vm, boot));
        }
        int first = fRows.vcpu(vm, 0);
        int vcpu = first >= 0 ? first : fRows.vms.get(vm).vcpus()[0];
        int who = end.kind() == Moment.Kind.LAST_WORD ? vcpu : PathSubject.who(fRows, end);
        long process = boot == 1 ? processBegin(vm) : begin.time();
        return new PathSubject(who, process, end.time(), "from the begin of " + (boot > 1 ? "its kernel"
                : process == fRows.hosts.get(fRows.vms.get(vm).host()).begin() ? "the trace" : "the VM's process") + switch (end.kind()) {
                case READY -> " until user space is ready";
                case USER_SPACE -> " until user space begins";
                default -> " until its last event";
                });
    }

    private long processBegin(int vm) {
        PathRows.Vm of = fRows.vms.get(vm);
        for (int i = 0; i < fWho.size(); i++) {
            int row = fRows.states.first(i);
            if (fWho.kind(i) == Participants.Kind.HOST_THREAD && fWho.number(i) == of.pid() && fWho.host(i) == of.host()
                    && fWho.process(i) == of.pid() && fWho.boot(i) == of.incarnation() && row + 1 < fRows.states.end(i)
                    && fRows.states.begin(row) == Long.MIN_VALUE) {
                return fRows.states.begin(row + 1);
            }
        }
        return fRows.hosts.get(of.host()).begin();
    }

    /** @return the first initcall with this name or address (0x…) that finishes */
    public PathSubject initcall(int vm, String asked) throws PathSubject.Unknown {
        PathSubject first = null;
        List<Moment> open = new ArrayList<>();
        for (int i = 0; i < fRows.moments(); i++) {
            Moment m = fRows.moment(i);
            boolean starts = m.kind() == Moment.Kind.INITCALL_START || m.kind() == Moment.Kind.NESTED_START;
            boolean finishes = m.kind() == Moment.Kind.INITCALL_FINISH || m.kind() == Moment.Kind.NESTED_FINISH;
            if (m.vm() != vm || !starts && !finishes || !isCalled(m, asked)) {
                continue;
            }
            if (starts) {
                if (open.size() == MAX_OPEN) {
                    open.remove(0);
                }
                open.add(m);
                continue;
            }
            for (int k = open.size() - 1; k >= 0; k--) {
                Moment start = open.get(k);
                if (start.value() == m.value() && start.boot() == m.boot()
                        && (start.kind() == Moment.Kind.INITCALL_START) == (m.kind() == Moment.Kind.INITCALL_FINISH)) {
                    PathSubject found = new PathSubject(caller(start), start.time(), m.time());
                    if (fThreads.isThen(found)) {
                        return found;
                    }
                    first = first == null ? found : first;
                    open.remove(k);
                    break;
                }
            }
        }
        if (first != null) {
            return first;
        }
        throw new PathSubject.Unknown("No initcall " + asked + " of " + fRows.vms.get(vm).label() + " finishes; there "
                + PathChoices.are(asked, fChoices.initcalls(vm, fFunctions)));
    }

    private boolean isCalled(Moment m, String asked) {
        if (asked.startsWith("0x")) {
            return Long.parseUnsignedLong(asked.substring(2), 16) == m.value();
        }
        boolean nested = m.kind() == Moment.Kind.NESTED_START || m.kind() == Moment.Kind.NESTED_FINISH;
        return m.name() >= 0 ? asked.equals(fWho.text(m.name())) : fFunctions.isAt(m.vm(), nested, asked, m.value());
    }

    private int caller(Moment start) {
        if (start.kind() == Moment.Kind.NESTED_START) {
            return PathSubject.who(fRows, start);
        }
        int found = start.vcpu();
        for (int i = 0; fRows.vms.get(start.vm()).reportsScheduling() && i < fWho.size(); i++) {
            found = fChoices.isGuestThread(i, start.vm(), start.boot()) && fWho.number(i) == start.thread() ? i : found;
        }
        return found;
    }

    /** @return the first step of a shutdown with this name */
    public PathSubject step(int vm, String asked) throws PathSubject.Unknown {
        List<String> all = new ArrayList<>();
        PathSubject first = null;
        Moment open = null;
        for (int i = 0; i < fRows.moments(); i++) {
            Moment m = fRows.moment(i);
            if (m.vm() == vm && m.kind() == Moment.Kind.STEP_BEGIN) {
                all.add(fWho.text(m.name()));
                open = open == null && asked.equals(fWho.text(m.name())) ? m : open;
            } else if (m.vm() == vm && m.kind() == Moment.Kind.STEP_END && open != null && asked.equals(fWho.text(m.name()))) {
                PathSubject found = new PathSubject(PathSubject.who(fRows, open), open.time(), m.time());
                if (fThreads.isThen(found)) {
                    return found;
                }
                first = first == null ? found : first;
                open = null;
            }
        }
        if (first != null) {
            return first;
        }
        throw new PathSubject.Unknown("No step " + asked + " of a shutdown of " + fRows.vms.get(vm).label() + " ends; there "
                + PathChoices.are(asked, all));
    }

    /** @return the shutdown that ends a boot, by the boot's number: from its first step's begin to the end of its last one */
    public PathSubject shutdown(int vm, int boot) throws PathSubject.Unknown {
        Moment first = null;
        Moment last = null;
        List<String> all = new ArrayList<>();
        for (int i = 0; i < fRows.moments(); i++) {
            if (!fRows.isMomentOf(i, vm)) {
                continue;
            }
            Moment m = fRows.moment(i);
            if (m.kind() == Moment.Kind.STEP_END) {
                all.add(Integer.toString(m.boot()));
                last = m.boot() == boot ? m : last;
            } else if (m.kind() == Moment.Kind.STEP_BEGIN && m.boot() == boot) {
                first = first == null ? m : first;
            }
        }
        if (first == null || last == null) {
            throw new PathSubject.Unknown("There is no shutdown of boot " + boot + " of " + fRows.vms.get(vm).label() + " with steps; there "
                    + PathChoices.are(Integer.toString(boot), all));
        }
        return new PathSubject(PathSubject.who(fRows, first), first.time(), last.time(), "from its first step to the end of its last");
    }
}
