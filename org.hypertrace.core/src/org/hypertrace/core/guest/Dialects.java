/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.guest;

import java.util.List;
import java.util.function.IntFunction;

import org.hypertrace.core.machine.HostProcess;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.stream.Dialect;

/**
 * Which dialects are not to be found out, since the user or the manifest names them. What the user chose counts more; of
 * several choices for one VM the first.
 */
public final class Dialects {

    /**
     * What the user chose.
     *
     * @param vm
     *            the name of the VM in the manifest, its process id on the host, or its key; null: every VM
     */
    public record Chosen(String vm, Dialect dialect) { }

    /**
     * What a VM speaks.
     *
     * @param reason
     *            who said so, for people
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

    /** @return null if it is to be found out */
    Choice of(int host, HostProcess process) {
        Manifest manifest = fManifests.apply(host);
        String name = manifest == null || process == null ? null : manifest.nameOf(process);
        for (Chosen chosen : fChosen) {
            String vm = chosen.vm();
            if (vm == null || vm.equals(name)
                    || process != null && (vm.equals(process.key()) || vm.equals(Integer.toString(process.pid())))) {
                return new Choice(chosen.dialect(), "chosen by the user");
            }
        }
        Dialect told = manifest == null || process == null ? null : manifest.dialectOf(process);
        return told == null ? null : new Choice(told, "the manifest says so");
    }
}
