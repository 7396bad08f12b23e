/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.task;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import org.hypertrace.core.machine.ThreadName;

/**
 * Real, user and sys time of a process: its threads together. A thread of which no event names the process is one of its own.
 *
 * @param first
 *            its first thread, also if that was never switched out; if it is not known, the one of it that was seen first
 * @param threads
 *            those that were switched out at least once, in the order in which they were first seen
 */
public record ProcessTime(Tasks.Task first, List<TaskFigures> threads) {

    /**
     * @param figures
     *            the threads of a guest
     * @return its processes by id; idle threads are none
     */
    public static List<ProcessTime> of(List<TaskFigures> figures) {
        Map<Integer, List<TaskFigures>> processes = new LinkedHashMap<>();
        figures.stream().filter(one -> one.task().tid() != 0 && one.time() != null).sorted(Comparator.comparingInt(one -> one.task().number()))
                .forEach(one -> processes.computeIfAbsent(one.task().process() == 0 ? -1 - one.task().number() : one.task().process(),
                        key -> new ArrayList<>()).add(one));
        Map<Integer, Tasks.Task> leaders = new HashMap<>();
        figures.stream().map(TaskFigures::task).filter(task -> task.tid() == task.tgid()).forEach(task -> leaders.putIfAbsent(task.process(), task));
        return processes.values().stream().map(threads -> new ProcessTime(leaders.getOrDefault(threads.get(0).task().process(), threads.get(0).task()),
                threads))
                .sorted(Comparator.<ProcessTime> comparingInt(process -> process.first.tgid()).thenComparingLong(ProcessTime::begin)).toList();
    }

    /** @return of those that were switched out the first thread, else the one that was seen first: it has a row */
    public Tasks.Task shown() {
        return threads.stream().map(TaskFigures::task).filter(first::equals).findFirst().orElse(threads.get(0).task());
    }

    /** @return the first begin of its threads, ns since the epoch */
    public long begin() {
        return threads.stream().mapToLong(one -> one.time().begin()).min().orElseThrow();
    }

    /** @return the last end of its threads, ns since the epoch */
    public long end() {
        return threads.stream().mapToLong(one -> one.time().end()).max().orElseThrow();
    }

    /** @return the time between its begin and its end, ns */
    public long real() {
        return end() - begin();
    }

    /** @return the real times of its threads together, ns: what the parts sum to */
    public long summed() {
        return threads.stream().mapToLong(one -> one.time().real()).sum();
    }

    /** @return so much of its threads' time went there, ns */
    public long ns(TimePart part) {
        return sum(ThreadTime::parts, part);
    }

    /** @return what the guest's own time reports of the mode, ns */
    public long guest(TimePart mode) {
        return sum(ThreadTime::guest, mode);
    }

    /** @return its name for people: {@code sh (82)} */
    public String label() {
        return first.tgid() < 0 || first.tgid() == first.tid() ? first.label() : new ThreadName(first.tgid(), first.name()).label();
    }

    /** @return how long its threads together had a vCPU, ns */
    public long current() {
        return summed() - ns(TimePart.WAITING) - ns(TimePart.SLEEPING) - ns(TimePart.UNKNOWN);
    }

    private long sum(Function<ThreadTime, Map<TimePart, Long>> of, TimePart part) {
        return threads.stream().mapToLong(one -> of.apply(one.time()).get(part)).sum();
    }
}
