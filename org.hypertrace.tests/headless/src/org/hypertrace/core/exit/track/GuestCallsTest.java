/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.track;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

import org.hypertrace.core.event.GuestCpu;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.GuestEvent.FunctionEntry;
import org.hypertrace.core.event.GuestEvent.FunctionExit;
import org.hypertrace.core.symbol.SymbolReader;
import org.hypertrace.core.symbol.Symbols;
import org.hypertrace.core.timeline.Guest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a thread of a guest is in, innermost, and what that is called. */
@Tag("plain")
class GuestCallsTest {

    private static final GuestCpu CPU = new GuestCpu(0, 0, 0, 0);
    private static final String MAP = """
            ffffffff81000000 T _text
            ffffffff81000000 T startup_64
            ffffffff81000100 T io_serial_out
            ffffffff81000200 T last
            """;
    private static final long OUT = 0xffffffff81000100L;
    private static final long MOVED = 0x10000000L;

    @TempDir
    private Path fFolder;
    private final GuestCalls fCalls = new GuestCalls();

    private boolean enters(long address, int depth) {
        return fCalls.handle(new FunctionEntry(0, CPU, 82, address, depth, false));
    }

    private boolean returns(long address, int depth) {
        return fCalls.handle(new FunctionExit(0, CPU, 82, address, 1, depth, false, false));
    }

    private long innermost() {
        return fCalls.cause(Cause.NONE).function();
    }

    @Test
    void whatIsDeeperHasReturned() {
        assertTrue(enters(1, 0));
        assertTrue(enters(2, 1));
        assertTrue(enters(3, 2));
        assertEquals(3, innermost());
        // at the same depth: an interrupt, while the one before is being left
        enters(4, 2);
        assertTrue(returns(4, 2));
        assertEquals(3, innermost());
        enters(5, 1);
        assertEquals(5, innermost());
        returns(5, 1);
        assertEquals(2, innermost());
        returns(1, 0);
        assertEquals(0, innermost());
    }

    /** The return of one whose entry was not reported ends what is deeper than it. */
    @Test
    void returnsWithoutAnEntry() {
        enters(1, 0);
        enters(2, 1);
        enters(3, 2);
        assertTrue(returns(9, 1));
        assertEquals(2, innermost());
        returns(9, -1);
        assertEquals(2, innermost());
        returns(9, 0);
        assertEquals(1, innermost());
        // an entry without a depth ends nothing
        enters(4, -1);
        returns(4, -1);
        assertEquals(1, innermost());
    }

    @Test
    void batchedReturnsChangeNothing() {
        enters(1, 0);
        assertFalse(fCalls.handle(new FunctionExit(0, CPU, 82, 1, 1, 0, false, true)));
        assertEquals(1, innermost());
    }

    /** 256 are kept; of more the outermost are forgotten. */
    @Test
    void deepStacks() {
        for (int i = 0; i < 257; i++) {
            enters(1 + i, i);
        }
        assertEquals(257, innermost());
        for (int i = 256; i > 1; i--) {
            returns(1 + i, i);
        }
        assertEquals(2, innermost());
        returns(2, 1);
        assertEquals(0, innermost());
    }

    @Test
    void systemCallsOfBothKinds() {
        assertTrue(fCalls.handle(new GuestEvent.SyscallEntry(0, CPU, 82, 4, true, 0, 0)));
        assertEquals("4 true", fCalls.cause(Cause.NONE).syscall() + " " + fCalls.cause(Cause.NONE).compat());
        assertTrue(fCalls.handle(new GuestEvent.SyscallExit(0, CPU, 82, 4, true, 0)));
        assertEquals("-1 false", fCalls.cause(Cause.NONE).syscall() + " " + fCalls.cause(Cause.NONE).compat());
        assertFalse(fCalls.handle(new GuestEvent.IrqEntry(0, CPU, 4, "")));
    }

    /** By address, or by name where they have none. */
    @Test
    void initcallsByName() {
        assertTrue(fCalls.handle(new GuestEvent.InitcallStart(0, CPU, 0, 0, "serial_init")));
        assertTrue(fCalls.handle(new GuestEvent.InitcallStart(0, CPU, 0, 0, "pci_init")));
        assertEquals("pci_init", fCalls.cause(Cause.NONE).initcallName());
        assertTrue(fCalls.handle(new GuestEvent.InitcallFinish(0, CPU, 0, 0, 0, 0, "other_init")));
        assertEquals("pci_init", fCalls.cause(Cause.NONE).initcallName());
        fCalls.handle(new GuestEvent.InitcallFinish(0, CPU, 0, 0, 0, 0, "serial_init"));
        assertNull(fCalls.cause(Cause.NONE).initcallName());
    }

    private Symbols symbols() throws IOException {
        return SymbolReader.read(Files.writeString(fFolder.resolve("System.map"), MAP));
    }

    @Test
    void namesOfTheGuestComeFirst() throws IOException {
        FunctionNameTable names = new FunctionNameTable(symbols());
        names.seen(OUT);
        assertEquals("io_serial_out", names.of(OUT));
        names.named(OUT, "my_out");
        assertEquals("my_out", names.of(OUT));
        assertNull(names.of(OUT + 0x100));
        names.seen(OUT + 0x100);
        assertEquals("last", names.of(OUT + 0x100));
        // of that which is elsewhere in a boot
        names.loadedAt(0xffffffff81000000L + MOVED);
        names.seen(OUT + MOVED);
        assertEquals("io_serial_out", names.of(OUT + MOVED));
        names.seen(0);
        assertNull(names.of(0));
        FunctionNameTable none = new FunctionNameTable(null);
        none.seen(OUT);
        none.loadedAt(0xffffffff81000000L);
        assertNull(none.of(OUT));
        assertTrue(none.isTrusted());
        none.named(OUT, "my_out");
        assertEquals("my_out", none.of(OUT));
    }

    /** If more than half of what the guest calls functions are none in the file, it is another kernel's. */
    @Test
    void symbolsOfAnotherKernelAreNotTrusted() throws IOException {
        FunctionNameTable names = new FunctionNameTable(symbols());
        assertTrue(names.isTrusted());
        names.seen(OUT);
        names.seen(OUT + 1);
        assertTrue(names.isTrusted());
        assertEquals("io_serial_out+0x1", names.of(OUT + 1));
        // again is not one more
        names.seen(OUT + 1);
        assertTrue(names.isTrusted());
        names.seen(OUT + 2);
        assertFalse(names.isTrusted());
        assertNull(names.of(OUT));
        names.named(OUT, "my_out");
        assertEquals("my_out", names.of(OUT));
    }

    /** 32 768 names that a guest gives are kept. */
    @Test
    void noMoreNamesThanThereIsRoomFor() {
        FunctionNameTable names = new FunctionNameTable(null);
        for (int i = 1; i <= 1 << 15; i++) {
            names.named(i, "f" + i);
        }
        names.named((1 << 15) + 1, "late");
        assertEquals("f32768", names.of(1 << 15));
        assertNull(names.of((1 << 15) + 1));
    }

    /** Of a vCPU whose guest reports nothing, where another vCPU of its VM reports where the kernel is: if that is known of one boot only. */
    @Test
    void anotherVcpuOfTheVmMayReportWhereTheKernelIs() throws IOException {
        Symbols symbols = symbols();
        Guest vm = new Guest(0, -1, "10#1");
        GuestCode code = new GuestCode();
        GuestCode.Boot silent = code.silent(null);
        assertEquals(1, code.number(silent, 0xffffffff91000104L));
        assertEquals(0, code.number(silent, 0x1000));
        // another host's and another VM's report nothing of this one
        code.boots(new Guest(1, 0, "10#1")).loadedAt(0xffffffffa1000000L);
        code.boots(new Guest(0, 1, "20#1")).loadedAt(0xffffffffa1000000L);
        assertEquals(Arrays.asList(null, null), code.names(guest -> symbols, vcpu -> vm));
        code.boots(new Guest(0, 2, "10#1")).loadedAt(0xffffffff91000000L);
        assertEquals(Arrays.asList(null, "io_serial_out+0x4"), code.names(guest -> symbols, vcpu -> vm));
        assertEquals(Arrays.asList(null, null), code.names(guest -> null, vcpu -> vm));
        assertEquals(Arrays.asList(null, null), code.names(guest -> symbols, vcpu -> null));
        // a second boot: in which of them this was is not known
        code.boots(new Guest(0, 2, "10#1")).loadedAt(0xffffffff91000000L);
        assertEquals(Arrays.asList(null, null), code.names(guest -> symbols, vcpu -> vm));
    }
}
