/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.columns;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.exit.track.Cause;
import org.hypertrace.core.kvm.ExitReason;
import org.hypertrace.core.kvm.SubReason;
import org.hypertrace.core.machine.ThreadName;
import org.hypertrace.core.task.GuestMode;

/**
 * What the numbers in the columns of exits stand for.
 *
 * @param vcpus
 *            by the running number of the vCPU; those that run no guest are among them
 * @param tasks
 *            threads of guests, by guest and number
 * @param functions
 *            names that guests give their functions, by guest and address
 * @param code
 *            by the number of a place in a guest's kernel the nearest symbol below it, null where there is none
 */
public record ExitDictionary(List<ExitVcpu> vcpus, List<Reason> reasons, List<SubReason> subs, List<Cause> causes,
        Map<GuestTaskId, ThreadName> tasks, Map<GuestAddress, String> functions, List<String> code) {

    /** An exit reason; {@code isa} is the tracer's number of the processor's vendor. */
    public record Reason(int isa, long code) {
        /** There are too many for all to be distinguished. */
        static final Reason FURTHER = new Reason(-2, 0);

        /** @return its name, else the number */
        public String label() {
            return this.equals(FURTHER) ? "further" : ExitReason.label(isa, code);
        }
    }

    /** A thread of a guest. */
    public record GuestTaskId(int guest, int task) { }

    /** An address in a guest's kernel. */
    public record GuestAddress(int guest, long address) { }

    void write(DataOutput out) throws IOException {
        out.writeInt(vcpus.size());
        for (ExitVcpu vcpu : vcpus) {
            vcpu.write(out);
        }
        out.writeInt(reasons.size());
        for (Reason reason : reasons) {
            out.writeInt(reason.isa);
            out.writeLong(reason.code);
        }
        out.writeInt(subs.size());
        for (SubReason sub : subs) {
            out.writeByte(sub.kind().ordinal());
            out.writeLong(sub.number());
        }
        out.writeInt(causes.size());
        for (Cause cause : causes) {
            write(cause, out);
        }
        out.writeInt(tasks.size());
        for (Map.Entry<GuestTaskId, ThreadName> task : tasks.entrySet()) {
            out.writeInt(task.getKey().guest);
            out.writeInt(task.getKey().task);
            out.writeInt(task.getValue().tid());
            writeText(task.getValue().name(), out);
        }
        out.writeInt(functions.size());
        for (Map.Entry<GuestAddress, String> function : functions.entrySet()) {
            out.writeInt(function.getKey().guest);
            out.writeLong(function.getKey().address);
            writeText(function.getValue(), out);
        }
        out.writeInt(code.size());
        for (String name : code) {
            writeText(name, out);
        }
    }

    static ExitDictionary read(DataInput in) throws IOException {
        List<ExitVcpu> vcpus = new ArrayList<>();
        for (int i = in.readInt(); i > 0; i--) {
            vcpus.add(ExitVcpu.read(in));
        }
        List<Reason> reasons = new ArrayList<>();
        for (int i = in.readInt(); i > 0; i--) {
            reasons.add(new Reason(in.readInt(), in.readLong()));
        }
        List<SubReason> subs = new ArrayList<>();
        for (int i = in.readInt(); i > 0; i--) {
            subs.add(new SubReason(SubReason.Kind.of(in.readByte()), in.readLong()));
        }
        List<Cause> causes = new ArrayList<>();
        for (int i = in.readInt(); i > 0; i--) {
            causes.add(readCause(in));
        }
        Map<GuestTaskId, ThreadName> tasks = new HashMap<>();
        for (int i = in.readInt(); i > 0; i--) {
            tasks.put(new GuestTaskId(in.readInt(), in.readInt()), new ThreadName(in.readInt(), readText(in)));
        }
        Map<GuestAddress, String> functions = new HashMap<>();
        for (int i = in.readInt(); i > 0; i--) {
            functions.put(new GuestAddress(in.readInt(), in.readLong()), readText(in));
        }
        List<String> code = new ArrayList<>();
        for (int i = in.readInt(); i > 0; i--) {
            code.add(readText(in));
        }
        return new ExitDictionary(vcpus, reasons, subs, causes, tasks, functions, code);
    }

    private static void write(Cause cause, DataOutput out) throws IOException {
        out.writeInt(cause.guest());
        out.writeInt(cause.task());
        out.writeInt(cause.mode().ordinal());
        out.writeLong(cause.function());
        out.writeInt(cause.syscall());
        out.writeBoolean(cause.compat());
        out.writeLong(cause.initcall());
        writeText(cause.initcallName(), out);
    }

    private static Cause readCause(DataInput in) throws IOException {
        return new Cause(in.readInt(), in.readInt(), GuestMode.of(in.readInt()), in.readLong(), in.readInt(), in.readBoolean(),
                in.readLong(), readText(in));
    }

    /** Names are clipped: the form's limit of 64 KiB is not reached by them. */
    static void writeText(String text, DataOutput out) throws IOException {
        out.writeBoolean(text != null);
        if (text != null) {
            out.writeUTF(text);
        }
    }

    static String readText(DataInput in) throws IOException {
        return in.readBoolean() ? in.readUTF() : null;
    }
}
