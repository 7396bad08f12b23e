/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.scenario;

import java.nio.file.Path;
import java.util.List;

/**
 * A scenario that was recorded.
 *
 * @param folder
 *            holds all of it: {@code HOST/kernel} is a host's trace, {@code HOST/hypertrace.json} its manifest, if any
 * @param traces
 *            the hosts' traces, in the order in which they were reported
 * @param truth
 *            what must be found in them
 */
public record Recorded(Path folder, List<Path> traces, Truth truth) {

    /** The trace of the first host. */
    public Path trace() {
        return traces.get(0);
    }
}
