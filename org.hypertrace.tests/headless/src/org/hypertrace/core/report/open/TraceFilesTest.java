/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.open;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces are found wherever they lie below a folder; a folder with too much in it is refused, not searched in part. */
class TraceFilesTest {

    private static final String DEEP = "1/2/3/4/5/6/7/8/9/kernel";

    @TempDir
    private Path fFolder;

    @Test
    void howeverDeep() throws IOException, ReportException {
        Path near = trace("a/kernel");
        Path deep = trace(DEEP);
        assertEquals(List.of(deep, near), find(1000));
    }

    @Test
    void neverOnlyInPart() throws IOException, ReportException {
        Path deep = trace(DEEP);
        // the folder itself, ten in each other, and the file
        assertEquals(List.of(deep), find(12));
        assertEquals(fFolder + " holds more than 11 files and folders; give the folder of the recording.",
                assertThrows(ReportException.class, () -> find(11)).getMessage());
    }

    /** A guest's text is opened because the manifest names it; other files are not, nor what is no text of events. */
    @Test
    void textsThatAManifestNamesAreTraces() throws IOException, ReportException {
        Path kernel = trace("recording/kernel");
        Path recording = kernel.getParent();
        String event = "  sh-82 [000]  12.345678: sched_waking: comm=make pid=90 prio=120 target_cpu=000\n";
        Path web = Files.writeString(recording.resolve("web.txt"), event);
        Files.writeString(recording.resolve("other.txt"), event);
        Files.writeString(recording.resolve("notes.txt"), "what we did\n");
        Files.writeString(recording.resolve("hypertrace.json"), "{\"vms\":[{\"name\":\"web\",\"pid\":1,\"guestTrace\":\"web.txt\"},"
                + "{\"name\":\"db\",\"pid\":2,\"guestTrace\":\"notes.txt\"},{\"name\":\"mail\",\"pid\":3,\"guestTrace\":\"none.txt\"}]}");
        assertEquals(List.of(web, kernel), find(100));
        Files.writeString(recording.resolve("hypertrace.json"), "{\"vms\":");
        assertEquals(List.of(kernel), find(100));
    }

    private Path trace(String name) throws IOException {
        Path trace = Files.createDirectories(fFolder.resolve(name));
        Files.writeString(trace.resolve("metadata"), "/* CTF 1.8 */");
        return trace;
    }

    private List<Path> find(int maxFiles) throws ReportException {
        return TraceFiles.find(fFolder, fFolder.resolve("unpacked"), maxFiles, new NullProgressMonitor());
    }
}
