/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.story;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/**
 * A host whose two VMs, <em>web</em> and <em>db</em>, report nothing by hypercall and record themselves. Each has 2000 events at times at which its
 * vCPU is in the guest, by a clock that is {@link #BEHIND} the host's; some more are while it is not.
 */
public final class OwnTraces {

    /** By how much the guests' clocks are behind, ns. */
    public static final long BEHIND = 5_000_000;
    /** How far the events that are not in the guest are from the nearest time in it, ns. */
    public static final long OUTSIDE = 30_000;
    /** How far events in the guest are from its entry and exit at least, ns: so much the clock may be wrong. */
    public static final int MARGIN = 3_000;
    /** The events of a guest that are in the guest. */
    public static final int INSIDE = 2_000;

    private static final long BEGIN = 10_000_000;
    private static final int SHORTEST = 20_000;
    private static final int LONGEST = 80_000;

    private final Random fRandom = new Random(22);
    private final StringBuilder fHost = new StringBuilder();
    private String fHostName = "alpha";

    private OwnTraces() {
    }

    /**
     * A second host, <em>beta</em>, has a process of the same number as <em>web</em> on the first. So the manifest, which is both hosts', names one
     * guest's trace for both; its events are not in the guest of <em>beta</em>.
     *
     * @param folder
     *            gets the recording
     * @param outside
     *            events of <em>web</em> that are not in the guest of <em>alpha</em>
     * @return the folder
     * @throws IOException
     *             if it cannot be written
     */
    public static Path ofTwoHosts(Path folder, int outside) throws IOException {
        OwnTraces traces = new OwnTraces();
        StringBuilder web = traces.vm("web", 0, 384, outside);
        traces.fHostName = "beta";
        traces.vm("web", 0, 384, 0);
        new RecordedStory(traces.fHost.toString()).in(folder);
        new RecordedStory(web.toString()).without(name -> name.startsWith("kvm")).in(folder);
        Files.writeString(folder.resolve("hypertrace.json"), "{ \"vms\": [ { \"name\": \"web\", \"pid\": 384, \"guestTrace\": \"web\" } ] }");
        return folder;
    }

    /**
     * @param folder
     *            gets the recording
     * @param web
     *            events of <em>web</em> that are not in the guest
     * @param db
     *            events of <em>db</em> that are not in the guest
     * @return the folder
     * @throws IOException
     *             if it cannot be written
     */
    public static Path in(Path folder, int web, int db) throws IOException {
        OwnTraces traces = new OwnTraces();
        StringBuilder first = traces.vm("web", 0, 384, web);
        StringBuilder second = traces.vm("db", 1, 584, db);
        new RecordedStory(traces.fHost.toString()).in(folder);
        for (StringBuilder guest : new StringBuilder[] { first, second }) {
            new RecordedStory(guest.toString()).without(name -> name.startsWith("kvm")).in(folder);
        }
        Files.writeString(folder.resolve("hypertrace.json"), """
                { "vms": [ { "name": "web", "pid": 384, "guestTrace": "web" }, { "name": "db", "pid": 584, "guestTrace": "db" } ] }
                """);
        return folder;
    }

    /** What the host records of a VM on a processor of its own; the guest's own recording is the answer. */
    private StringBuilder vm(String name, int cpu, int pid, int outside) {
        StringBuilder guest = new StringBuilder();
        int tid = pid + 2;
        host(1_000, cpu, "fork CPU_0/KVM:" + tid + ' ' + pid);
        host(2_000, cpu, "sched_switch qemu:" + pid + " S CPU_0/KVM:" + tid);
        long time = BEGIN;
        for (int i = 0; i < INSIDE; i++) {
            long length = length();
            host(time, cpu, "kvm_entry");
            guest(guest, name, time + MARGIN + fRandom.nextInt((int) length - 2 * MARGIN));
            time += length;
            host(time, cpu, "kvm_exit INTR");
            // spread over all of the time
            if (outside > 0 && i % (INSIDE / outside) == INSIDE / outside / 2) {
                guest(guest, name, time + OUTSIDE);
                time += 2 * LONGEST;
            }
            time += length();
        }
        host(time, cpu, "kvm_entry");
        host(time + LONGEST, cpu, "kvm_exit HLT");
        host(time + 2 * LONGEST, cpu, "sched_switch CPU_0/KVM:" + tid + " S swapper/" + cpu + ":0");
        return guest;
    }

    private long length() {
        return SHORTEST + fRandom.nextInt(LONGEST - SHORTEST);
    }

    private void host(long time, int cpu, String event) {
        fHost.append(time).append(' ').append(fHostName).append(" cpu").append(cpu).append(' ').append(event).append('\n');
    }

    private static void guest(StringBuilder guest, String name, long time) {
        guest.append(time - BEHIND).append(' ').append(name).append(" cpu0 other\n");
    }
}
