/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page.run;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import org.hypertrace.core.path.FoundPath;
import org.hypertrace.core.path.answer.PathAnswer;

/**
 * What the critical path of a boot or shutdown consists of, or why it is not known.
 *
 * @param sentence
 *            what the path consists of; or why it is not known
 * @param found
 *            the path, null if it is not known
 * @param findings
 *            what else is worth knowing of it, a sentence each
 */
public record RunPath(String sentence, FoundPath found, List<String> findings) {

    /** All that people read of it; {@code begin}: of the boot or shutdown, ns since the epoch. */
    List<String> sentences(long begin) {
        String window = found == null ? null : PathAnswer.window(found, begin);
        return Stream.concat(Stream.of(sentence, window).filter(Objects::nonNull), findings.stream()).toList();
    }
}
