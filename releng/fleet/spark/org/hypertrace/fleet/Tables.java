/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fleet;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.hypertrace.core.report.render.CsvTable;

/** The tables of a fleet, as Parquet and CSV: a row per recording, and a row per figure, in a folder per kind. */
final class Tables {

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
        write(fSpark.createDataFrame(all.map(one -> {
            List<Object> row = head(one, labels);
            row.add(one.key());
            row.add(one.isKept());
            row.add(one.problems().isEmpty() ? null : String.join(" ", one.problems()));
            return RowFactory.create(row.toArray());
        }), recordings), "recordings");
        StructType figures = labelled(new StructType().add("recording", DataTypes.StringType)).add("kind", DataTypes.StringType)
                .add("vm", DataTypes.StringType).add("run", DataTypes.IntegerType).add("part_of", DataTypes.StringType).add("name", DataTypes.StringType)
                .add("begin", DataTypes.LongType).add("ns", DataTypes.LongType);
        for (String state : Figure.STATES) {
            figures = figures.add(state, DataTypes.LongType);
        }
        Dataset<Row> rows = fSpark.createDataFrame(all.flatMap(one -> one.figures().stream().map(figure -> row(one, figure, labels)).iterator()), figures);
        rows.write().mode(SaveMode.Overwrite).partitionBy("kind").parquet(fOut + "/parquet/figures");
        cells(rows).write().mode(SaveMode.Overwrite).partitionBy("kind").option("header", true).option("escape", "\"").csv(fOut + "/csv/figures");
    }

    private void write(Dataset<Row> rows, String name) {
        rows.write().mode(SaveMode.Overwrite).parquet(fOut + "/parquet/" + name);
        cells(rows).write().mode(SaveMode.Overwrite).option("header", true).option("escape", "\"").csv(fOut + "/csv/" + name);
    }

    /** Names and problems are texts of others; a spreadsheet may take one for a formula. */
    private static Dataset<Row> cells(Dataset<Row> rows) {
        UserDefinedFunction cell = functions.udf((UDF1<String, String>) text -> text == null ? null : CsvTable.cell(text), DataTypes.StringType);
        Dataset<Row> cells = rows;
        for (StructField field : rows.schema().fields()) {
            // kinds are ours, and name folders
            if (field.dataType().equals(DataTypes.StringType) && !field.name().equals("kind")) {
                // labels may have points in their names
                String name = '`' + field.name().replace("`", "``") + '`';
                cells = cells.withColumn(field.name(), cell.apply(functions.col(name)));
            }
        }
        return cells;
    }

    private StructType labelled(StructType type) {
        StructType all = type;
        for (String label : fLabels) {
            all = all.add("label_" + label, DataTypes.StringType);
        }
        return all;
    }

    private static List<Object> head(Indexed one, List<String> labels) {
        List<Object> row = new ArrayList<>();
        row.add(one.recording());
        labels.forEach(label -> row.add(one.labels().get(label)));
        return row;
    }

    private static Row row(Indexed one, Figure figure, List<String> labels) {
        List<Object> row = head(one, labels);
        row.addAll(List.of(figure.kind(), figure.vm(), figure.run(), figure.level(), figure.name()));
        row.add(figure.begin() < 0 ? null : figure.begin());
        row.add(figure.ns());
        for (int i = 0; i < Figure.STATES.size(); i++) {
            row.add(figure.states().length == 0 ? null : figure.states()[i]);
        }
        return RowFactory.create(row.toArray());
    }
}
