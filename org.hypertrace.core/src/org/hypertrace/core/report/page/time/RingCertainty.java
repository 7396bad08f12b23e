/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page.time;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.report.page.ModelReport;
import org.hypertrace.core.ring.RingState.Known;
import org.hypertrace.core.task.TimePart;
import org.hypertrace.core.vcpu.VcpuState;

/** How well figures are known where the rings of a VM stand for the trace of its host. */
public final class RingCertainty {

    private static final Map<Known, String> WORDS = Map.of(Known.EXACT, "Exact", Known.AT_MOST, "The most it can be", Known.AT_LEAST,
            "The least it can be", Known.LIKELY, "Likely", Known.UNKNOWN, "Unknown");

    private RingCertainty() {
    }

    /**
     * @param report
     *            of hosts and VMs
     * @return whether it is of rings without a trace of their host
     */
    public static boolean concerns(ModelReport report) {
        return report.hosts().stream().flatMap(host -> host.vms().stream()).flatMap(vm -> vm.vcpus().stream()).anyMatch(vcpu -> vcpu.vcpu().isAlone());
    }

    /**
     * @param report
     *            of rings without a trace of their host
     * @return whether the host wrote into them, so that something is known of their vCPUs
     */
    public static boolean hasHost(ModelReport report) {
        return report.hosts().stream().flatMap(host -> host.vms().stream()).flatMap(vm -> vm.vcpus().stream())
                .anyMatch(vcpu -> vcpu.ns(VcpuState.UNKNOWN) < vcpu.vcpu().end() - vcpu.vcpu().begin());
    }

    /**
     * @param report
     *            of rings without a trace of their host
     * @return how well each figure of guests' processes is known, by its name in JSON
     */
    public static Map<String, Known> ofProcesses(ModelReport report) {
        boolean known = hasHost(report);
        Map<String, Known> classes = new LinkedHashMap<>();
        classes.put("real", Known.EXACT);
        for (TimePart part : TimePart.values()) {
            Known ofPart = switch (part) {
            // the host's interrupts before an exit's record are in it
            case USER, SYS, IRQ, SOFTIRQ, MODE_UNKNOWN -> Known.AT_MOST;
            // these interrupts are not in the first, nor is the time between a wake-up and the processor in the second
            case HYPERVISOR, STEAL -> Known.AT_LEAST;
            // exits for hypercalls of the tracer are no others to a ring
            case TRACER -> Known.UNKNOWN;
            case INCONSISTENT, WAITING, SLEEPING -> Known.EXACT;
            case UNKNOWN -> null;
            };
            if (ofPart != null) {
                classes.put(part.key(), known || part == TimePart.WAITING || part == TimePart.SLEEPING ? ofPart : Known.UNKNOWN);
            }
        }
        classes.put("guest", Known.EXACT);
        return classes;
    }

    /** @return how well each figure of a period of a vCPU is known, by its name in JSON; the host writes into the rings */
    public static Map<String, Known> ofPeriods() {
        Map<String, Known> classes = new LinkedHashMap<>();
        classes.put("gotten", Known.EXACT);
        classes.put("blocked", Known.AT_MOST);
        classes.put("waiting", Known.AT_LEAST);
        classes.put("executions", Known.EXACT);
        classes.put("migrations", Known.EXACT);
        classes.put("io", Known.EXACT);
        return classes;
    }

    /** The same for people, a sentence for each class. */
    static List<Part> words(Map<String, Known> classes, Map<String, String> names) {
        List<Part> words = new ArrayList<>();
        for (Known known : Known.values()) {
            List<String> figures = classes.entrySet().stream().filter(one -> one.getValue() == known)
                    .map(one -> names.getOrDefault(one.getKey(), one.getKey())).toList();
            if (!figures.isEmpty()) {
                words.add(Sentence.plain(WORDS.get(known) + ", by rings alone: " + String.join(", ", figures) + "."));
            }
        }
        return words;
    }
}
