/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;

import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.settings.GuestSymbols;
import org.hypertrace.core.symbol.Symbol;
import org.hypertrace.core.symbol.Symbols;

/**
 * The names of what a boot's kernel runs. Symbols of another kernel would name everything wrongly. A file is used only if most
 * of the addresses that the guest calls functions are the begins of functions.
 */
public final class BootSymbols {

    /** Addresses of a boot without a file of symbols. */
    public static final BootSymbols NONE = new BootSymbols(null, null);

    private final Symbols fSymbols;
    private final String fRemark;

    private BootSymbols(Symbols symbols, String remark) {
        fSymbols = symbols;
        fRemark = remark;
    }

    /**
     * @param boot
     *            a boot
     * @param symbols
     *            those of the trace's VMs
     * @return the names
     */
    public static BootSymbols of(GuestBoot boot, GuestSymbols symbols) {
        long[] addresses = LongStream.concat(boot.initcalls().stream().mapToLong(InitcallRun::address),
                boot.crashes().stream().flatMap(crash -> crash.stack().stream()).mapToLong(Long::longValue))
                .filter(address -> address != 0).distinct().toArray();
        return of(boot.host(), boot.vm() == null ? null : boot.who(), boot.text(), addresses, symbols);
    }

    /**
     * @param host
     *            a host
     * @param vm
     *            a VM of it, or a guest nested in one; null: a guest that no host knows
     * @param text
     *            where {@code _text} is, 0 if not recorded
     * @param addresses
     *            those that the guest calls functions
     * @param symbols
     *            those of the trace's VMs
     * @return the names
     */
    public static BootSymbols of(Machines.Host host, VmName vm, long text, long[] addresses, GuestSymbols symbols) {
        Path file = symbols.file(host, vm);
        if (file == null) {
            List<String> problems = symbols.problems();
            return addresses.length == 0 ? NONE : new BootSymbols(null, !problems.isEmpty() ? problems.get(0)
                    : "no symbols are known: functions are shown by their addresses; give the guest's kallsyms or System.map");
        }
        Symbols plain = symbols.of(host, vm);
        if (plain == null) {
            return new BootSymbols(null, "the symbols in " + file + " cannot be read");
        }
        Symbols here = plain.at(text);
        long fit = LongStream.of(addresses).filter(here::isFunction).count();
        if (addresses.length > 0 && 2 * fit < addresses.length) {
            return new BootSymbols(null, "the symbols in " + file + " are of another kernel" + (text == 0
                    ? ", or this one is loaded elsewhere and does not report where" : "") + ": only " + fit + " of "
                    + addresses.length + " functions begin where it has one; they are not used");
        }
        return new BootSymbols(here, null);
    }

    /** @return what is wrong or missing, for people; null if nothing is */
    public String remark() {
        return fRemark;
    }

    /**
     * @param address
     *            in the guest's kernel
     * @return the function's name, else null
     */
    public String name(long address) {
        Symbol symbol = fSymbols == null || address == 0 ? null : fSymbols.of(address);
        return symbol == null ? null : symbol.label();
    }

    /**
     * @param address
     *            in the guest's kernel
     * @return whether a function with a name begins there
     */
    public boolean isNamed(long address) {
        Symbol symbol = fSymbols == null || address == 0 ? null : fSymbols.of(address);
        return symbol != null && symbol.offset() == 0;
    }

    /**
     * @param address
     *            in the guest's kernel
     * @return the function's name, else the address in hexadecimal
     */
    public String label(long address) {
        String name = name(address);
        return name == null ? "0x" + Long.toHexString(address) : name;
    }

    /**
     * @param initcall
     *            of the boot
     * @return its function's name, else its address in hexadecimal
     */
    public String label(InitcallRun initcall) {
        return initcall.name() != null ? initcall.name() : label(initcall.address());
    }
}
