/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fleet;

import java.io.Serializable;

/**
 * How much of the variance of boots' durations goes with a part.
 *
 * @param key
 *            the part
 * @param share
 *            the covariance with the whole by the variance of the whole; the shares of parts that sum to the whole sum to 1
 * @param slow
 *            its mean in the slowest boots, ns
 * @param rest
 *            its mean in all others, ns
 */
record Share(Group.Key key, double share, double slow, double rest) implements Serializable { }
