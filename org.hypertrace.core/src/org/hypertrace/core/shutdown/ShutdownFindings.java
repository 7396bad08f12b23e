/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.shutdown;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.run.Ending;
import org.hypertrace.core.shutdown.ShutdownProfile.Delay;
import org.hypertrace.core.shutdown.track.ShutdownKind;

/** What is missing or contradictory in a shutdown, and what a reader must know of it, in sentences. */
public final class ShutdownFindings {

    /** Names of the signals that end processes, by number. */
    private static final String[] SIGNALS = { null, "SIGHUP", "SIGINT", "SIGQUIT", "SIGILL", "SIGTRAP", "SIGABRT", "SIGBUS", "SIGFPE",
            "SIGKILL", "SIGUSR1", "SIGSEGV", "SIGUSR2", "SIGPIPE", "SIGALRM", "SIGTERM" };
    private static final int SIGNAL_OF_CODE = 0x7f;
    private static final int NAMED = 5;

    private ShutdownFindings() {
    }

    /**
     * @param profile
     *            a shutdown
     * @return what is to be reported about it
     */
    public static List<String> of(ShutdownProfile profile) {
        GuestShutdown shutdown = profile.shutdown();
        List<String> findings = new ArrayList<>();
        boolean lost = shutdown.host().losses().any();
        if (lost) {
            findings.add("The host's tracer " + shutdown.host().losses().text() + ": parts may be missing, and figures of the others "
                    + "may be wrong.");
        }
        if (shutdown.kind() == ShutdownKind.PANIC) {
            findings.add("The kernel panicked: no notifier of restarts was asked and no device was shut down.");
        } else if (shutdown.requested() < 0) {
            findings.add(lost ? "When it began is unknown, as events were lost: what user space took is not shown."
                    : "The guest does not report when the shutdown was requested: what user space took is not shown.");
        } else {
            userSpace(profile, findings);
        }
        if (shutdown.kind() == null) {
            findings.add("The guest does not report whether it is a restart or a power-off.");
        }
        if (!profile.isReported() && shutdown.kind() != ShutdownKind.PANIC) {
            findings.add("The guest reports no steps of it: record its shutdown events, or its functions and the symbols of its "
                    + "kernel.");
        }
        if (shutdown.ending() == null) {
            findings.add(lost ? "Whether the machine was reset or is gone is unknown: events were lost."
                    : "The trace ends before the machine was reset or gone.");
        } else if (shutdown.ending() == Ending.BOOTED_AGAIN && shutdown.tripleFault() < 0 && shutdown.kind() == ShutdownKind.KEXEC) {
            findings.add("The next kernel began without a reset of the machine (kexec).");
        }
        if (shutdown.others() > 0) {
            findings.add(shutdown.others() + " parts, processes or later shutdowns are not kept: there are too many.");
        }
        if (profile.symbols().remark() != null) {
            String remark = profile.symbols().remark();
            findings.add(Character.toUpperCase(remark.charAt(0)) + remark.substring(1) + '.');
        }
        return findings;
    }

    private static void userSpace(ShutdownProfile profile, List<String> findings) {
        GuestShutdown shutdown = profile.shutdown();
        List<Delay> delays = profile.delays();
        if (delays.isEmpty() && !profile.isWhole()) {
            findings.add("Which processes user space waited for is unknown: packets of that time are missing.");
            return;
        }
        if (delays.isEmpty()) {
            findings.add("Which processes user space waited for is not known: record the guest's tasks (group sched) from before "
                    + "the request.");
            return;
        }
        if (shutdown.called() < 0) {
            findings.add("Who was sent a signal, and when the kernel was called, is not known: record the guest's system calls from the "
                    + "request on.");
        }
        List<String> still = delays.stream().filter(delay -> delay.process().end() < 0).map(delay -> delay.process().label()).toList();
        if (!still.isEmpty() && shutdown.userSpaceEnd() < shutdown.end()) {
            findings.add((still.size() == 1 ? "One process was" : still.size() + " processes were") + " still there when the kernel began: "
                    + String.join(", ", still.subList(0, Math.min(NAMED, still.size()))) + (still.size() > NAMED ? ", …" : "") + '.');
        }
    }

    /**
     * @param process
     *            a process
     * @return how it ended, for people: {@code killed by SIGKILL}, {@code exit status 1}; empty if it is not recorded
     */
    public static String outcome(GuestShutdown.Process process) {
        if (process.end() < 0) {
            return "still there";
        }
        int signal = killer(process);
        return process.code() < 0 ? "" : signal != 0 ? "killed by " + signal(signal) : "exit status " + (process.code() >> 8 & 0xff);
    }

    /** @return the signal that ended it, 0 if none did or that is not recorded */
    public static int killer(GuestShutdown.Process process) {
        return process.code() < 0 ? 0 : process.code() & SIGNAL_OF_CODE;
    }

    /**
     * @param number
     *            of a signal
     * @return its name
     */
    public static String signal(int number) {
        return number > 0 && number < SIGNALS.length ? SIGNALS[number] : "signal " + number;
    }

    /**
     * What took longest, the first thing to be read.
     *
     * @param profile
     *            a shutdown
     * @return a sentence: texts and {@link Amount}s; null if that is not known
     */
    public static List<Object> longest(ShutdownProfile profile) {
        ShutdownProfile.Line longest = profile.longest();
        if (longest == null) {
            return null;
        }
        List<Object> pieces = new ArrayList<>(List.of(profile.shutdown().label() + ": " + longest.section().key() + ' ' + longest.label()
                + (longest.open() ? ", which never returned," : "") + " took ", Amount.ns(longest.duration()), " of ",
                Amount.ns(profile.duration())));
        Delay most = longest.kind() != ShutdownProfile.Kind.USER_SPACE ? null
                : profile.delays().stream().max(Comparator.comparingLong(Delay::held)).orElse(null);
        if (most != null && most.held() > 0) {
            pieces.addAll(List.of(", ", Amount.ns(most.held()), " of it until " + most.process().label() + " ended"
                    + (outcome(most.process()).isEmpty() ? "" : " (" + outcome(most.process()) + ')')));
        } else if (longest.spent() != null) {
            pieces.addAll(List.of(", ", Amount.ns(longest.spent().host()), " of it by the host"));
        }
        pieces.add(".");
        return List.copyOf(pieces);
    }
}
