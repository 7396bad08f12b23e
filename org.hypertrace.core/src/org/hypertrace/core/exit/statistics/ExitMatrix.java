/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.statistics;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

import org.eclipse.core.runtime.IProgressMonitor;
import org.hypertrace.core.exit.columns.ExitColumns;
import org.hypertrace.core.exit.columns.ExitGrouping;
import org.hypertrace.core.exit.columns.ExitNames;
import org.hypertrace.core.exit.columns.ExitVcpu;

/**
 * Who causes which exits: what guests do against exit reasons. Exits of which the guest does not report who caused them have a row
 * of their own. So rows and columns sum to all exits that are asked for.
 *
 * @param reasons
 *            the columns, as labels, those with the greatest total first
 * @param vms
 *            by host, in the order of their beginnings
 */
public record ExitMatrix(List<String> reasons, List<Vm> vms) {

    /** What can be a row. */
    public enum Rows {
        /** Thread of the guest. */
        TASK(ExitGrouping.TASK, "thread"),
        /** Its innermost function. */
        FUNCTION(ExitGrouping.FUNCTION, "function"),
        /** Its system call. */
        SYSCALL(ExitGrouping.SYSCALL, "system call"),
        /** Its initcall. */
        INITCALL(ExitGrouping.INITCALL, "initcall");

        private final ExitGrouping fGrouping;
        private final String fLabel;

        Rows(ExitGrouping grouping, String label) {
            fGrouping = grouping;
            fLabel = label;
        }

        /** @return for people */
        public String label() {
            return fLabel;
        }

        /** @return by what exits are grouped in rows */
        public ExitGrouping grouping() {
            return fGrouping;
        }
    }

    /**
     * Exits of a cell, row or column that begin in the time asked for.
     *
     * @param total
     *            of their lengths, ns
     * @param longest
     *            the number of the (first) longest of them, -1 if there is none
     */
    public record Cell(long count, long total, int longest) {
        /** No exit. */
        public static final Cell NONE = new Cell(0, 0, -1);

        public Cell and(Cell other, ExitColumns exits) {
            boolean longer = longest < 0 || other.longest >= 0 && exits.length(other.longest) > exits.length(longest);
            return new Cell(count + other.count, total + other.total, longer ? other.longest : longest);
        }
    }

    /**
     * What one thing of a guest caused.
     *
     * @param label
     *            of it, null if the guest does not report what it was
     * @param cells
     *            by reason, in the order of the columns
     */
    public record Row(String label, Cell all, List<Cell> cells) {
        /** Both together. */
        public Row and(Row other, ExitColumns exits) {
            return new Row(null, all.and(other.all, exits),
                    IntStream.range(0, cells.size()).mapToObj(i -> cells.get(i).and(other.cells.get(i), exits)).toList());
        }
    }

    /**
     * A VM.
     *
     * @param vcpu
     *            one of its vCPUs: who they are of
     * @param all
     *            the sums of its rows
     * @param rows
     *            those with the greatest total first
     */
    public record Vm(ExitVcpu vcpu, Row all, List<Row> rows) { }

    /**
     * @param exits
     *            all exits
     * @param query
     *            which of them are asked for
     * @param rows
     *            what the rows are
     * @param monitor
     *            can cancel
     * @return the matrix
     */
    public static ExitMatrix of(ExitColumns exits, ExitQuery query, Rows rows, IProgressMonitor monitor) {
        List<ExitFigures> cells = ExitStatistics.of(exits, query, ExitKeys.matrix(exits, rows.grouping()), monitor).sums();
        Map<String, Long> totals = new HashMap<>();
        cells.forEach(cell -> totals.merge(reason(exits, cell), cell.total(), Long::sum));
        List<String> reasons = totals.entrySet().stream().sorted(Map.Entry.<String, Long>comparingByValue().reversed()
                .thenComparing(Map.Entry.comparingByKey())).map(Map.Entry::getKey).toList();
        Map<String, List<ExitFigures>> byVm = new LinkedHashMap<>();
        cells.stream().sorted(Comparator.comparingInt((ExitFigures cell) -> vcpu(exits, cell).host())
                .thenComparingLong(cell -> vcpu(exits, cell).begin()).thenComparing(cell -> vcpu(exits, cell).vm()))
                .forEach(cell -> byVm.computeIfAbsent(ExitTable.vm(vcpu(exits, cell)), key -> new ArrayList<>()).add(cell));
        List<Vm> vms = byVm.values().stream().map(ofVm -> vm(exits, rows.grouping(), reasons, ofVm)).toList();
        return new ExitMatrix(reasons, vms);
    }

    private static Vm vm(ExitColumns exits, ExitGrouping grouping, List<String> reasons, List<ExitFigures> cells) {
        ExitNames names = new ExitNames(exits);
        Map<String, Cell[]> rows = new HashMap<>();
        Cell[] all = new Cell[reasons.size()];
        for (ExitFigures figures : cells) {
            int column = reasons.indexOf(reason(exits, figures));
            Cell cell = new Cell(figures.count(), figures.total(), figures.longest());
            // what has the same name is the same for people
            Cell[] row = rows.computeIfAbsent(names.label(grouping, figures.example()), key -> new Cell[reasons.size()]);
            row[column] = row[column] == null ? cell : row[column].and(cell, exits);
            all[column] = all[column] == null ? cell : all[column].and(cell, exits);
        }
        List<Row> sorted = new ArrayList<>();
        rows.forEach((label, row) -> sorted.add(row(exits, label, row)));
        sorted.sort(Comparator.comparingLong((Row row) -> row.all.total).reversed().thenComparing(row -> row.label + ""));
        return new Vm(vcpu(exits, cells.get(0)), row(exits, null, all), sorted);
    }

    private static Row row(ExitColumns exits, String label, Cell[] cells) {
        List<Cell> list = new ArrayList<>();
        Cell all = Cell.NONE;
        for (Cell cell : cells) {
            list.add(Objects.requireNonNullElse(cell, Cell.NONE));
            all = cell == null ? all : all.and(cell, exits);
        }
        return new Row(label, all, list);
    }

    private static String reason(ExitColumns exits, ExitFigures cell) {
        return exits.dictionary().reasons().get(exits.reason(cell.example())).label();
    }

    private static ExitVcpu vcpu(ExitColumns exits, ExitFigures cell) {
        return exits.dictionary().vcpus().get(exits.vcpu(cell.example()));
    }
}
