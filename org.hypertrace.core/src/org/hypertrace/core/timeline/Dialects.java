/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.timeline;

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
     */
    public record Chosen(String vm, Dialect dialect) { }

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
            hash = 31 * (31 * hash + Objects.hashCode(one.vm())) + one.dialect().hash();
        }
        return hash;
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
            if (chosen.vm() == null || name.carries(chosen.vm())) {
                return new Choice(chosen.dialect(), BY_USER);
            }
        }
        Dialect reported = manifest == null ? null : manifest.dialectOf(thread);
        return reported == null ? null : new Choice(reported, "named by the manifest");
    }
}
