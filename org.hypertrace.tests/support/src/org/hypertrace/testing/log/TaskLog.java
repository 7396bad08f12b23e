/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.log;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.task.GuestMode;
import org.hypertrace.core.task.GuestTask;
import org.hypertrace.core.task.TaskSink;
import org.hypertrace.core.task.TaskState;
import org.hypertrace.core.task.TaskTracker;
import org.hypertrace.core.timeline.Guest;
import org.hypertrace.core.timeline.TimelineSink;
import org.hypertrace.testing.story.TaskStory;

/** What the tracker of guest threads finds out of a {@link TaskStory}, as text. */
public final class TaskLog implements TimelineSink, TaskSink {

    private final TaskTracker fTracker = new TaskTracker(this);
    private final Map<String, List<String>> fLines = new LinkedHashMap<>();
    private long fLast;
    private int fOthers;

    private TaskLog() {
    }

    /**
     * @param story
     *            the events
     * @return what was reported
     */
    public static TaskLog of(String story) {
        TaskLog log = new TaskLog();
        TimelinePass.of(TaskStory.of(story), log);
        log.fTracker.finish(log.fLast);
        return log;
    }

    /**
     * @return per thread {@code 0 82: 100 running on 0, 120 sleeping, 130 ?waiting, last 140}: its number, its id, its states,
     *         one that doubts the one before with a question mark
     */
    public String threads() {
        return lines("thread ");
    }

    /** @return per thread: its names */
    public String names() {
        return lines("name ");
    }

    /** @return per vCPU: which thread, by id, has it */
    public String tasks() {
        return lines("task ");
    }

    /** @return per vCPU: its modes */
    public String modes() {
        return lines("mode ");
    }

    /** @return how many switches to threads that are not followed */
    public int others() {
        return fOthers;
    }

    private String lines(String kind) {
        StringBuilder text = new StringBuilder();
        fLines.forEach((key, values) -> {
            if (key.startsWith(kind)) {
                text.append(key, kind.length(), key.length()).append(": ").append(String.join(", ", values)).append('\n');
            }
        });
        return text.toString();
    }

    /** At equal times the last word counts. */
    private void add(long time, String key, String what) {
        List<String> values = fLines.computeIfAbsent(key, k -> new ArrayList<>());
        if (!values.isEmpty() && values.get(values.size() - 1).startsWith(time + " ")) {
            values.remove(values.size() - 1);
        }
        values.add(time + " " + what);
    }

    private static String thread(GuestTask task) {
        return task.number() + " " + task.tid();
    }

    @Override
    public void host(HostEvent event) {
        fLast = event.time();
        if (event instanceof HostEvent.LostEvents lost) {
            fTracker.lost(lost);
        }
    }

    @Override
    public void guest(Guest guest, VirtualCpu vcpu, GuestEvent event) {
        fTracker.handle(guest, vcpu, event);
    }

    @Override
    public void begins(long time, GuestTask task) {
        add(time, "thread " + thread(task), "unknown");
    }

    @Override
    public void named(long time, GuestTask task, String name) {
        add(time, "name " + thread(task), name);
    }

    @Override
    public void state(long time, GuestTask task, Integer code) {
        add(time, "thread " + thread(task), (TaskState.doubtsBefore(code) ? "?" : "") + TaskState.of(code).label()
                + (TaskState.of(code) == TaskState.RUNNING ? " on " + fLines.get("on " + thread(task)).get(0) : ""));
    }

    @Override
    public void runsOn(long time, GuestTask task, VirtualCpu vcpu) {
        fLines.put("on " + thread(task), List.of(Integer.toString(vcpu.number())));
    }

    @Override
    public void ends(long time, GuestTask task) {
        fLines.get("thread " + thread(task)).add("last " + task.last());
    }

    @Override
    public void others(long time, Guest guest) {
        fOthers++;
    }

    @Override
    public void current(long time, VirtualCpu vcpu, GuestTask task) {
        add(time, "task " + vcpu.number(), task == null ? "-" : Integer.toString(task.tid()));
    }

    @Override
    public void mode(long time, VirtualCpu vcpu, GuestMode mode) {
        add(time, "mode " + vcpu.number(), mode.label());
    }
}
