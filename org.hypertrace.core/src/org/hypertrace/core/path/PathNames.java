/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import org.hypertrace.core.describe.Softirqs;
import org.hypertrace.core.kvm.ExitReason;
import org.hypertrace.core.machine.ThreadName;
import org.hypertrace.core.path.gather.Handler;
import org.hypertrace.core.path.gather.HandlerRuns;
import org.hypertrace.core.path.gather.Participants;
import org.hypertrace.core.path.gather.PathRows;

/**
 * What those on a path are called: keys, which are the same for every reading of the trace, and names for people. By the keys a
 * path has a canonical text.
 */
public final class PathNames {

    private static final String TIMER = "timer";

    private final PathRows fRows;
    private final Participants fWho;

    /** @param rows what was gathered of the trace */
    public PathNames(PathRows rows) {
        fRows = rows;
        fWho = rows.participants;
    }

    /** @return the key of a participant, or of a run of a handler */
    public String key(int x) {
        if (!HandlerRuns.isRun(x)) {
            return host(fWho.host(x)) + switch (fWho.kind(x)) {
            case HOST_THREAD -> "h:" + hostTid(x) + '#' + fWho.count(x);
            case VCPU -> "v:" + fRows.vms.get(fWho.vm(x)).name() + ':' + fWho.number(x);
            case GUEST_THREAD -> "g:" + fRows.vms.get(fWho.vm(x)).name() + ':' + fWho.boot(x) + ':'
                    + (fWho.isIdleOfProcessor(x) ? "0." + processor(x) : fWho.number(x)) + '#' + fWho.count(x);
            };
        }
        int where = fRows.runs.where(x);
        Handler.Kind kind = fRows.runs.kind(x);
        long number = fRows.runs.number(x);
        String what = kind.key() + ':' + (kind == Handler.Kind.INTERRUPT && number == Handler.NO_NUMBER ? "-"
                : Long.toUnsignedString(number));
        if (fRows.runs.isOfGuest(x)) {
            return host(fWho.host(where)) + "i:" + fRows.vms.get(fWho.vm(where)).name() + ':' + fWho.number(where) + ':' + what;
        }
        return host(fRows.cpus.get(where).host()) + "j:" + fRows.cpus.get(where).number() + ':' + what;
    }

    /** @return a participant, or a run of a handler, with its key and its names */
    public PathLink link(int x) {
        String there = shownThere(x);
        String vm = !isOfVm(x) ? null : place(x);
        if (HandlerRuns.isRun(x)) {
            return new PathLink(fRows.runs.kind(x) == Handler.Kind.SOFTIRQ ? PathLink.Kind.SOFTIRQ : PathLink.Kind.INTERRUPT, key(x), vm, there,
                    there, (vm == null ? "host " : "") + whereOfRun(x));
        }
        return switch (fWho.kind(x)) {
        case HOST_THREAD -> new PathLink(fWho.isIdleOfProcessor(x) ? PathLink.Kind.HOST_IDLE : PathLink.Kind.HOST_THREAD, key(x), vm, there,
                fWho.name(x), "");
        case VCPU -> new PathLink(PathLink.Kind.VCPU, key(x), vm, there, there, "");
        case GUEST_THREAD -> new PathLink(PathLink.Kind.GUEST_THREAD, key(x), vm, there, fWho.name(x), "");
        };
    }

    private String host(int host) {
        return fRows.hosts.size() > 1 ? fRows.hosts.get(host).id() + '/' : "";
    }

    private int processor(int idle) {
        return fWho.number(idle) - Participants.IDLE_OF;
    }

    private String hostTid(int x) {
        return fWho.isIdleOfProcessor(x) ? "swapper/" + processor(x) : Integer.toString(fWho.number(x));
    }

    /** @return the name of a participant, or of a run of a handler, for people */
    public String shown(int x) {
        return (isOfVm(x) ? place(x) : "host") + ' ' + shownThere(x);
    }

    private boolean isOfVm(int x) {
        return HandlerRuns.isRun(x) ? fRows.runs.isOfGuest(x) : fWho.kind(x) != Participants.Kind.HOST_THREAD;
    }

    /** @return the VM's name of a vCPU or of a guest's thread, null of all others */
    public String vm(int x) {
        return HandlerRuns.isRun(x) || fWho.kind(x) == Participants.Kind.HOST_THREAD ? null : fRows.vms.get(fWho.vm(x)).label();
    }

    /** @return the boot of a guest's thread, from 1; 0 if its begin is not recorded or it is no guest's thread */
    public int boot(int x) {
        return HandlerRuns.isRun(x) || fWho.kind(x) != Participants.Kind.GUEST_THREAD ? 0 : fWho.boot(x);
    }

    /** @return whether the VM of a vCPU or of a guest's thread reports which threads it schedules; true of all others */
    public boolean reportsScheduling(int x) {
        return vm(x) == null || fRows.vms.get(fWho.vm(x)).reportsScheduling();
    }

    /** @return whether these are guests that were traced themselves, without their hosts */
    public boolean isOfGuestAlone() {
        return fRows.vms.stream().anyMatch(PathRows.Vm::alone);
    }

    /** @return the vCPU whose thread on the host this is, null if it is no such thread */
    public PathLink vcpu(int x) {
        return HandlerRuns.isRun(x) || fWho.kind(x) != Participants.Kind.HOST_THREAD || fWho.link(x) < 0 ? null : link(fWho.link(x));
    }

    /** @return where it is, for people: the VM, or the host */
    public String place(int x) {
        int who = HandlerRuns.isRun(x) && fRows.runs.isOfGuest(x) ? fRows.runs.where(x) : x;
        if (!HandlerRuns.isRun(who) && fWho.kind(who) != Participants.Kind.HOST_THREAD) {
            return fRows.vms.get(fWho.vm(who)).label();
        }
        return fRows.hosts.get(HandlerRuns.isRun(who) ? fRows.cpus.get(fRows.runs.where(who)).host() : fWho.host(who)).id();
    }

    /** @return its name among those of its place */
    public String shownThere(int x) {
        if (!HandlerRuns.isRun(x)) {
            return switch (fWho.kind(x)) {
            case VCPU -> "vCPU " + fWho.number(x);
            case HOST_THREAD, GUEST_THREAD -> new ThreadName(fWho.isIdleOfProcessor(x) ? 0 : fWho.number(x), fWho.name(x)).label();
            };
        }
        Handler.Kind kind = fRows.runs.kind(x);
        String word = kind == Handler.Kind.SOFTIRQ ? "softirq " : kind == Handler.Kind.HRTIMER ? "hrtimer " : "interrupt ";
        return whereOfRun(x) + ' ' + word + what(x, kind);
    }

    private String whereOfRun(int x) {
        int where = fRows.runs.where(x);
        return isOfVm(x) ? "vCPU " + fWho.number(where) : "cpu" + fRows.cpus.get(where).number();
    }

    private String what(int x, Handler.Kind kind) {
        long number = fRows.runs.number(x);
        if (kind == Handler.Kind.SOFTIRQ) {
            return Softirqs.name((int) number);
        }
        String name = fRows.runs.name(x);
        return fRows.runs.isTimer(x) ? TIMER : !name.isEmpty() ? name
                : kind == Handler.Kind.INTERRUPT && number == Handler.NO_NUMBER ? "not recorded" : Long.toUnsignedString(number);
    }

    /** @return by what the segment is in its state, empty if nothing is to be reported */
    public String by(Segments path, int segment) {
        return by(path.by(segment), path.byValue(segment));
    }

    String by(Segments.By kind, int value) {
        return switch (kind) {
        case NONE -> "";
        case KEY -> key(value);
        case TEXT -> fWho.text(value);
        case EXIT -> fWho.isa(value) + ":" + fWho.reason(value);
        case EXIT_OF_TRACER -> fWho.isa(value) + ":" + fWho.reason(value) + "+t";
        };
    }

    /** @return the same for people */
    public String shownBy(Segments path, int segment) {
        return shownBy(path.by(segment), path.byValue(segment));
    }

    String shownBy(Segments.By kind, int value) {
        return switch (kind) {
        case NONE -> "";
        case KEY -> shown(value);
        case TEXT -> fWho.text(value);
        case EXIT -> ExitReason.label(fWho.isa(value), fWho.reason(value));
        case EXIT_OF_TRACER -> ExitReason.label(fWho.isa(value), fWho.reason(value)) + " of the tracer";
        };
    }

    /** @return those who are on a chain, from the subject to the one who is waited for */
    public static List<Integer> links(Segments path, int chain) {
        List<Integer> links = new ArrayList<>();
        for (int node = chain; node != Segments.ROOT; node = path.parent(node)) {
            links.add(path.owner(node));
        }
        Collections.reverse(links);
        return links;
    }

    /** @return the keys of a chain, from the subject to the one who is waited for */
    public String keys(Segments path, int chain) {
        return links(path, chain).stream().map(this::key).collect(Collectors.joining(";"));
    }

    /** @return the names of a chain for people, likewise */
    public String names(Segments path, int chain) {
        return links(path, chain).stream().map(this::shown).collect(Collectors.joining(";"));
    }

    /** Reports the lines of the canonical text. */
    void lines(Segments path, Consumer<String> to) {
        String[] chains = new String[path.nodes()];
        for (int i = 0; i < path.size(); i++) {
            int chain = path.chain(i);
            if (chains[chain] == null) {
                chains[chain] = keys(path, chain);
            }
            to.accept(path.begin(i) + " " + path.end(i) + ' ' + chains[chain] + ' ' + path.phase(i).key() + '/' + path.state(i).canonical() + ' '
                    + by(path, i));
        }
    }

    /** @return a hash of the canonical text, by which two paths are compared */
    public String sha256(Segments path) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            boolean[] any = new boolean[1];
            lines(path, line -> {
                if (any[0]) {
                    digest.update((byte) '\n');
                }
                any[0] = true;
                digest.update(line.getBytes(StandardCharsets.UTF_8));
            });
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
