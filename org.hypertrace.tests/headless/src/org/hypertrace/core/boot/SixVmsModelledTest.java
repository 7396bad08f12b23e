/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot;

import static org.hypertrace.testing.scenario.example.SixVms.BEGIN;
import static org.hypertrace.testing.scenario.example.SixVms.MS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.boot.track.Lifecycle;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.run.TimeSplit;
import org.hypertrace.core.settings.GuestSymbols;
import org.hypertrace.core.vcpu.VcpuFigures;
import org.hypertrace.core.vcpu.VcpuFigures.PreemptorKind;
import org.hypertrace.core.vcpu.VcpuState;
import org.hypertrace.testing.log.Modelled;
import org.hypertrace.testing.scenario.Truth;
import org.hypertrace.testing.scenario.example.SixVms;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Six VMs boot at a time: what is read of the model is what the scenario reported, and where the time went is its vCPUs'. */
class SixVmsModelledTest {

    private final Truth[] fTruth = new Truth[1];
    private final List<HostEvent> fEvents = new ArrayList<>();
    private final Map<String, BootProfile> fBoots = new LinkedHashMap<>();

    @TempDir
    private Path fFolder;

    @BeforeEach
    void boots() throws IOException, StateSystemDisposedException {
        ITmfStateSystem states = Modelled.of(to -> fTruth[0] = SixVms.scenario().report(event -> {
            fEvents.add(event);
            to.accept(event);
        }), guest -> null);
        GuestSymbols symbols = new GuestSymbols(List.of(new HostTraces.Host("id 0", "host 0", null, null)),
                List.of(new GuestSymbols.Chosen(null, SixVms.symbols(fFolder.resolve("System.map")))));
        for (GuestBoot boot : Boots.of(states)) {
            String vm = fTruth[0].guests().stream().filter(guest -> guest.pid() == boot.vm().pid()).findFirst().orElseThrow().vm();
            fBoots.put(vm, BootProfile.of("six", states, boot, symbols));
        }
    }

    private Truth.Guest truth(String vm) {
        return fTruth[0].guest(vm);
    }

    /** How long a vCPU was in a state in a stretch, by the scenario. */
    private long within(String vm, VcpuState state, long begin, long end) {
        return fTruth[0].vcpu(truth(vm).pid(), 0).intervals().stream().filter(one -> one.state() == state)
                .mapToLong(one -> Math.max(0, Math.min(end, one.end()) - Math.max(begin, one.begin()))).sum();
    }

    private void assertSpent(String vm, long begin, long end, TimeSplit spent, String what) {
        assertEquals(end - begin, spent.whole(), what);
        long known = 0;
        for (VcpuState state : VcpuState.values()) {
            if (state != VcpuState.UNKNOWN) {
                assertEquals(within(vm, state, begin, end), spent.ns(state), what + ", " + state);
                known += spent.ns(state);
            }
        }
        // before its thread runs
        assertEquals(end - begin - known, spent.ns(VcpuState.UNKNOWN), what);
        assertEquals(spent.ns(VcpuState.GUEST) + spent.ns(VcpuState.HALTED), spent.own());
        assertEquals(known - spent.own(), spent.host());
    }

    @Test
    void allSixBoot() {
        assertEquals("[build, cache, db, web-1, web-2, web-3]", fBoots.keySet().stream().sorted().toList().toString());
        assertEquals("build", fBoots.values().stream().filter(boot -> !boot.isComplete()).map(boot -> boot.boot().vm())
                .map(vm -> fTruth[0].guests().stream().filter(guest -> guest.pid() == vm.pid()).findFirst().orElseThrow().vm())
                .collect(Collectors.joining()));
        fBoots.forEach((vm, boot) -> {
            assertTrue(boot.isMeasured() && boot.isReported(), vm);
            assertEquals(vm.equals("build"), boot.hasFailed() || !boot.boot().finished(), vm);
        });
    }

    @Test
    void levelsAndInitcallsAreThoseOfTheScenario() {
        fBoots.forEach((vm, boot) -> {
            List<Truth.Level> levels = truth(vm).boots().get(0).levels();
            assertEquals(levels.stream().map(Truth.Level::name).toList(), boot.boot().levels().stream().map(GuestBoot.Level::name).toList());
            for (int i = 0; i < levels.size(); i++) {
                Truth.Level truth = levels.get(i);
                GuestBoot.Level level = boot.boot().levels().get(i);
                boolean last = i == levels.size() - 1;
                assertEquals((last && vm.equals("build")) + " " + truth.begin(), level.open() + " " + level.begin(), vm);
                // PID 1 executes its program at last
                long end = last ? boot.boot().begin(vm.equals("build") ? Lifecycle.PANICKED : Lifecycle.USERSPACE) : truth.end();
                assertEquals(end, level.end(), vm + ' ' + truth.name());
                assertEquals(1, level.tid());
            }
            List<String> truth = truth(vm).boots().get(0).initcalls().stream().filter(i -> i.end() >= 0).map(i -> Long.toHexString(i.address()) + ' ' + i.tid()
                    + ' ' + i.begin() + '-' + i.end() + " = " + i.ret()).sorted().toList();
            assertEquals(truth, boot.boot().initcalls().stream().filter(i -> !i.open()).map(i -> Long.toHexString(i.address()) + ' ' + i.tid()
                    + ' ' + i.begin() + '-' + i.end() + " = " + i.result()).sorted().toList(), vm);
        });
    }

    /** The parts follow each other without a gap from the launch to user space. */
    @Test
    void partsFollowEachOther() {
        fBoots.forEach((vm, boot) -> {
            List<BootProfile.Part> parts = boot.parts();
            assertEquals(boot.boot().begin(), parts.get(0).part().begin(), vm);
            for (int i = 1; i < parts.size(); i++) {
                assertEquals(parts.get(i - 1).part().end(), parts.get(i).part().begin(), vm);
            }
            assertEquals("firmware and loader, kernel, early, pure, core", parts.stream().limit(5).map(part -> part.part().name())
                    .collect(Collectors.joining(", ")), vm);
            assertEquals(boot.boot().levels().size(), boot.levels().size(), vm);
            assertTrue(boot.fromLaunch(), vm);
            if (!vm.equals("build")) {
                assertEquals(boot.boot().bootTime(), boot.duration(), vm);
            }
        });
        // launched at 10 ms and at 300 ms, both first run a millisecond later; one initcall takes longer
        assertEquals(SixVms.LATENCY, fBoots.get("web-3").duration() - fBoots.get("web-2").duration());
    }

    @Test
    void whereTheTimeOfInitcallsWent() {
        for (String vm : List.of("web-2", "web-3", "db", "cache", "build")) {
            fBoots.get(vm).initcalls().forEach(call -> assertSpent(vm, call.run().begin(), call.run().end(), call.spent(), vm + ' ' + call.label()));
            fBoots.get(vm).parts().forEach(part -> assertSpent(vm, part.part().begin(), part.part().end(), part.spent(),
                    vm + ' ' + part.part().name()));
            BootProfile boot = fBoots.get(vm);
            assertSpent(vm, boot.parts().get(0).part().begin(), boot.parts().get(boot.parts().size() - 1).part().end(), boot.spent(), vm);
        }
    }

    /** Each of both on one processor has it when the other does not. */
    @Test
    void whoHadTheProcessorMeanwhile() {
        int taken = 0;
        for (BootProfile.Part level : fBoots.get("db").levels()) {
            TimeSplit spent = level.spent();
            for (VcpuFigures.PreemptorTime preemptor : spent.preemptors()) {
                assertEquals(PreemptorKind.VCPU, preemptor.kind());
                assertEquals(fBoots.get("cache").boot().vm().label() + " vCPU 0", preemptor.name());
                assertEquals(spent.ns(VcpuState.PREEMPTED), preemptor.ns());
                taken++;
            }
        }
        assertEquals(fBoots.get("db").levels().stream().filter(level -> level.spent().ns(VcpuState.PREEMPTED) > 0).count(), taken);
        assertTrue(taken > 2);
        assertEquals(List.of(), fBoots.get("web-2").spent().preemptors());
    }

    /** On its processor is nobody else: all exits there are its own; what happens at an end belongs to what follows. */
    @Test
    void exitsAreCountedWhereTheyHappen() {
        Map<String, Integer> processors = Map.of("web-2", 3, "web-3", 4, "build", 5);
        processors.forEach((vm, cpu) -> fBoots.get(vm).initcalls().forEach(call -> {
            long exits = fEvents.stream().filter(event -> event instanceof HostEvent.KvmExit && event.cpu() == cpu
                    && event.time() >= call.run().begin() && event.time() < call.run().end()).count();
            assertEquals(exits, call.spent().exitCount(), vm + ' ' + call.label());
        }));
    }

    /** Every hypercall of the tracer leaves the guest for 2 us before and 2 us after it. */
    @Test
    void whatTheTracerCost() {
        // i8042_init begins with a hypercall and reports nothing until it ends with one
        BootProfile.Call call = fBoots.get("web-2").initcalls().stream().filter(one -> one.label().equals("i8042_init")).findFirst().get();
        assertEquals(4_000, call.spent().tracer());
        assertEquals(call.spent().whole(), call.spent().own() + 4_000);
        assertEquals("failed: returned -ENODEV", (call.failed() ? "failed: " : "") + call.outcome());
    }

    @Test
    void anInitcallInAnotherIsOneOfItsThreadAndDeeper() {
        Map<String, InitcallRun> calls = new LinkedHashMap<>();
        fBoots.get("web-2").initcalls().forEach(call -> calls.put(call.label(), call.run()));
        InitcallRun outer = calls.get("deferred_probe_initcall");
        InitcallRun inner = calls.get("nested_probe_init");
        assertEquals("0 1, 1 ms later, 1 ms sooner", outer.depth() + " " + inner.depth() + ", " + (inner.begin() - outer.begin()) / MS
                + " ms later, " + (outer.end() - inner.end()) / MS + " ms sooner");
        assertEquals(outer.level(), inner.level());
        Map<String, InitcallRun> ofTwo = new LinkedHashMap<>();
        fBoots.get("web-1").initcalls().forEach(call -> ofTwo.put(call.label(), call.run()));
        // on another thread and vCPU, and on until the next level but one
        assertEquals("42 0, 42 0", ofTwo.get("async_disk_init").tid() + " " + ofTwo.get("async_disk_init").depth() + ", "
                + ofTwo.get("async_net_init").tid() + ' ' + ofTwo.get("async_net_init").depth());
        assertEquals("device", fBoots.get("web-1").boot().level(ofTwo.get("async_disk_init")).name());
    }

    @Test
    void functionsHaveTheNamesOfTheirSymbols() {
        assertEquals(SixVms.address("acpi_init"), fBoots.get("db").initcalls().stream().filter(call -> call.label().equals("acpi_init")
                && call.isNamed() && call.level().equals("subsys")).findFirst().orElseThrow().run().address());
        BootSymbols symbols = fBoots.get("db").symbols();
        assertNull(symbols.remark());
        assertEquals("crash_demo_probe", symbols.label(SixVms.address("crash_demo_probe")));
        assertEquals("0x1000", symbols.label(0x1000));
        assertNull(symbols.name(0));
    }

    @Test
    void theOneThatPanicsDoesSoInAnInitcall() {
        BootProfile build = fBoots.get("build");
        List<CrashReport> crashes = build.boot().crashes();
        CrashReport oops = crashes.get(0);
        CrashReport panic = crashes.get(1);
        assertEquals("true BUG: kernel NULL pointer dereference, address: 0000000000000008", oops.oops() + " " + oops.reason());
        assertEquals("false Attempted to kill init! exitcode=0x00000009", panic.oops() + " " + panic.reason());
        assertEquals(SixVms.address("crash_demo_probe") + 0x1f, oops.address());
        assertEquals("8 1 swapper/0", oops.fault() + " " + oops.tid() + ' ' + oops.task());
        InitcallRun call = build.initcalls().stream().filter(one -> one.label().equals("crash_demo_init")).findFirst().orElseThrow().run();
        assertEquals(call, oops.initcall());
        assertTrue(call.open() && !call.lost());
        assertEquals(panic.time(), call.end());
        assertEquals(8 * MS, oops.time() - call.begin());
        assertEquals(List.of("do_one_initcall", "crash_demo_init", "crash_demo_probe"), oops.stack().stream()
                .map(build.symbols()::label).toList());
        assertEquals("never returned", build.initcalls().get(build.initcalls().size() - 1).outcome());
        assertEquals(panic.time(), build.boot().begin(Lifecycle.PANICKED));
        assertTrue(build.boot().begin() > BEGIN + 600 * MS - 1, "launched then");
    }
}
