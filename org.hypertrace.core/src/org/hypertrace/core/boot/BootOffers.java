/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.hypertrace.core.provider.PathOffer;

/** Whose critical path can be asked for in a boot: the boot's, a level's, an initcall's. */
final class BootOffers {

    private BootOffers() {
    }

    /**
     * Paths count the boots whose begin is told; views also one that was under way when the trace began.
     *
     * @param boots
     *            all of a trace
     * @return by {@link #key} the numbers of those that paths count
     */
    static Map<String, Integer> numbers(List<GuestBoot> boots) {
        Map<String, Integer> last = new HashMap<>();
        Map<String, Integer> numbers = new HashMap<>();
        for (GuestBoot boot : boots) {
            boolean told = Stream.of(Lifecycle.FIRMWARE, Lifecycle.KERNEL, Lifecycle.LEVELS).anyMatch(part -> boot.begin(part) >= 0);
            if (boot.vm() != null && boot.nested() == null && told) {
                numbers.put(key(boot), last.merge(boot.host().id() + '/' + boot.vm().key(), 1, Integer::sum));
            }
        }
        return numbers;
    }

    private static String key(GuestBoot boot) {
        return boot.host().id() + '/' + boot.vm().key() + '/' + boot.nested() + '/' + boot.number();
    }

    /**
     * @param names
     *            of its functions
     * @param what
     *            of the boot: a {@link GuestBoot.Stage}, a {@link GuestBoot.Level}, an {@link InitcallRun}; null: nothing of it
     * @param numbers
     *            of the boots of its trace, {@link #numbers}
     * @return the path of that, and of the whole boot
     */
    static List<PathOffer> of(GuestBoot boot, BootSymbols names, Object what, Map<String, Integer> numbers) {
        List<PathOffer> offers = new ArrayList<>();
        if (boot.vm() == null) {
            return offers;
        }
        String vm = boot.vm().key();
        Integer counted = numbers.get(key(boot));
        String number = String.valueOf(counted);
        if (what instanceof InitcallRun initcall && initcall.open()) {
            if (boot.nested() == null && initcall.tid() > 0) {
                offers.add(PathOffer.within("initcall " + names.label(initcall), vm, initcall.begin(), initcall.end(), "--thread",
                        Integer.toString(initcall.tid())));
            }
        } else if (what instanceof InitcallRun initcall) {
            String name = names.label(initcall);
            // a name is better to read; what has none, or lies within a function, is told by its address
            boolean named = initcall.name() != null || !name.startsWith("0x") && name.indexOf('+') < 0;
            offers.add(PathOffer.within("initcall " + name, vm, initcall.begin(), initcall.end(), "--initcall",
                    named ? name : "0x" + Long.toHexString(initcall.address())));
        } else if (what instanceof GuestBoot.Level level && counted != null) {
            offers.add(PathOffer.within("level " + level.name(), vm, level.begin(), level.end(), "--boot", number));
        } else if (what instanceof GuestBoot.Stage stage && counted != null
                && stage.part().ordinal() < Lifecycle.USERSPACE.ordinal()) {
            offers.add(PathOffer.within("boot " + boot.number() + ", " + stage.part().label(), vm, stage.begin(), stage.end(), "--boot", number));
        }
        if (counted != null) {
            offers.add(new PathOffer("boot " + boot.number() + " of " + boot.guest(), List.of("--vm", vm, "--boot", number)));
        }
        return offers;
    }
}
