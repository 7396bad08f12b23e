/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.vcpu;

import java.util.Arrays;

import org.hypertrace.core.event.HostEvent.Interrupt;

/**
 * The interrupts that a processor serves at this moment, one within the other. Of nested ones the outermost shows what has the processor. A
 * softirq that runs at the end of an interrupt, or one that is itself interrupted, stays one stretch.
 */
public final class OpenInterrupts {

    private final int[] fOpen = new int[Interrupt.values().length];
    private int fDepth;
    private Interrupt fKind;
    private int fNumber;

    /** @return what the outermost is, null if none is served */
    public Interrupt kind() {
        return fDepth > 0 ? fKind : null;
    }

    /** @return the number of the outermost; without meaning if none is served */
    public int number() {
        return fNumber;
    }

    /** One begins, within those that are open. */
    public void begins(Interrupt kind, int number) {
        if (fDepth++ == 0) {
            fKind = kind;
            fNumber = number;
        }
        fOpen[kind.ordinal()]++;
    }

    /** One of this kind ends. An end without a beginning (the trace began inside) ends nothing. */
    public void ends(Interrupt kind) {
        if (fOpen[kind.ordinal()] > 0) {
            fOpen[kind.ordinal()]--;
            fDepth--;
        }
    }

    /** None is served any more. */
    public void clear() {
        fDepth = 0;
        Arrays.fill(fOpen, 0);
    }
}
