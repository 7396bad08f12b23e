/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.eclipse.core.runtime.OperationCanceledException;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Answers have the order of the questions; a failure on any thread is the caller's. */
@Timeout(60)
class SideBySideTest {

    @Test
    void answersAreInTheOrderOfTheQuestions() throws StateSystemDisposedException {
        List<Callable<Integer>> questions = new ArrayList<>();
        IntStream.range(0, 100).forEach(i -> questions.add(() -> i % 7 == 0 ? null : i));
        assertEquals(IntStream.range(0, 100).mapToObj(i -> i % 7 == 0 ? null : i).toList().toString(), SideBySide.of(questions).toString());
        assertEquals(List.of(), SideBySide.of(List.of()));
    }

    @Test
    void twoAreAnsweredAtOnce() throws StateSystemDisposedException {
        Assumptions.assumeTrue(Runtime.getRuntime().availableProcessors() > 1);
        CountDownLatch both = new CountDownLatch(2);
        Callable<String> question = () -> {
            both.countDown();
            both.await();
            return "answer";
        };
        assertEquals(List.of("answer", "answer"), SideBySide.of(List.of(question, question)));
    }

    @Test
    void theFirstFailureEndsAll() {
        for (Throwable failure : List.of(new StateSystemDisposedException(), new OperationCanceledException(), new OutOfMemoryError(),
                new IllegalArgumentException())) {
            AtomicInteger asked = new AtomicInteger();
            List<Callable<String>> questions = new ArrayList<>();
            questions.add(() -> {
                asked.incrementAndGet();
                throw thrown(failure);
            });
            IntStream.range(0, 100_000).forEach(i -> questions.add(() -> {
                // none is begun once the first one has failed
                while (asked.get() == 0) {
                    Thread.onSpinWait();
                }
                asked.incrementAndGet();
                return "";
            }));
            assertSame(failure, assertThrows(Throwable.class, () -> SideBySide.of(questions)));
            assertTrue(asked.get() < questions.size(), asked + " were asked");
        }
    }

    private static Exception thrown(Throwable failure) throws Exception {
        if (failure instanceof Error error) {
            throw error;
        }
        return (Exception) failure;
    }
}
