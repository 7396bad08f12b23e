/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.latency;

/**
 * A vCPU waited for a processor of the host which another vCPU of the same VM had. The VM cannot get more of both together than one
 * processor has.
 *
 * @param waiting
 *            the participant that waited
 * @param running
 *            the participant that had the processor
 * @param count
 *            how often; times that follow each other are one
 * @param total
 *            how long, ns
 * @param longest
 *            of the times, ns
 * @param worst
 *            the begin of the first of the longest, ns since the epoch
 */
public record SiblingWait(int waiting, int running, int count, long total, long longest, long worst) { }
