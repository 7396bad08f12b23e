/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page;

import java.util.List;
import java.util.stream.Stream;

import org.hypertrace.core.quantity.NotChecked;
import org.hypertrace.core.report.doc.Check;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Sentence;

/** Budgets that could not be checked, in a page: a sentence for people, a skipped test for programs. */
public final class NotCheckedParts {

    private NotCheckedParts() {
    }

    /**
     * @param budgets
     *            any
     * @return what a page has of each
     */
    public static List<Part> of(List<NotChecked> budgets) {
        return budgets.stream().flatMap(one -> Stream.<Part> of(Sentence.warning(one.sentence()), new Check(true, one.budget(), one.reason(), false, null)))
                .toList();
    }
}
