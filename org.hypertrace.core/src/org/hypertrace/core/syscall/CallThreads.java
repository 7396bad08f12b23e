/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.syscall;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.machine.ThreadName;
import org.hypertrace.core.task.Tasks;

/** Which threads made calls: ids are used again, so it is the one that was there. */
final class CallThreads {

    private final GuestCalls fCalls;
    /** By id those who had it, one after the other. */
    private final Map<Integer, List<Tasks.Task>> fTasks = new HashMap<>();

    CallThreads(GuestCalls calls, List<Tasks.Task> tasks) {
        fCalls = calls;
        tasks.forEach(task -> fTasks.computeIfAbsent(task.tid(), tid -> new ArrayList<>()).add(task));
    }

    /** Who made a call, for people: {@code sh (82)}; without a name if the guest reports none. */
    String label(int call) {
        int tid = fCalls.tid(call);
        return fTasks.getOrDefault(tid, List.of()).stream().filter(task -> task.last() >= fCalls.begin(call)).findFirst().map(Tasks.Task::label)
                .orElseGet(() -> new ThreadName(tid, null).label());
    }
}
