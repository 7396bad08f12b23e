/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.stack;

import java.util.Locale;

import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Text;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.stack.view.FlameGraph;

/**
 * The field above a flame graph for what is to be found, and the line beside it. The line shows how much is found, or why there is no
 * graph.
 */
public final class FlameSearch {

    private final Text fText;
    private final Label fLine;
    private FlameCanvas fCanvas;
    private String fOfWhat = "";

    /**
     * @param bar
     *            has a grid layout with two columns left
     */
    public FlameSearch(Composite bar) {
        fText = new Text(bar, SWT.SEARCH | SWT.ICON_CANCEL);
        fText.setMessage("search");
        fText.addModifyListener(event -> find());
        GridDataFactory.fillDefaults().hint(140, SWT.DEFAULT).applyTo(fText);
        fLine = new Label(bar, SWT.NONE);
        GridDataFactory.fillDefaults().grab(true, false).align(SWT.FILL, SWT.CENTER).applyTo(fLine);
    }

    /**
     * @param parent
     *            of the graph, has a grid layout
     * @return the graph that is searched
     */
    public FlameCanvas canvas(Composite parent) {
        fCanvas = new FlameCanvas(parent);
        GridDataFactory.fillDefaults().grab(true, true).applyTo(fCanvas);
        return fCanvas;
    }

    /**
     * @param graph
     *            is shown and searched
     * @param ofWhat
     *            what its time is a part of, behind the figures; may be empty
     */
    public void show(FlameGraph graph, String ofWhat) {
        fOfWhat = ofWhat;
        fCanvas.show(graph);
        find();
    }

    /** @param why no graph is shown, one sentence; may be empty */
    public void showNone(String why) {
        fCanvas.show(null);
        fLine.setText(why.replace("&", "&&"));
    }

    private void find() {
        FlameGraph graph = fCanvas == null ? null : fCanvas.graph();
        if (graph == null) {
            return;
        }
        String words = fText.getText().strip().toLowerCase(Locale.ROOT);
        fCanvas.find(words);
        String all = Amount.ns(graph.whole()) + fOfWhat;
        if (graph.whole() == 0) {
            fLine.setText("no such time");
        } else if (words.isEmpty()) {
            fLine.setText(all);
        } else {
            long found = graph.found(words);
            fLine.setText("found in " + Amount.ns(found) + ", " + Amount.share(found, graph.whole()) + " of " + all);
        }
    }

    /** @return where the user writes what is to be found */
    public Text text() {
        return fText;
    }
}
