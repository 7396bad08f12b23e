/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing;

import java.lang.management.ManagementFactory;

import javax.management.JMException;
import javax.management.ObjectName;

/** Memory that nothing holds any more. The test JVM ignores {@code System.gc()}, which Trace Compass calls for each deleted trace. */
public final class Garbage {

    private Garbage() {
    }

    /** Collects all of it. Returns the instances that are left: a line for each class, with its number, the bytes and its name. */
    public static String collect() {
        try {
            return (String) ManagementFactory.getPlatformMBeanServer().invoke(new ObjectName("com.sun.management:type=DiagnosticCommand"),
                    "gcClassHistogram", new Object[] { new String[0] }, new String[] { String[].class.getName() });
        } catch (JMException e) {
            throw new IllegalStateException(e);
        }
    }
}
