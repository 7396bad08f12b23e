/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.log;

import java.util.List;
import java.util.function.Consumer;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.MachineSink;
import org.hypertrace.core.timeline.LookAhead;
import org.hypertrace.core.timeline.Timeline;
import org.hypertrace.core.timeline.TimelineSink;
import org.hypertrace.testing.story.Story;

/** One pass over events, as an analysis makes it: without manifests and rings, to the end. */
public final class TimelinePass {

    private TimelinePass() {
    }

    /** Reports a {@link Story} to a sink. */
    public static void of(String story, TimelineSink to) {
        of(timeline -> Story.events(story).forEach(timeline), to);
    }

    /** Reports events to a sink. */
    public static void of(Consumer<Consumer<HostEvent>> events, TimelineSink to) {
        try (Timeline timeline = new Timeline(MachineSink.NONE, host -> null, List.of(), LookAhead.DEFAULT_LIMIT, to)) {
            events.accept(timeline::accept);
            timeline.finish();
        }
    }
}
