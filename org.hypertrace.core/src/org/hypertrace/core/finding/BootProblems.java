/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.finding;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.boot.BootFindings;
import org.hypertrace.core.boot.BootSymbols;
import org.hypertrace.core.boot.BootTimes;
import org.hypertrace.core.boot.Boots;
import org.hypertrace.core.boot.CrashReport;
import org.hypertrace.core.boot.GuestBoot;
import org.hypertrace.core.boot.InitcallRun;
import org.hypertrace.core.boot.track.Lifecycle;
import org.hypertrace.core.finding.Findings.Asked;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.run.TimeSplit;
import org.hypertrace.core.untrusted.CodeName;
import org.hypertrace.core.untrusted.CodeText;

/** Kernels that broke, boots that one initcall prolongs, and loops of boots. */
final class BootProblems {

    /** An initcall that takes so much of a boot is slow. */
    private static final double SLOW = 0.1;
    /** Guests choose what they report of a crash. */
    private static final int MOST_OF_REASON = 60;

    private final Findings.Sources fSources;
    private final List<Finding> fFindings = new ArrayList<>();

    private BootProblems(Findings.Sources sources) {
        fSources = sources;
    }

    static List<Finding> of(Findings.Sources sources, Asked asked) throws StateSystemDisposedException {
        BootProblems problems = new BootProblems(sources);
        Map<String, List<GuestBoot>> guests = new LinkedHashMap<>();
        for (GuestBoot boot : Boots.of(sources.states())) {
            if (asked.isIn(boot.begin(), boot.end()) && (boot.vm() == null || asked.vms().test(boot.vm()))) {
                BootSymbols symbols = BootSymbols.of(boot, sources.symbols());
                problems.panic(boot, symbols, asked);
                problems.slow(boot, symbols);
                guests.computeIfAbsent(boot.host().id() + boot.guest(), key -> new ArrayList<>()).add(boot);
            }
        }
        guests.values().forEach(problems::loops);
        return problems.fFindings;
    }

    private void panic(GuestBoot boot, BootSymbols symbols, Asked asked) {
        List<CrashReport> crashes = boot.crashes().stream().filter(crash -> crash.time() >= asked.from() && crash.time() <= asked.to()).toList();
        // an oops that ends in a panic is one with it
        CrashReport crash = crashes.stream().filter(one -> !one.oops()).findFirst().orElse(crashes.stream().findFirst().orElse(null));
        long time = crash != null ? crash.time() : boot.begin(Lifecycle.PANICKED);
        if (time < asked.from() || time > asked.to()) {
            return;
        }
        List<Object> text = new ArrayList<>(List.of("The kernel of " + boot.label() + (crash != null && crash.oops() ? " had an oops " : " panicked ")));
        text.add(Amount.ns(time - boot.begin()));
        text.add(" after its begin");
        if (crash != null && crash.initcall() != null) {
            text.add(", in initcall ");
            text.add(new CodeName(symbols.label(crash.initcall())));
        }
        if (crash != null && crash.reason() != null) {
            text.add(": " + shortened(crash.reason()));
        }
        text.add(".");
        fFindings.add(new Finding(Notion.PANIC, boot.label(), CodeText.of(text.toArray()), boot.begin(), boot.end(), 0, evidence(boot, time, boot.end())));
    }

    private static String shortened(String reason) {
        int characters = reason.codePointCount(0, reason.length());
        return characters <= MOST_OF_REASON ? reason : reason.substring(0, reason.offsetByCodePoints(0, MOST_OF_REASON)) + '…';
    }

    private void slow(GuestBoot boot, BootSymbols symbols) throws StateSystemDisposedException {
        InitcallRun slowest = boot.initcalls().stream().filter(run -> !run.lost()).max(Comparator.comparingLong(InitcallRun::duration)
                .thenComparingInt(InitcallRun::depth)).orElse(null);
        if (slowest == null || slowest.duration() < SLOW * boot.bootTime()) {
            return;
        }
        TimeSplit spent = BootTimes.initcall(fSources.states(), boot, slowest);
        List<Object> text = new ArrayList<>(List.of(boot.label() + (boot.finished() ? " booted in " : " booted for "), Amount.ns(boot.bootTime()),
                "; initcall ", new CodeName(symbols.label(slowest)), slowest.open() ? " never returned in " : " took ",
                Amount.ns(slowest.duration()), ", ", Amount.share(slowest.duration(), boot.bootTime()), " of it"));
        if (spent != null) {
            text.addAll(List.of("; the host had ", Amount.ns(spent.host()), " of that"));
        }
        text.add(".");
        fFindings.add(new Finding(Notion.BOOT, boot.label(), CodeText.of(text.toArray()), boot.begin(), boot.begin() + boot.bootTime(), slowest.duration(),
                evidence(boot, slowest.begin(), slowest.end())));
    }

    private void loops(List<GuestBoot> boots) {
        GuestBoot first = boots.get(0);
        GuestBoot last = boots.get(boots.size() - 1);
        BootFindings.of(boots).forEach(loop -> fFindings.add(new Finding(Notion.BOOT, first.guest(), CodeText.of(loop), first.begin(), last.end(),
                last.end() - first.begin(), evidence(first, first.begin(), last.end()))));
    }

    private static Evidence evidence(GuestBoot boot, long begin, long end) {
        return new Evidence(Evidence.View.BOOT, List.of(boot.host().name(), boot.guest(), "boot " + boot.number()), boot.number(), begin, end);
    }
}
