/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page.path;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.hypertrace.core.kvm.PathEvents;
import org.hypertrace.core.kvm.RecordedEvents;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.report.page.Notes;

/**
 * What a table of what was gathered for critical paths is of, and what it lacks.
 *
 * @param trace
 *            what the user named
 * @param recorded
 *            the events that the hosts recorded
 * @param gaps
 *            what is missing of the traces and what is left out for want of room, a sentence each
 */
public record PathNotes(String trace, List<RecordedEvents> recorded, List<String> gaps) {

    /** @return the events that the hosts did not record, and what follows */
    public Set<RecordedEvents.Missing> missing() {
        Set<RecordedEvents.Missing> missing = new LinkedHashSet<>();
        recorded.forEach(host -> missing.addAll(PathEvents.missing(host)));
        return missing;
    }

    /** How a page ends. */
    List<Part> parts() {
        List<Part> parts = new ArrayList<>();
        gaps.forEach(gap -> parts.add(Sentence.warning(gap)));
        parts.addAll(Notes.of(List.of(), missing()));
        return parts;
    }
}
