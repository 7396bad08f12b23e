/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.scenario;

/** Takes what the tracer of a host records. */
interface Recorder {

    /**
     * @param cpu
     *            where it is recorded
     * @param time
     *            ns since the epoch
     * @param name
     *            LTTng's name of the event
     * @param values
     *            of its fields
     */
    void event(int cpu, long time, String name, Object... values);
}
