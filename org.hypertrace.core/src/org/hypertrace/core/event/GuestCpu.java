/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.event;

/**
 * The processor of a guest that reports. State of a VM's own guest is keyed by {@code vcpu}. State of a nested guest is keyed by
 * {@code level}, {@code nested} and {@code cpu}, never by the vCPU that relays.
 *
 * @param vcpu
 *            the vCPU of the VM by which it came, as in {@code Hypercall.vcpu()}: the speaker itself, or the vCPU that relays
 *            what a nested guest reports
 * @param cpu
 *            the number of the processor within its guest, -1 if unknown. Level 0: as the host knows it, else as the event
 *            reports. Nested: as the event reports, else as earlier events of the same task of level 0 reported
 * @param level
 *            how many hypervisors relayed it: 0 for the VM itself, at the most 15
 * @param nested
 *            the number, 1-4095, by which the relaying hypervisor knows the nested VM; 0 if not recorded
 */
public record GuestCpu(int vcpu, int cpu, int level, int nested) { }
