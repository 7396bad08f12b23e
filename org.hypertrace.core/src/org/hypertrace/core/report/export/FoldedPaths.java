/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.export;

import java.util.stream.Collectors;

import org.hypertrace.core.path.FoundPath;
import org.hypertrace.core.path.PathParts;
import org.hypertrace.core.report.page.path.PathReport;
import org.hypertrace.core.untrusted.PlainText;

/** Chains of paths with their times, ns, as tools for flame graphs read them: the subject first, last what the one waited for was in. */
public final class FoldedPaths {

    private FoldedPaths() {
    }

    public static String write(PathReport report) {
        StringBuilder text = new StringBuilder();
        for (FoundPath path : report.paths()) {
            for (PathParts.Part chain : path.parts().chains()) {
                // what parts frames cannot be in them
                String frames = chain.names().stream().map(name -> PlainText.line(name).replace(';', ':')).collect(Collectors.joining(";"));
                chain.causes().forEach((cause, ns) -> text.append(frames).append(';').append(cause.key()).append(' ').append(ns).append('\n'));
            }
        }
        return text.toString();
    }
}
