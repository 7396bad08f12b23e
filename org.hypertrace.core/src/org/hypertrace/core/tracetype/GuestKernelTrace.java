/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.tracetype;

import org.eclipse.core.resources.IProject;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.Status;
import org.hypertrace.core.trace.ctf.MendedKernelTrace;

/**
 * An LTTng kernel trace of a guest whose clock needs several lines to be put on its host's. Trace Compass keeps one line only. The lines are
 * kept beside the trace. <em>Synchronize Guests</em> gives traces this type; none has it by its contents.
 */
public final class GuestKernelTrace extends MendedKernelTrace {

    /** The id of the trace type. */
    public static final String TYPE = "org.hypertrace.core.tracetype.guest";

    @Override
    public IStatus validate(IProject project, String path) {
        return new Status(IStatus.ERROR, "org.hypertrace.core", "Synchronize Guests gives traces this type");
    }
}
