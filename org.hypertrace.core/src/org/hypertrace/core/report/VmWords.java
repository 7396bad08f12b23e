/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import org.hypertrace.core.machine.VmChoice;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.settings.GuestSymbols;
import org.hypertrace.core.timeline.Dialects;

/** The VMs that {@code --dialect VM=…} and {@code --symbols VM=…} name. Each must be in one of the traces. */
final class VmWords {

    private final Map<String, List<String>> fByOption = new LinkedHashMap<>();
    private final Set<VmName> fAll = new LinkedHashSet<>();

    VmWords(List<Dialects.Chosen> dialects, List<GuestSymbols.Chosen> symbols) {
        fByOption.put("--dialect", dialects.stream().map(Dialects.Chosen::vm).filter(Objects::nonNull).toList());
        fByOption.put("--symbols", symbols.stream().map(GuestSymbols.Chosen::vm).filter(Objects::nonNull).toList());
    }

    /** @param names the VMs and nested guests of a trace that was read */
    void seen(Collection<VmName> names) {
        fAll.addAll(names);
    }

    /** Fails with the choices if an option names a VM that no trace has. */
    void check() throws CannotReport {
        for (Map.Entry<String, List<String>> option : fByOption.entrySet()) {
            for (String word : option.getValue()) {
                String problem = VmChoice.of(word, fAll).problem();
                if (problem != null) {
                    throw new CannotReport(option.getKey() + ": " + problem);
                }
            }
        }
    }
}
