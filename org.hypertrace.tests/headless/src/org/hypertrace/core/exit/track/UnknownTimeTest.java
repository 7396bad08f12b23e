/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.track;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

import org.hypertrace.testing.log.FoundExits;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When it is unknown what a vCPU did, since events are missing. */
@Tag("plain")
class UnknownTimeTest {

    @TempDir
    private Path fFolder;

    private static String text(UnknownTime unknown, long from, long to) {
        return unknown.within(from, to).stream().map(stretch -> stretch.begin() + "-" + stretch.end()).collect(Collectors.joining(" "));
    }

    @Test
    void whatOfItIsInAStretch() {
        UnknownTime unknown = new UnknownTime();
        unknown.add(100, 200);
        unknown.add(300, 300);
        unknown.add(400, 500);
        assertEquals("100-200 300-300 400-500", text(unknown, Long.MIN_VALUE, Long.MAX_VALUE));
        assertEquals("150-200 300-300 400-450", text(unknown, 150, 450));
        assertEquals("", text(unknown, 0, 100));
        assertEquals("100-101", text(unknown, 0, 101));
        assertEquals("199-200", text(unknown, 199, 300));
        assertEquals("", text(unknown, 200, 300));
        // one without a length begins in it, or does not
        assertEquals("300-300", text(unknown, 300, 301));
        assertEquals("", text(unknown, 301, 400));
        assertEquals("499-500", text(unknown, 499, 900));
        assertEquals("", text(unknown, 500, 900));
    }

    /** 1024 stretches are kept; the last of them reaches over all that follow. */
    @Test
    void veryMany() throws IOException {
        UnknownTime unknown = new UnknownTime();
        for (int i = 0; i < 1_030; i++) {
            unknown.add(10L * i, 10L * i + 5);
        }
        List<UnknownTime.Stretch> all = unknown.within(Long.MIN_VALUE, Long.MAX_VALUE);
        assertEquals(1_024, all.size());
        assertEquals(new UnknownTime.Stretch(10_220, 10_225), all.get(1_022));
        assertEquals(new UnknownTime.Stretch(10_230, 10_295), all.get(1_023));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        unknown.write(new DataOutputStream(bytes));
        UnknownTime read = new UnknownTime();
        read.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        assertEquals(all, read.within(Long.MIN_VALUE, Long.MAX_VALUE));
        assertEquals(4 + 1_024 * 16, bytes.size());
    }

    private String found(String story) {
        return FoundExits.of(fFolder, story).dictionary().vcpus().stream().map(vcpu -> vcpu.key() + ": " + text(vcpu.unknown(),
                0, 9_999) + " of "
                + vcpu.begin() + '-' + vcpu.end()).collect(Collectors.joining(", "));
    }

    /** From the loss to the next entry: that its thread has a processor does not report what it does there. */
    @Test
    void untilItIsKnownAgain() {
        assertEquals("11#1: 130-160 of 110-300", found("""
                100 host cpu0 sched_switch bash:10 S CPU_0/KVM:11
                110 host cpu0 kvm_entry
                130 host cpu0 lost 140 7
                150 host cpu0 sched_switch bash:10 S CPU_0/KVM:11
                160 host cpu0 kvm_entry
                300 host cpu0 other
                """));
        assertEquals("11#1: 130-160 170-300 of 110-300", found("""
                100 host cpu0 sched_switch bash:10 S CPU_0/KVM:11
                110 host cpu0 kvm_entry
                130 host cpu0 lost 140 7
                150 host cpu0 sched_switch bash:10 S CPU_0/KVM:11
                160 host cpu0 kvm_entry
                170 host cpu0 lost 180 7
                300 host cpu1 other
                """));
        // nothing was lost of what it does elsewhere
        assertEquals("11#1:  of 110-300", found("""
                100 host cpu0 sched_switch bash:10 S CPU_0/KVM:11
                110 host cpu0 kvm_entry
                130 host cpu1 lost 140 7
                300 host cpu0 other
                """));
        // a vCPU that ends is no loss
        assertEquals("11#1:  of 110-200", found("""
                100 host cpu0 sched_switch bash:10 S CPU_0/KVM:11
                110 host cpu0 kvm_entry
                190 host cpu0 kvm_exit INTR
                200 host cpu0 thread_exit CPU_0/KVM:11
                300 host cpu0 other
                """));
    }
}
