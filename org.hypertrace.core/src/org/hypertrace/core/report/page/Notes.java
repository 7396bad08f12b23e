/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import org.hypertrace.core.kvm.RecordedEvents;
import org.hypertrace.core.report.doc.Finding;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Section;
import org.hypertrace.core.report.doc.Sentence;

/** How a page ends: what it lacks, and what to record next time. */
public final class Notes {

    private Notes() {
    }

    /**
     * @param gaps
     *            what is missing of the traces, a sentence each
     * @param missing
     *            events that were not recorded
     * @return a section for each of both, if there are any
     */
    public static List<Part> of(List<String> gaps, Collection<RecordedEvents.Missing> missing) {
        List<Part> parts = new ArrayList<>();
        if (!gaps.isEmpty()) {
            parts.add(new Section("Missing, and in no figure", gaps.stream().<Part>map(Sentence::warning).toList()));
        }
        if (!missing.isEmpty()) {
            parts.add(new Section("Not recorded", missing.stream().<Part>map(event -> new Finding(List.of(Sentence.plain(event.event(), ": ",
                    event.consequence(), "."), Sentence.plain("Next time: ", event.enable())))).toList()));
        }
        return parts;
    }
}
