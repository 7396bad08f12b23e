/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fleet;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/** The rows of the tables of a fleet: one per recording, and one per figure. */
final class Rows implements Serializable {

    private static final long serialVersionUID = 1;
    private static final String RECORDING = "recording";

    private final ArrayList<String> fLabels;

    /**
     * @param labels
     *            names of labels, a column each
     */
    Rows(Collection<String> labels) {
        fLabels = new ArrayList<>(labels);
    }

    /** The names of the columns of recordings. */
    List<String> recordingColumns() {
        return columns(Stream.of("key", "kept", "problem"));
    }

    /** The names of the columns of figures, without their kind. */
    List<String> figureColumns() {
        return columns(Stream.concat(Stream.of("vm", "run", "part_of", "name", "begin", "ns"), Figure.STATES.stream()));
    }

    private List<String> columns(Stream<String> others) {
        return Stream.concat(head(), others).toList();
    }

    private Stream<String> head() {
        return Stream.concat(Stream.of(RECORDING), fLabels.stream().map(label -> "label_" + label));
    }

    /** A row for a recording. */
    List<Object> of(Indexed one) {
        List<Object> row = head(one);
        row.add(one.key());
        row.add(one.isKept());
        row.add(one.problems().isEmpty() ? null : String.join(" ", one.problems()));
        return row;
    }

    /** What the rows of all its figures begin with. */
    List<Object> head(Indexed one) {
        List<Object> head = new ArrayList<>();
        head.add(one.recording());
        fLabels.forEach(label -> head.add(one.labels().get(label)));
        return head;
    }

    /** The rest of the row of a figure. */
    static void add(Figure figure, List<Object> row) {
        row.add(figure.vm());
        row.add(figure.run());
        row.add(figure.level());
        row.add(figure.name());
        row.add(figure.begin() < 0 ? null : figure.begin());
        row.add(figure.ns());
        for (int i = 0; i < Figure.STATES.size(); i++) {
            row.add(figure.states().length == 0 ? null : figure.states()[i]);
        }
    }
}
