/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.fuzz;

import static org.hypertrace.testing.fuzz.InputFolder.check;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Stream;

import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.untrusted.TextLimit;

/** What is beside a recording: any text. All that it names is in its folder, no name is long, no number negative. */
public final class ManifestFuzzTarget {

    private ManifestFuzzTarget() {
    }

    /** One input. */
    public static void fuzzerTestOneInput(byte[] data) {
        try (InputFolder folder = new InputFolder()) {
            Path file = folder.write("hypertrace.json", data);
            Manifest manifest = Manifest.read(file);
            isShort(manifest.host());
            for (Manifest.Vm vm : manifest.vms()) {
                isShort(vm.name());
                Stream.concat(Stream.of(vm.symbols(), vm.guestTrace()), vm.rings().stream())
                        .forEach(path -> check(path == null || path.startsWith(manifest.folder()), path));
                check(vm.pid() >= -1 && vm.vcpus().stream().allMatch(tid -> tid >= 0), vm);
                manifest.keyOf(vm);
            }
            check(manifest.hash() == Manifest.read(file).hash(), "the same text has another hash");
        } catch (IOException e) {
            InputFolder.checkRefusal(e);
        }
    }

    private static void isShort(String name) {
        check(name == null || name.getBytes(StandardCharsets.UTF_8).length <= TextLimit.NAME.bytes(), "a name is longer than its limit");
    }
}
