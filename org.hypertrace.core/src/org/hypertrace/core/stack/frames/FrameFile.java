/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.frames;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.history.BlockFile;
import org.hypertrace.core.history.ByteReader;
import org.hypertrace.core.history.FileIndex;
import org.hypertrace.core.stack.track.FrameLabels;
import org.hypertrace.core.stack.track.FrameNames;
import org.hypertrace.core.stack.track.StackSink;
import org.hypertrace.core.stack.track.StackThread;

/**
 * The stacks of all threads of a trace, in a file. What is before or behind a stretch of time is not read. Several may read at a time.
 */
public final class FrameFile implements FrameLabels {

    /** What a boot is called, and its frames that have names of their own. */
    private record Boot(String guest, Map<Long, String> names) { }

    private static final Boot NONE = new Boot("", Map.of());

    private final BlockFile fFile;
    private final Path fPath;
    private final List<ThreadBlocks> fThreads;
    private final Map<Integer, Boot> fBoots;

    private FrameFile(BlockFile file, Path path, List<ThreadBlocks> threads, Map<Integer, Boot> boots) {
        fFile = file;
        fPath = path;
        fThreads = threads;
        fBoots = boots;
    }

    /**
     * @param path
     *            as written by {@link FrameWriter}
     * @param version
     *            of what should be in it
     * @return it
     * @throws IOException
     *             if there is none, it is not whole, or it is of another version
     */
    public static FrameFile open(Path path, int version) throws IOException {
        // what is mapped stays readable when the file is closed
        try (BlockFile file = BlockFile.open(path)) {
            ByteReader index = FileIndex.read(file, FrameWriter.FORM, version);
            List<ThreadBlocks> threads = new ArrayList<>();
            int count = (int) index.getVarint();
            for (int thread = 0; thread < count; thread++) {
                if (index.getVarint() != 0) {
                    threads.add(ThreadBlocks.read(index, thread));
                }
            }
            Map<Integer, Boot> boots = new HashMap<>();
            for (long left = index.getVarint(); left > 0; left--) {
                int boot = (int) index.getVarint();
                String guest = index.getText();
                Map<Long, String> names = new HashMap<>();
                for (long more = index.getVarint(); more > 0; more--) {
                    names.put(index.getVarint(), index.getText());
                }
                boots.put(boot, new Boot(guest, names));
            }
            return new FrameFile(file, path, threads, boots);
        }
    }

    /**
     * Reports the stacks in a stretch of time, thread by thread. Frames that were open before it are entered when they were entered or
     * resumed last. A thread of which more is known behind the stretch of time ends at its first change there.
     *
     * @param from
     *            begin of the stretch of time, ns since the epoch
     * @param to
     *            its end
     * @param sink
     *            gets them
     * @throws IOException
     *             if the file was changed since it was written; the message is one sentence for the user
     */
    public void report(long from, long to, StackSink sink) throws IOException {
        for (ThreadBlocks thread : fThreads) {
            if (!thread.report(fFile, from, to, sink)) {
                throw new IOException(fPath.getFileName() + " is damaged: close the trace, delete its supplementary files and open it again.");
            }
        }
        sink.finished();
    }

    /**
     * @param thread
     *            one of the threads
     * @return the guest, for people
     */
    public String guest(StackThread thread) {
        return fBoots.getOrDefault(thread.boot(), NONE).guest;
    }

    @Override
    public String of(StackThread thread, long frame) {
        String name = fBoots.getOrDefault(thread.boot(), NONE).names.get(frame);
        return name != null ? name : FrameNames.plain(frame);
    }
}
