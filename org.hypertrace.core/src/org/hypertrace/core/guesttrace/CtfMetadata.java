/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.guesttrace;

import java.util.Collection;
import java.util.Map;
import java.util.UUID;

/**
 * The metadata of a trace as text (CTF 1.8, TSDL): what LTTng-modules 2.13 declares for a kernel trace with
 * compact event headers. The packet header and context stand in {@link CtfPacketHeader}.
 */
final class CtfMetadata {

    /** Readers know a text metadata file by this line. */
    private static final String FIRST_LINE = "/* CTF 1.8 */\n\n";

    private static final String INTEGERS = """
            typealias integer { size = 8; align = 8; signed = false; } := uint8_t;
            typealias integer { size = 16; align = 8; signed = false; } := uint16_t;
            typealias integer { size = 32; align = 8; signed = false; } := uint32_t;
            typealias integer { size = 64; align = 8; signed = false; } := uint64_t;
            typealias integer { size = 8; align = 8; signed = true; } := int8_t;
            typealias integer { size = 16; align = 8; signed = true; } := int16_t;
            typealias integer { size = 32; align = 8; signed = true; } := int32_t;
            typealias integer { size = 64; align = 8; signed = true; } := int64_t;
            typealias integer { size = 8; align = 8; signed = true; encoding = UTF8; } := utf8_t;
            typealias integer { size = 64; align = 8; signed = false; } := unsigned long;
            typealias integer { size = 5; align = 1; signed = false; } := uint5_t;
            typealias integer { size = 27; align = 1; signed = false; } := uint27_t;

            """;

    private static final String TRACE = """
            trace {
            	major = 1;
            	minor = 8;
            	uuid = "%s";
            	byte_order = le;
            	packet.header := struct {
            		uint32_t magic;
            		uint8_t  uuid[16];
            		uint32_t stream_id;
            		uint64_t stream_instance_id;
            	};
            };

            """;

    private static final String CLOCK = """
            clock {
            	name = "%1$s";
            	uuid = "%2$s";
            	description = "%3$s";
            	freq = 1000000000;
            	offset = %4$d;
            };

            typealias integer {
            	size = 27; align = 1; signed = false;
            	map = clock.%1$s.value;
            } := uint27_clock_t;

            typealias integer {
            	size = 64; align = 8; signed = false;
            	map = clock.%1$s.value;
            } := uint64_clock_t;

            """;

    private static final String HEADERS = """
            struct packet_context {
            	uint64_clock_t timestamp_begin;
            	uint64_clock_t timestamp_end;
            	uint64_t content_size;
            	uint64_t packet_size;
            	uint64_t packet_seq_num;
            	unsigned long events_discarded;
            	uint32_t cpu_id;
            };

            struct event_header_compact {
            	enum : uint5_t { compact = 0 ... 30, extended = 31 } id;
            	variant <id> {
            		struct {
            			uint27_clock_t timestamp;
            		} compact;
            		struct {
            			uint32_t id;
            			uint64_clock_t timestamp;
            		} extended;
            	} v;
            } align(8);

            """;

    private CtfMetadata() {
    }

    static String of(UUID uuid, CtfClock clock, Map<String, Object> environment, Collection<CtfChannel> channels) {
        StringBuilder text = new StringBuilder(FIRST_LINE).append(INTEGERS).append(TRACE.formatted(uuid));
        text.append("env {\n");
        environment.forEach((name, value) -> text.append('\t').append(name).append(" = ")
                .append(value instanceof CharSequence string ? quoted(string) : value.toString()).append(";\n"));
        text.append("};\n\n");
        text.append(CLOCK.formatted(clock.name(), clock.uuid(), escaped(clock.description()), clock.offset())).append(HEADERS);
        channels.forEach(channel -> append(text, channel));
        return text.toString();
    }

    private static void append(StringBuilder text, CtfChannel channel) {
        text.append("stream {\n\tid = ").append(channel.id()).append(";\n")
                .append("\tevent.header := struct event_header_compact;\n")
                .append("\tpacket.context := struct packet_context;\n");
        if (!channel.context().isEmpty()) {
            text.append("\tevent.context := struct {\n");
            channel.context().forEach(field -> text.append(field.declaration("\t\t")));
            text.append("\t};\n");
        }
        text.append("};\n\n");
        int id = 0;
        for (CtfEventType type : channel.types()) {
            text.append("event {\n\tname = ").append(quoted(type.name())).append(";\n\tid = ").append(id++)
                    .append(";\n\tstream_id = ").append(channel.id()).append(";\n\tfields := struct {\n");
            type.fields().forEach(field -> text.append(field.declaration("\t\t")));
            text.append("\t};\n};\n\n");
        }
    }

    static void requireEnvironment(Map<String, Object> environment) {
        environment.forEach((name, value) -> {
            CtfField.requireIdentifier(name);
            if (!(value instanceof CharSequence || value instanceof Integer || value instanceof Long)) {
                throw new IllegalArgumentException("environment " + name + ": " + value + " is neither a text nor an integer");
            }
        });
    }

    private static String quoted(CharSequence text) {
        return '"' + escaped(text) + '"';
    }

    /** A string literal's inside: quotes and backslashes escaped, line breaks as \n, other control characters replaced by a question mark. */
    private static String escaped(CharSequence text) {
        StringBuilder literal = new StringBuilder();
        text.chars().forEach(c -> {
            switch (c) {
            case '"', '\\' -> literal.append('\\').append((char) c);
            case '\n' -> literal.append("\\n");
            default -> literal.append(c < ' ' || c == 0x7F ? '?' : (char) c);
            }
        });
        return literal.toString();
    }
}
