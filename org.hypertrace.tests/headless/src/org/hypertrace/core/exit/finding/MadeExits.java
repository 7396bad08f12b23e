/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.finding;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.event.HostEvent.Service;
import org.hypertrace.core.exit.columns.ExitColumns;
import org.hypertrace.core.exit.columns.ExitGrouping;
import org.hypertrace.core.exit.statistics.ExitQuery;
import org.hypertrace.core.exit.statistics.ExitTable;
import org.hypertrace.testing.log.Modelled;

/** Exits that are made one by one, and what is found in them. */
final class MadeExits {

    private MadeExits() {
    }

    /** Of these exits and the model of the same events. */
    static List<ExitFinding> findings(ExitColumns exits, Consumer<Consumer<HostEvent>> events, ExitQuery query) {
        ExitTable table = ExitTable.of(exits, query, ExitGrouping.REASON, new NullProgressMonitor());
        try {
            return new ArrayList<>(ExitFindings.of(table, VmStates.of(Modelled.of(events, guest -> null), table, new NullProgressMonitor()),
                    new NullProgressMonitor()));
        } catch (StateSystemDisposedException e) {
            throw new AssertionError(e);
        }
    }

    /** A vCPU that is in its guest; the time of its first exit. */
    static long begin(Consumer<HostEvent> to) {
        to.accept(new HostEvent.SchedSwitch(1, 0, 0, 0, "swapper/0", 0, 11, "CPU 0/KVM"));
        to.accept(new HostEvent.KvmEntry(10, 0, 0));
        return 110;
    }

    /** An exit, and 100 ns in the guest; the time of the next one. */
    static long exit(Consumer<HostEvent> to, long time, int isa, long reason, long info1, String service, long length) {
        to.accept(new HostEvent.KvmExit(time, 0, 0, isa, reason, 0, 0x1000, info1, HostEvent.NO_INFO, HostEvent.NO_INFO));
        if (service != null) {
            String[] words = service.split(" ");
            to.accept(new HostEvent.KvmOther(time + 1, 0, 0, Service.valueOf(words[0]), Long.decode(words[1])));
        }
        to.accept(new HostEvent.KvmEntry(time + length, 0, 0));
        return time + length + 100;
    }
}
