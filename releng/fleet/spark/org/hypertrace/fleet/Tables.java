/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fleet;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.hypertrace.core.report.render.CsvTable;

/** The tables of a fleet, as Parquet and CSV: a row per recording, and a row per figure, in a folder per kind. */
final class Tables {

    private static final String KIND = "kind";

    private final SparkSession fSpark;
    private final List<String> fLabels;
    private final String fOut;

    /**
     * @param labels
     *            names of labels, a column each
     * @param out
     *            the folder for {@code parquet} and {@code csv}
     */
    Tables(SparkSession spark, Collection<String> labels, String out) {
        fSpark = spark;
        fLabels = new ArrayList<>(labels);
        fOut = out;
    }

    void write(JavaRDD<Indexed> all) {
        ArrayList<String> labels = new ArrayList<>(fLabels);
        StructType recordings = labelled(new StructType().add("recording", DataTypes.StringType)).add("key", DataTypes.StringType)
                .add("kept", DataTypes.BooleanType).add("problem", DataTypes.StringType);
        write(recordings, isCsv -> all.map(one -> row(one, labels, isCsv)), "recordings");
        StructType figures = labelled(new StructType().add("recording", DataTypes.StringType)).add(KIND, DataTypes.StringType)
                .add("vm", DataTypes.StringType).add("run", DataTypes.IntegerType).add("part_of", DataTypes.StringType).add("name", DataTypes.StringType)
                .add("begin", DataTypes.LongType).add("ns", DataTypes.LongType);
        for (String state : Figure.STATES) {
            figures = figures.add(state, DataTypes.LongType);
        }
        write(figures, isCsv -> all.flatMap(one -> {
            List<Object> head = head(one, labels, isCsv);
            return one.figures().stream().map(figure -> row(head, figure, isCsv)).iterator();
        }), "figures", KIND);
    }

    private void write(StructType columns, Function<Boolean, JavaRDD<Row>> rows, String name, String... folders) {
        writer(rows.apply(false), columns, folders).parquet(fOut + "/parquet/" + name);
        writer(rows.apply(true), columns, folders).option("header", true).option("escape", "\"").csv(fOut + "/csv/" + name);
    }

    private DataFrameWriter<Row> writer(JavaRDD<Row> rows, StructType columns, String... folders) {
        return fSpark.createDataFrame(rows, columns).write().mode(SaveMode.Overwrite).partitionBy(folders);
    }

    /** Names and problems are texts of others; a spreadsheet may take one for a formula. */
    private static String cell(String text, boolean isCsv) {
        return isCsv && text != null ? CsvTable.cell(text) : text;
    }

    private StructType labelled(StructType type) {
        StructType all = type;
        for (String label : fLabels) {
            all = all.add("label_" + label, DataTypes.StringType);
        }
        return all;
    }

    private static List<Object> head(Indexed one, List<String> labels, boolean isCsv) {
        List<Object> row = new ArrayList<>();
        row.add(cell(one.recording(), isCsv));
        labels.forEach(label -> row.add(cell(one.labels().get(label), isCsv)));
        return row;
    }

    private static Row row(Indexed one, List<String> labels, boolean isCsv) {
        List<Object> row = head(one, labels, isCsv);
        row.add(one.key());
        row.add(one.isKept());
        row.add(one.problems().isEmpty() ? null : cell(String.join(" ", one.problems()), isCsv));
        return RowFactory.create(row.toArray());
    }

    private static Row row(List<Object> head, Figure figure, boolean isCsv) {
        List<Object> row = new ArrayList<>(head.size() + 7 + Figure.STATES.size());
        row.addAll(head);
        row.add(figure.kind()); // ours; it names folders
        row.add(cell(figure.vm(), isCsv));
        row.add(figure.run());
        row.add(cell(figure.level(), isCsv));
        row.add(cell(figure.name(), isCsv));
        row.add(figure.begin() < 0 ? null : figure.begin());
        row.add(figure.ns());
        for (int i = 0; i < Figure.STATES.size(); i++) {
            row.add(figure.states().length == 0 ? null : figure.states()[i]);
        }
        return RowFactory.create(row.toArray());
    }
}
