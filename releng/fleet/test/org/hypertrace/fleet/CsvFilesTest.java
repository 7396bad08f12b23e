/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tables as CSV: which files there are, and what their cells are. */
class CsvFilesTest {

    private static final String FIGURES = "recording,label_host,vm,run,part_of,name,begin,ns,unknown,guest,hostInterrupt,vmm,hostKernel,preempted,halted,blocked,waking\n";

    @TempDir
    private Path fOut;

    private static Indexed indexed(String recording, Map<String, String> labels, List<String> problems, Figure... figures) {
        return new Indexed(recording, new TreeMap<>(labels), problems.isEmpty() ? "k" : null, false, new ArrayList<>(problems), new ArrayList<>(List.of(figures)));
    }

    private Map<String, String> files() throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(fOut)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                files.put(fOut.relativize(file).toString(), Files.readString(file));
            }
        }
        return files;
    }

    @Test
    void aFileForEachPartAndKind() throws IOException {
        Rows rows = new Rows(List.of("host"));
        Files.createDirectories(fOut.resolve("csv/figures/kind=device"));
        Files.writeString(fOut.resolve("csv/figures/kind=device/part-00000.csv"), "of an earlier run");
        Files.createDirectories(fOut.resolve("csv.part/7/recordings"));
        Files.writeString(fOut.resolve("csv.part/7/recordings/part-00009.csv"), "of one that was interrupted");
        CsvFiles.begin(fOut);
        Figure level = new Figure("a,\"b\"", 1, "level", "=core", "boot", 5, 7, new long[] { 0, 1, 2, 3, 4, 5, 6, 7, 8 });
        Figure sum = new Figure("", 1, "host-state", "guest", "boot", -1, -3, new long[0]);
        Indexed one = indexed("/in/one", Map.of("host", "+h", "other", "x"), List.of(), level, sum, level);
        Indexed broken = indexed("/in/two", Map.of(), List.of("It ends\ntoo early.", "Mend it."));
        CsvFiles.write(List.of(one).iterator(), 0, 3, rows, fOut);
        CsvFiles.write(List.of(broken, one).iterator(), 1, 4, rows, fOut);
        // the first one's machine was lost
        CsvFiles.write(List.of(one).iterator(), 0, 5, rows, fOut);
        CsvFiles.end(fOut);
        String row = "/in/one,'+h,\"a,\"\"b\"\"\",1,boot,'=core,5,7,0,1,2,3,4,5,6,7,8\n";
        String levels = FIGURES + row + row;
        String sums = FIGURES + "/in/one,'+h,,1,boot,guest,,-3,,,,,,,,,\n";
        assertEquals(new TreeMap<>(Map.of(
                "csv/recordings/part-00000.csv", "recording,label_host,key,kept,problem\n/in/one,'+h,k,false,\n",
                "csv/recordings/part-00001.csv", "recording,label_host,key,kept,problem\n/in/two,,,false,It ends too early. Mend it.\n/in/one,'+h,k,false,\n",
                "csv/figures/kind=level/part-00000.csv", levels, "csv/figures/kind=level/part-00001.csv", levels,
                "csv/figures/kind=host-state/part-00000.csv", sums, "csv/figures/kind=host-state/part-00001.csv", sums)), files());
    }
}
