/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.describe;

import java.util.function.IntFunction;
import java.util.function.LongFunction;

import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.quantity.Amount;

/**
 * What a guest reports in one line of words. The kind of the event stands beside it and is not repeated; what is not recorded is
 * left out. Threads are {@code sh(82)}, addresses hexadecimal unless they have a name.
 */
public final class EventDescriber {

    /** Raised by {@code releng/versions}. */
    public static final int VERSION = 8;

    private static final String[] APIC_VECTORS = { "local timer", "reschedule", "call function", "call function single" };

    private final IntFunction<String> fThreads;
    private final LongFunction<String> fSymbols;

    /**
     * @param threads
     *            names of the guest's threads by id, null for a name that is not known
     * @param symbols
     *            names of the guest's addresses, null for one without
     */
    public EventDescriber(IntFunction<String> threads, LongFunction<String> symbols) {
        fThreads = threads;
        fSymbols = symbols;
    }

    /**
     * @param event
     *            what was reported
     * @return it in words, never null; of a nested guest with a word before it that reports which
     */
    public String of(GuestEvent event) {
        DescriptionLine line = new DescriptionLine();
        if (event.from().level() > 0) {
            line.add("nested guest" + (event.from().nested() > 0 ? " " + event.from().nested() : "")
                    + (event.from().level() > 1 ? " on level " + event.from().level() : "") + ':');
        }
        if (!tasks(event, line) && !interrupts(event, line) && !functions(event, line)) {
            new RareEventDescriber(this).add(event, line);
        }
        return line.toString();
    }

    private boolean tasks(GuestEvent event, DescriptionLine line) {
        if (event instanceof GuestEvent.SchedSwitch e) {
            line.add((e.prevTid() < 0 ? "?" : task(e.prevTid(), null, e)) + " → " + task(e.nextTid(), e.nextComm(), e));
        } else if (event instanceof GuestEvent.Wakeup e) {
            line.add(task(e.tid(), e.comm(), e)).reported("on CPU", e.targetCpu());
            line.add(e.wakerTid() < 0 ? "" : "by " + task(e.wakerTid(), null, e));
        } else if (event instanceof GuestEvent.Fork e) {
            line.add(task(e.tid(), null, e) + " → " + task(e.childTid(), e.childComm(), e));
            line.add(e.childTgid() >= 0 && e.childTgid() != e.childTid() ? "a thread of " + e.childTgid() : "");
        } else if (event instanceof GuestEvent.Exec e) {
            line.add(task(e.tid(), e.comm(), e)).add(e.oldTid() >= 0 && e.oldTid() != e.tid() ? "was " + e.oldTid() : "");
        } else if (event instanceof GuestEvent.TaskExit e) {
            line.add(task(e.tid(), e.comm(), e)).add(e.code() == 0 ? "" : "code " + e.code());
        } else if (event instanceof GuestEvent.TaskFree e) {
            line.add(task(e.tid(), e.comm(), e));
        } else if (event instanceof GuestEvent.Task e) {
            line.add(task(e.tid(), e.comm(), e)).reported("process", e.tgid() == e.tid() ? -1 : e.tgid())
                    .reported("parent", e.parentTid());
            line.reported("CPU", e.cpu()).add(e.state() < 0 ? "" : e.state() == 0 ? "runnable" : "state " + hex(e.state()));
        } else if (event instanceof GuestEvent.SyscallEntry e) {
            line.add(by(e)).add(call(e.number(), e.compat()) + '(' + hex(e.arg0()) + ", " + hex(e.arg1()) + ')');
        } else if (event instanceof GuestEvent.SyscallExit e) {
            line.add(by(e)).add(call(e.number(), e.compat()) + " = " + e.ret());
        } else {
            return false;
        }
        return true;
    }

    private static String call(int number, boolean compat) {
        return number == GuestEvent.UNKNOWN_ID ? "a system call without its number"
                : (compat ? "i386 system call " : "system call ") + number;
    }

    private boolean interrupts(GuestEvent event, DescriptionLine line) {
        if (event instanceof GuestEvent.IrqEntry e) {
            line.add("irq " + e.irq() + (e.name() == null || e.name().isEmpty() ? "" : " " + e.name()));
        } else if (event instanceof GuestEvent.IrqExit e) {
            line.add("irq " + e.irq()).add(e.handled() == 0 ? "not handled" : "");
        } else if (event instanceof GuestEvent.Softirq e) {
            line.add(Softirqs.name(e.vec()));
        } else if (event instanceof GuestEvent.ApicVector e) {
            line.add(e.type() >= 0 && e.type() < APIC_VECTORS.length ? APIC_VECTORS[e.type()] : "")
                    .reported("vector", e.vector());
        } else if (event instanceof GuestEvent.Hrtimer e) {
            line.add(by(e)).add("timer " + address(e.timer())).add(e.function() == 0 ? "" : address(e.function()));
            line.add(e.when() == 0 ? "" : "at " + Amount.ns(e.when()));
        } else if (event instanceof GuestEvent.Timer e) {
            line.add(by(e)).add("timer " + address(e.timer())).add(e.function() == 0 ? "" : address(e.function()));
        } else {
            return false;
        }
        return true;
    }

    private boolean functions(GuestEvent event, DescriptionLine line) {
        if (event instanceof GuestEvent.FunctionEntry e) {
            line.add(by(e)).add(address(e.address())).reported("depth", e.depth()).add(e.userSpace() ? "user space" : "");
        } else if (event instanceof GuestEvent.FunctionExit e) {
            line.add(by(e)).add(address(e.address())).reported("depth", e.depth()).add(e.userSpace() ? "user space" : "");
            line.add("after " + Amount.ns(e.duration()));
        } else if (event instanceof GuestEvent.InitcallStart e) {
            line.add(named(e.address(), e.name()));
        } else if (event instanceof GuestEvent.InitcallFinish e) {
            line.add(named(e.address(), e.name()) + " = " + e.ret());
            line.add(e.duration() < 0 ? "" : "after " + Amount.ns(e.duration()));
        } else {
            return false;
        }
        return true;
    }

    /** Who did it, if that is reported. */
    String by(GuestEvent event) {
        return event.tid() < 0 ? "" : task(event.tid(), null, event) + ':';
    }

    private String task(int tid, String reported, GuestEvent event) {
        if (tid == 0) {
            return event.from().cpu() < 0 ? "swapper(0)" : "swapper/" + event.from().cpu() + "(0)";
        }
        String comm = reported != null && !reported.isEmpty() ? reported : fThreads.apply(tid);
        return (comm == null ? "" : comm) + '(' + tid + ')';
    }

    /** By its name if the dialect shows it, else by its address. */
    String named(long address, String name) {
        return name != null && !name.isEmpty() ? name : address(address);
    }

    String address(long address) {
        String name = fSymbols.apply(address);
        return name != null ? name : hex(address);
    }

    static String hex(long value) {
        return "0x" + Long.toHexString(value);
    }
}
