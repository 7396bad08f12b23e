/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fleet;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A process that answers requests, {@code releng/hypertrace serve}: started when it is needed, and anew after each failure. */
final class ServeProcess implements AutoCloseable {

    private static final byte[] END = {};
    /** What a pipe holds, bytes. */
    private static final int BUFFER = 1 << 16;
    /** The status of a Java machine that ends when it has no memory. */
    private static final int NO_MEMORY = 3;
    private static final long PATIENCE_S = 10;

    /** Makes the command line of a process for a folder of its own. */
    interface CommandLine {
        List<String> in(Path folder);
    }

    private final CommandLine fCommand;
    private final Path fWhere;
    private final long fLimitMs;
    private Process fProcess;
    private Path fFolder;
    private Writer fRequests;
    private BlockingQueue<byte[]> fAnswers;

    /**
     * @param command
     *            makes the command line
     * @param where
     *            the folder that it starts in
     * @param limitMs
     *            how long an answer may take, ms
     */
    ServeProcess(CommandLine command, Path where, long limitMs) {
        fCommand = command;
        fWhere = where;
        fLimitMs = limitMs;
    }

    /**
     * @param request
     *            a line, without its end
     * @return the answer, UTF-8 with the end of its line
     * @throws Refused
     *             if there is none; the next request is asked of a new process
     * @throws IOException
     *             if no process can be started
     */
    byte[] ask(String request) throws Refused, IOException, InterruptedException {
        if (fProcess == null) {
            start();
        }
        try {
            fRequests.write(request + '\n');
            fRequests.flush();
        } catch (IOException e) {
            // its end is reported below
        }
        byte[] answer = null;
        try {
            answer = fAnswers.poll(fLimitMs, TimeUnit.MILLISECONDS);
        } finally {
            if (answer == null) {
                close();
            }
        }
        if (answer == null) {
            throw new Refused("The analysis took more than its limit of " + fLimitMs / 1000 + " s; give it more with --limit.");
        }
        if (answer.length == 0) {
            Process ended = fProcess;
            ended.waitFor(PATIENCE_S, TimeUnit.SECONDS);
            close();
            int status = ended.isAlive() ? -1 : ended.exitValue();
            throw new Refused(status == NO_MEMORY ? "The analysis needs more memory than its process has; give it more with --memory."
                    : "The process of the analysis ended with status " + status + " before it answered; ask the single command about this recording.");
        }
        return answer;
    }

    private void start() throws IOException {
        fFolder = Files.createTempDirectory("hypertrace-fleet-" + ProcessHandle.current().pid() + '-');
        Files.createDirectory(fFolder.resolve("tmp"));
        fProcess = new ProcessBuilder(fCommand.in(fFolder)).directory(fWhere.toFile()).redirectError(new File("/dev/null")).start();
        fRequests = fProcess.outputWriter(StandardCharsets.UTF_8);
        BlockingQueue<byte[]> answers = new LinkedBlockingQueue<>();
        fAnswers = answers;
        InputStream from = fProcess.getInputStream();
        Thread reader = new Thread(() -> {
            try {
                read(from, answers);
            } catch (IOException e) {
                // it was ended
            }
            answers.add(END);
        }, "answers");
        reader.setDaemon(true);
        reader.start();
    }

    /** Whole lines, as bytes: nobody here needs the characters of an answer. */
    private static void read(InputStream from, BlockingQueue<byte[]> answers) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        byte[] some = new byte[BUFFER];
        for (int count = from.read(some); count >= 0; count = from.read(some)) {
            int begin = 0;
            for (int i = 0; i < count; i++) {
                if (some[i] == '\n') {
                    line.write(some, begin, i + 1 - begin);
                    byte[] whole = line.toByteArray();
                    // a Java machine that dies reports that, too
                    if (whole[0] == '{') {
                        answers.add(whole);
                    }
                    line.reset();
                    begin = i + 1;
                }
            }
            line.write(some, begin, count - begin);
        }
    }

    /** Ends the process; what it left on the disk is deleted. */
    @Override
    public void close() {
        if (fProcess == null) {
            return;
        }
        fProcess.descendants().forEach(ProcessHandle::destroyForcibly);
        fProcess.destroyForcibly();
        try {
            fProcess.waitFor(PATIENCE_S, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        fProcess = null;
        try (Stream<Path> walk = Files.walk(fFolder)) {
            walk.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
        } catch (IOException e) {
            // the folder of temporary files is cleaned by whoever owns it
        }
    }
}
