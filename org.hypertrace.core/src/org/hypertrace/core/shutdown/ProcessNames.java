/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.shutdown;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.run.LastValues;
import org.hypertrace.core.task.TaskAttributes;

/** The names of a guest's processes: those that all views give their threads, which may be renamed without a new program. */
final class ProcessNames {

    private final LastValues fNow;
    /** By the id that they have: it is used again. */
    private final Map<Integer, List<Integer>> fThreads = new HashMap<>();

    /** @param guest its place in the model */
    ProcessNames(LastValues now, int guest) {
        fNow = now;
        for (int thread : now.children(guest, TaskAttributes.THREADS)) {
            fThreads.computeIfAbsent(now.integer(thread, TaskAttributes.TID, -1), tid -> new ArrayList<>()).add(thread);
        }
    }

    /** The name of the process with this id at a time; {@code reported} if no thread with that id has a name. */
    String of(int tid, long time, String reported) {
        for (int thread : fThreads.getOrDefault(tid, List.of())) {
            if (fNow.number(thread, TaskAttributes.LAST, Long.MAX_VALUE) >= time) {
                String name = fNow.text(thread, TaskAttributes.NAME);
                return name == null ? reported : name;
            }
        }
        return reported;
    }
}
