/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.hypertrace.core.event.HostEvent;

/**
 * The identity of a VM or nested guest, and its name. This is the only place that makes such a name; all views, reports, menus
 * and options use it.
 * <table>
 * <caption>Names</caption>
 * <tr><td>given by the manifest, else by the guest</td><td>{@code web}</td></tr>
 * <tr><td>the second process of the host with that name</td><td>{@code web#2}</td></tr>
 * <tr><td>no given name: the emulator's process</td><td>{@code VM 1234}, the second with that id {@code VM 1234#2}</td></tr>
 * <tr><td>unknown process: the thread of its vCPU</td><td>{@code VM of thread 11}</td></tr>
 * <tr><td>a guest without a traced host</td><td>the name of the machine</td></tr>
 * <tr><td>the only nested guest, if it was given a name</td><td>{@code web/inner}</td></tr>
 * <tr><td>another nested guest</td><td>{@code web/nested}; another one {@code web/nested#3}; of level 2 {@code web/nested/nested}</td></tr>
 * <tr><td>a vCPU</td><td>{@code web vCPU 0}</td></tr>
 * <tr><td>a later boot or shutdown</td><td>{@code web, boot 2}</td></tr>
 * </table>
 * Users name a VM as {@link VmChoice} describes.
 *
 * @param key
 *            unique within the host: process id and incarnation, {@code 384#1}; of a vCPU without a known process, the thread's
 * @param pid
 *            the process id, {@link HostEvent#UNKNOWN_ID} if it is unknown
 * @param given
 *            the given name, null for none
 * @param run
 *            from 1: which of the host's VMs with this given name it is, in the order of their begins
 * @param inner
 *            the given name of the only guest nested in that VM, null for none
 * @param host
 *            the name of the host, if users may mean a VM of another host by the same word; else null
 * @param nested
 *            where in that VM the nested guest is; null: it is the VM itself
 */
public record VmName(String key, int pid, String given, int run, String inner, String host, Nesting nested) {

    /** How well a user's word fits, the best last. */
    enum Fit { NONE, ID, LABEL, NAME }

    /**
     * @param key
     *            of a process or thread
     * @param pid
     *            {@link HostEvent#UNKNOWN_ID}: the key is a thread's
     * @param given
     *            the given name, null for none
     * @param run
     *            from 1
     * @return the name of a VM
     */
    public static VmName of(String key, int pid, String given, int run) {
        return new VmName(key, pid, given, run, null, null, null);
    }

    /**
     * @param name
     *            of a machine
     * @return the name of a guest whose host was not traced
     */
    public static VmName alone(String name) {
        return of(name, HostEvent.UNKNOWN_ID, name, 1);
    }

    /**
     * @param names
     *            of the VMs of a host, in the order of their begins
     * @return the same, with the runs of each given name counted
     */
    public static List<VmName> runs(Collection<VmName> names) {
        Map<String, Integer> runs = new HashMap<>();
        return names.stream().map(name -> name.again(name.given == null ? 1 : runs.merge(name.given, 1, Integer::sum))).toList();
    }

    /**
     * @param hosts
     *            the name of the host of each VM
     * @param names
     *            of the VMs of all hosts
     * @return the same; those of which another host has one with the same key or label have the name of their host
     */
    public static List<VmName> onHosts(List<String> hosts, List<VmName> names) {
        Map<String, Set<String>> where = new HashMap<>();
        for (int i = 0; i < names.size(); i++) {
            where.computeIfAbsent(names.get(i).key, key -> new HashSet<>()).add(hosts.get(i));
            where.computeIfAbsent(names.get(i).label(), label -> new HashSet<>()).add(hosts.get(i));
        }
        List<VmName> all = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            VmName name = names.get(i);
            boolean isUnique = where.get(name.key).size() == 1 && where.get(name.label()).size() == 1;
            all.add(new VmName(name.key, name.pid, name.given, name.run, name.inner, isUnique ? null : hosts.get(i), name.nested));
        }
        return all;
    }

    /**
     * @param name
     *            of its host
     * @return the same, which users may mean by a word with the name of its host
     */
    public VmName on(String name) {
        return new VmName(key, pid, given, run, inner, name, nested);
    }

    /** @return a user's word that means this VM alone */
    public String word() {
        return host == null ? key : host + ':' + key;
    }

    /** @return the name for people where VMs of all hosts are listed: {@code node-a:web} if another host has a {@code web} */
    public String labelOnHost() {
        return host == null ? label() : host + ':' + label();
    }

    /** @return what people may call this VM alone: {@code web#1}, {@code VM 1234}, {@code node-a:web#1} */
    public String exact() {
        String own = given == null ? vm() : given + '#' + run;
        return host == null ? own : host + ':' + own;
    }

    /**
     * @param name
     *            given to the only guest nested in this VM, null for none
     * @return the same with that
     */
    public VmName withInner(String name) {
        return new VmName(key, pid, given, run, name, host, nested);
    }

    /** @return the same with another run, from 1 */
    VmName again(int nth) {
        return new VmName(key, pid, given, nth, inner, host, nested);
    }

    /**
     * @param nesting
     *            where, null: in none
     * @return the guest that is nested there in this VM
     */
    public VmName nested(Nesting nesting) {
        return new VmName(key, pid, given, run, inner, host, nesting);
    }

    /** @return the VM itself, or the one that it is nested in */
    public VmName outer() {
        return nested == null ? this : nested(null);
    }

    /** @return the name for people: {@code web}, {@code VM 1234}, {@code web/nested} */
    public String label() {
        return nested == null ? vm() : vm() + '/' + nested.path(inner);
    }

    private String vm() {
        if (given != null) {
            return run > 1 ? given + '#' + run : given;
        }
        Incarnation of = Incarnation.of(key);
        String nth = of != null && of.nth() > 1 ? "#" + of.nth() : "";
        return pid == HostEvent.UNKNOWN_ID ? "VM of thread " + (of == null ? key : of.id() + nth) : "VM " + pid + nth;
    }

    /** @return the name where the reader must see that it is a VM: {@code VM web}, {@code VM 1234} */
    public String title() {
        return given == null ? label() : "VM " + label();
    }

    /**
     * @param number
     *            of a vCPU
     * @return the vCPU's name for people: {@code web vCPU 0}
     */
    public String vcpu(int number) {
        return label() + " vCPU " + number;
    }

    /**
     * @param what
     *            {@code boot} or {@code shutdown}
     * @param number
     *            from 1
     * @return its name for people: {@code web}, the second {@code web, boot 2}
     */
    public String nth(String what, int number) {
        return number == 1 ? label() : label() + ", " + what + ' ' + number;
    }

    /**
     * @param asked
     *            a user's word
     * @return whether it may mean this one, or the VM that this one is nested in
     */
    public boolean matches(String asked) {
        return fit(asked) != Fit.NONE;
    }

    /**
     * @param asked
     *            a user's word
     * @return whether it may mean this one itself; not if it means the VM that this one is nested in
     */
    public boolean is(String asked) {
        return nested == null ? matches(asked) : fitVm(asked) == Fit.NONE && matches(asked);
    }

    /**
     * @param asked
     *            a user's word
     * @return whether it may mean this VM, or something that is nested in it
     */
    public boolean carries(String asked) {
        boolean carries = matches(asked);
        for (int slash = asked.indexOf('/'); slash >= 0 && !carries; slash = asked.indexOf('/', slash + 1)) {
            carries = fitVm(asked.substring(0, slash)) != Fit.NONE;
        }
        return carries;
    }

    /**
     * @param out
     *            gets the name; not in which nested guest, nor on which of several hosts
     * @throws IOException
     *             if it cannot be written
     */
    public void write(DataOutput out) throws IOException {
        out.writeUTF(key);
        out.writeInt(pid);
        writeText(given, out);
        out.writeInt(run);
        writeText(inner, out);
    }

    /**
     * @param in
     *            has what {@link #write} wrote
     * @return the name
     * @throws IOException
     *             if it cannot be read
     */
    public static VmName read(DataInput in) throws IOException {
        return new VmName(in.readUTF(), in.readInt(), readText(in), in.readInt(), readText(in), null, null);
    }

    private static void writeText(String text, DataOutput out) throws IOException {
        out.writeBoolean(text != null);
        if (text != null) {
            out.writeUTF(text);
        }
    }

    private static String readText(DataInput in) throws IOException {
        return in.readBoolean() ? in.readUTF() : null;
    }

    Fit fit(String asked) {
        Fit whole = fitVm(asked);
        if (whole != Fit.NONE || nested == null) {
            return whole;
        }
        // both parts may have slashes
        for (int slash = asked.indexOf('/'); slash >= 0; slash = asked.indexOf('/', slash + 1)) {
            String below = asked.substring(slash + 1);
            if (below.equals(nested.path(inner)) || below.equals(nested.path(null)) || below.equals(nested.key())) {
                return fitVm(asked.substring(0, slash));
            }
        }
        return Fit.NONE;
    }

    private Fit fitVm(String asked) {
        Fit here = fitHere(asked);
        return here == Fit.NONE && host != null && asked.startsWith(host + ':') ? fitHere(asked.substring(host.length() + 1)) : here;
    }

    private Fit fitHere(String asked) {
        if (asked.equals(given)) {
            return Fit.NAME;
        }
        if (asked.equals(vm()) || asked.equals(key) || given != null && asked.equals(given + '#' + run)) {
            return Fit.LABEL;
        }
        return pid != HostEvent.UNKNOWN_ID && asked.equals(Integer.toString(pid)) ? Fit.ID : Fit.NONE;
    }
}
