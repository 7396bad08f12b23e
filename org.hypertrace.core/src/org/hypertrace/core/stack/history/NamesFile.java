/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.history;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiFunction;

import org.hypertrace.core.stack.track.Repair;
import org.hypertrace.core.stack.track.StackSink;
import org.hypertrace.core.stack.track.StackThread;
import org.hypertrace.core.untrusted.PlainText;

/**
 * The names of the frames in a call-stack history, boot by boot. They are kept in a file of text beside it: a line with the
 * version of the history, then a line per frame with the number of the boot, the frame in hexadecimal and its name.
 */
final class NamesFile implements StackSink {

    /** So many frames of all boots are named; further ones are shown as numbers. */
    private static final int MOST = 1 << 18;
    private static final String HEAD = "hypertrace frames 1 ";

    private record Key(int boot, long frame) { }

    /** So many frames are remembered that came lately: most come again. */
    private static final int RECENT_BITS = 8;
    private static final long MIX = 0x9e3779b97f4a7c15L;

    private final StackSink fTo;
    /** Whose frame it is. */
    private final Map<Key, StackThread> fUsed = new LinkedHashMap<>();
    private final long[] fRecent = new long[1 << RECENT_BITS];
    /** The boots of these, plus 1; 0: there is none. */
    private final int[] fBoots = new int[1 << RECENT_BITS];

    /** @param to gets the same stacks */
    NamesFile(StackSink to) {
        fTo = to;
    }

    /** Writes them. */
    void write(Path file, int version, BiFunction<StackThread, Long, String> names) throws IOException {
        Path part = file.resolveSibling(file.getFileName() + ".part");
        try (BufferedWriter out = Files.newBufferedWriter(part, StandardCharsets.UTF_8)) {
            out.write(HEAD + version + '\n');
            for (Map.Entry<Key, StackThread> used : fUsed.entrySet()) {
                Key key = used.getKey();
                out.write(key.boot + " " + Long.toHexString(key.frame) + ' '
                        + PlainText.line(names.apply(used.getValue(), key.frame)) + '\n');
            }
        }
        Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    }

    /**
     * @param file
     *            of names, which need not exist
     * @param version
     *            of the history
     * @return the names by boot and frame; null if they are of another history, or cannot be read
     */
    static Map<Integer, Map<Long, String>> read(Path file, int version) {
        try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            if (!(HEAD + version).equals(in.readLine())) {
                return null;
            }
            Map<Integer, Map<Long, String>> names = new HashMap<>();
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] words = line.split(" ", 3);
                names.computeIfAbsent(Integer.valueOf(words[0]), boot -> new HashMap<>())
                        .put(Long.parseUnsignedLong(words[1], 16), words[2]);
            }
            return names;
        } catch (IOException | IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
            // it is built again
            return null;
        }
    }

    private void use(StackThread thread, long frame) {
        int boot = thread.boot();
        int place = (int) ((frame + boot) * MIX >>> Long.SIZE - RECENT_BITS);
        if (fRecent[place] == frame && fBoots[place] == boot + 1) {
            return;
        }
        fRecent[place] = frame;
        fBoots[place] = boot + 1;
        if (fUsed.size() < MOST) {
            fUsed.putIfAbsent(new Key(boot, frame), thread);
        }
    }

    @Override
    public void begins(long time, StackThread thread) {
        fTo.begins(time, thread);
    }

    @Override
    public void enters(long time, StackThread thread, long frame) {
        use(thread, frame);
        fTo.enters(time, thread, frame);
    }

    @Override
    public void resumes(long time, StackThread thread, long frame) {
        fTo.resumes(time, thread, frame);
    }

    @Override
    public void marks(long time, StackThread thread, long frame) {
        if (frame != 0) {
            use(thread, frame);
        }
        fTo.marks(time, thread, frame);
    }

    @Override
    public void leaves(long time, StackThread thread, long guestDuration) {
        fTo.leaves(time, thread, guestDuration);
    }

    @Override
    public void repaired(long time, StackThread thread, Repair repair) {
        fTo.repaired(time, thread, repair);
    }

    @Override
    public void ends(long time, StackThread thread) {
        fTo.ends(time, thread);
    }

    @Override
    public void finished() {
        fTo.finished();
    }
}
