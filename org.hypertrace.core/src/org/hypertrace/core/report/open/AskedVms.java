/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.open;

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
public final class AskedVms {

    private final Map<String, List<String>> fByOption = new LinkedHashMap<>();
    private final Set<VmName> fAll = new LinkedHashSet<>();

    public AskedVms(List<Dialects.Chosen> dialects, List<GuestSymbols.Chosen> symbols) {
        fByOption.put("--dialect", dialects.stream().map(Dialects.Chosen::vm).filter(Objects::nonNull).toList());
        fByOption.put("--symbols", symbols.stream().map(GuestSymbols.Chosen::vm).filter(Objects::nonNull).toList());
    }

    /** @return that no option names a VM */
    public static AskedVms none() {
        return new AskedVms(List.of(), List.of());
    }

    /** The VMs that are asked for, null for all. Fails with the choices if that is none, or not clear. */
    public static VmChoice choice(String asked, Collection<VmName> all) throws ReportException {
        VmChoice choice = VmChoice.of(asked, all);
        if (choice.problem() != null) {
            throw new ReportException(choice.problem());
        }
        return choice;
    }

    /** @param names the VMs and nested guests of a trace that was read */
    public void seen(Collection<VmName> names) {
        fAll.addAll(names);
    }

    /** Fails with the choices if an option names a VM that no trace has. */
    public void check() throws ReportException {
        for (Map.Entry<String, List<String>> option : fByOption.entrySet()) {
            for (String word : option.getValue()) {
                String problem = VmChoice.of(word, fAll).problem();
                if (problem != null) {
                    throw new ReportException(option.getKey() + ": " + problem);
                }
            }
        }
    }
}
