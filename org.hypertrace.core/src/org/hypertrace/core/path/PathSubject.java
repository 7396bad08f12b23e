/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path;

import org.hypertrace.core.path.gather.Moment;
import org.hypertrace.core.path.gather.PathRows;

/**
 * Whose path is asked for, and for which time.
 *
 * @param who
 *            a participant
 * @param begin
 *            ns since the epoch
 * @param end
 *            exclusively, ns since the epoch
 * @param window
 *            from when until when that is, for people; null if what was asked for reports it
 */
public record PathSubject(int who, long begin, long end, String window) {

    /** One whose time is that of what was asked for. */
    PathSubject(int who, long begin, long end) {
        this(who, begin, end, null);
    }

    /** Knows the functions of guests' kernels by their addresses. */
    public interface Functions {

        /**
         * @param vm
         *            the running number of the VM
         * @param name
         *            of a function
         * @param nested
         *            whether a kernel of a guest of the VM is meant
         * @param address
         *            in that kernel
         * @return whether the function of this name is there
         */
        boolean isAt(int vm, boolean nested, String name, long address);

        /**
         * @param vm
         *            the running number of the VM
         * @param nested
         *            whether a kernel of a guest of the VM is meant
         * @param address
         *            in that kernel
         * @return the name of the function there, null if it is not known
         */
        default String at(int vm, boolean nested, long address) {
            return null;
        }
    }

    /** There is no such subject. The message is one sentence that names those there are. */
    public static final class Unknown extends Exception {
        private static final long serialVersionUID = 1;

        Unknown(String message) {
            super(message);
        }
    }

    /** Who does something: the thread that is on the vCPU; if the guest does not report which, the vCPU. */
    static int who(PathRows rows, Moment moment) {
        return moment.thread() == PathRows.NONE || !rows.vms.get(moment.vm()).reportsScheduling() ? moment.vcpu() : moment.thread();
    }
}
