/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.event;

/** What rings report about a vCPU whose host has no trace, besides what the host wrote into them. */
public enum LoneVcpuSign {
    /** Its first record: what it did before is unknown, and what it does until the host's next record of it. */
    FIRST,
    /** Records of its ring are missing: what it does is unknown until the host's next record of it. */
    MISSING,
    /** Its last record: nothing more comes of it. */
    LAST
}
