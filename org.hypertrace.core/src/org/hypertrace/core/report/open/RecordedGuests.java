/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.open;

import java.util.List;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.boot.Boots;
import org.hypertrace.core.boot.GuestBoot;
import org.hypertrace.core.machine.Machines;

/** What the model has of the guests that a report names at its begin. */
final class RecordedGuests {

    private RecordedGuests() {
    }

    /** Their names; none without a model. */
    static List<String> names(ITmfStateSystem states) throws ReportException {
        try {
            return states == null ? List.of() : Machines.of(states).stream().flatMap(host -> host.vms().stream()).map(vm -> vm.who().labelOnHost()).toList();
        } catch (StateSystemDisposedException e) {
            throw new ReportException(ReportException.CANCELLED, e);
        }
    }

    /** How many of their boots ended in a panic; -1 if the model has no boots, or there is none. */
    static long panics(ITmfStateSystem states) throws ReportException {
        try {
            List<GuestBoot> boots = states == null ? List.of() : Boots.of(states);
            return boots.isEmpty() ? -1 : boots.stream().filter(GuestBoot::panicked).count();
        } catch (StateSystemDisposedException e) {
            throw new ReportException(ReportException.CANCELLED, e);
        }
    }
}
