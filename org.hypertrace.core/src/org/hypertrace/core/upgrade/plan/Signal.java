/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade.plan;

/**
 * A mark of a process whose meaning is known.
 *
 * @param time
 *            of the mark, ns since the epoch
 * @param value
 *            of the mark, unsigned
 * @param vm
 *            the name of the VM that sent it
 * @param key
 *            the key of that VM within its host
 * @param kind
 *            what it means
 * @param node
 *            the node that it names, null if none
 * @param role
 *            the role that it names, null if none
 * @param version
 *            the version that it names, null if none
 */
public record Signal(long time, long value, String vm, String key, SignalKind kind, String node, String role, String version) { }
