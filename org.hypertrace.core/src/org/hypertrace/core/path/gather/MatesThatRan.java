/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.gather;

/** Which threads of the VMM had a processor since a vCPU's guest began to run: none, one, several. */
final class MatesThatRan {
    private HostThread fOne;
    private boolean fSeveral;

    /** The only one, null if there is none or there are several. */
    HostThread only() {
        return fSeveral ? null : fOne;
    }

    void add(HostThread thread) {
        fSeveral |= fOne != null && fOne != thread;
        fOne = thread;
    }

    void begin(PathVm vm) {
        fOne = null;
        fSeveral = false;
        vm.fRunningMates.forEach(this::add);
    }

    void copy(MatesThatRan other) {
        fOne = other.fOne;
        fSeveral = other.fSeveral;
    }
}
