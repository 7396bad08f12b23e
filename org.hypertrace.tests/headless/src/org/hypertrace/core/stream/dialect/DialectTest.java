/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stream.dialect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.hypertrace.testing.story.GuestStory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The older dialects, those of a user, and what is wrong with them. */
class DialectTest {

    @TempDir
    private Path fFolder;

    private static String reported(String dialect, String story) {
        return GuestStory.decoded(Dialect.builtIn(dialect), story);
    }

    @Test
    void p3AsRecorded() {
        assertEquals("""
                677113000 cpu-1 func_exit address=0xffffffff96c85c90 duration=1766 depth=11
                677126000 cpu-1 func_entry address=0xffffffff974f53b0 depth=11
                677150000 cpu-1 sched_switch prevTid=1661 nextTid=114 nextComm=kworker/0:1H
                """, reported("p3", """
                0.677113 kvm_hypercall nr 0x65 a0 0xffffffff96c85c90 a1 0x6e6 a2 0xb a3 0x0
                0.677126 kvm_hypercall nr 0x64 a0 0xffffffff974f53b0 a1 0xb a2 0x0 a3 0x0
                0.677150 kvm_hypercall nr 0x3e8 a0 0x67d a1 0x72 a2 0x48313a30 a3 0x2f72656b726f776b
                """));
    }

    @Test
    void p1() {
        assertEquals("""
                10 cpu0 func_entry address=0xffffffffffffff00 depth=0
                20 cpu0 sched_switch prevTid=7 nextTid=8 prevTgid=6 nextTgid=9
                30 cpu0 func_exit address=0xffffffffffffff00 duration=500 depth=0
                40 cpu0 func_entry address=4198400 depth=2 userSpace=true
                malformed=1
                """, reported("p1", """
                10 vcpu0 nr 1000 a0 0xffffffffffffff00 a1 0 a2 0x1234567812345678 a3 0
                20 vcpu0 nr 1001 a0 7 a1 6 a2 8 a3 9
                30 vcpu0 nr 1000 a0 0xffffffffffffff00 a1 1 a2 500 a3 0
                35 vcpu0 nr 1000 a0 0xffffffffffffff00 a1 2 a2 500 a3 0
                40 vcpu0 user nr 2000 a0 4198400 a1 0 a3 2
                """));
        assertEquals("start_kernel", Dialect.builtIn("p1").symbols().get(0xffffffffffffff00L));
    }

    @Test
    void p2SendsOnlyExits() {
        assertEquals("""
                10 cpu0 tracing_start maxDepth=5 exitOnly=true stopFunction=0
                20 cpu0 func_exit address=0xffffffff81000000 duration=500 depth=3 exitOnly=true
                30 cpu0 tracing_stop maxDepth=5 exitOnly=true stopFunction=0
                """, reported("p2", """
                10 vcpu0 nr 1002 a0 5 a1 1
                20 vcpu0 nr 1000 a0 0xffffffff81000000 a1 2 a2 500 a3 3
                30 vcpu0 nr 1003 a0 5 a1 1
                """));
    }

    @Test
    void p4Of64Bits() {
        assertEquals("""
                10 cpu3 config wordSize=8
                20 cpu3 sched_switch prevTid=1661 nextTid=114 prevPrio=120 nextPrio=100 prevState=1 nextComm=kworker/0:1H
                30 cpu3 sched_wakeup tid=9 targetCpu=2 prio=120 comm=compiz
                40 cpu3 sched_process_fork tid=1 childTid=3 parentTgid=2 childTgid=4
                50 cpu3 sched_process_exit tid=9 code=0 prio=120 comm=compiz
                60 cpu3 syscall_entry number=39 arg0=0 arg1=0
                70 cpu3 syscall_exit number=39 ret=9
                80 cpu3 timer_hrtimer_expire_entry timer=0xffff888000000000 function=0xffffffff81000000 when=77 mode=0
                90 cpu3 kvm_hypercall nr=9 a0=1 a1=0 a2=0 a3=0
                """, reported("p4", """
                10 vcpu3 nr 0x30000 a0 8
                20 vcpu3 nr 0x303e9 a0 0x000100780000067d a1 0x6400000072 a2 0x48313a30 a3 0x2f72656b726f776b
                30 vcpu3 nr 0x303eb a0 9 a1 120 a2 2 a3 0x29007a69706d6f63
                40 vcpu3 nr 0x303ed a0 1 a1 2 a2 3 a3 4
                50 vcpu3 nr 0x303ef a0 9 a1 120 a2 0x41 a3 0x29007a69706d6f63
                60 vcpu3 nr 0x3044c a0 39
                70 vcpu3 nr 0x3044d a0 39 a1 9
                80 vcpu3 nr 0x30455 a0 0xffff888000000000 a1 77 a2 0xffffffff81000000
                90 vcpu3 nr 9 a0 1
                """));
    }

    @Test
    void p4Of32Bits() {
        assertEquals("""
                10 cpu0 config wordSize=4
                20 cpu0 sched_switch prevTid=1661 nextTid=114 prevState=2 nextComm=kworker/0:1
                """, reported("p4", """
                10 vcpu0 nr 0 a0 4
                20 vcpu0 nr 1001 a0 0x067d0072 a1 0x02313a30 a2 0x2f72656b a3 0x726f776b
                """));
    }

    @Test
    void p5InAdditionToAnother() {
        Dialect both = Dialect.builtIn("p4").with(Dialect.builtIn("p5"));
        assertEquals("p4+p5", both.name());
        assertEquals("""
                10 cpu0 stage stage=1 tsc=0 name=first kernel code
                20 cpu1 boot_level_begin number=8 tsc=0 name=device_sync
                30 cpu1 boot_level_begin number=18 tsc=0 name=device_sync
                40 cpu1 initcall_start address=0 name=latency_module_init
                50 cpu1 initcall_finish address=0 ret=0 name=latency_module_init
                60 cpu1 boot_level_end number=10 tsc=0 name=console
                70 cpu1 panic monotonic=0
                80 cpu1 shutdown_step_begin number=107 address=0 name=migrate to reboot cpu
                90 cpu1 device_shutdown_begin number=5028 address=0
                95 cpu1 sched_switch prevTid=1 nextTid=2 prevPrio=0 nextPrio=0 prevState=0 nextComm=
                """, GuestStory.decoded(both, """
                10 vcpu0 user nr 9000
                20 vcpu1 nr 0x10bb8 a0 8 a1 1
                30 vcpu1 nr 0x10bb9 a0 18
                40 vcpu1 nr 0x10fa1 a0 660 a1 0x74696e a2 0x695f656c75646f6d a3 0x5f79636e6574616c
                50 vcpu1 nr 0x10fa2 a0 660 a1 0x74696e a2 0x695f656c75646f6d a3 0x5f79636e6574616c
                60 vcpu1 nr 0x10bba a0 10
                70 vcpu1 nr 0x1232b
                80 vcpu1 nr 0x12710 a0 107
                90 vcpu1 nr 0x12af9 a0 5028
                95 vcpu1 nr 0x103e9 a0 1 a1 2
                """));
    }

    @Test
    void aUsersDialectDecodesWhatNoOtherCan() throws IOException {
        String story = "10 vcpu2 nr 0x7700 a0 0x7368000000005200 a1 0x11\n";
        for (String name : Dialect.BUILT_IN) {
            assertTrue(reported(name, story).endsWith("unknownNumbers=1\n"), name);
        }
        assertEquals("10 cpu2 sched_switch prevTid=82 nextTid=17 nextComm=sh\n", GuestStory.decoded(Dialect.read(file("""
                { "name": "mine", "nr": { "number": "nr[8-15]" },
                  "events": [ { "number": "0x77", "event": "sched_switch",
                                "fields": { "prev_tid": "a0[8-31]", "next_tid": "a1", "next_comm": "text a0[56-63] a0[48-55]" } } ] }
                """)), story));
    }

    private Path file(String text) throws IOException {
        return Files.writeString(fFolder.resolve("mine.json"), text);
    }

    private void wrong(String message, String text) throws IOException {
        Path file = file(text);
        String found = assertThrows(IOException.class, () -> Dialect.read(file)).getMessage();
        assertTrue(found.startsWith(file.toString()), found);
        assertEquals(message, found.substring(file.toString().length()));
    }

    private void wrongEvents(String message, String events) throws IOException {
        wrong(": events" + message, "{ \"name\": \"mine\", \"events\": [ " + events + " ] }");
    }

    @Test
    void whatIsWrongIsReportedWithItsPlace() throws IOException {
        wrong(": the document must have the key \"name\".", "{}");
        wrong(": the document must be an object, {…}.", "7");
        wrong(": name must be a text, not 7.", "{ \"name\": 7, \"events\": [] }");
        wrong(": evnts is not a key that is known here; known are $schema, name, title, about, nr, symbols, events.",
                "{ \"name\": \"mine\", \"evnts\": [] }");
        wrongEvents("[0].event is no kind of event: \"sched_swich\".", "{ \"number\": 7, \"event\": \"sched_swich\" }");
        wrongEvents("[0].number must be a whole number from 0 to 65535, not 70000.", "{ \"number\": 70000, \"event\": \"mark\" }");
        wrongEvents("[0].fields.depth is no field of mark; it has cpu, tid, value.",
                "{ \"number\": 7, \"event\": \"mark\", \"fields\": { \"depth\": \"a0\" } }");
        wrongEvents("[0] does not state where the field \"address\" of func_entry is.", "{ \"number\": 7, \"event\": \"func_entry\" }");
        wrongEvents("[0].fields.value is wrong: \"a4\" is not a place in a word, such as \"a0\" or \"a1[32-63]\".",
                "{ \"number\": 7, \"event\": \"mark\", \"fields\": { \"value\": \"a4\" } }");
        wrongEvents("[0].fields.value is wrong: \"a0[60-70]\" names bits that a word of 64 bits does not have.",
                "{ \"number\": 7, \"event\": \"mark\", \"fields\": { \"value\": \"a0[60-70]\" } }");
        wrongEvents("[1] is never reached, because events[0] reads the same hypercalls 7.",
                "{ \"number\": 7, \"event\": \"mark\" }, { \"number\": \"0x7\", \"event\": \"panic\", \"when\": { \"a0\": 1 } }");
        wrongEvents("[0].fields.name has a part that is not whole characters of 8 bits: \"a0[0-3]\".",
                "{ \"number\": 7, \"event\": \"stage\", \"fields\": { \"stage\": 1, \"name\": \"text a0[0-3]\" } }");
    }

    @Test
    void whatIsNotJsonIsReportedWithItsLine() throws IOException {
        Path file = file("{ \"name\": \"mine\",\n  \"events\": [\n    { \"number\" 7 } ] }");
        String message = assertThrows(IOException.class, () -> Dialect.read(file)).getMessage();
        assertTrue(message.contains("mine.json is not JSON") && message.contains("line 3"), message);
        String missing = assertThrows(IOException.class, () -> Dialect.read(fFolder.resolve("none.json"))).getMessage();
        assertTrue(missing.startsWith("Cannot read ") && missing.contains("none.json"), missing);
    }

    @Test
    void theHashChangesWithTheDictionary() throws IOException {
        String text = "{ \"name\": \"mine\", \"events\": [ { \"number\": 7, \"event\": \"mark\" } ] }";
        int hash = Dialect.read(file(text)).hash();
        assertEquals(hash, Dialect.read(file(text)).hash());
        assertTrue(hash != Dialect.read(file(text.replace('7', '8'))).hash());
    }
}
