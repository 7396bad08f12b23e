/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fuzz;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

import org.hypertrace.fuzz.FuzzCase.Verdict;

/** How many cases went how, by the kind of damage. */
final class Tally {

    private static final class Row {
        private final long[] fCounts = new long[Verdict.values().length];
        private long fCases;
        private long fLongest;

        void add(Row other) {
            for (int i = 0; i < fCounts.length; i++) {
                fCounts[i] += other.fCounts[i];
            }
            fCases += other.fCases;
            fLongest = Math.max(fLongest, other.fLongest);
        }

        long of(Verdict verdict) {
            return fCounts[verdict.ordinal()];
        }

        long answered() {
            return of(Verdict.UNCHANGED) + of(Verdict.REPORTED) + of(Verdict.NOT_KNOWABLE) + of(Verdict.SILENT);
        }
    }

    private final Map<Damage, Row> fRows = new EnumMap<>(Damage.class);

    void add(Damage damage, Verdict verdict, long ns) {
        Row row = fRows.computeIfAbsent(damage, key -> new Row());
        row.fCounts[verdict.ordinal()]++;
        row.fCases++;
        row.fLongest = Math.max(row.fLongest, ns);
    }

    /** Of 100 cases of each kind of damage, how many were answered. */
    Map<Damage, Double> answered() {
        Map<Damage, Double> answered = new EnumMap<>(Damage.class);
        fRows.forEach((damage, row) -> answered.put(damage, 100.0 * row.answered() / row.fCases));
        return answered;
    }

    private Row sum() {
        Row sum = new Row();
        fRows.values().forEach(sum::add);
        return sum;
    }

    String table() {
        StringBuilder table = new StringBuilder(String.format("%-22s%9s%9s%9s %7s%11s%9s%14s%8s%14s%8s%7s%12s%n", "damage", "cases",
                "refused", "answered", "", "unchanged", "reported", "not knowable", "silent", "loss refused", "faults", "hangs", "longest"));
        fRows.forEach((damage, row) -> table.append(line(damage.name().toLowerCase(Locale.ROOT).replace('_', ' '), row)));
        return table.append(line("all", sum())).toString();
    }

    private static String line(String name, Row row) {
        return String.format(Locale.ROOT, "%-22s%9d%9d%9d %5.1f %%%11d%9d%14d%8d%14d%8d%7d%9d ms%n", name, row.fCases,
                row.of(Verdict.REFUSED), row.answered(), 100.0 * row.answered() / row.fCases, row.of(Verdict.UNCHANGED),
                row.of(Verdict.REPORTED), row.of(Verdict.NOT_KNOWABLE), row.of(Verdict.SILENT), row.of(Verdict.LOSS_REFUSED),
                row.of(Verdict.FAULT), row.of(Verdict.HANG), row.fLongest / 1_000_000);
    }
}
