/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.log;

import org.hypertrace.core.stack.track.Repair;
import org.hypertrace.core.stack.track.StackSink;
import org.hypertrace.core.stack.track.StackThread;
import org.hypertrace.testing.story.StackText;

/** What a sink is reported, as lines of {@link StackText}. */
public final class ReportedStacks implements StackSink {

    private final StackText fText;
    private final StringBuilder fLines = new StringBuilder();

    /** @param text names threads and frames */
    public ReportedStacks(StackText text) {
        fText = text;
    }

    /** @return a line for each call, and forgets them */
    public String lines() {
        String lines = fLines.toString();
        fLines.setLength(0);
        return lines;
    }

    private void line(long time, StackThread thread, String what) {
        fLines.append(time).append(' ').append(thread.name()).append(' ').append(what).append('\n');
    }

    @Override
    public void begins(long time, StackThread thread) {
        line(time, thread, "begins");
    }

    @Override
    public void enters(long time, StackThread thread, long frame) {
        line(time, thread, fText.text(frame));
    }

    @Override
    public void resumes(long time, StackThread thread, long frame) {
        line(time, thread, "again " + fText.text(frame));
    }

    @Override
    public void marks(long time, StackThread thread, long frame) {
        line(time, thread, "marks " + (frame == 0 ? "-" : fText.text(frame)));
    }

    @Override
    public void leaves(long time, StackThread thread, long guestDuration) {
        line(time, thread, guestDuration < 0 ? "-" : "- guest " + guestDuration);
    }

    @Override
    public void repaired(long time, StackThread thread, Repair repair) {
        line(time, thread, "repaired " + repair);
    }

    @Override
    public void ends(long time, StackThread thread) {
        line(time, thread, "ends");
    }

    @Override
    public void finished() {
        fLines.append("finished\n");
    }
}
