/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.scenario;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.UUID;

import org.hypertrace.core.guesttrace.CtfClock;
import org.hypertrace.core.guesttrace.CtfWriter;
import org.hypertrace.core.guesttrace.KernelEvents;

/** Records a host as LTTng would: a CTF trace. */
final class CtfRecorder implements Recorder, AutoCloseable {

    private final CtfWriter fWriter;
    private final long fOffset;

    CtfRecorder(Path folder, String host, UUID clock, long offset) throws IOException {
        fOffset = offset;
        fWriter = new CtfWriter(folder, UUID.nameUUIDFromBytes(("trace of " + clock).getBytes(StandardCharsets.UTF_8)),
                CtfClock.monotonic(clock, offset), KernelEvents.environment(host));
        fWriter.declare(KernelEvents.ALL.stream().filter(type -> !KernelEvents.KVM_GENERIC.contains(type)).toList());
    }

    @Override
    public void event(int cpu, long time, String name, Object... values) {
        try {
            fWriter.event(cpu, time - fOffset, name, values);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        fWriter.close();
    }
}
