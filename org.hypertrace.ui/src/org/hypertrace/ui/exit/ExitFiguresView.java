/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.exit;

import org.hypertrace.core.exit.view.ExitFiguresProvider;
import org.hypertrace.core.exit.view.ExitRequest;
import org.hypertrace.core.provider.Providers;

/** What the VM exits were for, who caused them and how long they took, as a table; and the longest of them. */
public final class ExitFiguresView extends ExitTableView {

    /** The id of the view. */
    public static final String ID = "org.hypertrace.ui.exits.figures";

    /** Made by the workbench. */
    public ExitFiguresView() {
        super("VM Exit Figures", ExitFiguresProvider.COLUMNS, Providers.EXIT_FIGURES::create);
    }

    @Override
    void addChoices() {
        choices("Exits by", "By", ExitRequest.BY, ExitFiguresProvider.CHOICES.stream()
                .map(choice -> new Choice(choice.key(), choice.label())).toList());
    }
}
