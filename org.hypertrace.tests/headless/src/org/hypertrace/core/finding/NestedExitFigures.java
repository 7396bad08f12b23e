/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.finding;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import org.hypertrace.core.quantity.Amount;
import org.hypertrace.testing.ReportedSample;
import org.hypertrace.testing.Summary;

import com.google.gson.JsonObject;

/**
 * The figures of a finding in the exits of a nested guest, summed anew over the rows of the table of exits: which exits a finding is of is
 * written from the page "VM exits" alone, for AMD. The table's own figures are the oracle's by {@code NestedSampleTest}.
 */
public final class NestedExitFigures {

    private static final long HLT = 120;

    /** What a row of exits is about; the number is -1 if there is none. */
    private record About(long code, String kind, long number) {

        boolean isPort(long... ranges) {
            return kind.startsWith("port_") && isIn(ranges);
        }

        boolean isMemory(long... ranges) {
            return kind.startsWith("mmio_") && isIn(ranges);
        }

        boolean isIn(long... ranges) {
            boolean found = ranges.length == 0;
            for (int i = 0; i < ranges.length; i += 2) {
                found |= number >= ranges[i] && number <= ranges[i + 1];
            }
            return found;
        }

        boolean isCode(long... ranges) {
            return new About(0, "", code).isIn(ranges);
        }

        /** The register of the local APIC, however it is reached; -1 if it is none. */
        long register() {
            return kind.startsWith("apic_") ? number : kind.startsWith("msr_") && isIn(0x800, 0x83f) ? number - 0x800 << 4
                    : isMemory(0xfee00000L, 0xfee00fffL) ? number - 0xfee00000L : -1;
        }

        boolean isRegister(long... registers) {
            return LongStream.of(registers).anyMatch(one -> one == register());
        }

        boolean isMsr(long which) {
            return kind.startsWith("msr_") && number == which;
        }
    }

    /** Of all purposes an exit is of the first that it fits. */
    private static final Map<String, Predicate<About>> PURPOSES = new LinkedHashMap<>();
    static {
        PURPOSES.put("console", a -> a.isPort(0x3f8, 0x3ff, 0x2f8, 0x2ff, 0x3e8, 0x3ef, 0x2e8, 0x2ef));
        PURPOSES.put("debug-port", a -> a.isPort(0x402, 0x402, 0xe9, 0xe9, 0x80, 0x80));
        PURPOSES.put("pit", a -> a.isPort(0x40, 0x43, 0x61, 0x61));
        PURPOSES.put("clock-port", a -> a.isPort(0x70, 0x71, 0x408, 0x40b, 0x608, 0x60b, 0xb008, 0xb00b));
        PURPOSES.put("hpet", a -> a.isMemory(0xfed00000L, 0xfed003ffL));
        PURPOSES.put("pic", a -> a.isPort(0x20, 0x21, 0xa0, 0xa1) || a.isMemory(0xfec00000L, 0xfec00fffL));
        PURPOSES.put("pci", a -> a.isPort(0xcf8, 0xcff));
        PURPOSES.put("port", a -> a.isCode(123, 123));
        PURPOSES.put("timer", a -> a.isMsr(0x6e0) || a.isRegister(0x380));
        PURPOSES.put("eoi", a -> a.isRegister(0xb0));
        PURPOSES.put("ipi", a -> a.isRegister(0x300, 0x310, 0x3f0) || a.isCode(1025, 1025) || a.kind.equals("hypercall") && a.isIn(5, 5, 10, 11));
        PURPOSES.put("apic", a -> a.register() >= 0 || a.isCode(1026, 1026));
        PURPOSES.put("device-memory", a -> a.isMemory());
        PURPOSES.put("memory", a -> a.isCode(1024, 1024));
        PURPOSES.put("cpuid", a -> a.isCode(114, 114));
        PURPOSES.put("msr", a -> a.isCode(124, 124));
        PURPOSES.put("hypercall", a -> a.isCode(129, 129));
        PURPOSES.put("counter", a -> a.isCode(110, 111, 135, 135));
        PURPOSES.put("pause", a -> a.isCode(119, 119));
        PURPOSES.put("control-register", a -> a.isCode(0, 31, 101, 101, 144, 159));
        PURPOSES.put("debug-register", a -> a.isCode(32, 63));
        PURPOSES.put("interrupt-window", a -> a.isCode(100, 100, 116, 116));
        PURPOSES.put("host-interrupt", a -> a.isCode(96, 97));
        PURPOSES.put("exception", a -> a.isCode(64, 95));
        PURPOSES.put("privileged", a -> a.isCode(102, 109, 118, 118, 121, 121, 137, 137, 141, 141, 164, 164));
        PURPOSES.put("nested", a -> a.isCode(128, 128, 130, 134));
    }

    private NestedExitFigures() {
    }

    /** What the figures of the sentence must be. */
    public static List<String> of(ReportedSample sample, JsonObject finding) {
        String title = finding.getAsJsonObject("evidence").getAsJsonArray("row").get(1).getAsString();
        JsonObject table = sample.report("exits", "--by", "sub");
        JsonObject vm = Summary.objects(table, "vms").stream().filter(one -> one.get("label").equals(finding.get("about"))).findFirst().orElseThrow();
        assertEquals(ends(vm, "begin").min().orElseThrow() + " " + ends(vm, "end").max().orElseThrow(), finding.get("begin") + " " + finding.get("end"));
        String rule = Summary.objects(vm, "findings").stream().filter(one -> one.get("title").getAsString().equals(title))
                .map(one -> one.get("rule").getAsString()).findFirst().orElseThrow();
        long own = 0;
        long stolen = 0;
        if (rule.equals("tracer")) {
            JsonObject tracer = vm.getAsJsonObject("tracer");
            stolen = tracer.has("stolen") ? tracer.get("stolen").getAsLong() : 0;
            own = tracer.get("time").getAsLong() - stolen;
        } else {
            for (JsonObject row : Summary.objects(table, "exits").stream().filter(row -> row.get("vm").equals(vm.get("vm"))).toList()) {
                if (isOf(row, rule)) {
                    JsonObject states = row.getAsJsonObject("states");
                    long others = Stream.of("preempted", "waking").mapToLong(state -> states.get(state).getAsLong()).sum();
                    stolen += others;
                    own += row.get("total").getAsLong() - others - (rule.equals("halt") ? states.get("halted").getAsLong() : 0);
                }
            }
        }
        assertEquals(own, finding.get("time").getAsLong(), finding.toString());
        List<String> figures = new ArrayList<>(List.of(Amount.ns(own).text(), Amount.share(own, vm.get("lifetime").getAsLong() - vm.get("halted").getAsLong()).text()));
        if (stolen > 0) {
            figures.add(Amount.ns(stolen).text());
        }
        return figures;
    }

    private static LongStream ends(JsonObject vm, String which) {
        return Summary.objects(vm, "vcpus").stream().mapToLong(vcpu -> vcpu.get(which).getAsLong());
    }

    private static boolean isOf(JsonObject row, String rule) {
        About about = new About(row.get("code").getAsLong(), row.has("subKind") ? row.get("subKind").getAsString() : "",
                row.has("subNumber") ? Long.parseUnsignedLong(row.get("subNumber").getAsString()) : -1);
        if (rule.equals("halt")) {
            return about.code == HLT;
        }
        return !about.kind.equals("tracer") && PURPOSES.keySet().stream().filter(purpose -> PURPOSES.get(purpose).test(about)).findFirst().orElse("none").equals(rule);
    }
}
