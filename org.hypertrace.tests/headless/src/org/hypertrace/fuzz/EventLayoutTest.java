/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Tool;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How long events are by their declarations, as {@code cut.py} understands them: fields that a tag chooses, and parts of bytes. */
@Tag("plain")
class EventLayoutTest {

    private static final String METADATA = """

            stream {
            	id = 0;
            	event.header := struct event_header_large;
            	packet.context := struct packet_context;
            };

            event {
            	name = "net_dev_queue";
            	id = 7;
            	stream_id = 0;
            	fields := struct {
            		string _name;
            		enum : integer { size = 8; align = 8; signed = 0; } { "_unknown" = 0, "_ipv4" = 1, "_unknown" = 2 ... 4, } _header_type;
            		variant <_header_type> {
            			struct {
            			} _unknown;
            			struct {
            				integer { size = 4; align = 4; signed = 0; } _version;
            				integer { size = 4; align = 4; signed = 0; } _ihl;
            				struct { } align(8) _saddr_padding;
            				integer { size = 8; align = 8; signed = 0; } _saddr[4];
            				enum : integer { size = 8; align = 8; signed = 0; } { "_unknown" = 0, "_tcp" = 6, } _transport_type;
            				variant <_transport_type> {
            					struct {
            					} _unknown;
            					struct {
            						integer { size = 4; align = 4; signed = 0; } _offset;
            						integer { size = 3; align = 1; signed = 0; } _reserved;
            						integer { size = 9; align = 1; signed = 0; } _flags;
            						integer { size = 16; align = 8; signed = 0; } _window;
            					} _tcp;
            				} _transport;
            			} _ipv4;
            		} _header;
            		integer { size = 32; align = 8; signed = 0; } _len;
            	};
            };
            """;

    /** Id and time. */
    private static final int HEADER = 2 + 4;
    private static final int NAME = 3;
    private static final int LENGTH = 4;

    @TempDir
    private Path fFolder;
    private EventLayout fLayout;

    @BeforeEach
    void understand() throws IOException {
        Files.writeString(fFolder.resolve("text"), METADATA);
        Tool.run("python3", "-B", "-c", "import sys, pathlib; sys.path.insert(0, sys.argv[1]); import cut; folder = pathlib.Path(sys.argv[2]); "
                + "cut.write_layout(folder, *cut.layouts((folder / 'text').read_text()))", Samples.root().resolve("releng/fuzzing"), fFolder);
        fLayout = EventLayout.of(fFolder);
    }

    @Test
    void theTagChoosesWhatFollows() {
        assertEquals(HEADER + NAME + 1 + LENGTH, end(0));
        assertEquals(HEADER + NAME + 1 + LENGTH, end(3));
        assertEquals(HEADER + NAME + 1 + 1 + 4 + 1 + LENGTH, end(1, 0x45, 10, 0, 0, 1, 0));
        assertEquals(HEADER + NAME + 1 + 1 + 4 + 1 + 2 + 2 + LENGTH, end(1, 0x45, 10, 0, 0, 1, 6));
    }

    @Test
    void aTagThatIsNotDeclaredIsNoEvent() {
        assertNull(event(5));
        assertNull(event(1, 0x45, 10, 0, 0, 1, 17));
    }

    private int end(int... behindTheName) {
        EventLayout.Event event = event(behindTheName);
        assertNotNull(event);
        return event.end();
    }

    private EventLayout.Event event(int... behindTheName) {
        ByteBuffer bytes = ByteBuffer.allocate(100).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putShort((short) 7).putInt(1).put((byte) 'l').put((byte) 'o').put((byte) 0);
        for (int value : behindTheName) {
            bytes.put((byte) value);
        }
        return fLayout.read(bytes, 0, 0, bytes.limit(), 0);
    }
}
