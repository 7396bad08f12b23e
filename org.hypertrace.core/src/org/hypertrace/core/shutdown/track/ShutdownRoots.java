/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.shutdown.track;

import java.util.EnumMap;
import java.util.Map;

import org.hypertrace.core.symbol.Symbols;

/** Where a kernel's functions are that shut it down. */
final class ShutdownRoots {

    private final Map<ShutdownKind, Long> fAddresses = new EnumMap<>(ShutdownKind.class);

    /** @param here the symbols where the kernel is, null if they are not known */
    ShutdownRoots(Symbols here) {
        for (ShutdownKind kind : here == null ? new ShutdownKind[0] : ShutdownKind.values()) {
            long address = here.address(kind.function());
            if (address != 0) {
                fAddresses.put(kind, address);
            }
        }
    }

    /** What the function at an address is for; null if it is none of them. */
    ShutdownKind kind(long address) {
        for (Map.Entry<ShutdownKind, Long> entry : fAddresses.entrySet()) {
            if (entry.getValue() == address) {
                return entry.getKey();
            }
        }
        return null;
    }
}
