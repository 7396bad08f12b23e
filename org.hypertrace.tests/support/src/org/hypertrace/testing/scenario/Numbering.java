/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.scenario;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * The sequence numbers of one vCPU: from 1 on, and from 1 again with every greeting and every new boot. It counts what a
 * reader must miss.
 */
final class Numbering {

    /** A larger jump of the numbers is not believed. */
    private static final int MAX_GAP = 1 << 20;

    private record Place(long[] numbers, int index) { }

    private final int fWithin;
    private final Random fRandom;
    private final List<Place> fPlaces = new ArrayList<>();
    private long fNext = 1;
    private boolean fFresh = true;
    private long fGap;
    private long fLost;
    private long fRepeated;

    /**
     * @param within
     *            so many numbers that follow each other come in any order; 1: none does
     * @param seed
     *            of that disorder
     */
    Numbering(int within, long seed) {
        fWithin = within;
        fRandom = new Random(seed);
    }

    /** @param saids what the vCPU reports, in the order of time; hypercalls of the kernel get their numbers */
    void number(List<PlannedEvent> messages) {
        for (PlannedEvent message : messages) {
            if (message.isNumbered()) {
                number(message);
            }
        }
        disorder();
    }

    private void number(PlannedEvent message) {
        if (message.restartsNumbers()) {
            disorder();
            fNext = 1;
            fFresh = true;
            fGap = 0;
        }
        fGap += message.gap();
        if (fGap > MAX_GAP) {
            throw new IllegalStateException(message.time() + ": " + message.vcpu() + " cannot lose " + fGap + " numbers");
        }
        long[] numbers = new long[message.calls()];
        message.setNumbers(numbers);
        for (int i = 0; i < numbers.length; i++) {
            if (i == 0 && message.repeats() && !fFresh) {
                disorder();
                numbers[i] = fNext - 1;
                fRepeated++;
            } else {
                take(new Place(numbers, i));
            }
        }
    }

    private void take(Place place) {
        if (!fFresh) {
            fLost += fGap;
            if (fWithin > 1) {
                fPlaces.add(place);
            }
        }
        // from the first number a reader reports which others are missing: it comes first
        fFresh = false;
        fNext += fGap;
        fGap = 0;
        place.numbers[place.index] = fNext++;
        if (fPlaces.size() == fWithin) {
            disorder();
        }
    }

    private void disorder() {
        List<Long> numbers = new ArrayList<>();
        fPlaces.forEach(place -> numbers.add(place.numbers[place.index]));
        Collections.shuffle(numbers, fRandom);
        for (int i = 0; i < numbers.size(); i++) {
            fPlaces.get(i).numbers[fPlaces.get(i).index] = numbers.get(i);
        }
        fPlaces.clear();
    }

    long lost() {
        return fLost;
    }

    long repeated() {
        return fRepeated;
    }
}
