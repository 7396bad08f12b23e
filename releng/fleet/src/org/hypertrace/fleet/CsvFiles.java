/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fleet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.hypertrace.core.report.render.CsvTable;

/**
 * The tables of some recordings as CSV: a file of the recordings, and one of the figures of each kind, in folders as Spark names them. Spark's
 * own writer first makes rows of its own form, which takes longer than writing them.
 */
final class CsvFiles implements AutoCloseable {

    private static final CSVFormat FORMAT = CSVFormat.RFC4180.builder().setRecordSeparator('\n').build();
    private static final String TABLES = "csv";
    private static final String UNFINISHED = "csv.part";
    private static final String WHOLE = "whole";

    private final Path fFolder;
    private final String fFile;
    private final Rows fRows;
    private final List<String> fRecordingColumns;
    private final List<String> fFigureColumns;
    /** By the folder of the table. */
    private final Map<String, CSVPrinter> fOpen = new HashMap<>();

    private CsvFiles(Path folder, String file, Rows rows) {
        fFolder = folder;
        fFile = file;
        fRows = rows;
        fRecordingColumns = rows.recordingColumns();
        fFigureColumns = rows.figureColumns();
    }

    /**
     * Takes away what an interrupted run left.
     *
     * @param out
     *            gets the folder {@code csv}
     */
    static void begin(Path out) throws IOException {
        Path unfinished = out.resolve(UNFINISHED);
        if (Files.exists(unfinished)) {
            Content.delete(unfinished);
        }
        Files.createDirectories(unfinished.resolve(WHOLE));
    }

    /**
     * @param some
     *            recordings
     * @param part
     *            which part of all recordings these are, from 0: each has files of its own
     * @param attempt
     *            no other attempt to write any part has this number
     * @param rows
     *            makes rows of them
     * @param out
     *            as above
     * @throws IOException
     *             if the files cannot be written
     */
    static void write(Iterator<Indexed> some, int part, long attempt, Rows rows, Path out) throws IOException {
        Path folder = out.resolve(UNFINISHED).resolve(Long.toString(attempt));
        try (CsvFiles files = new CsvFiles(folder, String.format(Locale.ROOT, "part-%05d.csv", part), rows)) {
            while (some.hasNext()) {
                files.add(some.next());
            }
            files.finish(out.resolve(UNFINISHED).resolve(WHOLE));
        }
    }

    /**
     * All parts are written: they replace the tables of an earlier run.
     *
     * @param out
     *            as above
     */
    static void end(Path out) throws IOException {
        Path tables = out.resolve(TABLES);
        if (Files.exists(tables)) {
            Content.delete(tables);
        }
        Files.move(out.resolve(UNFINISHED).resolve(WHOLE), tables);
        Content.delete(out.resolve(UNFINISHED));
    }

    private void add(Indexed one) throws IOException {
        CSVPrinter recordings = table("recordings", fRecordingColumns);
        print(recordings, cells(fRows.of(one)));
        recordings.println();
        List<Object> head = cells(fRows.head(one));
        List<Object> rest = new ArrayList<>();
        for (Figure figure : one.figures()) {
            rest.clear();
            Rows.add(figure, rest);
            CSVPrinter figures = table("figures/kind=" + figure.kind(), fFigureColumns);
            print(figures, head);
            print(figures, cells(rest));
            figures.println();
        }
    }

    /** Names and problems are texts of others; a spreadsheet may take one for a formula. */
    private static List<Object> cells(List<Object> row) {
        row.replaceAll(cell -> cell instanceof String text ? CsvTable.cell(text) : cell);
        return row;
    }

    private static void print(CSVPrinter table, List<Object> cells) throws IOException {
        for (Object cell : cells) {
            table.print(cell);
        }
    }

    private CSVPrinter table(String folder, List<String> columns) throws IOException {
        CSVPrinter open = fOpen.get(folder);
        if (open == null) {
            open = new CSVPrinter(Files.newBufferedWriter(Files.createDirectories(fFolder.resolve(folder)).resolve(fFile)), FORMAT);
            fOpen.put(folder, open);
            open.printRecord(columns);
        }
        return open;
    }

    /** A second attempt replaces the files of the first. */
    private void finish(Path whole) throws IOException {
        close();
        for (String table : fOpen.keySet()) {
            Path to = Files.createDirectories(whole.resolve(table)).resolve(fFile);
            Files.move(fFolder.resolve(table).resolve(fFile), to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    @Override
    public void close() throws IOException {
        for (CSVPrinter open : fOpen.values()) {
            open.close();
        }
    }
}
