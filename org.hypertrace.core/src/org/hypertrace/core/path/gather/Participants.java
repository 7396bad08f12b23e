/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.gather;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.exit.track.LongIndex;
import org.hypertrace.core.path.store.IntTable;
import org.hypertrace.core.untrusted.TextLimit;

/**
 * Who can be on a path, but for runs of handlers: threads of hosts and of guests, and vCPUs; numbers stand for them. With them
 * the names that occur. Few words each: a trace may report very many threads.
 */
public final class Participants {

    /** What a participant is. The order is the code in files. */
    public enum Kind {
        /** A thread of a host. */
        HOST_THREAD,
        /** A vCPU. */
        VCPU,
        /** A thread of a guest. */
        GUEST_THREAD
    }

    /** In place of a thread's id: it is the idle one of the processor whose number is added to this. */
    public static final int IDLE_OF = 1 << 28;

    /**
     * How many there may be, as a trace may report threads without end, and so may a hostile guest: threads of hosts, of all guests and
     * of each, so that one leaves room for the others, and names.
     */
    record Limits(int ofHosts, int ofGuests, int ofOneGuest, int names) {
        static final Limits USUAL = new Limits(1 << 21, 1 << 20, 1 << 19, 1 << 18);
    }

    /** How many of a kind, or of a guest, there are, and whether there were more. */
    private static final class Room {
        private int fTaken;
        private boolean fIsShort;
    }

    static final int MAX_REASONS = 1 << 12;

    private static final int WORDS = 8;
    private static final int KIND = 0;
    private static final int HOST = 1;
    private static final int NUMBER = 2;
    private static final int COUNT = 3;
    private static final int VM = 4;
    private static final int BOOT = 5;
    private static final int NAME = 6;
    private static final int LINK = 7;

    private int[] fWords = new int[WORDS << 8];
    private int fSize;
    private final Limits fLimits;
    private final Room fOfHosts = new Room();
    private final IntTable<Room> fOfVm = new IntTable<>();
    private int fOfGuests;
    private final Map<String, Integer> fNumberOfName = new HashMap<>();
    private final List<String> fNames = new ArrayList<>();
    private final LongIndex fExits = new LongIndex();

    Participants(Limits limits) {
        fLimits = limits;
    }

    /** @return how many there are */
    public int size() {
        return fSize;
    }

    /**
     * @param number
     *            the thread's id, or {@link #IDLE_OF} and a processor; the vCPU's number
     * @param count
     *            the how-manieth with this id
     * @return the new participant's number; {@link PathRows#NONE} if there are too many
     */
    int add(Kind kind, int host, int number, int count, int vm, int boot) {
        if (!hasRoom(kind, vm)) {
            return PathRows.NONE;
        }
        room(kind, vm).fTaken += kind == Kind.VCPU ? 0 : 1;
        fOfGuests += kind == Kind.GUEST_THREAD ? 1 : 0;
        if ((fSize + 1) * WORDS > fWords.length) {
            fWords = Arrays.copyOf(fWords, 2 * fWords.length);
        }
        int at = fSize * WORDS;
        fWords[at + KIND] = kind.ordinal();
        fWords[at + HOST] = host;
        fWords[at + NUMBER] = number;
        fWords[at + COUNT] = count;
        fWords[at + VM] = vm;
        fWords[at + BOOT] = boot;
        fWords[at + NAME] = PathRows.NONE;
        fWords[at + LINK] = PathRows.NONE;
        return fSize++;
    }

    private Room room(Kind kind, int vm) {
        Room room = kind == Kind.GUEST_THREAD ? fOfVm.get(vm) : fOfHosts;
        if (room == null) {
            room = new Room();
            fOfVm.put(vm, room);
        }
        return room;
    }

    /** Whether one more of that kind, and of that guest, is kept; if not, that is remembered. */
    boolean hasRoom(Kind kind, int vm) {
        Room room = room(kind, vm);
        boolean has = switch (kind) {
        case VCPU -> true;
        case HOST_THREAD -> room.fTaken < fLimits.ofHosts;
        case GUEST_THREAD -> room.fTaken < fLimits.ofOneGuest && fOfGuests < fLimits.ofGuests;
        };
        room.fIsShort |= !has;
        return has;
    }

    /** Whether there were more of that kind, and of that guest, than are kept. */
    boolean areLeftOut(Kind kind, int vm) {
        return room(kind, vm).fIsShort;
    }

    /** @return what it is */
    public Kind kind(int participant) {
        return Kind.values()[get(participant, KIND)];
    }

    /** @return the running number of its host */
    public int host(int participant) {
        return get(participant, HOST);
    }

    /** @return the thread's id, or {@link #IDLE_OF} and a processor; the vCPU's number */
    public int number(int participant) {
        return get(participant, NUMBER);
    }

    /** @return whether it is the idle thread of a processor */
    public boolean isIdleOfProcessor(int participant) {
        return number(participant) >= IDLE_OF;
    }

    /** @return the how-manieth with this id it is */
    public int count(int participant) {
        return get(participant, COUNT);
    }

    /** @return the running number of the VM of a vCPU or a guest's thread */
    public int vm(int participant) {
        return get(participant, VM);
    }

    /** @return the boot of a guest's thread; of a thread of the host, the how-manieth process with its id */
    public int boot(int participant) {
        return get(participant, BOOT);
    }

    /** @return the last known name, empty if there is none */
    public String name(int participant) {
        return text(get(participant, NAME));
    }

    /** @return of a thread of the host: the vCPU that it is; of a vCPU: its thread; of a guest's: 0 if it is an idle one at the end */
    public int link(int participant) {
        return get(participant, LINK);
    }

    void setNumber(int participant, int number) {
        set(participant, NUMBER, number);
    }

    void setVm(int participant, int vm) {
        set(participant, VM, vm);
    }

    void setName(int participant, int name) {
        set(participant, NAME, name);
    }

    /** A thread of the host is one of this process, the {@code count}-th with its id; 0: or works for any with it. */
    void setProcess(int participant, int pid, int count) {
        setVm(participant, pid);
        set(participant, BOOT, count);
    }

    /** @return the process id of a thread of the host, or of the VMM that it works for; -1 if it is not known */
    public int process(int participant) {
        return vm(participant);
    }

    void setLink(int participant, int link) {
        set(participant, LINK, link);
    }

    int nameNumber(int participant) {
        return get(participant, NAME);
    }

    private int get(int participant, int word) {
        return participant < 0 ? PathRows.NONE : fWords[participant * WORDS + word];
    }

    private void set(int participant, int word, int value) {
        if (participant >= 0) {
            fWords[participant * WORDS + word] = value;
        }
    }

    /** @return the number that stands for a name, clipped; of too many ones for none */
    public synchronized int name(String text) {
        Integer known = fNumberOfName.get(text);
        String clipped = known != null ? text : TextLimit.NAME.clip(text);
        known = known != null ? known : fNumberOfName.get(clipped);
        if (known == null) {
            if (fNames.size() >= fLimits.names) {
                return PathRows.NONE;
            }
            known = fNames.size();
            fNames.add(clipped);
            fNumberOfName.put(clipped, known);
        }
        return known;
    }

    int names() {
        return fNames.size();
    }

    /** @return the name with this number, empty for {@link PathRows#NONE} */
    public synchronized String text(int name) {
        return name < 0 ? "" : fNames.get(name);
    }

    int exits() {
        return fExits.size();
    }

    /** @return the number that stands for this reason of an exit; of too many ones for none */
    int exit(int isa, long reason) {
        long exit = (long) isa << 32 | reason & 0xffffffffL;
        return fExits.size() < MAX_REASONS ? fExits.numberOf(exit) : fExits.find(exit);
    }

    /** @return the vendor in whose code an exit's reason is */
    public int isa(int exit) {
        return (int) (fExits.key(exit) >> 32);
    }

    /** @return the reason of an exit, an unsigned 32-bit number */
    public long reason(int exit) {
        return fExits.key(exit) & 0xffffffffL;
    }

    void write(DataOutput out) throws IOException {
        out.writeInt(fSize);
        for (int i = 0; i < fSize * WORDS; i++) {
            out.writeInt(fWords[i]);
        }
        out.writeInt(fNames.size());
        for (String name : fNames) {
            out.writeUTF(name);
        }
        out.writeInt(fExits.size());
        for (int i = 0; i < fExits.size(); i++) {
            out.writeLong(fExits.key(i));
        }
    }

    static Participants read(DataInput in) throws IOException {
        Participants read = new Participants(Limits.USUAL);
        read.fSize = in.readInt();
        read.fWords = new int[Math.max(1, read.fSize) * WORDS];
        for (int i = 0; i < read.fSize * WORDS; i++) {
            read.fWords[i] = in.readInt();
        }
        int names = in.readInt();
        for (int i = 0; i < names; i++) {
            read.name(in.readUTF());
        }
        int exits = in.readInt();
        for (int i = 0; i < exits; i++) {
            read.fExits.numberOf(in.readLong());
        }
        return read;
    }
}
