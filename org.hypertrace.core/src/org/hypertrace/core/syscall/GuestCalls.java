/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.syscall;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.machine.VirtualCpu;

/** The system calls of a guest that have a beginning and an end, in the order of their ends, and its marks. */
public final class GuestCalls {

    /** Calls and marks beyond that of a guest are counted only. */
    static final int MOST = 1 << 22;
    static final int MOST_MARKS = 1 << 12;

    private static final int COMPAT = 32;

    /** Why a beginning or an end is in no call. */
    public enum Unmatched {
        /** Nothing began. */
        END_WITHOUT_BEGINNING("ends without beginning"),
        /** The thread began another one. */
        SUPERSEDED("beginnings without end"),
        /** Open when the host lost events. */
        LOST("open when events were lost"),
        /** Open when the next boot began. */
        BOOT("open when the guest booted"),
        /** Open at the end. */
        OPEN("open at the end");

        private final String fLabel;

        Unmatched(String label) {
            fLabel = label;
        }

        /** @return for people */
        public String label() {
            return fLabel;
        }
    }

    /**
     * A mark of a process of the guest.
     *
     * @param time
     *            ns since the epoch
     * @param value
     *            what it is
     */
    public record Mark(long time, long value) { }

    private final int fHost;
    private final CallRows fRows;
    private final List<VirtualCpu> fSeen = new ArrayList<>();
    private final List<String> fVcpus = new ArrayList<>();
    private final List<Mark> fMarks = new ArrayList<>();
    private final Map<Unmatched, Integer> fUnmatched = new EnumMap<>(Unmatched.class);
    private String fVm;
    private long fLeftOut;

    GuestCalls(int host, CallRows rows) {
        fHost = host;
        fRows = rows;
    }

    /** The same number of the other table is another call. */
    static long code(int number, boolean compat) {
        return number & 0xffffffffL | (compat ? 1L << COMPAT : 0);
    }

    void add(long begin, GuestEvent.SyscallExit end, VirtualCpu vcpu) {
        if (fRows.count() == MOST) {
            fLeftOut++;
            return;
        }
        int place = fSeen.indexOf(vcpu);
        if (place < 0) {
            place = fSeen.size();
            fSeen.add(vcpu);
            fVcpus.add(vcpu.thread().key());
        }
        fRows.add(begin, end.time(), end.number(), end.compat(), end.tid(), place);
    }

    void mark(long time, long value) {
        if (fMarks.size() < MOST_MARKS) {
            fMarks.add(new Mark(time, value));
        } else {
            fLeftOut++;
        }
    }

    void unmatched(Unmatched why, int count) {
        if (count > 0) {
            fUnmatched.merge(why, count, Integer::sum);
        }
    }

    void leavesOut() {
        fLeftOut++;
    }

    /** Nothing more comes: now it is known which VM it is. */
    void finish(String vm) {
        fVm = vm;
        fSeen.clear();
    }

    /** @return the running number of the guest's host */
    public int host() {
        return fHost;
    }

    /** @return the key of the VM that it is */
    public String vm() {
        return fVm;
    }

    /** @return how many there are */
    public int count() {
        return fRows.count();
    }

    /** @return when the i-th began, ns since the epoch */
    public long begin(int i) {
        return fRows.begin(i);
    }

    /** @return when it ended, ns since the epoch */
    public long end(int i) {
        return fRows.end(i);
    }

    /** @return its number; -1 if the guest's kernel forgot it */
    public int number(int i) {
        return fRows.number(i);
    }

    /** @return whether that is of the table of 32-bit programs */
    public boolean isCompat(int i) {
        return fRows.isCompat(i);
    }

    /** @return the id of the thread that made it */
    public int tid(int i) {
        return fRows.tid(i);
    }

    long code(int i) {
        return code(number(i), isCompat(i));
    }

    /** @return the place of the vCPU on which it began in {@link #vcpus()} */
    int place(int i) {
        return fRows.place(i);
    }

    /** @return the keys of the threads of vCPUs */
    List<String> vcpus() {
        return fVcpus;
    }

    /** @return its marks in time order */
    public List<Mark> marks() {
        return fMarks;
    }

    /** @return how many beginnings and ends are in no call, and why */
    public Map<Unmatched, Integer> unmatched() {
        return fUnmatched;
    }

    /** @return how many calls and marks are not here, as there are too many */
    public long leftOut() {
        return fLeftOut;
    }

    /** Writes all but the calls themselves, which stand in the file already. */
    void write(DataOutputStream out) throws IOException {
        out.writeInt(fHost);
        out.writeUTF(fVm);
        fRows.write(out);
        out.writeInt(fVcpus.size());
        for (String vcpu : fVcpus) {
            out.writeUTF(vcpu);
        }
        out.writeInt(fMarks.size());
        for (Mark mark : fMarks) {
            out.writeLong(mark.time);
            out.writeLong(mark.value);
        }
        for (Unmatched why : Unmatched.values()) {
            out.writeInt(fUnmatched.getOrDefault(why, 0));
        }
        out.writeLong(fLeftOut);
    }

    /** Reads what {@link #write} has written. */
    static GuestCalls read(DataInputStream in, FileChannel file) throws IOException {
        int host = in.readInt();
        String vm = in.readUTF();
        GuestCalls calls = new GuestCalls(host, CallRows.read(in, file));
        calls.fVm = vm;
        for (int left = in.readInt(); left > 0; left--) {
            calls.fVcpus.add(in.readUTF());
        }
        for (int left = in.readInt(); left > 0; left--) {
            calls.fMarks.add(new Mark(in.readLong(), in.readLong()));
        }
        for (Unmatched why : Unmatched.values()) {
            calls.unmatched(why, in.readInt());
        }
        calls.fLeftOut = in.readLong();
        return calls;
    }
}
