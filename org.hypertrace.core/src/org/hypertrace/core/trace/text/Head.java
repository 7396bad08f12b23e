/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.text;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The beginning of a file, by which its type is reported.
 *
 * @param lines
 *            its first lines that are not empty
 * @param isText
 *            whether they look like text, not like binary data
 */
public record Head(List<String> lines, boolean isText) {

    private static final int LINES = 200;
    private static final long BYTES = 1 << 20;

    static Head of(Path path) throws IOException {
        List<String> lines = new ArrayList<>();
        long loss = 0;
        try (LineFile file = new LineFile(path, BYTES)) {
            String line = file.next();
            for (; line != null && lines.size() < LINES; line = file.next()) {
                loss += line.chars().filter(c -> c == '\ufffd').count();
                if (!line.isBlank()) {
                    lines.add(line);
                }
            }
        }
        return new Head(lines, loss <= lines.size());
    }
}
