/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.kvm;

/** Where the fields of a switch of the scheduler are among those that are asked for. */
public final class SwitchFields {

    /** The id of the thread that leaves the processor. */
    public static final int PREV_TID = 0;
    /** Its name. */
    public static final int PREV_COMM = 1;
    /** Why it leaves, as Linux has it. */
    public static final int PREV_STATE = 2;
    /** The id of the thread that gets the processor. */
    public static final int NEXT_TID = 3;
    /** Its name. */
    public static final int NEXT_COMM = 4;

    private SwitchFields() {
    }
}
