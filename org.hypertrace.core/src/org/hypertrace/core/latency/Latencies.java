/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.latency;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** All latencies of a trace, by numbers from 0 in the order of their ends, in a file that is mapped into memory. */
public final class Latencies {

    private final ByteBuffer fRecords;
    private final int fDropped;

    private Latencies(ByteBuffer records, int dropped) {
        fRecords = records;
        fDropped = dropped;
    }

    /**
     * @param file
     *            as {@link LatencyFile} writes it
     * @param version
     *            of what finds latencies
     * @return the latencies; null if there is no such file, or it is of another version or not complete
     */
    public static Latencies open(Path file, int version) {
        if (!Files.isRegularFile(file)) {
            return null;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer all = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
            if (all.remaining() < LatencyFile.HEADER || all.getLong() != LatencyFile.MAGIC || all.getInt() != version) {
                return null;
            }
            int dropped = all.getInt();
            return all.remaining() % LatencyFile.RECORD == 0 ? new Latencies(all.slice(), dropped) : null;
        } catch (IOException | IllegalArgumentException e) {
            // whatever it is, it is written anew
            return null;
        }
    }

    /** @return how many there are */
    public int count() {
        return fRecords.limit() / LatencyFile.RECORD;
    }

    /** @return how many more there would be if there were room for them */
    public int dropped() {
        return fDropped;
    }

    /** @return when it began, ns since the epoch */
    public long begin(int latency) {
        return fRecords.getLong(latency * LatencyFile.RECORD);
    }

    /** @return ns; 0 if the kind has no length */
    public long length(int latency) {
        return fRecords.getLong(latency * LatencyFile.RECORD + 8);
    }

    /** @return the running number of its vCPU */
    public int vcpu(int latency) {
        return fRecords.getShort(latency * LatencyFile.RECORD + 16);
    }

    /** @return what was waited for */
    public LatencyKind kind(int latency) {
        return LatencyKind.of(fRecords.getShort(latency * LatencyFile.RECORD + 18));
    }

    /** @return the vector of the interrupt, where the kind has one */
    public int number(int latency) {
        return fRecords.getInt(latency * LatencyFile.RECORD + 20);
    }
}
