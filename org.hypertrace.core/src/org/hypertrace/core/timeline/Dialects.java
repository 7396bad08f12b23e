/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.timeline;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;

import org.hypertrace.core.machine.HostThread;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.stream.dialect.Dialect;

/**
 * Which dialects are not to be found out, since the user or the manifest names them. What the user chose counts more; of
 * several choices for one VM the first.
 */
public final class Dialects {

    /** How a dialect is known that the user chose. */
    public static final String BY_USER = "chosen by the user";

    /**
     * What the user chose.
     *
     * @param vm
     *            a user's word for the VM, or for something nested in it, whose events come in the same stream; null: every VM
     * @param dialect
     *            what it reports
     * @param host
     *            the running number of the only host that is meant, below 0: any
     */
    public record Chosen(String vm, Dialect dialect, int host) {

        /** What is meant of any host. */
        public Chosen(String vm, Dialect dialect) {
            this(vm, dialect, -1);
        }

        private boolean isOf(int other, VmName name) {
            return (host < 0 || host == other) && (vm == null || name.carries(vm));
        }
    }

    /**
     * What a VM reports.
     *
     * @param reason
     *            who showed it, for people
     */
    record Choice(Dialect dialect, String reason) { }

    private final List<Chosen> fChosen;
    private final IntFunction<Manifest> fManifests;

    /**
     * @param chosen
     *            by the user
     * @param manifests
     *            the manifest of a host's recording, null for none
     */
    public Dialects(List<Chosen> chosen, IntFunction<Manifest> manifests) {
        fChosen = chosen;
        fManifests = manifests;
    }

    /**
     * @param chosen
     *            by the user
     * @return changes when something else is chosen
     */
    public static int hash(List<Chosen> chosen) {
        int hash = 0;
        for (Chosen one : chosen) {
            hash = 31 * (31 * hash + Objects.hashCode(one.vm()) + one.host + 1) + one.dialect().hash();
        }
        return hash;
    }

    /**
     * @param chosen
     *            by the user
     * @param hosts
     *            the names of the hosts, by their running numbers
     * @return the same; words that begin with the name of a host, as {@code node-a:web}, mean that host's VM, too
     */
    public static List<Chosen> onHosts(List<Chosen> chosen, List<String> hosts) {
        List<Chosen> all = new ArrayList<>();
        for (Chosen one : chosen) {
            all.add(one);
            for (int host = 0; host < hosts.size(); host++) {
                if (one.vm() != null && one.vm().startsWith(hosts.get(host) + ':')) {
                    all.add(new Chosen(one.vm().substring(hosts.get(host).length() + 1), one.dialect(), host));
                }
            }
        }
        return all;
    }

    /**
     * @param thread
     *            a vCPU's
     * @param name
     *            of its VM, as far as is known by now. A number of a run counts those that ran before; which of two began first
     *            may be known later, if one ran when the trace began
     * @return what its VM reports, as far as is known by now; null if it is to be found out
     */
    Choice of(HostThread thread, VmName name) {
        Manifest manifest = thread.process() == null ? null : fManifests.apply(thread.host());
        for (Chosen chosen : fChosen) {
            if (chosen.isOf(thread.host(), name)) {
                return new Choice(chosen.dialect(), BY_USER);
            }
        }
        Dialect reported = manifest == null ? null : manifest.dialectOf(thread);
        return reported == null ? null : new Choice(reported, "named by the manifest");
    }
}
