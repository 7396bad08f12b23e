/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.gather;

/** Receives who gets and leaves processors. */
interface HostThreadSink {

    /** A thread was made or its process or name became known better. */
    void known(HostThread thread, String comm);

    /** The thread gets a processor. */
    void runs(HostThread thread);

    /** The thread leaves its processor. */
    void leaves(HostThread thread);

    /** The thread's sleep ended: by the handler, or if that is null by the thread; {@code context} refers to it. */
    void woken(long time, HostThread thread, int context, Handler handler, HostThread by);
}
