/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.task.view;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.hypertrace.core.container.Container;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.task.Tasks;
import org.hypertrace.core.view.OrderedEntry;

/** The rows that a VM's guest's threads are below: one, and below it one for each container where some are known. */
final class ThreadGroups {

    private final Machines.Vm fVm;
    private final long fVmEntry;
    private final ToLongFunction<Object> fIds;
    private final List<TimeGraphEntryModel> fEntries;
    private final Map<String, Long> fGroups = new HashMap<>();

    ThreadGroups(Machines.Vm vm, long vmEntry, ToLongFunction<Object> ids, List<TimeGraphEntryModel> entries) {
        fVm = vm;
        fVmEntry = vmEntry;
        fIds = ids;
        fEntries = entries;
    }

    /** The row that a thread with a row is below. */
    long of(Tasks.Guest guest, Tasks.Task task) {
        long threads = group(fVmEntry, VirtualCpuDataProvider.THREADS, VirtualCpuDataProvider.THREADS, Integer.MAX_VALUE);
        boolean known = guest.tasks().stream().anyMatch(one -> one.ran() && one.container() != null);
        return known ? group(threads, "Container " + Container.namespaceOf(task.container()), label(task.container()), rank(task.container())) : threads;
    }

    private static String label(Container container) {
        return container != null && container.isNone() ? "No container" : "Container " + Container.labelOf(container);
    }

    /** Those in containers stand first, those of which nothing is known last. */
    private static int rank(Container container) {
        return container == null ? Integer.MAX_VALUE : container.isNone() ? Integer.MAX_VALUE - 1 : 0;
    }

    private long group(long parent, String group, String label, int rank) {
        return fGroups.computeIfAbsent(group, key -> {
            long id = fIds.applyAsLong(parent + key);
            fEntries.add(new OrderedEntry(id, parent, label, fVm.begin(), fVm.end(), false, rank));
            return id;
        });
    }
}
