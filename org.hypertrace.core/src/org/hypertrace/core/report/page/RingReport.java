/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page;

import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.ring.LoneRings;

/**
 * What files of rings report without a trace of their host.
 *
 * @param trace
 *            the files as the user named them
 * @param files
 *            each by itself: clocks of different guests are not compared
 */
public record RingReport(String trace, List<File> files) {

    /** What only the host's trace has. */
    public static final String WITHOUT_TRACE = "A trace of the host would separate VMM, host kernel and interrupts, show wake-ups, and show every preemptor.";
    /** What is missing if the host wrote nothing. */
    public static final String WITHOUT_HOST = "the host writes no exits into the ring";
    /** What helps then. */
    public static final String HELP_WITHOUT_HOST = "load its module to see virtual CPUs";

    /**
     * A file.
     *
     * @param name
     *            as the user named it
     * @param vm
     *            the VM's name by the manifest beside it, null without one
     * @param rings
     *            what it reports
     */
    public record File(String name, String vm, LoneRings rings) { }

    /** @return what of the files is lost, a sentence each */
    public List<String> gaps() {
        List<String> gaps = new ArrayList<>();
        for (File file : files) {
            int last = -1;
            for (var vcpu : file.rings.vcpus()) {
                if (vcpu.ring() != last) {
                    last = vcpu.ring();
                    String ring = file.name + ", ring " + last + ": ";
                    add(vcpu.counts().overwritten(), ring, " older records are overwritten; a larger ring keeps more.", gaps);
                    add(vcpu.counts().torn(), ring, " records are torn: they were being written when the file was read.", gaps);
                    add(vcpu.counts().missing(), ring, " records stand behind the end of the file; copy it again.", gaps);
                    add(vcpu.notWritten(), ring, " events had no place in the ring.", gaps);
                }
            }
            add(file.rings.leftOut(), file.name + ": ", " records are left out: they name too many vCPUs.", gaps);
            add(file.rings.runs(), file.name + ": the TSC was set anew ", " times; the time that passed meanwhile is not known.", gaps);
        }
        return gaps;
    }

    private static void add(long count, String before, String after, List<String> to) {
        if (count > 0) {
            to.add(before + count + after);
        }
    }
}
