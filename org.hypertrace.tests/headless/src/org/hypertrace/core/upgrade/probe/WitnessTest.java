/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.settings.GuestSymbols;
import org.hypertrace.core.upgrade.Campaign;
import org.hypertrace.core.upgrade.CampaignProfile;
import org.hypertrace.core.upgrade.plan.PlanJson;
import org.hypertrace.testing.log.Modelled;
import org.hypertrace.testing.story.ProberStory;
import org.hypertrace.testing.story.UpgradeStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A prober's answers beside what a campaign's marks and events show. It asks every 8 ms, and an answer takes 1 ms. Times are ms. */
@Tag("plain")
class WitnessTest {

    private static final long MS = 1_000_000;
    /** Away from 150 to 260, and its roles change at 300 and 320. */
    private static final String ANSWERS = "n1 30-400, n1 primary 30-300, n2 31-150, n2 260-400, n2 primary 320-400";

    @TempDir
    private Path fFolder;

    private static Campaign campaign(String story) throws IOException, StateSystemDisposedException {
        ITmfStateSystem states = Modelled.of(UpgradeStory.events(story)::forEach, guest -> null);
        return CampaignProfile.of("story", states, PlanJson.of("{\"version\":1,\"nodes\":[\"n1\",\"n2\"],\"active\":[\"primary\"]}", "plan"), new GuestSymbols(List.of(), List.of()))
                .campaign();
    }

    private Prober prober(String text) throws IOException {
        return ProberFile.read(Files.writeString(fFolder.resolve("prober.csv"), text), time -> time);
    }

    private String answers(Campaign campaign, String answers) throws IOException {
        Witness witness = Witness.of(campaign, prober(ProberStory.csv(answers, 8, 1, 400)));
        String lines = witness.lines().stream().map(WitnessTest::line).collect(Collectors.joining("\n"));
        String words = WitnessWords.differences(campaign, witness).stream().map(one -> one.stream().map(piece -> piece instanceof Amount amount
                ? amount.text() : piece.toString()).collect(Collectors.joining())).collect(Collectors.joining("\n"));
        return lines + '\n' + words + '\n' + witness.agreeing() + " of " + witness.edges();
    }

    private static String line(Witness.Line line) {
        return line.kind().key() + (line.node() == null ? "" : ' ' + line.node()) + (line.computed() == null ? " -" : " " + line.computed().begin() / MS + '-'
                + line.computed().end() / MS) + (line.seen() == null ? " -" : " " + line.seen().begin() / MS + '-' + (line.seen().isClosed()
                ? line.seen().end() / MS : "")) + ' ' + off(line.beginOff()) + ' ' + off(line.endOff());
    }

    private static String off(Long off) {
        return off == null ? "-" : String.valueOf(off / MS);
    }

    /** Questions go at 32, 40, …: that of 152 is the first without an answer, that of 264 the first with one again. */
    @Test
    void edgesAgreeWithinAQuestionAndAnAnswer() throws Exception {
        assertEquals("""
                absence n2 150-260 152-265 0 0
                redundancy 150-260 152-265 0 0
                role 300-320 304-321 0 0

                6 of 6""", answers(campaign(UpgradeStory.CAMPAIGN), ANSWERS));
    }

    /** The other node is away from 200 to 230, too. */
    @Test
    void anOutage() throws Exception {
        String story = UpgradeStory.CAMPAIGN + """
                190 n1 mark "stops"
                192 n1 stage 6
                194 n1 exit SHUTDOWN
                196 n1 tsc_offset again
                200 n1 stage 1
                210 n1 level early
                220 n1 userspace
                235 n1 mark "serves as primary"
                """;
        assertEquals("""
                absence n1 190-235 192-241 0 0
                absence n2 150-260 152-265 0 0
                redundancy 150-260 152-265 0 0
                outage 190-235 192-241 0 0
                role 190-235 192-241 0 0
                role 300-320 304-321 0 0

                12 of 12""", answers(campaign(story), "n1 30-190, n1 235-400, n1 primary 30-190, n1 primary 235-300, n2 31-150, n2 260-400, "
                        + "n2 primary 320-400"));
    }

    @Test
    void whatIsBetweenIsNamed() throws Exception {
        // without marks of n2 the kernel's first step is its end, and ready its begin
        String story = UpgradeStory.CAMPAIGN.replaceAll("(?m)^\\d+ n2 mark.*\n", "").replaceAll("(?m)^150 n2.*\n", "");
        assertEquals("""
                absence n2 160-240 128-289 31 -40
                redundancy 160-240 128-289 31 -40
                n2 stops answering the prober 31.0 ms before its kernel reports the shutdown.
                n2 answers the prober only 40.0 ms after it is ready: in between its application begins, which does not report.
                0 of 4""", answers(campaign(story), "n1 30-400, n1 primary 30-400, n2 20-128, n2 281-400").replaceAll("(?m)^role.*\n|.*active.*\n", ""));
    }

    @Test
    void whatOnlyOneSees() throws Exception {
        assertEquals("""
                absence n1 - 72-81 - -
                absence n2 150-260 - - -
                redundancy - 72-81 - -
                n1 left one question of the prober without an answer, at 00:00:00.072 000 000.
                The prober sees nothing of the absence of n2, 110 ms.
                Only the prober sees a window of lost redundancy, at 00:00:00.072 000 000.
                0 of 0""", answers(campaign(UpgradeStory.CAMPAIGN.replace("90 con mark \"upgrade begin\"", "60 con mark \"upgrade begin\"")),
                        "n1 30-66, n1 76-400, n1 primary 30-66, n1 primary 76-400, n2 31-400").replaceAll("(?m)^role.*\n|^redundancy 150.*\n|.*window of lost redundancy, 110.*\n|.*active.*\n", ""));
    }

    @Test
    void anAnswerThatTookTooLongIsNone() throws IOException {
        Prober prober = prober("# period 8000000 ns\nnode,number,sent,answered,version,role\nn1,0,10,20,1,primary\nn1,1,30,2000000030,1,primary\nn1,2,50,,,\n"
                + "n1,3,70,80,1,primary\n");
        assertEquals("[ProbeWindow[from=10, begin=30, latest=40, last=50, end=80, questions=2]]", prober.absences("n1", false).toString());
        assertEquals("4 2 10", prober.questions() + " " + prober.answers() + ' ' + prober.longestAnswer());
    }

    @Test
    void questionsWithoutEndAreBounded() throws IOException {
        StringBuilder text = new StringBuilder("# period 1 ns\nnode,number,sent,answered,version,role\n");
        for (int i = 0; i < ProberFile.MOST + 7; i++) {
            text.append("n,0,").append(i).append(",,,\n");
        }
        Prober prober = prober(text.toString());
        assertEquals(ProberFile.MOST + " 7", prober.questions() + " " + prober.leftOut());
    }

    @Test
    void errorsNameFileAndLine() {
        String head = "# period 8 ns\nnode,number,sent,answered,version,role\n";
        for (List<String> wrong : List.of(List.of("", "line 1 must be '# period N ns', but the file ends"), List.of("period\n", "line 1 must be '# period N ns'"),
                List.of("# period 8 ns\nnode\n", "line 2 must be 'node,number,sent,answered,version,role'"),
                List.of(head + "a,0,1,,\n", "line 3 must have 'node,number,sent,answered,version,role', times as ns of the trace's clock"),
                List.of(head + "a,0,now,,,\n", "line 3 must have 'node,number,sent,answered,version,role', times as ns of the trace's clock"),
                List.of(head + "a,0,9,,,\na,1,8,,,\n", "line 4 must not have an earlier time than the one before it"),
                List.of(head + "a,0,9,8,1,x\n", "line 3 must not have an earlier time than the one before it"),
                List.of(head + "a".repeat(2000), "line 3 has more than 1024 characters"))) {
            assertEquals(fFolder.resolve("prober.csv") + ": " + wrong.get(1) + "; record it again, or take the file away.",
                    assertThrows(IOException.class, () -> prober(wrong.get(0))).getMessage());
        }
    }
}
