/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.track;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.symbol.Symbol;
import org.hypertrace.core.symbol.Symbols;
import org.hypertrace.core.timeline.Guest;

/**
 * Where in the kernels of guests exits come from: addresses get small numbers, and in the end the nearest symbol below them as
 * their names. Where a kernel is may be another place in every boot, and is often reported only later in that boot.
 */
public final class GuestCode {

    /** Addresses that are distinguished, of a boot and of all: further ones have no name. */
    private static final int MAX_OF_BOOT = 1 << 14;
    private static final int MAX = 1 << 17;
    /** Kernels lie at the upper end; an address there is reported by its lower bits. */
    private static final long KERNEL = 0xffff_0000_0000_0000L;
    private static final int MAX_BOOTS = 1 << 16;

    /** A boot of a guest; one that reports nothing boots once. */
    public static final class Boot {
        private final int fNumber;
        private final Guest fGuest;
        private final VirtualCpu fVcpu;
        private long fText;
        private int fSize;

        private Boot(int number, Guest guest, VirtualCpu vcpu) {
            fNumber = number;
            fGuest = guest;
            fVcpu = vcpu;
        }

        /** The kernel's text is there, as the guest reports; 0 if that is not known. */
        void loadedAt(long text) {
            fText = text;
        }
    }

    private final List<Boot> fBoots = new ArrayList<>();
    private final Map<VirtualCpu, Boot> fSilent = new HashMap<>();
    private final LongIndex fNumbers = new LongIndex();
    private final List<Boot> fBootOf = new ArrayList<>();
    private long[] fAddresses = new long[1 << 10];

    /** A guest that reports something of itself boots. */
    public Boot boots(Guest guest) {
        return add(new Boot(fBoots.size(), guest, null));
    }

    /** What is thought of as the boot of a vCPU whose guest reports nothing, or nothing by now. */
    public Boot silent(VirtualCpu vcpu) {
        return fSilent.computeIfAbsent(vcpu, key -> add(new Boot(fBoots.size(), null, key)));
    }

    private Boot add(Boot boot) {
        fBoots.add(boot);
        return boot;
    }

    /** The number of an address, from 1; 0 if it is not of a kernel or there are too many. */
    public int number(Boot boot, long address) {
        if ((address & KERNEL) != KERNEL || boot.fNumber >= MAX_BOOTS) {
            return 0;
        }
        long key = address << 16 | boot.fNumber;
        int known = fNumbers.find(key);
        if (known >= 0) {
            return known + 1;
        }
        if (boot.fSize >= MAX_OF_BOOT || fNumbers.size() >= MAX) {
            return 0;
        }
        boot.fSize++;
        fBootOf.add(boot);
        int number = fNumbers.numberOf(key);
        if (number >= fAddresses.length) {
            fAddresses = Arrays.copyOf(fAddresses, 2 * number);
        }
        fAddresses[number] = address;
        return number + 1;
    }

    /**
     * The names of all numbers, null where there is none.
     *
     * @param symbols
     *            of guests, null for none
     * @param vmOf
     *            the VM of a vCPU whose guest reports nothing, as a guest
     */
    public List<String> names(Function<Guest, Symbols> symbols, Function<VirtualCpu, Guest> vmOf) {
        Map<Boot, Symbols> of = new HashMap<>();
        fBoots.forEach(boot -> of.put(boot, boot.fSize == 0 ? null : symbols(boot, symbols, vmOf)));
        List<String> names = new ArrayList<>();
        names.add(null);
        for (int i = 0; i < fBootOf.size(); i++) {
            Symbols known = of.get(fBootOf.get(i));
            Symbol symbol = known == null ? null : known.of(fAddresses[i]);
            names.add(symbol == null ? null : symbol.label());
        }
        return names;
    }

    private Symbols symbols(Boot boot, Function<Guest, Symbols> symbols, Function<VirtualCpu, Guest> vmOf) {
        Guest guest = boot.fGuest != null ? boot.fGuest : vmOf.apply(boot.fVcpu);
        Symbols file = guest == null ? null : symbols.apply(guest);
        if (file == null || boot.fGuest != null) {
            return file == null ? null : file.at(boot.fText);
        }
        // another vCPU of the same VM may have reported where the kernel is; of several boots it is not known in which this was
        List<Boot> reported = fBoots.stream().filter(other -> other.fGuest != null && other.fGuest.host() == guest.host()
                && other.fGuest.vm().equals(guest.vm())).toList();
        return reported.isEmpty() ? file : reported.size() == 1 ? file.at(reported.get(0).fText) : null;
    }
}
