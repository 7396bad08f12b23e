/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.log;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.stack.track.FrameKind;
import org.hypertrace.core.stack.track.FrameNames;
import org.hypertrace.core.stack.track.Frames;
import org.hypertrace.core.stack.track.Repair;
import org.hypertrace.core.stack.track.StackPass;
import org.hypertrace.core.stack.track.StackSink;
import org.hypertrace.core.stack.track.StackThread;
import org.hypertrace.testing.story.Story;
import org.hypertrace.testing.story.TaskStory;

/** The stacks that are found in a {@link TaskStory} or any events, as text; what a sink is promised is checked. */
public final class StackLog implements StackSink {

    /** A change of a thread; {@code what} begins with its kind. */
    private record Change(long time, char kind, long frame, long duration, Repair repair) { }

    private final Map<StackThread, List<Change>> fChanges = new LinkedHashMap<>();
    private FrameNames fNames;

    private StackLog() {
    }

    /** What is found in a story. */
    public static StackLog of(String story) {
        return of(to -> Story.events(TaskStory.of(story)).forEach(to));
    }

    /** What is found in events; {@code events} reports them all. */
    public static StackLog of(Consumer<Consumer<HostEvent>> events) {
        StackLog log = new StackLog();
        try (StackPass pass = new StackPass(host -> null, List.of(), (guest, nested) -> null, new CheckedStacks(log))) {
            events.accept(pass::accept);
            pass.finish();
            log.fNames = pass.names();
        }
        return log;
    }

    /** From when on a thread has which frames open: {@code sh 82: 110 a;b}; {@code -}: none, {@code .}: nothing is known. */
    public String paths() {
        StringBuilder text = new StringBuilder();
        fChanges.forEach((thread, changes) -> {
            List<String> open = new ArrayList<>();
            String reported = "";
            for (int i = 0; i < changes.size(); i++) {
                Change change = changes.get(i);
                switch (change.kind) {
                case '+', '~' -> open.add(name(thread, change.frame));
                case '-' -> open.remove(open.size() - 1);
                default -> {
                    // no frame
                }
                }
                boolean last = i + 1 == changes.size() || changes.get(i + 1).time > change.time;
                String path = change.kind == '.' ? "." : open.isEmpty() ? "-" : String.join(";", open);
                if (last && !path.equals(reported)) {
                    text.append(label(thread)).append(": ").append(change.time).append(' ').append(path).append('\n');
                    reported = path;
                }
            }
        });
        return text.toString();
    }

    /**
     * Every call in the order of their ends: {@code sh 82: a 110-150 guest 35}, with what was repaired; without the tracer's
     * exits.
     */
    public String calls() {
        StringBuilder text = new StringBuilder();
        fChanges.forEach((thread, changes) -> calls(thread, changes, text));
        return text.toString();
    }

    /** The stretches of marks: {@code sh 82: mark: 7 115-135}. */
    public String marks() {
        StringBuilder text = new StringBuilder();
        fChanges.forEach((thread, changes) -> {
            Change open = null;
            for (Change change : changes.stream().filter(each -> each.kind == 'm').toList()) {
                if (open != null && open.frame != 0) {
                    text.append(label(thread)).append(": ").append(name(thread, open.frame)).append(' ').append(open.time)
                            .append('-').append(change.time).append('\n');
                }
                open = change;
            }
        });
        return text.toString();
    }

    private void calls(StackThread thread, List<Change> changes, StringBuilder text) {
        List<Change> open = new ArrayList<>();
        Map<Long, Change> paused = new LinkedHashMap<>();
        Repair repair = null;
        for (int i = 0; i < changes.size(); i++) {
            Change change = changes.get(i);
            String repaired = repair == null ? "" : " " + repair;
            if (change.kind == '!') {
                repair = change.repair;
                continue;
            } else if (change.kind == '+') {
                open.add(new Change(change.time, '+', change.frame, 0, repair));
            } else if (change.kind == '~') {
                open.add(paused.remove(change.frame));
            } else if (change.kind == '-') {
                Change begin = open.remove(open.size() - 1);
                if (goesOn(changes, i, begin.frame)) {
                    paused.put(begin.frame, begin);
                } else if (Frames.kind(begin.frame) != FrameKind.TRACER) {
                    text.append(label(thread)).append(": ").append(name(thread, begin.frame)).append(' ').append(begin.time)
                            .append('-').append(change.time).append(change.duration < 0 ? "" : " guest " + change.duration)
                            .append(begin.repair == null ? "" : " " + begin.repair).append(repaired).append('\n');
                }
            }
            repair = null;
        }
    }

    private static boolean goesOn(List<Change> changes, int from, long frame) {
        for (int i = from + 1; i < changes.size() && changes.get(i).time == changes.get(from).time; i++) {
            if (changes.get(i).kind == '~' && changes.get(i).frame == frame) {
                return true;
            }
        }
        return false;
    }

    private String name(StackThread thread, long frame) {
        String name = fNames.of(thread, frame);
        return name.startsWith("0xffffffff810000") ? Character.toString(Integer.parseInt(name.substring(16), 16)) : name;
    }

    private static String label(StackThread thread) {
        return (thread.nested() == null ? "" : thread.nested() + " ") + (thread.name() == null ? "?" : thread.name()) + ' '
                + thread.tid() + (thread.boot() == 0 ? "" : " boot " + thread.boot());
    }

    private void add(long time, StackThread thread, char kind, long frame, long duration, Repair repair) {
        fChanges.computeIfAbsent(thread, key -> new ArrayList<>()).add(new Change(time, kind, frame, duration, repair));
    }

    @Override
    public void begins(long time, StackThread thread) {
        add(time, thread, '>', 0, -1, null);
    }

    @Override
    public void enters(long time, StackThread thread, long frame) {
        add(time, thread, '+', frame, -1, null);
    }

    @Override
    public void resumes(long time, StackThread thread, long frame) {
        add(time, thread, '~', frame, -1, null);
    }

    @Override
    public void marks(long time, StackThread thread, long frame) {
        add(time, thread, 'm', frame, -1, null);
    }

    @Override
    public void leaves(long time, StackThread thread, long guestDuration) {
        add(time, thread, '-', 0, guestDuration, null);
    }

    @Override
    public void repaired(long time, StackThread thread, Repair repair) {
        add(time, thread, '!', 0, -1, repair);
    }

    @Override
    public void ends(long time, StackThread thread) {
        add(time, thread, '.', 0, -1, null);
    }
}
