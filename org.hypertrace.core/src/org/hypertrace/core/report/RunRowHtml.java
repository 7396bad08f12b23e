/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.util.List;

import org.hypertrace.core.boot.Spent;
import org.hypertrace.core.quantity.Amount;

/** A row of a table in the page of a {@link RunReport}: how long something took, and where that time went. */
final class RunRowHtml {

    private static final int BAR = 200;

    private RunRowHtml() {
    }

    /** {@code most}: what the bar is as wide as, ns; {@code more}: for people, the last column. */
    static void write(Html html, String name, long took, boolean open, Spent spent, long most, String more) {
        html.raw("<tr><td>").text(name).raw("</td>").figure(open ? "> " : "", Amount.ns(took));
        for (Object cell : spent == null ? List.of("", "", "") : List.of(Amount.share(spent.own(), took),
                Amount.share(spent.host(), took), Amount.count(spent.exitCount()))) {
            html.figure(cell);
        }
        html.raw("<td>" + (spent == null ? "" : StateBar.of(spent::ns, Math.max(1, most), BAR)) + "</td><td>").text(more)
                .raw("</td></tr>\n");
    }
}
