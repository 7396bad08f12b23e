/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.eclipse.core.runtime.Platform;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;

/** What every other test here stands on: a running Equinox with Trace Compass and our core, and no display needed. */
@Tag("platform")
class PlatformTest {

    @Test
    void coreIsResolvedAgainstTraceCompass() {
        Bundle core = Platform.getBundle("org.hypertrace.core");
        assertNotNull(core, "org.hypertrace.core is installed");
        assertTrue((core.getState() & (Bundle.RESOLVED | Bundle.STARTING | Bundle.ACTIVE)) != 0, "and resolved");
        assertNotNull(Platform.getBundle("org.eclipse.tracecompass.tmf.core"));
    }

    @Test
    void reportApplicationIsRegistered() {
        var application = Platform.getExtensionRegistry()
                .getExtension("org.eclipse.core.runtime.applications", "org.hypertrace.core.report");
        assertNotNull(application);
        assertEquals("org.hypertrace.core", application.getContributor().getName());
    }
}
