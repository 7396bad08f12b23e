/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.hypertrace.core.boot.BootFindings;
import org.hypertrace.core.boot.BootProfile;
import org.hypertrace.core.boot.CrashReport;
import org.hypertrace.core.boot.Errno;
import org.hypertrace.core.boot.GuestBoot;
import org.hypertrace.core.boot.Spent;
import org.hypertrace.core.vcpu.VcpuFigures.TakerKind;
import org.hypertrace.core.vcpu.VcpuFigures.TakerTime;
import org.hypertrace.core.vcpu.VcpuState;

/** A {@link RunReport} of boots for people: times as Trace Compass shows them, durations rounded, or exact. */
final class BootReportText extends Lines {

    private static final int TOP = 10;
    private static final int FAILED = 20;
    private static final int TAKERS = 3;
    private static final int BEFORE_CRASH = 8;
    private static final String ROW = "      %-28s %T %9s %9s  %s";
    /** What a kernel returns from a driver whose device is not there: that is no failure. */
    private static final String NO_DEVICE = "ENODEV";

    private BootReportText(boolean exact) {
        super(exact);
    }

    static String write(RunReport<BootProfile> report, String without, boolean exact) {
        BootReportText text = new BootReportText(exact);
        report.comparisons().forEach(comparison -> ComparisonText.write(comparison, "Initcalls", text));
        ComparisonText.budgets(report.budgets(), text);
        for (RunReport.Trace<BootProfile> trace : report.traces()) {
            text.line("%s  %s - %s", trace.name(), RangeOptions.format(trace.begin()), RangeOptions.format(trace.end()));
            for (RunReport.Host<BootProfile> host : trace.hosts()) {
                for (RunReport.Guest<BootProfile> guest : host.guests()) {
                    text.line("");
                    text.line("  %s on host %s", guest.name(), host.host().name());
                    BootFindings.of(guest.runs().stream().map(BootProfile::boot).toList()).forEach(finding -> text.line("    %s", finding));
                    for (BootProfile boot : guest.runs()) {
                        text.boot(boot, report.pathOf(boot));
                        FunctionReport.write(boot, without, text);
                    }
                }
            }
            trace.problems().forEach(problem -> text.line("  %s", problem));
            if (!trace.missing().isEmpty()) {
                text.line("");
                text.line("  Not recorded:");
                trace.missing().forEach(m -> text.line("    %s: %s.%n        %s", m.event(), m.consequence(), m.enable()));
            }
            text.line("");
        }
        return text.lines();
    }

    private void boot(BootProfile profile, List<String> path) {
        GuestBoot boot = profile.boot();
        line("");
        line("    Boot %d  %s - %s%s%s", boot.number(), RangeOptions.format(boot.begin()), RangeOptions.format(boot.end()),
                profile.isComplete() ? "  booted in " + duration(profile.duration()) + (profile.fromLaunch() ? " from its launch"
                        : " from its first word") : "", boot.ending() == null ? "" : "  ended: " + boot.ending().label());
        line("      %s", boot.stages().stream().map(stage -> stage.part().label() + ' ' + duration(stage.end() - stage.begin()))
                .collect(Collectors.joining(", ")));
        BootFindings.of(profile).forEach(finding -> line("      %s", finding));
        path.forEach(sentence -> line("      %s", sentence));
        boot.crashes().forEach(crash -> crash(profile, crash));
        if (!profile.parts().isEmpty() && !profile.levels().isEmpty()) {
            line("");
            line(ROW, "", "took", "own", "host", "most of the host's part");
            profile.parts().forEach(part -> row((part.part().level() < 0 ? "" : "level ") + part.part().name(),
                    part.part().duration(), part.part().open(), part.spent(), ""));
            List<TakerTime> takers = profile.spent().takers();
            if (!takers.isEmpty()) {
                line("      who had its processor meanwhile: %s%s", takers.stream().limit(TAKERS).map(taker -> taker.name()
                        + (taker.kind() == TakerKind.TASK ? " (" + taker.tid() + ") " : " ") + duration(taker.ns())).collect(Collectors.joining(", ")), takers.size() > TAKERS ? ", "
                                + (takers.size() - TAKERS) + " others" : "");
            }
        }
        initcalls(profile);
    }

    private void initcalls(BootProfile profile) {
        if (profile.initcalls().isEmpty()) {
            return;
        }
        line("");
        line("      %d initcalls%s", profile.initcalls().size(), profile.initcalls().size() > TOP ? "; the longest:" : ":");
        profile.initcalls().stream().sorted(Comparator.comparingLong((BootProfile.Call call) -> call.run().duration()).reversed())
                .limit(TOP).forEach(call -> row(call.label(), call.run().duration(), call.run().open(), call.spent(),
                        about(profile, call)));
        List<BootProfile.Call> failed = profile.initcalls().stream().filter(BootProfile.Call::failed).toList();
        List<BootProfile.Call> real = failed.stream().filter(call -> !NO_DEVICE.equals(Errno.name(call.run().result()))).toList();
        if (!real.isEmpty()) {
            line("      %d failed: %s%s", real.size(), real.stream().limit(FAILED).map(call -> call.label() + ' ' + call.outcome())
                    .collect(Collectors.joining(", ")), real.size() > FAILED ? ", …" : "");
        }
        if (failed.size() > real.size()) {
            line("      %d found no device (ENODEV): %s%s", failed.size() - real.size(), failed.stream()
                    .filter(call -> !real.contains(call)).limit(FAILED).map(BootProfile.Call::label).collect(Collectors.joining(", ")),
                    failed.size() - real.size() > FAILED ? ", …" : "");
        }
    }

    private static String about(BootProfile profile, BootProfile.Call call) {
        String level = call.level() != null ? "level " + call.level() : profile.levels().isEmpty() ? "" : "later";
        return level + (level.isEmpty() || call.outcome().isEmpty() ? "" : ", ") + call.outcome();
    }

    private void row(String name, long took, boolean open, Spent spent, String more) {
        line(ROW, name, (open ? "> " : "") + duration(took), spent == null ? "" : percent(spent.own(), took),
                spent == null ? "" : percent(spent.host(), took), more.isEmpty() ? spent == null ? "" : most(spent) : more);
    }

    private static String most(Spent spent) {
        Map<VcpuState, Long> states = new TreeMap<>(spent.states());
        states.keySet().removeAll(List.of(VcpuState.UNKNOWN, VcpuState.GUEST, VcpuState.HALTED));
        return states.entrySet().stream().filter(state -> state.getValue() > 0)
                .sorted(Map.Entry.<VcpuState, Long> comparingByValue().reversed()).limit(2)
                .map(state -> state.getKey().label() + ' ' + percent(state.getValue(), spent.whole()))
                .collect(Collectors.joining(", "));
    }

    private void crash(BootProfile profile, CrashReport crash) {
        line("");
        line("      %s at %s%s", crash.oops() ? "Oops" : "Panic", RangeOptions.format(crash.time()),
                crash.reason() == null ? "" : ": " + crash.reason());
        if (crash.address() != 0) {
            line("        in %s%s", profile.symbols().label(crash.address()), crash.fault() == 0 ? ""
                    : ", which accessed 0x" + Long.toHexString(crash.fault()));
        }
        line("        thread %s%s", crash.tid() < 0 ? "not recorded" : crash.tid() + (crash.task() == null ? "" : " " + crash.task()),
                crash.initcall() == null ? "" : ", initcall " + profile.symbols().label(crash.initcall()));
        if (!crash.stack().isEmpty()) {
            line("        called by: %s", crash.stack().stream().map(profile.symbols()::label).collect(Collectors.joining(" > ")));
        }
        List<CrashReport.Before> before = crash.before();
        for (CrashReport.Before event : before.subList(Math.max(0, before.size() - BEFORE_CRASH), before.size())) {
            line("        %s  %s  %s", RangeOptions.format(event.time()), event.kind(), event.text() == null ? "" : event.text());
        }
    }
}
