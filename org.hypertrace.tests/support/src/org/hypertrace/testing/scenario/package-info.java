/* SPDX-License-Identifier: EPL-2.0 */
/**
 * Traces with a known truth: a scenario reports in verbs what hosts, VMs and their guests do, is recorded as a real CTF host
 * trace, and keeps its own books about where every nanosecond went. The books follow the definitions, not our engines' code,
 * so that every analysis can be compared with them. Start with {@link Scenario}.
 * <p>
 * Nothing here knows a test framework or Trace Compass: the package can be moved to where traces are made for teaching.
 */
package org.hypertrace.testing.scenario;
