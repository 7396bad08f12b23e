/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.guesttrace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Writes a trace in the Common Trace Format 1.8, in the form of LTTng's kernel tracer, so that every reader of kernel traces takes it. A
 * trace is a folder with {@code metadata} and one file per channel and CPU.
 *
 * <pre>
 * try (CtfWriter writer = new CtfWriter(folder, traceId, CtfClock.monotonic(hostId, 0), KernelEvents.environment("host"))) {
 *     writer.declare(KernelEvents.ALL);
 *     writer.event(1, 100, "sched_switch", "swapper/1", 0, 20, 0, "CPU 0/KVM", 386, 20);
 *     writer.event(1, 120, "kvm_x86_entry", 0);
 * }
 * </pre>
 *
 * The metadata is written last: a folder whose writing was cut short has none and is no trace to any reader.
 * Memory: one packet per stream. Not thread-safe.
 */
public final class CtfWriter implements AutoCloseable {

    private static final String DEFAULT_CHANNEL = "channel0";
    private static final int DEFAULT_PACKET_SIZE = 256 * 1024;

    private final Path folder;
    private final UUID uuid;
    private CtfClock clock;
    private Map<String, Object> environment;
    private final Map<String, CtfChannel> channels = new LinkedHashMap<>();
    private int packetSize = DEFAULT_PACKET_SIZE;
    private boolean closed;

    /**
     * @param folder is made if it does not exist
     * @param uuid of the trace
     * @param environment what the trace reports about its origin, in the map's order; values are texts or integers
     * @throws IOException if the folder cannot be made or is not empty
     * @throws IllegalArgumentException if a name in the environment is no C identifier or a value is neither text nor integer
     */
    public CtfWriter(Path folder, UUID uuid, CtfClock clock, Map<String, ?> environment) throws IOException {
        describe(clock, environment);
        Files.createDirectories(folder);
        try (Stream<Path> content = Files.list(folder)) {
            if (content.findAny().isPresent()) {
                throw new IOException("a trace cannot be written into " + folder + ": the folder is not empty");
            }
        }
        this.folder = folder;
        this.uuid = uuid;
    }

    /**
     * Reports better where the trace is from, before it is closed: metadata is written last.
     *
     * @param described of the same offset: time stamps do not change
     * @param origin what the trace reports about its origin, as at the beginning
     * @throws IllegalArgumentException as at the beginning
     */
    public void describe(CtfClock described, Map<String, ?> origin) {
        Map<String, Object> copy = Collections.unmodifiableMap(new LinkedHashMap<>(origin));
        CtfMetadata.requireEnvironment(copy);
        clock = described;
        environment = copy;
    }

    /** A packet is written when it has grown to this many bytes; 256 KiB if not set. Only an event that is larger makes a larger one. */
    public CtfWriter packetSize(int bytes) {
        packetSize = bytes;
        return this;
    }

    /** The channel with this name (a C identifier), made when first asked for. */
    public CtfChannel channel(String name) {
        return channels.computeIfAbsent(name, n -> new CtfChannel(this, n, channels.size()));
    }

    /** Declares event types of the channel {@code channel0}; see {@link CtfChannel#declare}. */
    public CtfWriter declare(Iterable<CtfEventType> types) {
        channel(DEFAULT_CHANNEL).declare(types);
        return this;
    }

    /** Declares event types of the channel {@code channel0}; see {@link CtfChannel#declare}. */
    public CtfWriter declare(CtfEventType... types) {
        return declare(List.of(types));
    }

    /** Every event of the channel {@code channel0} carries these fields too; see {@link CtfChannel#context}. */
    public CtfWriter context(CtfField... fields) {
        channel(DEFAULT_CHANNEL).context(fields);
        return this;
    }

    /** The stream of a CPU in the channel {@code channel0}. */
    public CtfStream stream(int cpu) {
        return channel(DEFAULT_CHANNEL).stream(cpu);
    }

    /** Appends an event to the stream of a CPU in the channel {@code channel0}; see {@link CtfStream#event}. */
    public CtfWriter event(int cpu, long time, String type, Object... values) throws IOException {
        stream(cpu).event(time, type, values);
        return this;
    }

    /** Writes the last packets and the metadata. */
    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        // LTTng, too, ends what every stream holds when the recording stops
        long end = channels.values().stream().mapToLong(CtfChannel::now).max().orElse(0);
        for (CtfChannel channel : channels.values()) {
            channel.close(end);
        }
        String metadata = CtfMetadata.of(uuid, clock, environment, channels.values());
        Files.writeString(folder.resolve("metadata"), metadata, StandardOpenOption.CREATE_NEW);
    }

    Path folder() {
        return folder;
    }

    UUID uuid() {
        return uuid;
    }

    int packetSize() {
        return packetSize;
    }
}
