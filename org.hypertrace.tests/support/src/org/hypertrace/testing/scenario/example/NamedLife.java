/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.scenario.example;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.hypertrace.core.event.EventKind;
import org.hypertrace.core.event.GuestCpu;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.NameType;
import org.hypertrace.core.event.TextType;
import org.hypertrace.testing.scenario.Exit;
import org.hypertrace.testing.scenario.GuestTask;
import org.hypertrace.testing.scenario.HostTask;
import org.hypertrace.testing.scenario.Scenario;
import org.hypertrace.testing.scenario.Vcpu;
import org.hypertrace.testing.scenario.Vm;
import org.hypertrace.testing.story.HostileNames;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/**
 * Two VMs that boot, work, are preempted and end, one by a shutdown, one by a panic: the same with any names. They are given to
 * the host, its threads, the VMs, the guests, their threads, functions, modules, levels, initcalls, interrupts, marks, stages,
 * devices, drivers and notifiers.
 */
public final class NamedLife {

    private static final long BEGIN = 1_000_000;
    private static final long STEP = 10_000;
    private static final long TEXT = 0xffffffff81000000L;
    private static final long SIZE = 0x1000;

    private final List<String> fNames;
    private final Scenario fScenario = new Scenario();
    private int fNext;
    private int fTid = 2000;
    private long fTime = BEGIN;

    private NamedLife(List<String> names) {
        fNames = names;
    }

    /**
     * @param names
     *            all that are given, in turn
     * @param folder
     *            gets the recording
     * @return the host's trace
     */
    public static Path in(List<String> names, Path folder) throws IOException {
        NamedLife life = new NamedLife(names);
        life.fScenario.host("host").cpus(3);
        life.vm("vm-0", 0);
        life.vm("vm-1", 1);
        Path trace = life.fScenario.until(life.fTime + STEP).in(folder).trace();
        life.describe(trace.resolveSibling("hypertrace.json"));
        life.symbols(trace.resolveSibling("System.map"));
        return trace;
    }

    /** The names of the VMs, as they are known: the manifest's first has an unpaired surrogate, which nothing can keep. */
    public static List<String> vms(List<String> names) {
        return List.of(names.get(0) + HostileNames.LONE.replace('\ud800', '\ufffd'), names.get(1));
    }

    private String name() {
        return fNames.get(fNext++ % fNames.size());
    }

    private long then() {
        fTime += STEP;
        return fTime;
    }

    private void vm(String key, int cpu) {
        Vm vm = fScenario.vm(key).tracerCost(2, 2);
        Vcpu vcpu = vm.vcpu(0);
        vcpu.startsOn(then(), cpu).enters(fTime + 10);
        vcpu.boot().hello(then()).base(then()).tellsName(then(), name()).stage(then(), 2, "start_kernel");
        vcpu.guest().switchTo(then(), vm.task(1, "swapper/0"));
        for (int i = 0; i < fNames.size(); i++) {
            boots(vcpu, i);
        }
        vcpu.guest().executes(then(), name());
        vcpu.boot().stage(then(), 3, name()).stage(then(), 4, name());
        for (int i = 0; i < fNames.size(); i++) {
            works(vm, vcpu, i);
        }
        if (cpu == 0) {
            shutsDown(vcpu);
        } else {
            vcpu.boot().oopses(then(), TEXT + SIZE, 8, "BUG: " + String.join(" ", fNames));
            vcpu.boot().panics(then(), String.join("\n", fNames));
        }
        vcpu.exits(then() + STEP, Exit.HLT).ends(then());
    }

    private void boots(Vcpu vcpu, int i) {
        vcpu.boot().level(then(), i, name());
        vcpu.boot().initcall(then(), fTime + STEP / 2, TEXT + SIZE * (i + 1), i % 2 == 0 ? 0 : -22);
    }

    private void works(Vm vm, Vcpu vcpu, int i) {
        GuestTask task = vm.task(fTid++, name());
        vcpu.guest().wakes(then(), task).switchTo(then(), task);
        vcpu.guest().function(then(), fTime + STEP / 2, TEXT + SIZE * (i + 1), 0);
        vcpu.guest().irq(then(), fTime + STEP / 2, i, name());
        vcpu.guest().text(then(), TextType.MARK, name() + ' ' + name());
        HostTask other = fScenario.host("host").task(name(), fTid++);
        vcpu.preemptedBy(then(), other).resumes(then()).enters(fTime + 10);
    }

    private void shutsDown(Vcpu vcpu) {
        vcpu.boot().stage(then(), 5, name());
        step(vcpu, EventKind.SHUTDOWN_STEP_BEGIN, 0, "first");
        for (int i = 0; i < fNames.size(); i++) {
            String name = name();
            device(vcpu, name() + ' ' + name);
            step(vcpu, EventKind.DEVICE_SHUTDOWN_BEGIN, i, name);
            step(vcpu, EventKind.DEVICE_SHUTDOWN_END, i, name);
            step(vcpu, EventKind.REBOOT_NOTIFIER_BEGIN, i, name);
            step(vcpu, EventKind.REBOOT_NOTIFIER_END, i, name);
        }
        step(vcpu, EventKind.SHUTDOWN_STEP_END, 0, "first");
        vcpu.boot().stage(then(), 6, name());
    }

    private void device(Vcpu vcpu, String name) {
        vcpu.guest().names(then(), NameType.DEVICE, name);
    }

    private void step(Vcpu vcpu, EventKind kind, int number, String name) {
        vcpu.guest().reports(new GuestEvent.ShutdownStep(then(), cpu(), kind, number, TEXT + SIZE * (number + 1), name));
    }

    private static GuestCpu cpu() {
        return new GuestCpu(0, 0, 0, 0);
    }

    private void describe(Path manifest) throws IOException {
        JsonArray vms = new JsonArray();
        for (int i = 0; i < 2; i++) {
            JsonObject vm = new JsonObject();
            vm.addProperty("name", fNames.get(i) + (i == 0 ? HostileNames.LONE : ""));
            vm.addProperty("pid", 1000 + 100 * i);
            vm.addProperty("symbols", "System.map");
            vms.add(vm);
        }
        JsonObject root = new JsonObject();
        root.addProperty("version", 1);
        root.addProperty("host", fNames.get(2));
        root.add("vms", vms);
        // UTF-8 has no unpaired surrogates, JSON's escapes have
        Files.writeString(manifest, root.toString().replace("\ud800", "\\ud800"));
    }

    /** A line per symbol: what would part its words, or the lines, cannot be in a name. */
    private void symbols(Path file) throws IOException {
        StringBuilder map = new StringBuilder(String.format("%016x T _text%n", TEXT));
        for (int i = 0; i < fNames.size(); i++) {
            String name = fNames.get(i).replaceAll("\\s", "_");
            map.append(String.format("%016x t ", TEXT + SIZE * (i + 1))).append(name);
            map.append(i % 3 == 0 ? "\t[" + name + "]\n" : "\n");
        }
        Files.writeString(file, map);
    }
}
