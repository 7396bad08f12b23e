/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.scenario.example;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Repetitions of a recording: of the same two VMs, each by another seed. */
public final class RandomRecordings {

    private RandomRecordings() {
    }

    /**
     * @param folder
     *            of them all
     * @param first
     *            the first seed
     * @param count
     *            how many
     * @return the folders of their traces
     * @throws IOException
     *             if they cannot be written
     */
    public static List<Path> in(Path folder, int first, int count) throws IOException {
        List<Path> traces = new ArrayList<>();
        for (int seed = first; seed < first + count; seed++) {
            traces.addAll(new RandomScenario(seed, 1_500, 2_000).scenario().in(folder.resolve("seed-" + seed)).traces());
        }
        return traces;
    }
}
