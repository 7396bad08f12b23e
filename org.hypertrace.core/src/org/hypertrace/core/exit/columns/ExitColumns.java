/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.columns;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

import org.hypertrace.core.latency.Latencies;
import org.hypertrace.core.vcpu.VcpuState;

/**
 * All exits of a trace, by numbers from 0 in the order of their begins. They lie in a file that is mapped into memory, so any
 * number of them needs no heap. Those that are not complete are among them: {@link #isComplete}.
 */
public final class ExitColumns {

    /** For every so many exits the latest end is kept, so that exits that reach into a stretch of time are found. */
    static final int BLOCK_SHIFT = 12;

    private final ByteBuffer[] fExits;
    private final ByteBuffer[] fParts;
    private final int fCount;
    private final long fDropped;
    private final ExitDictionary fDictionary;
    private final Latencies fLatencies;
    private final long[] fLatestEnds;
    private final int fFirstNested;
    /** By the number of the reason, of exits that are or are not the tracer's and of a nested guest. */
    private final String[] fNames;

    ExitColumns(ByteBuffer[] exits, ByteBuffer[] parts, int count, long dropped, ExitDictionary dictionary,
            Latencies latencies) {
        fExits = exits;
        fParts = parts;
        fCount = count;
        fDropped = dropped;
        fDictionary = dictionary;
        fLatencies = latencies;
        fFirstNested = (int) dictionary.vcpus().stream().filter(vcpu -> vcpu.nested() == null).count();
        fNames = new String[4 * dictionary.reasons().size()];
        for (int i = 0; i < fNames.length; i++) {
            fNames[i] = dictionary.reasons().get(i >> 2).label() + ((i & 1) == 0 ? "" : " (tracer)") + ((i & 2) == 0 ? "" : " (nested guest)");
        }
        fLatestEnds = new long[(count >> BLOCK_SHIFT) + 1];
        long[] begins = new long[ExitBlock.SIZE];
        long[] lengths = new long[ExitBlock.SIZE];
        for (int first = 0; first < count; first += ExitBlock.SIZE) {
            int size = Math.min(ExitBlock.SIZE, count - first);
            longs(ExitFile.BEGIN, first, size, begins);
            longs(ExitFile.LENGTH, first, size, lengths);
            long latest = Long.MIN_VALUE;
            for (int i = 0; i < size; i++) {
                latest = Math.max(latest, begins[i] + lengths[i]);
            }
            fLatestEnds[first >> BLOCK_SHIFT] = latest;
        }
    }

    /** @return what the numbers mean */
    public ExitDictionary dictionary() {
        return fDictionary;
    }

    /** @return how long the same guests waited for interrupts and for being run */
    public Latencies latencies() {
        return fLatencies;
    }

    /** @return how many exits there are, complete or not */
    public int count() {
        return fCount;
    }

    /** @return how many more there would be if there were room for them */
    public long dropped() {
        return fDropped;
    }

    /** @return when the exit began, ns since the epoch */
    public long begin(int exit) {
        return chunk(exit).getLong(ExitFile.BEGIN + 8 * at(exit));
    }

    /** @return ns; negative if the exit is not complete */
    public long length(int exit) {
        return chunk(exit).getLong(ExitFile.LENGTH + 8 * at(exit));
    }

    /** @return whether it is known when the guest was entered again: else there is no length, and nothing that comes with it */
    public boolean isComplete(int exit) {
        return length(exit) >= 0;
    }

    /** @return the number of its {@code Cause} */
    public int cause(int exit) {
        return chunk(exit).getInt(ExitFile.CAUSE + 4 * at(exit));
    }

    /** @return the number of what it is about */
    public int sub(int exit) {
        return chunk(exit).getInt(ExitFile.SUB + 4 * at(exit));
    }

    /** @return the number of its vCPU */
    public int vcpu(int exit) {
        return vcpuOf(chunk(exit).getShort(ExitFile.VCPU + 2 * at(exit)));
    }

    /** @return of a complete exit: whether it is one of a guest's guest, as that feels it; those of the vCPU that runs it are in there */
    public boolean isNested(int exit) {
        return (flags(exit) & ExitFile.NESTED) != 0;
    }

    /** @return of a complete exit of a guest's guest: whether the hypervisor in the VM had to handle it */
    public boolean isForwarded(int exit) {
        return (flags(exit) & ExitFile.FORWARDED) != 0;
    }

    /** @return of a complete exit of a guest's guest: how often the vCPU was left in its course, the exit itself included */
    public long hostExits(int exit) {
        return part(chunk(exit).getInt(ExitFile.PARTS + 4 * at(exit))) & 0xffffffffL;
    }

    /** @return of a complete exit of a guest's guest that is forwarded: the reason that the hypervisor in the VM is reported */
    public long given(int exit) {
        return part(chunk(exit).getInt(ExitFile.PARTS + 4 * at(exit))) >>> 32;
    }

    private long part(int part) {
        return fParts[part >> ExitFile.PARTS_SHIFT].getLong(8 * (part & (1 << ExitFile.PARTS_SHIFT) - 1));
    }

    /** @return the number of its reason */
    public int reason(int exit) {
        return chunk(exit).getShort(ExitFile.REASON + 2 * at(exit));
    }

    /** @return the host's processor that the guest left */
    public int cpu(int exit) {
        return chunk(exit).getShort(ExitFile.CPU + 2 * at(exit));
    }

    /** @return whether it was for a hypercall of the guest's tracer */
    public boolean isTracer(int exit) {
        return (flags(exit) & ExitFile.TRACER) != 0;
    }

    /** The name of its reason, and whether it is the tracer's or a nested guest's: the same text for all that are alike. */
    String name(int exit) {
        return fNames[kind(reason(exit), flags(exit))];
    }

    /** The number of that name, by the columns of reasons and flags. */
    static int kind(int reason, int flags) {
        return reason << 2 | ((flags & ExitFile.TRACER) == 0 ? 0 : 1) | ((flags & ExitFile.NESTED) == 0 ? 0 : 2);
    }

    /** The names by their numbers; not every one needs to occur. */
    List<String> names() {
        return List.of(fNames);
    }

    /** @return whether the guest was entered again on another processor */
    public boolean isMigrated(int exit) {
        return (flags(exit) & ExitFile.MIGRATED) != 0;
    }

    /** Which states the flags of an exit show, a bit each. */
    public static int states(int flags) {
        return flags >> ExitFile.STATES_SHIFT & 0x1ff;
    }

    /** @return where in the guest's code, {@code HostEvent.NO_RIP} if not recorded */
    public long guestRip(int exit) {
        return chunk(exit).getLong(ExitFile.RIP + 8 * at(exit));
    }

    /** @return the number of where in the guest's kernel, 0 if that has none */
    public int code(int exit) {
        return chunk(exit).getInt(ExitFile.CODE + 4 * at(exit));
    }

    /**
     * @param exit
     *            a complete exit
     * @param sums
     *            its length is added here, by state
     */
    public void addParts(int exit, long[] sums) {
        addParts(exit, length(exit), sums);
    }

    public void addParts(int exit, long length, long[] sums) {
        int states = states(flags(exit));
        long left = length;
        int part = (states & states - 1) == 0 ? 0
                : chunk(exit).getInt(ExitFile.PARTS + 4 * at(exit)) + (isNested(exit) ? 1 : 0);
        while ((states & states - 1) != 0) {
            long ns = part(part);
            sums[Integer.numberOfTrailingZeros(states)] += ns;
            left -= ns;
            part++;
            states &= states - 1;
        }
        if (states != 0) {
            sums[Integer.numberOfTrailingZeros(states)] += left;
        }
    }

    /**
     * @param exit
     *            a complete exit
     * @return its parts by state, ns
     */
    public long[] parts(int exit) {
        long[] parts = new long[VcpuState.values().length];
        addParts(exit, parts);
        return parts;
    }

    /**
     * @param time
     *            ns since the epoch
     * @return the first exit that begins then or later; {@link #count} if none does
     */
    public int firstFrom(long time) {
        int low = 0;
        int high = fCount;
        while (low < high) {
            int middle = low + high >>> 1;
            if (begin(middle) < time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /**
     * Exits before {@code exit} that reach beyond a time are few, one per vCPU, and may be anywhere.
     *
     * @param exit
     *            an exit, or {@link #count}
     * @param time
     *            ns since the epoch
     * @return the last complete one before {@code exit} that ends after {@code time}, -1 if there is none
     */
    public int lastBefore(int exit, long time) {
        int i = exit - 1;
        while (i >= 0) {
            if (fLatestEnds[i >> BLOCK_SHIFT] <= time) {
                i = (i >> BLOCK_SHIFT << BLOCK_SHIFT) - 1;
            } else if (isComplete(i) && begin(i) + length(i) > time) {
                return i;
            } else {
                i--;
            }
        }
        return -1;
    }

    /** Which vCPU is meant by a number in the column of vCPUs. */
    public int vcpuOf(short column) {
        return column < ExitFile.NESTED_CPUS ? column : fFirstNested + column - ExitFile.NESTED_CPUS;
    }

    /** Copies part of a column; it is in one chunk. */
    void longs(int column, int first, int count, long[] to) {
        chunk(first).slice(column + 8 * at(first), 8 * count).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().get(to, 0, count);
    }

    void ints(int column, int first, int count, int[] to) {
        chunk(first).slice(column + 4 * at(first), 4 * count).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(to, 0, count);
    }

    void shorts(int column, int first, int count, short[] to) {
        chunk(first).slice(column + 2 * at(first), 2 * count).order(ByteOrder.LITTLE_ENDIAN).asShortBuffer().get(to, 0, count);
    }

    /** Whether it is clear without a look at the exit that it ends by this time. */
    boolean endsBy(int exit, long time) {
        return fLatestEnds[exit >> BLOCK_SHIFT] <= time;
    }

    private int flags(int exit) {
        return chunk(exit).getShort(ExitFile.FLAGS + 2 * at(exit)) & 0xffff;
    }

    private ByteBuffer chunk(int exit) {
        return fExits[exit >> ExitFile.EXITS_SHIFT];
    }

    private static int at(int exit) {
        return exit & ExitFile.EXITS - 1;
    }
}
