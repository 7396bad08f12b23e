/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.run;

import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.VmName;

/** A boot or a shutdown of a guest, as the model has it. Times are ns since the epoch, ends exclusive. */
public interface GuestRun {

    /** @return the host of the VM */
    Machines.Host host();

    /** @return the VM, null if its host saw none run a guest */
    Machines.Vm vm();

    /** @return the guest */
    VmName who();

    /** @return the guest's name for people */
    default String guest() {
        return who().label();
    }

    /** @return whether it is one of a nested guest, not of the VM's own */
    default boolean isNested() {
        return who().nested() != null;
    }

    /** @return from 1: which one of this guest in the trace */
    int number();

    /** @return when it begins */
    long begin();

    /** @return when it ends; if nothing ended it, the trace's end */
    long end();

    /** @return its name for people: the guest's, and which one if it is not the first */
    String label();
}
