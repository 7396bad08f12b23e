/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.stream.Hypercall;
import org.hypertrace.core.stream.Losses;
import org.hypertrace.core.stream.decode.GuestEventDecoder;
import org.hypertrace.core.stream.dialect.Dialect;
import org.hypertrace.testing.story.GuestEncoder;
import org.hypertrace.testing.story.GuestStory;
import org.junit.jupiter.api.Test;

/** Texts and names come in pieces, and pieces get lost. */
class TextsAndNamesTest {

    private static final GuestCpu VCPU_0 = new GuestCpu(0, 0, 0, 0);
    private static final String PANIC = "Kernel panic - not syncing: VFS: Unable to mount root fs on unknown-block(0,0)";

    private final List<Hypercall> fPieces = new ArrayList<>(
            GuestEncoder.text(new GuestEvent.Text(10, VCPU_0, TextType.PANIC, PANIC, 10, true)));
    private final List<String> fReported = new ArrayList<>();
    private final GuestEventDecoder fDecoder = new GuestEventDecoder(Dialect.builtIn(Dialect.HYPERTRACE_1), event -> fReported
            .add(event instanceof GuestEvent.Text t ? t.text() : event instanceof GuestEvent.Name n ? n.name()
                    : GuestStory.words(event)));

    private String reported() {
        fPieces.forEach(fDecoder::accept);
        fDecoder.finish();
        return String.join("|", fReported);
    }

    @Test
    void allPieces() {
        assertEquals(PANIC, reported());
    }

    @Test
    void aPieceInTheMiddleIsMissing() {
        fPieces.remove(1);
        assertEquals("Kernel panic - not synci… root fs on unknown-block(0,0)", reported());
    }

    @Test
    void theFirstPieceIsMissing() {
        fPieces.remove(0);
        assertEquals("…ng: VFS: Unable to mount root fs on unknown-block(0,0)", reported());
    }

    /** The panic itself reports the first 16 bytes; a tracer may even send the text from there on. */
    @Test
    void theFirstPieceIsMissingButThePanicReportedTheBegin() {
        fPieces.remove(0);
        fPieces.add(0, new Hypercall(9, 0, Hypercall.Origin.KERNEL, 0x7e, 1, 0, 0x70206c656e72654bL, 0x6e202d2063696e61L));
        assertEquals("Kernel panic - n…ng: VFS: Unable to mount root fs on unknown-block(0,0)", reported().split("\\|")[1]);
    }

    @Test
    void theLastPieceIsMissing() {
        fPieces.remove(3);
        assertEquals("Kernel panic - not syncing: VFS: Unable to mount root fs on unknown-bloc…", reported());
    }

    @Test
    void anotherTextBegins() {
        fPieces.remove(3);
        fPieces.remove(2);
        fPieces.addAll(GuestEncoder.text(new GuestEvent.Text(20, VCPU_0, TextType.PANIC, "again", 20, true)));
        assertEquals("Kernel panic - not syncing: VFS: Unable to mount…|again", reported());
    }

    @Test
    void textsOfOtherKindsAndProcessorsMixWithIt() {
        fPieces.addAll(2, GuestEncoder.text(new GuestEvent.Text(20, VCPU_0, TextType.CONSOLE, "console", 20, true)));
        fPieces.addAll(2, GuestEncoder.text(
                new GuestEvent.Text(20, new GuestCpu(1, 1, 0, 0), TextType.PANIC, "the other panics too", 20, true)));
        assertEquals("the other panics too|console|" + PANIC, reported());
    }

    @Test
    void manyTextsWithoutEndTakeLittleMemory() {
        for (int vcpu = 0; vcpu < 1000; vcpu++) {
            fDecoder.accept(new Hypercall(30, vcpu, Hypercall.Origin.KERNEL, 0x80, 0x10000ffffL, 0x41, 0, 0));
        }
        assertEquals(1000 - 64, fReported.size());
    }

    @Test
    void namesOfFunctionsAndOfTheVm() {
        fPieces.clear();
        fPieces.addAll(GuestEncoder.name(new GuestEvent.Name(1, VCPU_0, NameType.VM, 0, "web-1")));
        List<Hypercall> function = GuestEncoder
                .name(new GuestEvent.Name(2, VCPU_0, NameType.FUNCTION, 0xffffffff81000000L, "a_function_whose_name_takes_three_pieces"));
        fPieces.addAll(function);
        function.remove(1);
        fPieces.addAll(function);
        assertEquals("web-1|a_function_whose_name_takes_three_pieces|a_function_whose…e_pieces", reported());
        assertEquals(Losses.NONE, fDecoder.losses());
    }

    @Test
    void namesWithoutEndAreMalformed() {
        fPieces.clear();
        for (int id = 0; id < 1000; id++) {
            fPieces.add(new Hypercall(30, 0, Hypercall.Origin.KERNEL, 0x88, id, 1, 0x41, 0));
        }
        assertEquals("", reported());
        assertEquals(1000, fDecoder.losses().malformed());
    }

    @Test
    void aNameOfATypeThatCannotBeIsNotTheTracersOwn() {
        assertFalse(fDecoder.accept(new Hypercall(30, 0, Hypercall.Origin.KERNEL, 0x88, 1, 1L << 63 | 0xff, 0x41, 0)));
        assertFalse(fDecoder.accept(new Hypercall(30, 0, Hypercall.Origin.KERNEL, 0x88, 1, 1L << 63 | 0xffffL << 16 | 1, 0x41, 0)));
        assertTrue(fDecoder.accept(new Hypercall(30, 0, Hypercall.Origin.KERNEL, 0x88, 1, 1L << 63 | 1, 0x41, 0)));
        assertEquals(2, fDecoder.losses().malformed());
    }

    @Test
    void controlCharactersAreNotShown() {
        fPieces.clear();
        fPieces.addAll(GuestEncoder.text(new GuestEvent.Text(1, VCPU_0, TextType.MARK, "\u001b[2Jred\n", 1, true)));
        assertEquals("\ufffd[2Jred\n", reported());
    }
}
