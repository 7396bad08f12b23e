/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.event;

/** Something that happened at a time. */
public interface Timed {

    /** @return when it happened, ns since the epoch */
    long time();
}
