/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.scenario.example;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;

import org.hypertrace.testing.scenario.Exit;
import org.hypertrace.testing.scenario.GuestBoot;
import org.hypertrace.testing.scenario.GuestTask;
import org.hypertrace.testing.scenario.Scenario;
import org.hypertrace.testing.scenario.Vcpu;
import org.hypertrace.testing.scenario.Vm;

/**
 * Six VMs boot on a host of seven processors, one after another. {@code web-1} to {@code web-3} have processors of their own, but
 * in {@code web-3} one initcall takes 324 ms longer; {@code web-1} runs some initcalls on a second vCPU meanwhile, {@code web-2}
 * some in others. {@code db} and {@code cache} share a processor. {@code build} panics in an initcall.
 */
public final class SixVms {

    /** When it begins, ns since the epoch. */
    public static final long BEGIN = 1_700_000_000_000_000_000L;
    /** A millisecond. */
    public static final long MS = 1_000_000;
    /** How much longer the initcall takes in {@code web-3}, ns. */
    public static final long LATENCY = 324 * MS;

    private static final long US = 1_000;
    private static final long TEXT = 0xffffffff81000000L;
    private static final long FUNCTION = 0x1000;
    private static final int SHARED = 2;
    private static final int SECOND = 6;
    private static final long SLICE = 10 * MS;
    private static final long MARGIN = 100 * US;
    private static final Map<String, List<String>> LEVELS = new LinkedHashMap<>();

    static {
        LEVELS.put("early", List.of("trace_init_flags_sys_enter", "init_hw_perf_events", "spawn_ksoftirqd", "rand_initialize"));
        LEVELS.put("pure", List.of("ipc_ns_init", "init_mmap_min_addr"));
        LEVELS.put("core", List.of("fpu__init_system", "sysctl_init", "ksysfs_init", "cpufreq_core_init"));
        LEVELS.put("postcore", List.of("irq_sysfs_init", "pci_driver_init", "kobject_uevent_init"));
        LEVELS.put("arch", List.of("acpi_pci_init", "pci_arch_init", "init_vdso"));
        LEVELS.put("subsys", List.of("acpi_init", "pci_subsys_init", "net_dev_init", "usb_init", "misc_init"));
        LEVELS.put("fs", List.of("inet_init", "populate_rootfs", "clocksource_done_booting", "acpi_event_init"));
        LEVELS.put("device", List.of("serial8250_init", "virtio_pci_driver_init", "virtio_net_driver_init", "latency_module_init",
                "i8042_init", "e1000_init_module", "deferred_probe_initcall", "crash_demo_init"));
        LEVELS.put("late", List.of("pm_debugfs_init", "ip_auto_config", "clk_disable_unused"));
    }

    /** Those that run in others, on other threads, or in no initcall. */
    private static final List<String> OTHERS = List.of("nested_probe_init", "async_disk_init", "async_net_init", "do_one_initcall",
            "crash_demo_probe");

    private final Scenario fScenario = new Scenario();

    /** The rows of their boots, a level deeper two blanks further in. */
    public static final String ROWS = """
            host
              web-1
                boot 1
                  Levels
                  Initcalls
                  Other threads
              web-2
                boot 1
                  Levels
                  Initcalls
                    Nested
              web-3
                boot 1
                  Levels
                  Initcalls
              db
                boot 1
                  Levels
                  Initcalls
              cache
                boot 1
                  Levels
                  Initcalls
              build
                boot 1
                  Levels
                  Initcalls
            """;

    private SixVms() {
    }

    /** The scenario; it lasts 2.2 s. */
    public static Scenario scenario() {
        SixVms all = new SixVms();
        all.fScenario.host("host").cpus(7);
        all.boots("web-1", 1, 10 * MS);
        all.boots("web-2", 3, 150 * MS);
        all.boots("web-3", 4, 300 * MS);
        all.shared();
        all.boots("build", 5, 600 * MS);
        return all.fScenario.until(BEGIN + 2_200 * MS);
    }

    /** Records it, with a file of symbols that nobody knows of. Returns the trace. */
    public static Path in(Path folder) throws IOException {
        Path trace = scenario().in(folder).trace();
        symbols(folder.resolve("System.map"));
        return trace;
    }

    /** Writes the symbols of all six kernels. */
    public static Path symbols(Path file) throws IOException {
        StringBuilder map = new StringBuilder(String.format("%016x T _text%n", TEXT));
        functions().forEach(name -> map.append(String.format("%016x t %s%n", address(name), name)));
        return Files.writeString(file, map);
    }

    private static List<String> functions() {
        List<String> functions = new ArrayList<>();
        LEVELS.values().forEach(functions::addAll);
        functions.addAll(OTHERS);
        return functions;
    }

    /** Where a function is. */
    public static long address(String function) {
        return TEXT + FUNCTION * (1 + functions().indexOf(function));
    }

    /** On a processor of its own. */
    private void boots(String name, int cpu, long launch) {
        Vm vm = fScenario.vm(name).inManifest().launches(BEGIN + launch).tracerCost(2 * US, 2 * US);
        Vcpu vcpu = vm.vcpu(0);
        vcpu.startsOn(BEGIN + launch + MS, cpu).enters(BEGIN + launch + MS + 10 * US);
        long up = boot(name, vcpu, time -> BEGIN + launch + 2 * MS + time);
        if (name.equals("build")) {
            vcpu.exits(up + 250 * MS, Exit.HLT).ends(up + 250 * MS + 10 * US);
        }
    }

    /** Two on one processor: each has it for 10 ms, then the other. */
    private void shared() {
        long launch = BEGIN + 450 * MS;
        Vcpu db = fScenario.vm("db").inManifest().launches(launch).tracerCost(2 * US, 2 * US).vcpu(0);
        Vcpu cache = fScenario.vm("cache").inManifest().launches(launch + MS).tracerCost(2 * US, 2 * US).vcpu(0);
        long first = launch + SLICE;
        db.startsOn(first, SHARED).enters(first + 10 * US);
        cache.wakesOn(first + MS, SHARED);
        for (int i = 1; i < 160; i++) {
            Vcpu next = i % 2 == 0 ? db : cache;
            (i % 2 == 0 ? cache : db).preemptedBy(first + i * SLICE, next);
            next.enters(first + i * SLICE + 10 * US);
        }
        boot("db", db, time -> first + 2 * SLICE * (time / (SLICE - 2 * MARGIN)) + MARGIN + time % (SLICE - 2 * MARGIN));
        boot("cache", cache, time -> first + SLICE + 2 * SLICE * (time / (SLICE - 2 * MARGIN)) + MARGIN
                + time % (SLICE - 2 * MARGIN));
    }

    /** What a guest does from its first moment on, by its own time that the host stretches. Returns when it is done. */
    private long boot(String name, Vcpu vcpu, LongUnaryOperator host) {
        GuestTask init = fScenario.vm(name).task(1, "swapper/0");
        GuestBoot boot = vcpu.boot();
        boot.hello(host.applyAsLong(90 * MS)).base(host.applyAsLong(90 * MS + 50 * US));
        boot.stage(host.applyAsLong(91 * MS), 2, "start_kernel");
        vcpu.guest().switchTo(host.applyAsLong(120 * MS), init);
        long time = 130 * MS;
        int number = 0;
        for (Map.Entry<String, List<String>> level : LEVELS.entrySet()) {
            boot.level(host.applyAsLong(time), number, level.getKey());
            time += 300 * US;
            for (String function : level.getValue()) {
                number++;
                boolean isLong = level.getKey().equals("device") || level.getKey().equals("subsys");
                long length = (number * 7 % 11 + 1) * (isLong ? 4 : 1) * MS;
                if (function.equals("crash_demo_init")) {
                    if (name.equals("build")) {
                        return crash(boot, host, time);
                    }
                    continue;
                }
                if (function.equals("latency_module_init") && name.equals("web-3")) {
                    length += LATENCY;
                }
                initcall(name, boot, function, host.applyAsLong(time), host.applyAsLong(time + length));
                time += length + 200 * US;
            }
            number++;
        }
        vcpu.guest().executes(host.applyAsLong(time), "init");
        boot.stage(host.applyAsLong(time + 100 * US), 3, "/sbin/init");
        boot.stage(host.applyAsLong(time + 60 * MS), 4, "httpd listens");
        return host.applyAsLong(time + 60 * MS);
    }

    private void initcall(String name, GuestBoot boot, String function, long from, long to) {
        boot.initcall(from, to, address(function), function.equals("i8042_init") ? -19 : 0);
        if (name.equals("web-2") && function.equals("deferred_probe_initcall")) {
            boot.initcall(from + MS, to - MS, address("nested_probe_init"), 0);
        }
        if (name.equals("web-1") && function.equals("virtio_pci_driver_init")) {
            Vm vm = fScenario.vm(name);
            Vcpu second = vm.vcpu(1);
            second.startsOn(from - 100 * US, SECOND).enters(from - 90 * US);
            second.guest().switchTo(from, vm.task(42, "kworker/u4:1"));
            second.boot().initcall(from + 100 * US, to + 5 * MS, address("async_disk_init"), 0)
                    .initcall(to + 6 * MS, to + 14 * MS, address("async_net_init"), -517);
            second.exits(to + 20 * MS, Exit.HLT).halts(to + 20 * MS + 10 * US);
        }
    }

    private static long crash(GuestBoot boot, LongUnaryOperator host, long at) {
        boot.initcallWithoutEnd(host.applyAsLong(at), address("crash_demo_init"));
        boot.functionWithoutEnd(host.applyAsLong(at + 10 * US), address("do_one_initcall"), 0)
                .functionWithoutEnd(host.applyAsLong(at + 20 * US), address("crash_demo_init"), 1)
                .functionWithoutEnd(host.applyAsLong(at + 30 * US), address("crash_demo_probe"), 2);
        boot.oopses(host.applyAsLong(at + 8 * MS), address("crash_demo_probe") + 0x1f, 8,
                "BUG: kernel NULL pointer dereference, address: 0000000000000008");
        boot.panics(host.applyAsLong(at + 9 * MS), "Attempted to kill init! exitcode=0x00000009");
        return host.applyAsLong(at + 9 * MS);
    }
}
