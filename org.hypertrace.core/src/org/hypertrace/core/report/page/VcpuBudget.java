/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.hypertrace.core.cpu.Demand;
import org.hypertrace.core.kvm.RecordedEvents;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.quantity.BudgetResult;
import org.hypertrace.core.quantity.Digits;
import org.hypertrace.core.quantity.Limit;
import org.hypertrace.core.quantity.NotChecked;
import org.hypertrace.core.report.doc.Check;
import org.hypertrace.core.vcpu.VcpuFigures;
import org.hypertrace.core.vcpu.VcpuState;

/**
 * How much of the life of a VM's vCPUs may go where: {@code preempted=5}, {@code stolen=10}, {@code longestWait=4}. A figure that could be
 * kept or exceeded by what is unknown is not checked.
 *
 * @param text
 *            as the user wrote it
 * @param figure
 *            what is limited
 * @param limit
 *            in the figure's unit
 */
public record VcpuBudget(String text, Figure figure, double limit) {

    private static final double NS_PER_MS = 1e6;
    private static final double PERCENT = 100;

    /** What is limited. */
    public enum Figure {
        /** The share of the guest. */
        GUEST(VcpuState.GUEST),
        /** The share of interrupts of the host. */
        HOST_INTERRUPT(VcpuState.HOST_INTERRUPT),
        /** The share of the VMM. */
        VMM(VcpuState.VMM),
        /** The share of the host's kernel. */
        HOST_KERNEL(VcpuState.HOST_KERNEL),
        /** The share in which another thread had the processor. */
        PREEMPTED(VcpuState.PREEMPTED),
        /** The share in which the guest had nothing to do. */
        HALTED(VcpuState.HALTED),
        /** The share of other sleeps. */
        BLOCKED(VcpuState.BLOCKED),
        /** The share between a waking and the processor. */
        WAKING(VcpuState.WAKING),
        /** The share of what is not known. */
        UNKNOWN(VcpuState.UNKNOWN),
        /** The share of all waits for a processor. */
        STOLEN("stolen", "%", EnumSet.of(VcpuState.PREEMPTED, VcpuState.WAKING)),
        /** The longest of them. */
        LONGEST_WAIT("longestWait", "ms", EnumSet.of(VcpuState.PREEMPTED, VcpuState.WAKING));

        private final String fKey;
        private final String fUnit;
        private final Set<VcpuState> fStates;

        Figure(VcpuState state) {
            this(state.key(), "%", EnumSet.of(state));
        }

        Figure(String key, String unit, Set<VcpuState> states) {
            fKey = key;
            fUnit = unit;
            fStates = states;
        }

        /** @return its name on the command line */
        public String key() {
            return fKey;
        }

        /** @return percent of the life of all vCPUs of a VM, or ms */
        public String unit() {
            return fUnit;
        }

        private long ns(ModelReport.Vm vm) {
            if (this == LONGEST_WAIT) {
                Demand.Wait wait = vm.demand().longestWait();
                return wait == null ? 0 : wait.ns();
            }
            return this == STOLEN ? vm.demand().stolen() : vm.vcpus().stream().mapToLong(vcpu -> fStates.stream().mapToLong(vcpu::ns).sum()).sum();
        }

        /** Of 100, or in ms. */
        private double value(long ns, long life) {
            return this == LONGEST_WAIT ? ns / NS_PER_MS : PERCENT * ns / life;
        }

        /** What was not recorded, without which the states are others. */
        private RecordedEvents.Missing missing(List<RecordedEvents.Missing> missing) {
            return missing.stream().filter(one -> affected(one.event()).stream().anyMatch(fStates::contains)).findFirst().orElse(null);
        }

        private static Set<VcpuState> affected(String event) {
            return switch (event) {
            case "kvm_x86_entry" -> EnumSet.of(VcpuState.GUEST, VcpuState.HOST_KERNEL);
            case "kvm_x86_exit" -> EnumSet.of(VcpuState.HALTED, VcpuState.BLOCKED);
            case "sched_switch" -> EnumSet.complementOf(EnumSet.of(VcpuState.UNKNOWN));
            case "sched_wakeup" -> EnumSet.of(VcpuState.HALTED, VcpuState.BLOCKED, VcpuState.WAKING);
            case "irq_handler_entry" -> EnumSet.of(VcpuState.GUEST, VcpuState.HOST_KERNEL, VcpuState.HOST_INTERRUPT);
            case "kvm_userspace_exit", "syscall_entry" -> EnumSet.of(VcpuState.VMM, VcpuState.HOST_KERNEL);
            default -> EnumSet.noneOf(VcpuState.class);
            };
        }
    }

    /**
     * A budget held against a VM.
     *
     * @param vm
     *            its name
     * @param value
     *            in the figure's unit
     * @param ns
     *            what it is made of
     */
    public record Result(VcpuBudget budget, String vm, double value, long ns) implements BudgetResult {

        @Override
        public boolean isExceeded() {
            return value > budget.limit;
        }

        @Override
        public String sentence() {
            return vm + ": " + budget.figure.key() + " is " + (budget.figure == Figure.LONGEST_WAIT
                    ? against(Math.round(value * NS_PER_MS), Math.round(budget.limit * NS_PER_MS)) : against(value, budget.limit, budget.figure.unit())) + '.';
        }

        Check check() {
            Map<String, Object> about = new LinkedHashMap<>();
            about.put("guest", vm);
            about.put("budget", budget.limit);
            about.put("time_ms", Amount.ns(ns));
            return Check.of(this, new Check.Figure("hypertrace.report." + budget.figure.key(), value, budget.figure.unit(), about));
        }
    }

    /**
     * How a report fares.
     *
     * @param results
     *            budget after budget, each for every VM
     * @param notChecked
     *            what could not be decided
     */
    public record Held(List<Result> results, List<NotChecked> notChecked) {

        /** Without a budget. */
        public static final Held NONE = new Held(List.of(), List.of());
    }

    /**
     * @param text
     *            {@code FIGURE=LIMIT}
     * @return the budget, null if it is none
     */
    public static VcpuBudget of(String text) {
        Limit limit = Limit.of(text);
        return limit == null ? null : Arrays.stream(Figure.values()).filter(figure -> figure.key().equals(limit.what())).findAny()
                .map(figure -> new VcpuBudget(text, figure, limit.number())).orElse(null);
    }

    /**
     * @param texts
     *            as the user wrote them
     * @return the budgets
     * @throws IllegalArgumentException
     *             if one of them is none; the message is one sentence that names the figures there are
     */
    public static List<VcpuBudget> all(List<String> texts) {
        List<VcpuBudget> budgets = new ArrayList<>();
        for (String text : texts) {
            VcpuBudget budget = of(text);
            if (budget == null) {
                throw new IllegalArgumentException("'" + text + "' is no budget; give FIGURE=LIMIT, such as stolen=5 (figures: "
                        + Arrays.stream(Figure.values()).map(Figure::key).collect(Collectors.joining(", ")) + ").");
            }
            budgets.add(budget);
        }
        return budgets;
    }

    /**
     * @param budgets
     *            any
     * @param report
     *            of a recording
     * @return how its VMs fare, of the time that is reported
     */
    public static Held hold(List<VcpuBudget> budgets, ModelReport report) {
        List<Result> results = new ArrayList<>();
        List<NotChecked> not = new ArrayList<>();
        for (VcpuBudget budget : budgets) {
            RecordedEvents.Missing missing = budget.figure.missing(report.missing());
            if (missing != null) {
                not.add(new NotChecked(budget.text, missing.sentence()));
                continue;
            }
            report.hosts().forEach(host -> host.vms().forEach(vm -> budget.hold(vm, results, not)));
        }
        return new Held(results, not);
    }

    /** All that is unknown may be of this figure, or nothing. */
    private void hold(ModelReport.Vm vm, List<Result> results, List<NotChecked> not) {
        long life = vm.vcpus().stream().mapToLong(VcpuFigures::lifetime).sum();
        long unknown = figure == Figure.UNKNOWN ? 0 : vm.vcpus().stream().mapToLong(vcpu -> vcpu.ns(VcpuState.UNKNOWN)).sum();
        String name = vm.vm().who().labelOnHost();
        long ns = figure.ns(vm);
        if (life == 0) {
            not.add(new NotChecked(text, name + " has no time in what is reported"));
        } else if (figure.value(ns, life) <= limit && figure.value(ns + unknown, life) > limit) {
            not.add(new NotChecked(text, "of the life of " + name + ' ' + Digits.percent(Amount.share(unknown, life)) + " is unknown, so it may be more"));
        } else {
            results.add(new Result(this, name, figure.value(ns, life), ns));
        }
    }
}
