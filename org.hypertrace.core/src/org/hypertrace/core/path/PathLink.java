/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path;

/**
 * Somebody on a path, or a run of a handler: what chains consist of.
 *
 * @param kind
 *            what it is
 * @param key
 *            the same for every reading of the trace, {@link PathNames#key}
 * @param vm
 *            the label of its VM, null of what is of a host
 * @param there
 *            its name among those of the VM or host, for people
 * @param bare
 *            the same without the number of a thread
 * @param where
 *            the vCPU or the host's processor of a handler for people, empty of all others
 */
public record PathLink(Kind kind, String key, String vm, String there, String bare, String where) {

    /** What a link is. */
    public enum Kind {
        /** The idle thread of a host's processor. */
        HOST_IDLE,
        /** A thread of a host, also that of a vCPU. */
        HOST_THREAD,
        /** A vCPU of whose threads nothing is known. */
        VCPU,
        /** A thread of a guest. */
        GUEST_THREAD,
        /** A run of an interrupt's or timer's handler. */
        INTERRUPT,
        /** A run of a softirq. */
        SOFTIRQ,
        /** Those that are too many to be distinguished. */
        OTHERS;

        /** @return whether it is a run of a handler */
        public boolean isHandler() {
            return this == INTERRUPT || this == SOFTIRQ;
        }
    }

    /** Too many to be distinguished. */
    static final PathLink OTHERS = new PathLink(Kind.OTHERS, "others", null, "others", "others", "");

    /** @return its name for people, with its VM or that it is of a host */
    public String name() {
        return kind == Kind.OTHERS ? there : (vm == null ? "host" : vm) + ' ' + there;
    }

    /**
     * @param named
     *            a VM that a reader knows already, null for none
     * @return its name for people, without that VM
     */
    public String within(String named) {
        return vm != null && vm.equals(named) ? there : name();
    }
}
