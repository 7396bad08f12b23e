/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.task.view;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.task.Tasks;
import org.hypertrace.core.view.PathOffer;

/** The critical paths of guests' threads that can be asked for. */
public final class TaskOffers {

    private TaskOffers() {
    }

    /**
     * @param vm
     *            a VM
     * @param guest
     *            what runs in it
     * @return by their numbers the paths of its threads; idle ones have none
     */
    public static Map<Integer, PathOffer> of(Machines.Vm vm, Tasks.Guest guest) {
        Map<Integer, List<Tasks.Task>> byId = new HashMap<>();
        guest.tasks().forEach(task -> byId.computeIfAbsent(task.tid(), tid -> new ArrayList<>()).add(task));
        Map<Integer, PathOffer> offers = new HashMap<>();
        byId.forEach((tid, same) -> {
            for (Tasks.Task task : tid > 0 ? same : List.<Tasks.Task>of()) {
                offers.put(task.number(), of(vm, task, same));
            }
        });
        return offers;
    }

    /** Ids are used again: of several with one id by the time from the end of the one before to its own. */
    private static PathOffer of(Machines.Vm vm, Tasks.Task task, List<Tasks.Task> same) {
        List<String> words = new ArrayList<>(List.of("--vm", vm.who().word(), "--thread", Integer.toString(task.tid())));
        long before = Long.MIN_VALUE;
        long after = Long.MAX_VALUE;
        for (Tasks.Task other : same) {
            if (other.number() < task.number()) {
                before = Math.max(before, other.last());
            } else if (other.number() > task.number()) {
                after = task.last();
            }
        }
        if (before != Long.MIN_VALUE) {
            words.addAll(List.of("--from", Long.toString(before)));
        }
        if (after != Long.MAX_VALUE) {
            words.addAll(List.of("--to", Long.toString(after)));
        }
        return new PathOffer(task.label(), words);
    }
}
