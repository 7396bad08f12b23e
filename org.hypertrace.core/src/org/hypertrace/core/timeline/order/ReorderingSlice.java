/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.timeline.order;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** Events of a short time, in the order in which they came: the first in a file if there was no room, the last in memory. */
final class ReorderingSlice<E> {

    private final RecordCodec fCodec;
    private List<E> fEvents = new ArrayList<>();
    private Path fFile;
    private int fInFile;

    ReorderingSlice(RecordCodec codec) {
        fCodec = codec;
    }

    void add(E event) {
        fEvents.add(event);
    }

    int size() {
        return fInFile + fEvents.size();
    }

    int inMemory() {
        return fEvents.size();
    }

    /** @return false if that cannot be; then they are still in memory */
    boolean spill() {
        if (fEvents.isEmpty()) {
            return true;
        }
        try {
            if (fFile == null) {
                fFile = Files.createTempFile("hypertrace", ".events");
            }
            long size = Files.size(fFile);
            try (DataOutputStream out = new DataOutputStream(
                    new BufferedOutputStream(Files.newOutputStream(fFile, StandardOpenOption.APPEND)))) {
                for (E event : fEvents) {
                    fCodec.write(event, out);
                }
            } catch (IOException e) {
                cut(size);
                return false;
            }
        } catch (IOException e) {
            return false;
        }
        fInFile += fEvents.size();
        fEvents = new ArrayList<>();
        return true;
    }

    /** Adds the events to the list and forgets them. */
    @SuppressWarnings("unchecked")
    void takeAll(List<E> to) {
        if (fFile != null) {
            try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(fFile)))) {
                for (int i = 0; i < fInFile; i++) {
                    to.add((E) fCodec.read(in));
                }
            } catch (IOException e) {
                throw new IllegalStateException("Events cannot be read back from " + fFile + ": " + e.getMessage(), e);
            }
        }
        to.addAll(fEvents);
        close();
    }

    void close() {
        fEvents = new ArrayList<>();
        fInFile = 0;
        if (fFile != null) {
            try {
                Files.deleteIfExists(fFile);
            } catch (IOException e) {
                // it is in the folder of temporary files
            }
            fFile = null;
        }
    }

    private void cut(long size) throws IOException {
        try (var channel = Files.newByteChannel(fFile, StandardOpenOption.WRITE)) {
            channel.truncate(size);
        }
    }
}
