/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.hypertrace.core.path.gather.PathRows;
import org.hypertrace.core.path.latency.LockWaits;
import org.hypertrace.testing.Samples;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/** The sample in which a lock's holder has no CPU: what is found beside what the guest's kernel counted and measured itself. */
@Tag("long")
@Tag("plain")
class LockHolderSampleTest {

    private static final String SAMPLE = "lock-holder";

    @TempDir
    Path fFolder;

    @Test
    void theGuestCountedTheSameKicksAndWaitedAsLong() throws Exception {
        PathRows rows = PathAgainstGoldensTest.gathered(SAMPLE, fFolder);
        VmLockHolders found = new CriticalPaths(rows, (vm, nested, name, address) -> false).lockHolders("locks", Long.MIN_VALUE, Long.MAX_VALUE)
                .get(0);
        JsonObject reported = JsonParser.parseString(Files.readString(Samples.root().resolve("traces-samples/" + SAMPLE + "/truth.json")))
                .getAsJsonObject().getAsJsonObject("vms").getAsJsonObject("locks");
        LockWaits.Kicks kicks = found.kicks();
        int counted = reported.getAsJsonObject("lockEvents").getAsJsonObject("value").get("pv_kick_unlock").getAsInt();
        assertTrue(counted > 0 && counted <= kicks.count(), counted + " of " + kicks);
        assertEquals(0, kicks.unknown());
        List<LockWaits> waits = found.waits().stream().filter(row -> row.kind() == LockWaits.Kind.KICK).toList();
        assertEquals(kicks.count() - kicks.without(), waits.stream().mapToInt(LockWaits::count).sum());
        for (String locker : List.of("locker/0", "locker/1")) {
            // by its own clock it waited from its first try, so longer than it halted
            long waited = 0;
            long longest = 0;
            for (JsonElement round : reported.getAsJsonObject("lockers").getAsJsonArray("value")) {
                JsonObject of = round.getAsJsonObject().getAsJsonObject(locker);
                waited += of.get("waitedNs").getAsLong();
                longest = Math.max(longest, of.get("longestWaitNs").getAsLong());
            }
            List<LockWaits> own = waits.stream().filter(row -> row.waitingThread() >= 0
                    && found.names().shown(row.waitingThread()).startsWith("locks " + locker + ' ')).toList();
            long halted = own.stream().mapToLong(LockWaits::total).sum();
            assertTrue(halted > 0 && halted < waited, locker + " halted " + halted + " of " + waited);
            long most = longest;
            assertTrue(own.stream().allMatch(row -> row.longest() < most), own.toString());
        }
        // backup has the CPU of vCPU 0, and nothing else that takes long
        long backup = 0;
        long others = 0;
        for (LockWaits row : waits) {
            for (LockWaits.Preemptor preemptor : found.names().key(row.holder()).equals("v:locks:0") ? row.preemptors()
                    : List.<LockWaits.Preemptor>of()) {
                boolean isBackup = found.names().shown(preemptor.who()).startsWith("host backup (");
                backup += isBackup ? preemptor.ns() : 0;
                others += isBackup ? 0 : preemptor.ns();
            }
        }
        assertTrue(backup > 10 * others, backup + " ns by backup, " + others + " by others");
    }
}
