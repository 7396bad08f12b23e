/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.read;

import java.nio.ByteBuffer;

import org.hypertrace.core.kvm.HostLayout;
import org.hypertrace.core.kvm.SwitchFields;
import org.hypertrace.core.trace.ctf.StreamEvents;
import org.hypertrace.core.trace.ctf.layout.EventLayout;
import org.hypertrace.core.trace.ctf.layout.KnownSink;

/**
 * Takes entries, exits, and the switches of a stream that change nothing but who has the processor. Of these, names are compared by their bytes, as
 * nearly all are known.
 */
final class UsualStays implements KnownSink {

    /** A name: so many bytes, as two numbers. */
    private static final int NAME = 2 * Long.BYTES;

    private final CpuStays fTo;
    private final StreamEvents fStream;
    private final long fBase;
    private final CpuSigns fSigns;
    private EventLayout fLayout;
    /** Where fields stand, in bytes; -1 if that is not known. */
    private int fPrevTid;
    private int fPrevName;
    private int fPrevState;
    private int fNextTid;
    private int fNextName;
    /** Where a switch is that was not taken; null if there is none. */
    private ByteBuffer fOther;
    private int fOtherAt;

    /** {@code base}: what makes times of the stream such since the epoch, ns; {@code signs}: null if it takes no switches. */
    UsualStays(CpuStays to, StreamEvents stream, long base, CpuSigns signs) {
        fTo = to;
        fStream = stream;
        fBase = base;
        fSigns = signs;
    }

    @Override
    public boolean take(long time, int kind, int number) {
        long now = fTo.at(fBase + time);
        if (fStream.kind(kind).what() == HostLayout.Kind.KVM_ENTRY) {
            fTo.entry(now);
        } else {
            fTo.exit(now, number);
        }
        return true;
    }

    @Override
    public boolean look(long time, int kind, EventLayout layout, ByteBuffer bytes, int at) {
        if (fSigns == null) {
            return false;
        }
        if (layout != fLayout) {
            look(layout);
        }
        if (fPrevTid < 0 || fPrevName < 0 || fPrevState < 0 || fNextTid < 0 || fNextName < 0) {
            return false;
        }
        int prev = bytes.getInt(at + fPrevTid);
        int next = bytes.getInt(at + fNextTid);
        if (fSigns.isSpelled(prev, bytes.getLong(at + fPrevName), bytes.getLong(at + fPrevName + Long.BYTES))
                && fSigns.isSpelled(next, bytes.getLong(at + fNextName), bytes.getLong(at + fNextName + Long.BYTES))
                && !CpuSigns.isEnd(bytes.get(at + fPrevState))) {
            fTo.switched(prev, next, fTo.at(fBase + time));
            return true;
        }
        fOther = bytes;
        fOtherAt = at;
        return false;
    }

    private void look(EventLayout layout) {
        fLayout = layout;
        fPrevTid = layout.place(SwitchFields.PREV_TID, Integer.SIZE);
        fPrevName = layout.place(SwitchFields.PREV_COMM, NAME * Byte.SIZE);
        fPrevState = layout.place(SwitchFields.PREV_STATE, Long.SIZE);
        fNextTid = layout.place(SwitchFields.NEXT_TID, Integer.SIZE);
        fNextName = layout.place(SwitchFields.NEXT_COMM, NAME * Byte.SIZE);
    }

    /** The next event was handled: if it was a switch that was not taken, the names of both threads are known now, unless they ended. */
    void handled() {
        if (fOther != null) {
            spelled(fOther.getInt(fOtherAt + fPrevTid), fOtherAt + fPrevName);
            spelled(fOther.getInt(fOtherAt + fNextTid), fOtherAt + fNextName);
            fOther = null;
        }
    }

    private void spelled(int tid, int at) {
        fSigns.spelled(tid, fOther.getLong(at), fOther.getLong(at + Long.BYTES));
    }
}
