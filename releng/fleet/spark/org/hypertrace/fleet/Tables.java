/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fleet;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** The tables of a fleet, as Parquet and CSV: a row per recording, and a row per figure, in a folder per kind. */
final class Tables {

    private static final String KIND = "kind";
    /** Of the columns that are no texts. */
    private static final Map<String, DataType> TYPES = Map.of("kept", DataTypes.BooleanType, "run", DataTypes.IntegerType, "begin", DataTypes.LongType, "ns", DataTypes.LongType);

    private final SparkSession fSpark;
    private final Rows fRows;
    private final Path fOut;

    /**
     * @param labels
     *            names of labels, a column each
     * @param out
     *            the folder for {@code parquet} and {@code csv}
     */
    Tables(SparkSession spark, Collection<String> labels, Path out) {
        fSpark = spark;
        fRows = new Rows(labels);
        fOut = out;
    }

    void write(JavaRDD<Indexed> all) throws IOException {
        Rows rows = fRows;
        parquet(all.map(one -> RowFactory.create(rows.of(one).toArray())), columns(rows.recordingColumns()), "recordings");
        parquet(all.flatMap(one -> {
            List<Object> head = rows.head(one);
            return one.figures().stream().map(figure -> {
                List<Object> row = new ArrayList<>(head);
                Rows.add(figure, row);
                row.add(figure.kind()); // ours; it names folders
                return RowFactory.create(row.toArray());
            }).iterator();
        }), columns(rows.figureColumns()).add(KIND, DataTypes.StringType), "figures", KIND);
        String out = fOut.toString();
        CsvFiles.begin(fOut);
        all.foreachPartition(some -> CsvFiles.write(some, TaskContext.getPartitionId(), TaskContext.get().taskAttemptId(), rows, Path.of(out)));
        CsvFiles.end(fOut);
    }

    private void parquet(JavaRDD<Row> rows, StructType columns, String name, String... folders) {
        fSpark.createDataFrame(rows, columns).write().mode(SaveMode.Overwrite).partitionBy(folders).parquet("file:" + fOut.resolve("parquet").resolve(name));
    }

    private static StructType columns(List<String> names) {
        StructType columns = new StructType();
        for (String name : names) {
            columns = columns.add(name, Figure.STATES.contains(name) ? DataTypes.LongType : TYPES.getOrDefault(name, DataTypes.StringType));
        }
        return columns;
    }
}
