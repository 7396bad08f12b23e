/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.oracle;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import org.hypertrace.testing.Summary;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

/** The stretches of time that {@code rows.py} finds in the rows of vCPUs and guest threads of a sample. */
public final class RowLines {

    private final JsonObject fRows;

    private RowLines(JsonObject rows) {
        fRows = rows;
    }

    /**
     * A stretch of a row.
     *
     * @param begin
     *            its first ns on the host's clock
     * @param end
     *            the ns after its last
     * @param label
     *            what the row shows meanwhile; null: a colour alone
     */
    public record Stretch(long begin, long end, String label) {

        private static Stretch of(JsonElement element) {
            JsonArray of = element.getAsJsonArray();
            return new Stretch(of.get(0).getAsLong(), of.get(1).getAsLong(), of.size() < 3 || of.get(2).isJsonNull() ? null : of.get(2).getAsString());
        }

        /** @return how long it is, in ns */
        public long length() {
            return end - begin;
        }

        /** @return a time in its middle */
        public long middle() {
            return begin + length() / 2;
        }

        /** @return the same stretch with another label */
        public Stretch as(String other) {
            return new Stretch(begin, end, other);
        }

        /** @return whether they have time in common */
        public boolean touches(Stretch other) {
            return begin < other.end && other.begin < end;
        }

        @Override
        public String toString() {
            return begin + " " + end + ' ' + label;
        }
    }

    /** A vCPU's rows, of which {@code migrations} are the arrows from one CPU to the next; the labels of {@code tasks} are thread ids. */
    public record Vcpu(long begin, long end, List<Stretch> states, List<Stretch> cpus, List<Stretch> migrations, List<Stretch> preemptors,
            List<Stretch> tasks, List<Stretch> modes) {

        /** @return the longest stretch of a state */
        public Stretch longest(String state) {
            return RowLines.longest(states, state);
        }
    }

    /**
     * @param sample
     *            the name of a sample
     * @return the rows of its only host
     */
    public static RowLines of(String sample) {
        return new RowLines(OracleScripts.ask("rows", sample, List.of()));
    }

    /**
     * @param sample
     *            the name of a sample
     * @param level
     *            of initcalls
     * @return the level of the first boot of the first VM, by {@code boots.py}
     */
    public static Stretch level(String sample, String level) {
        JsonObject boot = Summary.objects(Summary.objects(Oracle.boots(sample), "vms").get(0), "boots").get(0);
        return Summary.objects(boot, "levels").stream().filter(of -> level.equals(of.get("name").getAsString()))
                .map(of -> new Stretch(of.get("begin").getAsLong(), of.get("end").getAsLong(), level)).findFirst().orElseThrow();
    }

    private JsonObject vm(int vm) {
        return Summary.objects(fRows, "vms").get(vm);
    }

    /**
     * @param vm
     *            its place among the VMs by their first hypercalls, from 0
     * @return the rows of the VM's first vCPU
     */
    public Vcpu vcpu(int vm) {
        JsonObject of = Summary.objects(vm(vm), "vcpus").get(0);
        return new Vcpu(of.get("begin").getAsLong(), of.get("end").getAsLong(), row(of, "states"), row(of, "cpus"), row(of, "migrations"),
                row(of, "preemptors"), row(of, "tasks"), row(of, "modes"));
    }

    /**
     * @param vm
     *            as for {@link #vcpu(int)}
     * @param tid
     *            of a guest thread
     * @return the thread's row
     */
    public List<Stretch> thread(int vm, int tid) {
        return row(vm(vm).getAsJsonObject("threads"), Integer.toString(tid));
    }

    /**
     * @param vm
     *            as for {@link #vcpu(int)}
     * @return the ids of its guest threads, the idle ones not among them
     */
    public List<Integer> tids(int vm) {
        return vm(vm).getAsJsonObject("threads").keySet().stream().map(Integer::valueOf).toList();
    }

    private static List<Stretch> row(JsonObject of, String key) {
        return StreamSupport.stream(of.getAsJsonArray(key).spliterator(), false).map(Stretch::of).toList();
    }

    /**
     * @param row
     *            stretches
     * @param label
     *            what they show, null included
     * @return the longest of these, the first of equals
     */
    public static Stretch longest(List<Stretch> row, String label) {
        return labelled(row, label).max(Comparator.comparingLong(Stretch::length).thenComparing(Stretch::begin, Comparator.reverseOrder()))
                .orElseThrow(() -> new AssertionError("the oracle finds no stretch of " + label));
    }

    private static Stream<Stretch> labelled(List<Stretch> row, String label) {
        return row.stream().filter(stretch -> Objects.equals(stretch.label(), label));
    }
}
