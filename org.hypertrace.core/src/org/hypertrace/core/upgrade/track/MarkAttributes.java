/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade.track;

/** Names in the state tree of what {@link MarkTracker} and {@link CodeTracker} find; the tree is shown there. */
public final class MarkAttributes {

    /** The marks of a guest, from 0. */
    public static final String MARKS = "Marks";
    /** Long: the value of a mark. It begins when the mark was set. */
    public static final String VALUE = "Value";
    /** String: the text that its sender sent behind a mark; absent if there is none. */
    public static final String TEXT = "Text";
    /** Integer: how many marks of a guest are not kept, for there are too many. */
    public static final String OTHER_MARKS = "Other marks";
    /** Of a boot, Long: when an exit first showed the address of kernel code, ns since the epoch. */
    public static final String KERNEL_CODE = "Kernel code";
    /** Of a boot, Long: when an exit first showed the address of a process after that, ns since the epoch. */
    public static final String USER_CODE = "User code";

    private MarkAttributes() {
    }
}
