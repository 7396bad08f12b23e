/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.lifetime;

import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

/** What begins and ends with the plug-in. */
public final class CoreBundle implements BundleActivator {

    @Override
    public void start(BundleContext context) {
        // all else begins when it is first asked for
    }

    @Override
    public void stop(BundleContext context) {
        ClosedTraces.stop();
    }
}
