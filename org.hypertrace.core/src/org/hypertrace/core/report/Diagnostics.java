/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.io.PrintWriter;

import org.hypertrace.core.untrusted.PlainText;
import org.hypertrace.core.untrusted.TextLimit;

/** What a command says on standard error: a sentence a line, whatever file names and VMs are in it. */
final class Diagnostics extends PrintWriter {

    /** @param to gets the lines at once */
    Diagnostics(PrintWriter to) {
        super(to, true);
    }

    @Override
    public void println(String sentence) {
        super.println(PlainText.line(TextLimit.TEXT.clip(sentence)));
    }
}
