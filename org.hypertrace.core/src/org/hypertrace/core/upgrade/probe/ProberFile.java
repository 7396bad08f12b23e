/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade.probe;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.hypertrace.core.file.InputFile;

/**
 * Reads what a prober wrote, {@value #FILE}. It has a line {@code # period N ns}, a line with the names of the columns, and a line for each
 * question. Times are those of the clock of the host's trace. Questions in a row go to all nodes, one after the other.
 */
public final class ProberFile {

    /** The name of the file beside a manifest. */
    public static final String FILE = "prober.csv";

    /** More questions are counted only. */
    static final int MOST = 1 << 18;
    /** More nodes are a mistake. */
    static final int MOST_NODES = 1 << 8;
    /** An answer that took longer, ns, is none: the question waited for a machine that was away. */
    static final long LATE = 1_000_000_000;

    private static final int LONGEST_LINE = 1 << 10;
    private static final String HEAD = "node,number,sent,answered,version,role";
    private static final int COLUMNS = 6;
    private static final Pattern PERIOD = Pattern.compile("# period ([1-9]\\d{0,17}) ns");
    private static final Pattern TIME = Pattern.compile("\\d{1,18}");

    private final Path fFile;
    private final LongUnaryOperator fClock;
    private final Map<String, List<Probe>> fNodes = new LinkedHashMap<>();
    private int fLine;
    private int fQuestions;
    private long fLeftOut;

    private ProberFile(Path file, LongUnaryOperator clock) {
        fFile = file;
        fClock = clock;
    }

    /**
     * @param trace
     *            the folder of a trace
     * @return the file in it or beside it, where the manifest stands; null if there is none
     */
    public static Path beside(Path trace) {
        Path folder = trace.toAbsolutePath().normalize();
        return Arrays.asList(folder, folder.getParent()).stream().filter(place -> place != null && Files.exists(place.resolve(FILE)))
                .map(place -> place.resolve(FILE)).findFirst().orElse(null);
    }

    /**
     * @param file
     *            what a prober wrote
     * @param clock
     *            makes ns since the epoch of the times of the trace's clock
     * @return what it found out
     * @throws IOException
     *             if it cannot be read or is wrong; the message is one sentence for the user, with file and line
     */
    public static Prober read(Path file, LongUnaryOperator clock) throws IOException {
        try (InputStream bytes = InputFile.stream(file);
                BufferedReader in = new BufferedReader(new InputStreamReader(bytes, StandardCharsets.UTF_8))) {
            return new ProberFile(file, clock).read(in);
        } catch (Wrong e) {
            throw e;
        } catch (IOException e) {
            throw InputFile.cannotRead(file, e);
        }
    }

    /** A value is wrong. */
    private static final class Wrong extends IOException {
        private static final long serialVersionUID = 1;

        Wrong(String message) {
            super(message);
        }
    }

    private Prober read(BufferedReader in) throws IOException {
        Matcher period = PERIOD.matcher(line(in, "# period N ns"));
        if (!period.matches()) {
            throw wrong("must be '# period N ns'");
        }
        if (!line(in, HEAD).equals(HEAD)) {
            throw wrong("must be '" + HEAD + "'");
        }
        for (String line = line(in, null); line != null; line = line(in, null)) {
            question(line.split(",", -1));
        }
        return new Prober(Long.parseLong(period.group(1)), fNodes, fLeftOut);
    }

    /** The next line; {@code needed}: what it must be, null if there need be none. */
    private String line(BufferedReader in, String needed) throws IOException {
        fLine++;
        StringBuilder line = new StringBuilder();
        int next = in.read();
        if (next < 0) {
            if (needed != null) {
                throw wrong("must be '" + needed + "', but the file ends");
            }
            return null;
        }
        for (; next >= 0 && next != '\n'; next = in.read()) {
            if (line.length() == LONGEST_LINE) {
                throw wrong("has more than " + LONGEST_LINE + " characters");
            }
            line.append((char) next);
        }
        return line.toString();
    }

    private void question(String[] values) throws Wrong {
        if (values.length != COLUMNS || values[0].isEmpty() || !TIME.matcher(values[2]).matches()
                || !values[3].isEmpty() && !TIME.matcher(values[3]).matches()) {
            throw wrong("must have '" + HEAD + "', times as ns of the trace's clock");
        }
        if (fQuestions == MOST) {
            fLeftOut++;
            return;
        }
        fQuestions++;
        long sent = fClock.applyAsLong(Long.parseLong(values[2]));
        long answered = values[3].isEmpty() ? Probe.NEVER : fClock.applyAsLong(Long.parseLong(values[3]));
        List<Probe> probes = fNodes.computeIfAbsent(values[0], node -> new ArrayList<>());
        if (fNodes.size() > MOST_NODES) {
            throw wrong("names more than " + MOST_NODES + " nodes");
        }
        if (!probes.isEmpty() && sent < probes.get(probes.size() - 1).sent() || answered != Probe.NEVER && answered < sent) {
            throw wrong("must not have an earlier time than the one before it");
        }
        probes.add(new Probe(sent, answered != Probe.NEVER && answered - sent > LATE ? Probe.NEVER : answered, values[5].isEmpty() ? null
                : values[5]));
    }

    private Wrong wrong(String must) {
        return new Wrong(fFile + ": line " + fLine + ' ' + must + "; record it again, or take the file away.");
    }
}
