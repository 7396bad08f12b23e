/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.hypertrace.core.exit.columns.ExitPass;
import org.hypertrace.core.history.ColumnStates;
import org.hypertrace.core.kvm.HostEventReader.Detail;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.stack.track.StackPass;
import org.hypertrace.core.stack.track.StackSink;
import org.hypertrace.core.stack.track.StackThread;
import org.hypertrace.testing.ReadEvents;
import org.hypertrace.testing.Samples;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Who reads a trace together with others gets what those ask for, too: model, exits and stacks are the same by it. */
@Tag("plain")
@Tag("long")
class MoreDetailTest {

    @TempDir
    private Path fFolder;

    static Stream<String> samples() {
        return Samples.recorded("syscall-load");
    }

    @ParameterizedTest
    @MethodSource("samples")
    void modelsAreTheSame(String sample) throws Exception {
        Path trace = Samples.trace(sample);
        byte[] expected = model(trace, Detail.STATES);
        assertTrue(expected.length > 10_000, expected.length + " bytes");
        assertArrayEquals(expected, model(trace, Detail.CAUSES));
    }

    private byte[] model(Path trace, Detail detail) throws IOException {
        Path file = fFolder.resolve("model " + detail);
        ModelPass[] pass = new ModelPass[1];
        ColumnStates states = ColumnStates.create("model", file, 1, 0);
        long[] last = new long[1];
        ReadEvents.of(trace, detail, traces -> {
            pass[0] = new ModelPass(states, traces.hosts(), List.of(), guest -> null);
            return event -> {
                pass[0].accept(event);
                last[0] = event.time();
            };
        });
        pass[0].finish();
        pass[0].close();
        states.closeHistory(last[0]);
        states.dispose();
        return Files.readAllBytes(file);
    }

    @ParameterizedTest
    @MethodSource("samples")
    void exitsAreTheSame(String sample) throws Exception {
        Path trace = Samples.trace(sample);
        byte[] expected = exits(trace, Detail.EXITS);
        assertTrue(expected.length > 10_000, expected.length + " bytes");
        assertArrayEquals(expected, exits(trace, Detail.CAUSES));
    }

    private byte[] exits(Path trace, Detail detail) throws IOException {
        Path file = fFolder.resolve(detail.name());
        ExitPass[] pass = new ExitPass[1];
        ReadEvents.of(trace, detail, traces -> {
            pass[0] = new ExitPass(file, traces.hosts().stream().map(HostTraces.Host::id).toList(), host -> traces.hosts().get(host).manifest(),
                    List.of(), guest -> null);
            return pass[0]::accept;
        });
        pass[0].finish(1);
        pass[0].close();
        return Files.readAllBytes(file);
    }

    @ParameterizedTest
    @MethodSource("samples")
    void stacksAreTheSame(String sample) throws Exception {
        Path trace = Samples.trace(sample);
        List<String> expected = stacks(trace, Detail.STATES);
        assertTrue(expected.size() > 1_000, expected.size() + " changes");
        assertEquals(expected, stacks(trace, Detail.CAUSES));
    }

    private static List<String> stacks(Path trace, Detail detail) throws IOException {
        List<String> changes = new ArrayList<>();
        StackSink sink = (StackSink) Proxy.newProxyInstance(MoreDetailTest.class.getClassLoader(), new Class<?>[] { StackSink.class },
                (proxy, method, arguments) -> {
                    StringBuilder change = new StringBuilder(method.getName());
                    for (Object argument : arguments == null ? new Object[0] : arguments) {
                        change.append(' ').append(argument instanceof StackThread thread ? thread.index() + " " + thread.tid() + ' ' + thread.name() : argument);
                    }
                    changes.add(change.toString());
                    return null;
                });
        StackPass[] pass = new StackPass[1];
        ReadEvents.of(trace, detail, traces -> {
            pass[0] = new StackPass(host -> traces.hosts().get(host).manifest(), List.of(), (guest, nested) -> null, sink);
            return pass[0]::accept;
        });
        pass[0].finish();
        pass[0].close();
        return changes;
    }
}
