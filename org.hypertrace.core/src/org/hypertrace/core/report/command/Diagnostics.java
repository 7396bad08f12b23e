/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.Set;

import org.hypertrace.core.report.open.ReportException;
import org.hypertrace.core.untrusted.PlainText;
import org.hypertrace.core.untrusted.TextLimit;

/** What a command reports on standard error: a sentence a line, whatever file names and VMs are in it. */
final class Diagnostics extends PrintWriter {

    private final Set<String> fReported = new HashSet<>();
    private Set<String> fBefore = Set.of();
    private String fDamage;

    /** @param to gets the lines at once */
    Diagnostics(PrintWriter to) {
        super(to, true);
    }

    @Override
    public void println(String sentence) {
        String line = PlainText.line(TextLimit.TEXT.clip(sentence));
        fReported.add(line);
        if (!fBefore.contains(line)) {
            super.println(line);
        }
    }

    /** The command begins again: what was reported is not reported once more. */
    void again() {
        fBefore = Set.copyOf(fReported);
    }

    /** The command begins again without a part of the metadata; why, for the case that it cannot be done without it. */
    void withoutMetadata(String damage) {
        fDamage = damage;
    }

    /** A command cannot be done. What a trace lacks without a part of its metadata is a matter of these metadata. */
    void refuse(ReportException why) {
        boolean isOfTraces = !(why.getCause() instanceof IOException) && !(why.getCause() instanceof UncheckedIOException)
                && !why.getMessage().equals(ReportException.CANCELLED);
        println("hypertrace: " + (fDamage != null && isOfTraces ? fDamage : why.getMessage()));
    }
}
