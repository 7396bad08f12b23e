/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot.view;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.hypertrace.core.boot.BootSymbols;
import org.hypertrace.core.boot.GuestBoot;
import org.hypertrace.core.boot.InitcallRun;
import org.hypertrace.core.boot.track.Lifecycle;
import org.hypertrace.core.view.PathOffer;

/** Whose critical path can be asked for in a boot: the boot's, a level's, an initcall's. */
final class BootOffers {

    private BootOffers() {
    }

    /** Paths of a boot begin with its kernel, that of the first one with the VM. */
    private static boolean isReported(GuestBoot boot) {
        return !boot.isNested() && Stream.of(Lifecycle.FIRMWARE, Lifecycle.KERNEL, Lifecycle.LEVELS).anyMatch(part -> boot.begin(part) >= 0);
    }

    /**
     * @param names
     *            of its functions
     * @param what
     *            of the boot: a {@link GuestBoot.Stage}, a {@link GuestBoot.Level}, an {@link InitcallRun}; null: nothing of it
     * @return the path of that, and of the whole boot
     */
    static List<PathOffer> of(GuestBoot boot, BootSymbols names, Object what) {
        List<PathOffer> offers = new ArrayList<>();
        if (boot.vm() == null) {
            return offers;
        }
        String vm = boot.vm().who().word();
        boolean reported = isReported(boot);
        String number = Integer.toString(boot.number());
        if (what instanceof InitcallRun initcall && initcall.open()) {
            if (!boot.isNested() && initcall.tid() > 0) {
                offers.add(PathOffer.within("initcall " + names.label(initcall), vm, initcall.begin(), initcall.end(), "--thread",
                        Integer.toString(initcall.tid())));
            }
        } else if (what instanceof InitcallRun initcall) {
            String name = names.label(initcall);
            // a name is better to read; what has none, or is within a function, is reported by its address
            boolean named = initcall.name() != null || names.isNamed(initcall.address());
            offers.add(PathOffer.within("initcall " + name, vm, initcall.begin(), initcall.end(), "--initcall",
                    named ? name : "0x" + Long.toHexString(initcall.address())));
        } else if (what instanceof GuestBoot.Level level && reported) {
            offers.add(PathOffer.within("level " + level.name(), vm, level.begin(), level.end(), "--boot", number));
        } else if (what instanceof GuestBoot.Stage stage && reported && stage.part().ordinal() < Lifecycle.USERSPACE.ordinal()
                && (boot.number() == 1 || stage.part().ordinal() >= Lifecycle.KERNEL.ordinal())) {
            offers.add(PathOffer.within("boot " + boot.number() + ", " + stage.part().label(), vm, stage.begin(), stage.end(), "--boot", number));
        }
        if (reported) {
            offers.add(new PathOffer("boot " + boot.number() + " of " + boot.guest(), List.of("--vm", vm, "--boot", number)));
        }
        return offers;
    }
}
