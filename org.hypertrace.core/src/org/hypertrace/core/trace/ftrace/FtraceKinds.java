/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ftrace;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import org.eclipse.tracecompass.tmf.core.event.ITmfEventType;
import org.eclipse.tracecompass.tmf.core.event.TmfEventField;
import org.eclipse.tracecompass.tmf.core.event.TmfEventType;
import org.hypertrace.core.trace.text.LineFile;

/**
 * Which kinds of events a text holds. Up to {@link #WHOLE} bytes all of it is read, of more the beginning and evenly spread
 * samples: a kind that is in none of them counts as not recorded.
 */
final class FtraceKinds {

    private static final long WHOLE = 32 << 20;
    private static final int SAMPLES = 256;
    private static final long SAMPLE = 1 << 16;
    private static final int MAX_KINDS = 1 << 12;

    private final Map<String, Set<String>> fFields = new HashMap<>();

    private FtraceKinds() {
    }

    static Set<ITmfEventType> of(Path path) throws IOException {
        FtraceKinds kinds = new FtraceKinds();
        try (LineFile file = new LineFile(path)) {
            kinds.collect(file, WHOLE);
            long rest = file.length() - file.offset();
            for (int i = 0; i < SAMPLES && rest > 0; i++) {
                file.seek(WHOLE + rest / SAMPLES * i);
                // the rest of a line
                file.next();
                kinds.collect(file, file.offset() + SAMPLE);
            }
        }
        Set<ITmfEventType> types = new HashSet<>();
        kinds.fFields.forEach((name, fields) ->
                types.add(new TmfEventType(name, TmfEventField.makeRoot(fields.toArray(String[]::new)))));
        return Set.copyOf(types);
    }

    private void collect(LineFile file, long until) throws IOException {
        while (file.offset() < until) {
            String line = file.next();
            if (line == null) {
                return;
            }
            FtraceLine reported = FtraceLine.of(line);
            if (reported != null && (fFields.size() < MAX_KINDS || fFields.containsKey(reported.event()))) {
                // an event of another form, and one that reports the process, have more fields
                fFields.computeIfAbsent(reported.event(), name -> new HashSet<>(FtraceTextTrace.fields(reported).keySet()));
            }
        }
    }
}
