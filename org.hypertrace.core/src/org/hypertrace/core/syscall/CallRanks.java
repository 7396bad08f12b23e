/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.syscall;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Figures of some calls of a guest: together, by number, by thread. */
final class CallRanks {

    private final GuestCalls fCalls;
    private final long[] fNet;
    private final VmSyscalls.Question fQuestion;

    CallRanks(GuestCalls calls, long[] net, VmSyscalls.Question question) {
        fCalls = calls;
        fNet = net;
        fQuestion = question;
    }

    /** Without the tracer; {@code which}: at least one. */
    CallFigures net(int[] which) {
        return CallFigures.of(IntStream.of(which).mapToLong(i -> fNet[i]).toArray(), fQuestion.k());
    }

    private CallFigures gross(int[] which) {
        return CallFigures.of(IntStream.of(which).mapToLong(i -> fCalls.end(i) - fCalls.begin(i)).toArray(), fQuestion.k());
    }

    private int longest(int[] which) {
        return IntStream.of(which).reduce((a, b) -> fNet[b] > fNet[a] ? b : a).orElseThrow();
    }

    /** A row for each number, in their order; {@code threads}: null if they are not asked for. */
    List<VmSyscalls.Row> rows(int[] which, CallThreads threads) {
        List<VmSyscalls.Row> rows = new ArrayList<>();
        by(which, fCalls::code).forEach((code, own) -> {
            int number = code.intValue();
            boolean isCompat = code != GuestCalls.code(number, false);
            List<VmSyscalls.OfThread> of = new ArrayList<>();
            if (threads != null) {
                by(own, threads::label).forEach((thread, made) -> of.add(new VmSyscalls.OfThread(thread, net(made), gross(made), longest(made))));
            }
            rows.add(new VmSyscalls.Row(number, isCompat, fQuestion.isWaiting(number, isCompat), net(own), gross(own), longest(own), of));
        });
        return rows;
    }

    private static <K> Map<K, int[]> by(int[] which, IntFunction<K> key) {
        Map<K, IntStream.Builder> builders = new TreeMap<>();
        for (int i : which) {
            builders.computeIfAbsent(key.apply(i), one -> IntStream.builder()).add(i);
        }
        Map<K, int[]> parts = new TreeMap<>();
        builders.forEach((one, own) -> parts.put(one, own.build().toArray()));
        return parts;
    }
}
