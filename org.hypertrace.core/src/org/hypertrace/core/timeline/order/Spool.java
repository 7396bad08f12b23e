/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.timeline.order;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.function.Consumer;

/**
 * Events that wait in their order, however many: the last ones in memory, those before them in a temporary file.
 *
 * @param <E>
 *            what waits: records, see {@link RecordCodec}
 */
public final class Spool<E> implements AutoCloseable {

    private final int fLimit;
    private final RecordCodec fCodec = new RecordCodec();
    private final ArrayDeque<E> fInMemory = new ArrayDeque<>();
    private Path fFile;
    private DataOutputStream fOut;
    private long fInFile;

    /** @param limit how many events may wait in memory */
    public Spool(int limit) {
        fLimit = limit;
    }

    /** @return whether nothing waits */
    public boolean isEmpty() {
        return fInMemory.isEmpty() && fInFile == 0;
    }

    /**
     * @param event
     *            comes after all that wait
     * @return false if no more should wait: memory is full and no file can be written. This one waits, too.
     */
    public boolean add(E event) {
        fInMemory.add(event);
        return fInMemory.size() <= fLimit || toFile();
    }

    /**
     * Lets all go on that wait. What it reports may not add any.
     *
     * @param to
     *            gets the events in their order
     */
    @SuppressWarnings("unchecked")
    public void drain(Consumer<E> to) {
        if (fInFile > 0) {
            try {
                fOut.close();
                try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(fFile)))) {
                    for (; fInFile > 0; fInFile--) {
                        to.accept((E) fCodec.read(in));
                    }
                }
            } catch (IOException e) {
                throw new IllegalStateException("Events cannot be read back from " + fFile + ": " + e.getMessage(), e);
            }
            close();
        }
        for (E event = fInMemory.poll(); event != null; event = fInMemory.poll()) {
            to.accept(event);
        }
    }

    private boolean toFile() {
        try {
            if (fFile == null) {
                fFile = Files.createTempFile("hypertrace", ".events");
                fOut = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(fFile)));
            }
            for (E event : fInMemory) {
                fCodec.write(event, fOut);
            }
            fOut.flush();
        } catch (IOException e) {
            // what was not written whole is behind those that count
            return false;
        }
        fInFile += fInMemory.size();
        fInMemory.clear();
        return true;
    }

    /** Removes the file, and what waits in it. */
    @Override
    public void close() {
        if (fFile != null) {
            try {
                fOut.close();
                Files.deleteIfExists(fFile);
            } catch (IOException e) {
                // it is in the folder of temporary files
            }
            fFile = null;
            fInFile = 0;
        }
    }
}
