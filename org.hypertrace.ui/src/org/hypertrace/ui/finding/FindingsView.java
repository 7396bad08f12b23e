/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.finding;

import org.eclipse.swt.widgets.Composite;
import org.hypertrace.core.finding.Finding;
import org.hypertrace.core.finding.view.FindingsProvider;
import org.hypertrace.core.provider.Providers;
import org.hypertrace.ui.table.ProviderTable.Times;
import org.hypertrace.ui.table.ProviderTableView;

/** All that stands out in a trace, of every notion, the most important first; a double click shows it in the view that has it. */
public final class FindingsView extends ProviderTableView {

    /** The id of the view. */
    public static final String ID = "org.hypertrace.ui.findings";

    /** Made by the workbench. */
    public FindingsView() {
        super("Findings", FindingsProvider.COLUMNS, Times.ALL, Providers.FINDINGS::create);
    }

    @Override
    public void createPartControl(Composite parent) {
        super.createPartControl(parent);
        table().whenOpened((provider, row) -> {
            Finding finding = provider instanceof FindingsProvider findings ? findings.finding(row) : null;
            if (finding != null && finding.evidence() != null) {
                FindingLink.follow(finding, table().getTrace(), getSite().getPage());
            }
        });
    }
}
