/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.losses;

import java.util.Map;

/**
 * What is reported about a loss.
 *
 * @param meaning
 *            what it means, no whole sentence
 * @param help
 *            what the user can do, one sentence
 */
record DataLossText(String meaning, String help) {

    private static final Map<String, DataLossText> ALL = Map.ofEntries(
            Map.entry("lostByHost", new DataLossText(
                    "events that the host's tracer discarded: what the vCPUs did then is unknown",
                    "Record with more or larger sub-buffers (lttng enable-channel --num-subbuf --subbuf-size).")),
            Map.entry("lostUncounted", new DataLossText(
                    "times that the host's tracer discarded an unknown number of events: what the vCPUs did then is unknown",
                    "Record with larger buffers (trace-cmd record -b).")),
            Map.entry("missingPackets", new DataLossText(
                    "packets that the host's trace lacks: what the vCPUs did then is unknown",
                    "Copy the trace anew, or look whether the disk was full.")),
            Map.entry("missingStretch", new DataLossText(
                    "a stretch that the host's trace lacks: what the vCPUs did then is unknown",
                    "Copy the trace anew, or look whether the disk was full.")),
            Map.entry("misplaced", new DataLossText(
                    "events that stand behind later ones: left out, and what the vCPUs did before them may be wrong",
                    "Look at the clock that the host's tracer uses.")),
            Map.entry("unattributed", new DataLossText(
                    "events of KVM of no known thread: not counted for any VM",
                    "Record sched_switch on all processors, and the tracer's state dump.")),
            Map.entry("lost", new DataLossText(
                    "hypercalls missing by their numbers, or of no known thread: each at least one guest event",
                    "See whether the host's tracer discarded events; let the guest send batches.")),
            Map.entry("repeated", new DataLossText(
                    "hypercalls whose number was there before", "Look whether two tracers run in the guest.")),
            Map.entry("implausible", new DataLossText(
                    "hypercalls whose number is more than a million ahead of the last",
                    "Look whether two tracers run in the guest.")),
            Map.entry("forged", new DataLossText(
                    "hypercalls of guest processes that only a kernel may send: not believed",
                    "Find the process: nothing that it sent is shown.")),
            Map.entry("malformed", new DataLossText(
                    "hypercalls with a value that cannot be: not decoded",
                    "Check that the dialect is the guest tracer's.")),
            Map.entry("unknownNumbers", new DataLossText(
                    "hypercalls with a number that the dialect does not know: not decoded",
                    "Choose the guest tracer's dialect, or write a dictionary of it.")),
            Map.entry("late", new DataLossText(
                    "events that reached further back than announced: not shown",
                    "Record from before the guest's tracer starts, so that its announcement is in the trace.")),
            Map.entry("cpuMismatches", new DataLossText(
                    "events that name another processor than the vCPU they came from: the host was trusted",
                    "Look at the guest's tracer: it should ask for the processor with preemption off.")),
            Map.entry("ringOverwritten", new DataLossText(
                    "records of shared memory that newer ones had replaced: events of the guest are missing",
                    "Give the guest more shared memory, or save it sooner.")),
            Map.entry("ringNotInTrace", new DataLossText(
                    "VM exits that the host wrote into shared memory and that its trace does not have: the "
                            + "trace counts",
                    "See whether the host's tracer discarded events.")),
            Map.entry("ringNotWritten", new DataLossText(
                    "events for which the guest found no place in shared memory",
                    "Give the guest more shared memory.")),
            Map.entry("ringTorn", new DataLossText(
                    "records of shared memory that were just being written: not shown",
                    "Stop the guest's tracer before its memory is saved.")),
            Map.entry("ringBehindEnd", new DataLossText(
                    "records of shared memory that are not in its file: it was cut",
                    "Save all of the memory.")),
            Map.entry("ringOutside", new DataLossText(
                    "records of shared memory of before the trace's begin or after its end: not shown",
                    "Record the host as long as the guest.")),
            Map.entry("ringUnplaced", new DataLossText(
                    "records of shared memory whose time is unknown: not shown",
                    "Record the host from before the VM starts, or let the guest send hello (0x81) by hypercall.")),
            Map.entry("ringLate", new DataLossText(
                    "records of shared memory that came too late to be shown in their place",
                    "Record the host from before the VM starts, so that its TSC is known.")),
            Map.entry("ringByGuestsClock", new DataLossText(
                    "records of shared memory placed by the guest's own clock: the host's may differ",
                    "Record the host from before the VM starts, so that its TSC is known.")),
            Map.entry("ringNotInGuest", new DataLossText(
                    "records of shared memory at times at which their vCPU was not in the guest: their times are wrong",
                    "Load the host's module hypertrace-ring.ko, so that its exits place the records.")),
            Map.entry("hypercallsNotRead", new DataLossText(
                    "hypercalls of a VM that uses shared memory only, by the manifest: not read",
                    "Write \"channel\": \"both\" into the manifest if they are the guest's words, too.")),
            Map.entry("ringUnreadable", new DataLossText(
                    "a file of shared memory that cannot be read: what it holds is not shown",
                    "Look at the file.")));

    static DataLossText of(String what) {
        return ALL.get(what);
    }
}
