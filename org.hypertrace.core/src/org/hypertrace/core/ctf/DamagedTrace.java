/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.ctf;

/** Found while it is read: what a trace says cannot be. The message is a clause for the user. */
public final class DamagedTrace extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param how what is wrong, a clause */
    public DamagedTrace(String how) {
        super(how);
    }
}
