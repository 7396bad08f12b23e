/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import java.util.zip.CRC32;

import org.eclipse.tracecompass.tmf.core.synchronization.ITmfTimestampTransform;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.stream.ring.RingFile;

/**
 * Whether a recording is still the one that it was: by lengths, times and samples of its files.
 * <p>
 * A trace of another run may have the same path, lengths and times, as when it was copied with them. All of its times differ, and of LTTng's its
 * identity in the head of each file. So any sample shows it. One event that is changed in place stands between the samples, nearly always. The time of the
 * file shows it then, unless somebody sets that back. Without times, as of copies, nothing shows it. But that hash is only for kept clocks, which one
 * event hardly moves. Mapped memory is written without a new time: of rings all headers count, too.
 */
public final class RecordingHash {

    private static final int SAMPLE = 4096;
    /** Of each file: enough that another recording differs, few enough to read at once. */
    private static final int SAMPLES = 16;

    private RecordingHash() {
    }

    /** Of a trace, a file or a folder of files, in any order. */
    static int of(Path recording) {
        try (Stream<Path> files = Files.isDirectory(recording) ? Files.list(recording) : Stream.of(recording)) {
            return files.filter(Files::isRegularFile).mapToInt(RecordingHash::ofFile).sum() + RingFile.written(recording);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * @param recording
     *            a trace, a file or a folder of files
     * @return the same for a copy of it, with other times of files
     */
    public static String ofContents(Path recording) {
        try (Stream<Path> files = Files.isDirectory(recording) ? Files.list(recording) : Stream.of(recording)) {
            return Integer.toHexString(files.filter(Files::isRegularFile).mapToInt(file -> ofFile(file, "")).sum());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Of the clock on which a trace's times are: of two readings. A line through them is the same, and so are pieces that begin and end there. */
    static int ofClock(ITmfTrace trace) {
        return ofClock(trace.getTimestampTransform(), trace.getStartTime().toNanos());
    }

    /**
     * The same of a trace that is to be opened with a clock.
     *
     * @param clock
     *            on which its times will be
     * @param begin
     *            the trace's begin on that clock, ns since the epoch
     * @return the part of {@link HostTraces#recordingHash} that the clock has then
     */
    public static int ofClock(ITmfTimestampTransform clock, long begin) {
        return (int) (31 * (clock.transform(0) + clock.transform(begin) - begin));
    }

    /**
     * @param traces
     *            of hosts and guests
     * @return their {@link HostTraces#recordingHash} without the clocks of guests' own traces of which no pass handles an event
     */
    public static int ofEvents(HostTraces traces) {
        return traces.recordingHash() - ofClocks(traces, RecordingHash::ofClock);
    }

    /**
     * @param traces
     *            of hosts and guests
     * @param clock
     *            what a clock of a guest's own trace has, of which no pass handles an event, see {@link #ofClock}
     * @return what these clocks have in {@link HostTraces#recordingHash}: of a trace that reports containers, its clock is there with the trace, too
     */
    public static int ofClocks(HostTraces traces, ToIntFunction<ITmfTrace> clock) {
        List<GuestTrace> silent = traces.guests().stream().filter(guest -> guest.isSilent(traces)).toList();
        Set<ITmfTrace> withContainers = Collections.newSetFromMap(new IdentityHashMap<>());
        silent.stream().filter(GuestTrace::reportsNamespaces).forEach(guest -> withContainers.add(guest.trace()));
        return silent.stream().mapToInt(guest -> clock.applyAsInt(guest.trace())).sum() + withContainers.stream().mapToInt(clock).sum();
    }

    private static int ofFile(Path file) {
        try {
            return ofFile(file, Files.getLastModifiedTime(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int ofFile(Path file, Object written) {
        try (FileChannel channel = FileChannel.open(file)) {
            long size = channel.size();
            CRC32 sum = new CRC32();
            ByteBuffer buffer = ByteBuffer.allocate(SAMPLE);
            for (int i = 0; i < SAMPLES && (long) i * SAMPLE < size; i++) {
                // the last one ends with the file; small files are read whole
                long last = Math.max(size - SAMPLE, 0);
                channel.read(buffer.clear(), size <= (long) SAMPLES * SAMPLE ? (long) i * SAMPLE : last * i / (SAMPLES - 1));
                sum.update(buffer.flip());
            }
            return Objects.hash(file.getFileName(), size, written, sum.getValue());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
