/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fleet;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/**
 * The lines of some recordings, analysed one after another as the lines are asked for. While one is analysed, the next one is read from the disk
 * for its {@link Content}: its analysis then need not wait for the disk.
 */
final class Lines implements Iterator<String> {

    /** As many threads as there are tasks at a time in this Java machine. */
    private static final ExecutorService AHEAD = Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(work, "contents");
        thread.setDaemon(true);
        return thread;
    });

    private final Analysis fAnalysis;
    private final List<String> fPaths;
    private final Function<String, Map<String, String>> fLabels;
    private final Remote fRemote;
    private int fNext;
    /** Of the next one; null if nobody reads it yet. */
    private Future<String> fContent;

    /**
     * @param analysis
     *            of each
     * @param paths
     *            absolute, or addresses
     * @param labels
     *            of a path
     * @param remote
     *            reads recordings that have addresses
     */
    Lines(Analysis analysis, List<String> paths, Function<String, Map<String, String>> labels, Remote remote) {
        fAnalysis = analysis;
        fPaths = paths;
        fLabels = labels;
        fRemote = remote;
    }

    @Override
    public boolean hasNext() {
        return fNext < fPaths.size();
    }

    @Override
    public String next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        String path = fPaths.get(fNext);
        Future<String> content = fContent == null ? content(path) : fContent;
        fNext++;
        fContent = null;
        try {
            return fAnalysis.line(path, fLabels.apply(path), () -> contentThenNext(content), fRemote);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private String contentThenNext(Future<String> content) throws IOException, InterruptedException {
        try {
            return content.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException cause) {
                throw cause;
            }
            throw new IllegalStateException(e);
        } finally {
            fContent = hasNext() ? content(fPaths.get(fNext)) : null;
        }
    }

    /** What has an address is fetched when its turn comes: so there need be room for one copy only. */
    private static Future<String> content(String path) {
        return Inputs.isAddress(path) ? null : AHEAD.submit(() -> Content.hash(Path.of(path)));
    }
}
