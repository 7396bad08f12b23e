/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot.view;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.hypertrace.core.boot.BootSymbols;
import org.hypertrace.core.boot.BootTimesCache;
import org.hypertrace.core.boot.CrashReport;
import org.hypertrace.core.boot.Errno;
import org.hypertrace.core.boot.GuestBoot;
import org.hypertrace.core.boot.InitcallRun;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.ThreadName;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.run.TimeSplitText;
import org.hypertrace.core.untrusted.PlainText;

/** What there is to report about a part of a boot, in words. Times are those of the trace, wherever the boot is shown. */
final class BootTooltip {

    private static final int MAX_EVENTS = 10;
    /** Of a kernel, where the upper half of all addresses is. */
    private static final Pattern ADDRESS = Pattern.compile("0x([89a-f][0-9a-f]{15})\\b");

    private final ITmfStateSystem fStates;
    private final GuestBoot fBoot;
    private final BootSymbols fSymbols;
    private final Map<String, String> fLines = new LinkedHashMap<>();

    private BootTooltip(ITmfStateSystem states, GuestBoot boot, BootSymbols symbols) {
        fStates = states;
        fBoot = boot;
        fSymbols = symbols;
    }

    static Map<String, String> of(ITmfStateSystem states, GuestBoot boot, BootSymbols symbols, Object what)
            throws StateSystemDisposedException {
        BootTooltip tooltip = new BootTooltip(states, boot, symbols);
        tooltip.fLines.put("Boot", boot.label());
        if (what instanceof GuestBoot.Stage stage) {
            tooltip.add(stage);
        } else if (what instanceof GuestBoot.Level level) {
            tooltip.add(level);
        } else if (what instanceof InitcallRun initcall) {
            tooltip.add(initcall);
        }
        return tooltip.fLines;
    }

    private void add(GuestBoot.Stage stage) {
        fLines.put("Part", stage.part().label());
        during(stage.begin(), stage.end(), false);
        if (fBoot.tripleFault() >= stage.begin() && fBoot.tripleFault() <= stage.end()) {
            fLines.put("Triple fault", "the processor gave up at " + time(fBoot.tripleFault()));
        }
        for (CrashReport crash : fBoot.crashes()) {
            if (crash.time() >= stage.begin() && crash.time() < Math.max(stage.end(), stage.begin() + 1)) {
                add(crash);
            }
        }
        if (fBoot.ending() != null) {
            fLines.put("The boot ended", fBoot.ending().label() + " at " + time(fBoot.end()));
        }
        if (fSymbols.remark() != null) {
            fLines.put("Symbols", fSymbols.remark());
        }
        if (fBoot.unmatched() > 0) {
            fLines.put("Not shown", fBoot.unmatched() + " initcalls that returned without a begin");
        }
        if (fBoot.others() > 0) {
            fLines.put("Not kept", fBoot.others() + " levels, initcalls, crashes or boots, for there are too many");
        }
    }

    private void add(CrashReport crash) {
        String what = crash.oops() ? "Oops" : "Panic";
        fLines.put(what, (crash.reason() == null ? "reason not recorded" : crash.reason()) + ", at " + time(crash.time()));
        if (crash.address() != 0) {
            fLines.put(what + " at", fSymbols.name(crash.address()) == null ? fSymbols.label(crash.address())
                    : fSymbols.name(crash.address()) + " (0x" + Long.toHexString(crash.address()) + ')');
        }
        if (crash.fault() != 0) {
            fLines.put("Faulting access", "0x" + Long.toHexString(crash.fault()));
        }
        if (crash.tid() >= 0) {
            fLines.put("Task", new ThreadName(crash.tid(), crash.task()).label());
        }
        if (crash.initcall() != null) {
            fLines.put("In initcall", fSymbols.label(crash.initcall()) + " of " + level(crash.initcall()) + ", "
                    + Amount.ns(crash.time() - crash.initcall().begin()).both() + " after its begin");
        }
        if (!crash.stack().isEmpty()) {
            fLines.put("Stack", crash.stack().stream().map(fSymbols::label).collect(Collectors.joining(" → ")));
        }
        int skipped = Math.max(0, crash.before().size() - MAX_EVENTS);
        if (!crash.before().isEmpty()) {
            fLines.put("Before", (skipped > 0 ? skipped + " events, then\n" : "") + crash.before().stream().skip(skipped)
                    .map(e -> Amount.ns(crash.time() - e.time()).both() + " before: " + e.kind() + ' ' + PlainText.line(named(e.text())))
                    .collect(Collectors.joining("\n")));
        }
    }

    /** A text with names in place of the addresses of functions. */
    private String named(String text) {
        return ADDRESS.matcher(text == null ? "" : text).replaceAll(address -> Matcher.quoteReplacement(
                fSymbols.label(Long.parseUnsignedLong(address.group(1), 16))));
    }

    private void add(GuestBoot.Level level) throws StateSystemDisposedException {
        fLines.put("Level", level.name() + (level.open() ? ", never ended" : ""));
        during(level.begin(), level.end(), true);
        long initcalls = fBoot.initcalls().stream().filter(i -> i.level() == level.number()).count();
        if (initcalls > 0) {
            fLines.put("Initcalls", Long.toString(initcalls));
        }
        thread(level.tid(), level.vcpu());
        TimeSplitText.addTo(BootTimesCache.of(fStates, fBoot).level(level.number()), fLines);
    }

    private void add(InitcallRun i) throws StateSystemDisposedException {
        fLines.put("Initcall", fSymbols.label(i));
        if (i.address() != 0) {
            fLines.put("Address", "0x" + Long.toHexString(i.address()));
        }
        if (fSymbols.remark() != null && i.name() == null) {
            fLines.put("Symbols", fSymbols.remark());
        }
        during(i.begin(), i.end(), true);
        if (i.guestDuration() >= 0) {
            fLines.put("By the guest's clock", Amount.ns(i.guestDuration()).both());
        }
        fLines.put("Returned", i.open() ? "never" : i.result() == null ? "not recorded" : Errno.label(i.result()));
        fLines.put("Level", level(i));
        thread(i.tid(), i.vcpu());
        TimeSplitText.addTo(BootTimesCache.of(fStates, fBoot).initcall(i.number()), fLines);
    }

    private String level(InitcallRun i) {
        GuestBoot.Level level = fBoot.level(i);
        return level != null ? level.name() : fBoot.isOfModule(i, fSymbols.label(i)) ? "none (a module's)" : "not recorded";
    }

    private void during(long begin, long end, boolean share) {
        fLines.put("Begin", time(begin));
        fLines.put("Duration", Amount.ns(end - begin).both()
                + (share ? ", " + Amount.share(end - begin, fBoot.bootTime()) + " of the boot" : ""));
    }

    private void thread(int tid, int vcpu) {
        if (tid >= 0) {
            fLines.put("Thread", Integer.toString(tid));
        }
        for (Machines.Vcpu one : fBoot.vm() == null ? List.<Machines.Vcpu>of() : fBoot.vm().vcpus()) {
            if (one.quark() == vcpu) {
                fLines.put("Began on", "vCPU " + one.number());
            }
        }
    }

    private static String time(long time) {
        return TmfTimestamp.fromNanos(time).toString();
    }
}
