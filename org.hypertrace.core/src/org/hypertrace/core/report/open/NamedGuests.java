/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.open;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;

import org.hypertrace.core.machine.Manifest;

/** Traces that manifests name as guests' own. One of them that is damaged is left out; that of its host is reported without it. */
final class NamedGuests {

    static final NamedGuests NONE = new NamedGuests();

    private final Set<Path> fNamed = new HashSet<>();

    private NamedGuests() {
    }

    /** Those of some folders that manifests beside others of them name. */
    static NamedGuests among(Collection<Path> folders) {
        Set<Path> all = folders.stream().map(NamedGuests::plain).collect(Collectors.toSet());
        NamedGuests guests = new NamedGuests();
        for (Path folder : all) {
            try {
                Manifest manifest = Manifest.beside(folder);
                if (manifest != null) {
                    manifest.vms().stream().map(Manifest.Vm::guestTrace).filter(guest -> !folder.equals(guest) && all.contains(guest))
                            .forEach(guests.fNamed::add);
                }
            } catch (IOException e) {
                // reported with the host's trace
            }
        }
        return guests;
    }

    private static Path plain(Path folder) {
        return folder.toAbsolutePath().normalize();
    }

    boolean contains(Path folder) {
        return fNamed.contains(plain(folder));
    }
}
