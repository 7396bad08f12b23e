/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.failure;

/** Whether files must survive that the machine loses power. To wait for the disk takes longer than to write them. */
public final class PowerLoss {

    /** Set by {@code releng/hypertrace}, whose reports keep files in a folder that goes away with them. */
    private static final String TEMPORARY = "hypertrace.temporary";
    private static final boolean MATTERS = !Boolean.getBoolean(TEMPORARY);

    private PowerLoss() {
    }

    /** @return whether files are kept for later runs */
    public static boolean matters() {
        return MATTERS;
    }
}
