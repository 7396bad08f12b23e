/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.track;

import java.util.List;

/**
 * Gives stacks to several.
 *
 * @param sinks
 *            all get the same
 */
public record StackFanOut(List<StackSink> sinks) implements StackSink {

    @Override
    public void begins(long time, StackThread thread) {
        sinks.forEach(sink -> sink.begins(time, thread));
    }

    @Override
    public void enters(long time, StackThread thread, long frame) {
        sinks.forEach(sink -> sink.enters(time, thread, frame));
    }

    @Override
    public void resumes(long time, StackThread thread, long frame) {
        sinks.forEach(sink -> sink.resumes(time, thread, frame));
    }

    @Override
    public void marks(long time, StackThread thread, long frame) {
        sinks.forEach(sink -> sink.marks(time, thread, frame));
    }

    @Override
    public void leaves(long time, StackThread thread, long guestDuration) {
        sinks.forEach(sink -> sink.leaves(time, thread, guestDuration));
    }

    @Override
    public void repaired(long time, StackThread thread, Repair repair) {
        sinks.forEach(sink -> sink.repaired(time, thread, repair));
    }

    @Override
    public void ends(long time, StackThread thread) {
        sinks.forEach(sink -> sink.ends(time, thread));
    }

    @Override
    public void finished() {
        sinks.forEach(StackSink::finished);
    }
}
