/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.shutdown.track;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;

import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.symbol.Symbols;

/**
 * How the user space of a guest ends, from the request to the kernel: which processes are there, who is sent a signal, who ends
 * and how. PID 1 does it, so it is none of them.
 */
final class UserSpaceEnd {

    /** Processes of one shutdown that are reported. */
    private static final int MAX = 1 << 12;
    private static final int INIT = 1;
    /** Of x86-64 and of i386. */
    private static final int[] KILL = { 62, 37 };
    private static final int[] REBOOT = { 169, 88 };
    private static final String EXIT = "do_exit";

    private final ShutdownSink fSink;
    private final Shutdown fShutdown;
    private final BooleanSupplier fKeeps;
    private final long fExit;
    private final Map<Integer, UserProcess> fRunning = new LinkedHashMap<>();
    private int fCount;

    /**
     * @param here
     *            the symbols of the guest's kernel where it is, null if they are not known
     * @param keeps
     *            asked before a process is kept
     */
    UserSpaceEnd(long time, Shutdown shutdown, UserProcesses processes, Symbols here, ShutdownSink sink, BooleanSupplier keeps) {
        fShutdown = shutdown;
        fSink = sink;
        fKeeps = keeps;
        fExit = here == null ? 0 : here.address(EXIT);
        processes.forEach((tid, name, parent) -> begins(time, tid, name, parent, false));
    }

    void handle(GuestEvent event) {
        if (event instanceof GuestEvent.Fork e && UserProcesses.isProcess(e.childTid(), e.childTgid())) {
            begins(e.time(), e.childTid(), e.childComm(), UserProcesses.parent(e), true);
        } else if (event instanceof GuestEvent.Exec e && e.comm() != null && fRunning.containsKey(e.tid())) {
            fSink.processNamed(e.time(), fShutdown, fRunning.get(e.tid()), e.comm());
        } else if (event instanceof GuestEvent.TaskExit e && UserProcesses.isProcess(e.tid(), e.tgid())) {
            ends(e.time(), e.tid(), (int) e.code());
        } else if (event instanceof GuestEvent.FunctionEntry e && e.address() == fExit && fExit != 0) {
            // an exit event, which comes later, shows more
            UserProcess process = fRunning.get(e.tid());
            if (process != null) {
                fSink.processEnds(e.time(), fShutdown, process, -1);
            }
        } else if (event instanceof GuestEvent.SyscallEntry e && e.number() == KILL[e.compat() ? 1 : 0]) {
            signal(e.time(), e.tid(), (int) e.arg0(), (int) e.arg1());
        } else if (event instanceof GuestEvent.SyscallEntry e && e.number() == REBOOT[e.compat() ? 1 : 0]) {
            fSink.called(e.time(), fShutdown);
        }
    }

    private void begins(long time, int tid, String name, int parent, boolean late) {
        if (tid == INIT) {
            return;
        }
        if (fCount < MAX && fKeeps.getAsBoolean()) {
            UserProcess process = new UserProcess(fCount++, tid, name, parent, late);
            fRunning.put(tid, process);
            fSink.process(time, fShutdown, process);
        } else {
            fSink.others(time, fShutdown);
        }
    }

    private void ends(long time, int tid, int code) {
        UserProcess process = fRunning.remove(tid);
        if (process != null) {
            fSink.processEnds(time, fShutdown, process, code);
        }
    }

    /** To all but the sender and PID 1, or to one; who is in a group is not known. */
    private void signal(long time, int sender, int to, int signal) {
        if (signal > 0 && to == -1) {
            fRunning.values().stream().filter(process -> process.tid() != sender)
                    .forEach(process -> fSink.signalled(time, fShutdown, process, signal));
        } else if (signal > 0 && fRunning.containsKey(to)) {
            fSink.signalled(time, fShutdown, fRunning.get(to), signal);
        }
    }
}
