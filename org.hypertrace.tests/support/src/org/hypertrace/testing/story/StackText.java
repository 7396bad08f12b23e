/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.story;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.hypertrace.core.stack.flame.FlameTree;
import org.hypertrace.core.stack.track.FrameKind;
import org.hypertrace.core.stack.track.Frames;
import org.hypertrace.core.stack.track.Repair;
import org.hypertrace.core.stack.track.StackSink;
import org.hypertrace.core.stack.track.StackThread;

/**
 * Stacks as text, reported to a sink: {@code 100 sh begins}, {@code 110 sh vfs_read}, {@code 120 sh exit:120}, {@code 130 sh -},
 * {@code 140 sh - guest 8}, {@code 150 sh again vfs_read}, {@code 150 sh repaired LOST}, {@code 155 sh marks mark:7} or
 * {@code marks -}, {@code 160 sh ends}.
 * A word is a function, {@code kind:number} any
 * other frame. And trees as text: a line per node.
 */
public final class StackText {

    private final Map<String, StackThread> fThreads = new HashMap<>();
    private final List<String> fFunctions = new ArrayList<>();

    /** @return the thread of this name */
    public StackThread thread(String name) {
        return fThreads.computeIfAbsent(name, key -> {
            StackThread thread = new StackThread(fThreads.size(), null, null, 0, 80 + fThreads.size(), -1);
            thread.named(name);
            return thread;
        });
    }

    /** @return the frame of this text */
    public long frame(String text) {
        int colon = text.indexOf(':');
        if (colon > 0) {
            return Frames.of(FrameKind.valueOf(text.substring(0, colon).toUpperCase(Locale.ROOT)),
                    Long.parseLong(text.substring(colon + 1)));
        }
        if (!fFunctions.contains(text)) {
            fFunctions.add(text);
        }
        return 0xffffffff81000000L + 16 * fFunctions.indexOf(text);
    }

    /** @return the text of this frame */
    public String text(long frame) {
        return switch (Frames.kind(frame)) {
        case FUNCTION -> fFunctions.get((int) (frame & 0xffffff) / 16);
        case INTERRUPTS -> "(interrupts)";
        case OTHERS -> "(others)";
        case THREAD -> fThreads.values().stream().filter(thread -> thread.index() == Frames.value(frame)).findAny().get().name();
        default -> Frames.kind(frame).name().toLowerCase(Locale.ROOT) + ':' + Frames.value(frame);
        };
    }

    /** Reports all lines. */
    public void report(StackSink sink, String lines) {
        for (StoryLine line : StoryLine.of(lines)) {
            long time = line.time();
            StackThread thread = thread(line.word("a thread"));
            String what = line.word("a frame, -, begins, ends, again, marks or repaired");
            switch (what) {
            case "begins" -> sink.begins(time, thread);
            case "ends" -> sink.ends(time, thread);
            case "again" -> sink.resumes(time, thread, frame(line.word("a frame")));
            case "marks" -> sink.marks(time, thread, line.take("-") ? 0 : frame(line.word("a frame or -")));
            case "repaired" -> sink.repaired(time, thread, line.constant(Repair.class));
            case "-" -> sink.leaves(time, thread, line.option("guest", -1));
            default -> sink.enters(time, thread, frame(what));
            }
            line.end();
        }
    }

    /** @return a line per node, children below their parents: {@code a;b wall self count}, and what else is not 0 */
    public String lines(FlameTree tree) {
        StringBuilder out = new StringBuilder();
        lines(tree, FlameTree.ROOT, "", out);
        return out.toString();
    }

    private void lines(FlameTree tree, int node, String above, StringBuilder out) {
        String path = node == FlameTree.ROOT ? "" : above + text(tree.frame(node));
        out.append(path.isEmpty() ? "all" : path).append(" wall ").append(tree.wall(node)).append(" self ").append(tree.self(node))
                .append(" calls ").append(tree.count(node));
        append(out, " exits ", tree.exits(node));
        append(out, " repaired ", tree.repaired(node));
        if (tree.reported(node) > 0) {
            out.append(" guest ").append(tree.guest(node)).append(" of ").append(tree.reportedWall(node));
        }
        out.append('\n');
        for (int child = tree.firstChild(node); child >= 0; child = tree.nextSibling(child)) {
            lines(tree, child, path.isEmpty() ? "" : path + ";", out);
        }
    }

    private static void append(StringBuilder out, String what, long number) {
        if (number != 0) {
            out.append(what).append(number);
        }
    }
}
