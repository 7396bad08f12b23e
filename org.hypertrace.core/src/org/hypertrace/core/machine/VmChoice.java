/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.hypertrace.core.quantity.NameList;

/**
 * The VMs that a user's word means. All commands and options ask this class.
 * <ul>
 * <li>A given name means all VMs that were given it: {@code web}, its runs one after another, on each host.
 * <li>A label or key means one run: {@code web#1}, {@code web#2}, {@code VM 384}, {@code 384#2}.
 * <li>A number is the id of the process: {@code 384}. It is ambiguous if VMs with different names had it.
 * <li>If VMs of several hosts have the same label or key, the name of the host distinguishes them: {@code node-a:web}. Without
 * it a given name means all of them; a label, key or number is ambiguous.
 * <li>A VM includes all that is nested in it. A path means a nested guest only: {@code web/nested}, {@code 384/nested#3}.
 * </ul>
 * The first rule that fits any VM counts.
 */
public final class VmChoice {

    private final String fAsked;
    private final List<VmName> fAll;
    private final VmName.Fit fFit;

    private VmChoice(String asked, Collection<VmName> all) {
        fAsked = asked;
        fAll = List.copyOf(all);
        VmName.Fit best = VmName.Fit.NONE;
        for (VmName name : asked == null ? List.<VmName>of() : fAll) {
            VmName.Fit fit = name.fit(asked);
            best = fit.compareTo(best) > 0 ? fit : best;
        }
        fFit = best;
    }

    /**
     * @param asked
     *            the user's word; null: every VM
     * @param all
     *            the VMs and nested guests that there are
     * @return what the word means among them
     */
    public static VmChoice of(String asked, Collection<VmName> all) {
        return new VmChoice(asked, all);
    }

    /**
     * @param name
     *            a VM or nested guest
     * @return whether the word means it, or the VM that it is in
     */
    public boolean has(VmName name) {
        return fAsked == null || fFit != VmName.Fit.NONE && name.fit(fAsked) == fFit;
    }

    /** @return why the word means nothing, or not one VM: a sentence with the choices; null if it is clear */
    public String problem() {
        if (fAsked == null) {
            return null;
        }
        if (fFit == VmName.Fit.NONE) {
            return "There is no VM " + fAsked + "; there " + are(fAll) + '.';
        }
        return isAmbiguous() ? ambiguous(labels(meant())) : null;
    }

    /** @return why the word does not mean one VM: a sentence with the choices; null if it does, or if there is no word */
    public String problemOfOne() {
        Set<String> words = new LinkedHashSet<>();
        if (fAsked != null && problem() == null) {
            meant().forEach(name -> words.add(name.exact()));
        }
        return words.size() > 1 ? ambiguous(words) : problem();
    }

    private String ambiguous(Collection<String> choices) {
        return "VM " + fAsked + " is ambiguous; there " + NameList.are(choices) + '.';
    }

    /** @return whether the word is no given name, and VMs with different names or on different hosts fit it */
    public boolean isAmbiguous() {
        return fFit != VmName.Fit.NAME && fFit != VmName.Fit.NONE && labels(meant()).size() > 1;
    }

    private List<VmName> meant() {
        return fAll.stream().filter(this::has).map(VmName::outer).toList();
    }

    /**
     * @param names
     *            VMs and nested guests
     * @return the end of a sentence: {@code are web, VM 384}; with the host where another one has a VM of that name
     */
    public static String are(Collection<VmName> names) {
        return NameList.are(labels(names));
    }

    private static Set<String> labels(Collection<VmName> names) {
        Set<String> labels = new LinkedHashSet<>();
        names.forEach(name -> labels.add(name.labelOnHost()));
        return labels;
    }
}
