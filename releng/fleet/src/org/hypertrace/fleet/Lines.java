/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fleet;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * The lines of some recordings, in their order, analysed one after another. The next recording is read from the disk for its {@link Content} while
 * one is analysed, and is analysed while the answer before it is kept: the process of the analyses never waits.
 */
final class Lines implements Iterator<String> {

    /** One is analysed, the other one is read before or kept after that. */
    private static final int BESIDE_EACH_OTHER = 2;
    private static final ExecutorService THREADS = Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(work, "lines");
        thread.setDaemon(true);
        return thread;
    });

    private final Analysis fAnalysis;
    private final Iterator<String> fPaths;
    private final Function<String, Map<String, String>> fLabels;
    private final Remote fRemote;
    /** Who has it uses the process, or has a copy of a recording on the disk. */
    private final Lock fTurn = new ReentrantLock(true);
    private final Deque<Recording> fBegun = new ArrayDeque<>();

    /** One whose line is begun. */
    private static final class Recording {
        private final CompletableFuture<String> fContent = new CompletableFuture<>();
        private Future<String> fLine;
    }

    /**
     * @param analysis
     *            of each
     * @param paths
     *            absolute, or addresses
     * @param labels
     *            of a path; called beside the caller's thread
     * @param remote
     *            reads recordings that have addresses
     */
    Lines(Analysis analysis, List<String> paths, Function<String, Map<String, String>> labels, Remote remote) {
        fAnalysis = analysis;
        fPaths = paths.iterator();
        fLabels = labels;
        fRemote = remote;
    }

    @Override
    public boolean hasNext() {
        return !fBegun.isEmpty() || fPaths.hasNext();
    }

    @Override
    public String next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        while (fBegun.size() < BESIDE_EACH_OTHER && fPaths.hasNext()) {
            begin(fPaths.next());
        }
        try {
            return fBegun.remove().fLine.get();
        } catch (InterruptedException e) {
            fBegun.forEach(other -> other.fLine.cancel(true));
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    private void begin(String path) {
        Recording recording = new Recording();
        Recording before = fBegun.peekLast();
        if (Inputs.isAddress(path)) {
            recording.fContent.complete(null);
        }
        fBegun.add(recording);
        recording.fLine = THREADS.submit(() -> {
            try {
                return fAnalysis.line(path, fLabels.apply(path), () -> content(path, recording, before), fTurn, fRemote);
            } finally {
                recording.fContent.complete(null);
            }
        });
    }

    /** The same recording twice is analysed once. */
    private static String content(String path, Recording recording, Recording before) throws IOException, InterruptedException {
        String content = Content.hash(Path.of(path));
        recording.fContent.complete(content);
        try {
            if (before != null && content.equals(before.fContent.get())) {
                before.fLine.get();
            }
        } catch (ExecutionException e) {
            // its own line has the reason
        }
        return content;
    }
}
