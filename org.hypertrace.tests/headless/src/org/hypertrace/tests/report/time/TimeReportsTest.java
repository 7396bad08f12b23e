/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.report.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.oracle.TimeOracle;
import org.hypertrace.tests.report.Schemas;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import com.google.gson.JsonObject;

/** Processes, overcommit, accounting and system calls in every format. */
@Tag("platform")
class TimeReportsTest {

    @ParameterizedTest
    @ValueSource(strings = { "processes", "overcommit", "accounting", "syscalls" })
    void jsonFitsItsSchema(String table) throws IOException {
        JsonObject report = Command.ofSample(command(table), "syscall-load");
        assertEquals(List.of(), Schemas.errors(table, report));
        JsonObject wrong = report.deepCopy();
        wrong.remove("trace");
        assertFalse(Schemas.errors(table, wrong).isEmpty());
    }

    @ParameterizedTest
    @ValueSource(strings = { "processes", "overcommit", "accounting", "syscalls" })
    void everyFormatHasIt(String table) {
        for (String format : List.of("text", "html", "markdown", "csv")) {
            Command done = Command.run(command(table), "--quiet", "--format", format, Samples.trace("syscall-load"));
            assertEquals(0, done.status(), done.err());
            assertFalse(done.out().isBlank());
        }
    }

    /** The user's figures: what the guest reports stands beside what is true. */
    @Test
    void csvHasProcessesAndTheirThreads() {
        String csv = Command.run("report --table processes --format csv --quiet", Samples.trace("syscall-load")).out();
        assertTrue(csv.startsWith("vm,vm key,tgid,tid,name,threads,begin,end,real,user,sys,irq,softirq,modeUnknown,hypervisor,steal,tracer,inconsistent,"
                + "waiting,sleeping,unknown,guest user,guest sys,"), csv.lines().findFirst().orElse(""));
        JsonObject dd = Summary.objects(Summary.objects(TimeOracle.processes("syscall-load"), "vms").get(0), "processes").stream()
                .filter(process -> process.get("name").getAsString().equals("dd")).findFirst().orElseThrow();
        String figures = Stream.of("begin", "end", "real", "user", "sys").map(dd::get).map(Object::toString).collect(Collectors.joining(","));
        assertTrue(csv.contains("," + dd.get("tgid") + ",,dd,1," + figures + ","), figures + " in " + csv);
        assertTrue(csv.contains("," + dd.get("tgid") + "," + dd.get("tgid") + ",dd,," + figures + ","), figures + " in " + csv);
    }

    /** The tracers of all guests report only levels, initcalls and steps of shutdowns: the recorder's {@code six-vm-boot.sh}. */
    @Test
    void guestsThatReportNoSchedulingHaveNoProcesses() {
        List<JsonObject> vms = Summary.objects(Command.ofSample("report --table processes", "six-vm-boot"), "vms");
        assertTrue(vms.stream().allMatch(vm -> Summary.objects(vm, "processes").isEmpty()), vms.toString());
        String text = Command.run("report --table processes --quiet", Samples.trace("six-vm-boot")).out().replaceAll("\\s+", " ");
        assertEquals(vms.size(), text.split("The guest does not report its scheduling, so its threads are not known: load the guest module with the group sched",
                -1).length - 1, text);
        assertTrue(vms.size() > 4, vms.toString());
    }

    @Test
    void wrongPeriodsAreRefused() {
        assertEquals(2, Command.run("report --table accounting --period 0", Samples.trace("syscall-load")).status());
        assertEquals(2, Command.run("report --table accounting --period soon", Samples.trace("syscall-load")).status());
        assertEquals(2, Command.run("report --period 10", Samples.trace("syscall-load")).status());
        Command tooMany = Command.run("report --table accounting --period 0.000001 --quiet", Samples.trace("syscall-load"));
        assertTrue(tooMany.status() == 1 && tooMany.err().contains("give a longer --period"), tooMany.err());
    }

    private static String command(String table) {
        return table.equals("syscalls") ? table : "report --table " + table;
    }
}
