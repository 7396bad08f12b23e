/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.track;

import static org.hypertrace.testing.scenario.Exit.IO;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import org.hypertrace.core.event.GuestCpu;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.exit.columns.ExitColumns;
import org.hypertrace.core.exit.columns.ExitColumnsReader;
import org.hypertrace.core.exit.columns.ExitNames;
import org.hypertrace.core.exit.columns.ExitPass;
import org.hypertrace.core.symbol.SymbolReader;
import org.hypertrace.core.symbol.Symbols;
import org.hypertrace.testing.scenario.Scenario;
import org.hypertrace.testing.scenario.Vcpu;
import org.hypertrace.testing.story.Story;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where exits come from has the name of the nearest symbol below it. */
class GuestCodeTest {

    private static final String MAP = """
            ffffffff81000000 T _text
            ffffffff81000000 T startup_64
            ffffffff81000100 T io_serial_out
            ffffffff81000200 T last
            """;

    private static final String STORY = """
            100 host cpu0 sched_switch bash:10 S CPU_0/KVM:11
            110 host cpu0 kvm_entry
            120 host cpu0 kvm_exit IOIO 0 0xffffffff8100010e
            130 host cpu0 kvm_entry
            140 host cpu0 kvm_exit IOIO 0 0xffffffff81000200
            150 host cpu0 kvm_entry
            160 host cpu0 kvm_exit IOIO 0 0x401000
            170 host cpu0 kvm_entry
            180 host cpu0 kvm_exit IOIO 0 0xffffffff80000000
            190 host cpu0 kvm_entry
            200 host cpu0 kvm_exit IOIO
            210 host cpu0 kvm_entry
            """;

    @TempDir
    private Path fFolder;

    private List<String> code(Consumer<Consumer<HostEvent>> events, Symbols symbols) throws IOException {
        Path file = fFolder.resolve("exits");
        try (ExitPass pass = new ExitPass(file, List.of("host"), host -> null, List.of(), guest -> symbols)) {
            events.accept(pass::accept);
            pass.finish(1);
        }
        ExitColumns exits = ExitColumnsReader.open(file, 1);
        List<String> names = new ArrayList<>();
        for (int i = 0; i < exits.count(); i++) {
            if (!exits.isTracer(i)) {
                names.add(new ExitNames(exits).code(i) + "");
            }
        }
        return names;
    }

    private Symbols symbols() throws IOException {
        return SymbolReader.read(Files.writeString(fFolder.resolve("System.map"), MAP));
    }

    @Test
    void aGuestThatReportsNothingHasSymbolsToo() throws IOException {
        assertEquals(List.of("io_serial_out+0xe", "last", "null", "null", "null"),
                code(to -> Story.events(STORY).forEach(to), symbols()));
        assertEquals(List.of("null", "null", "null", "null", "null"), code(to -> Story.events(STORY).forEach(to), null));
    }

    @Test
    void whereTheKernelIsIsOftenReportedAfterTheFirstExits() throws IOException {
        Scenario scenario = new Scenario();
        Vcpu vcpu = scenario.vm("web").vcpu(0);
        vcpu.startsOn(100, 0).enters(110);
        vcpu.guest().reports(new GuestEvent.Base(200, new GuestCpu(0, 0, 0, 0), 0xffffffff91000000L, 0, 0, 1, 0));
        vcpu.exits(300, IO).enters(310);
        scenario.until(1_000);
        List<HostEvent> moved = new ArrayList<>();
        scenario.report(event -> moved.add(event instanceof HostEvent.KvmExit exit
                ? new HostEvent.KvmExit(exit.time(), exit.host(), exit.cpu(), exit.isa(), exit.reason(), exit.vcpuId(),
                        0xffffffff91000104L)
                : event));
        assertEquals(List.of("io_serial_out+0x4"), code(to -> moved.forEach(to), symbols()));
    }

    @Test
    void moreAddressesThanCanBeDistinguishedHaveNoName() {
        GuestCode code = new GuestCode();
        GuestCode.Boot boot = code.silent(null);
        int named = 0;
        for (int i = 0; i < 20_000; i++) {
            named += code.number(boot, 0xffffffff81000000L + i) > 0 ? 1 : 0;
        }
        assertEquals(1 << 14, named);
        assertEquals(1, code.number(boot, 0xffffffff81000000L));
    }
}
