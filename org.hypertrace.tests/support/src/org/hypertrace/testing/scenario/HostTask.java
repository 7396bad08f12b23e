/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.scenario;

/** A thread of the host that is no vCPU. */
public final class HostTask extends HostThread<HostTask> {

    HostTask(Host host, String name, int tid, int pid) {
        super(host, name, tid, pid);
    }

    @Override
    HostTask self() {
        return this;
    }
}
