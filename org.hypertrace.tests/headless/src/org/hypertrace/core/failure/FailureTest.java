/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.failure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import org.hypertrace.core.failure.Failure.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whose doing a failure is, who learns of it, and which files are whole. */
@Timeout(60)
class FailureTest {

    @TempDir
    private Path fFolder;

    @Test
    void whoseDoingItIs() {
        assertEquals(Kind.MEMORY, Failure.of(new IllegalStateException(new OutOfMemoryError("heap"))).kind());
        assertEquals(Kind.STORAGE, Failure.of(new UncheckedIOException(new IOException("No space left on device"))).kind());
        Failure shorter = Failure.of(new InternalError("a fault occurred in a recent unsafe memory access operation in compiled Java code"));
        assertEquals(Kind.STORAGE, shorter.kind());
        assertEquals("a file became shorter while it was open", shorter.message());
        assertEquals(Kind.FAULT, Failure.of(new NullPointerException()).kind());
        assertEquals(Kind.FAULT, Failure.of(thrown("java.util.ArrayList", "org.hypertrace.core.timeline.Timeline",
                "org.eclipse.tracecompass.ctf.core.trace.CTFTraceReader")).kind());
        assertEquals(Kind.TRACE, Failure.of(thrown("java.util.ArrayList", "org.eclipse.tracecompass.ctf.core.event.types.Definition",
                "org.hypertrace.core.kvm.CtfHostEvent")).kind());
        assertEquals(Kind.FAULT, Failure.of(thrown("org.eclipse.tracecompass.internal.statesystem.core.TransientState",
                "org.hypertrace.core.model.ModelWriter")).kind());
    }

    private static Throwable thrown(String... classes) {
        Throwable thrown = new IllegalArgumentException("which");
        thrown.setStackTrace(List.of(classes).stream().map(name -> new StackTraceElement(name, "m", "F.java", 7))
                .toArray(StackTraceElement[]::new));
        return thrown;
    }

    @Test
    void aFaultReportsWhereAndWhatToReport() {
        String sentence = Failure.of(new IllegalStateException(thrown("org.hypertrace.core.timeline.Timeline"))).sentence();
        assertTrue(sentence.startsWith("IllegalArgumentException at F.java:7 is a fault of Hypertrace "), sentence);
        assertTrue(sentence.contains("report") && sentence.contains("HYPERTRACE_LOG"), sentence);
        assertFalse(sentence.contains("damaged"), sentence);
    }

    @Test
    void aCauseOfItselfIsNoLoop() {
        Throwable one = new IllegalStateException("one");
        Throwable two = new IllegalStateException("two", one);
        one.initCause(two);
        assertEquals(Kind.FAULT, Failure.of(one).kind());
    }

    @Test
    void whoWaitsLearnsOfTheDeathOfTheServer() throws InterruptedException {
        Server server = new Server();
        Error death = new StackOverflowError();
        Thread thread = new Thread(() -> {
            server.begins();
            throw death;
        });
        thread.start();
        assertSame(death, server.await());
    }

    @Test
    void whoWaitsLearnsOfTheEnd() throws InterruptedException {
        Server server = new Server();
        new Thread(() -> {
            server.begins();
            server.completed();
        }).start();
        assertNull(server.await());
    }

    @Test
    void theDeathOfAThreadOfAnAnalysisIsReported() {
        List<Throwable> reported = Collections.synchronizedList(new ArrayList<>());
        Error death = new OutOfMemoryError("injected");
        assertTrue(Threads.run("test", () -> {
            Thread thread = new Thread(() -> {
                throw death;
            });
            thread.start();
            thread.join();
            return true;
        }, reported::add));
        assertEquals(List.of(death), reported);
    }

    @Test
    void whatTheAnalysisItselfThrowsIsReported() {
        List<Throwable> reported = new ArrayList<>();
        Error death = new StackOverflowError();
        assertFalse(Threads.run("test", () -> {
            throw death;
        }, reported::add));
        assertEquals(List.of(death), reported);
    }

    @Test
    void onlyAFileThatIsSealedAndUnchangedStays() throws IOException {
        Path file = Files.writeString(fFolder.resolve("history"), "half");
        Seal.require(file);
        assertFalse(Files.exists(file), "it was never sealed");
        Files.writeString(file, "whole");
        Seal.set(file);
        Seal.require(file);
        assertEquals("whole", Files.readString(file));
        FileTime before = Files.getLastModifiedTime(file);
        Files.writeString(file, "longer");
        Files.setLastModifiedTime(file, before);
        Seal.require(file);
        assertFalse(Files.exists(file), "another length");
        Files.writeString(file, "whole");
        Seal.set(file);
        Files.setLastModifiedTime(file, FileTime.fromMillis(before.toMillis() + 10));
        Seal.require(file);
        assertFalse(Files.exists(file), "another time");
        Seal.require(file);
        try (var left = Files.list(fFolder)) {
            assertEquals(0, left.count());
        }
    }
}
