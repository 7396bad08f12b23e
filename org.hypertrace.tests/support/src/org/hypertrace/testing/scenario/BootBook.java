/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.scenario;

import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.event.EventKind;
import org.hypertrace.core.event.GuestEvent;

/** The book about a guest's boots: stages, levels, initcalls, and the steps of the shutdown. */
final class BootBook {

    private static final int USERSPACE = 3;

    private final List<Truth.Boot> fBoots = new ArrayList<>();

    void begins(long time) {
        fBoots.add(new Truth.Boot(fBoots.size() + 1, time, new ArrayList<>(), new ArrayList<>(), new ArrayList<>(),
                new ArrayList<>()));
    }

    void accept(GuestEvent event) {
        if (fBoots.isEmpty()) {
            return;
        }
        Truth.Boot boot = fBoots.get(fBoots.size() - 1);
        if (event instanceof GuestEvent.Stage s) {
            boot.stages().add(new Truth.Stage(s.stage(), s.time()));
            if (s.stage() == USERSPACE) {
                endLevel(boot, s.time());
            }
        } else if (event instanceof GuestEvent.BootLevel l) {
            endLevel(boot, l.time());
            boot.levels().add(new Truth.Level(l.number(), l.name(), l.time(), -1));
        } else if (event instanceof GuestEvent.InitcallStart i) {
            boot.initcalls().add(new Truth.Initcall(i.address(), i.tid(), i.time(), -1, 0));
        } else if (event instanceof GuestEvent.InitcallFinish f) {
            boot.initcalls().replaceAll(i -> i.address() != f.address() || i.tid() != f.tid() || i.end() >= 0 ? i
                    : new Truth.Initcall(i.address(), i.tid(), i.begin(), f.time(), f.ret()));
        } else if (event instanceof GuestEvent.ShutdownStep s && s.kind() == EventKind.SHUTDOWN_STEP_BEGIN) {
            boot.shutdown().add(new Truth.Step(s.number(), s.name(), s.time(), -1));
        } else if (event instanceof GuestEvent.ShutdownStep s) {
            boot.shutdown().replaceAll(step -> step.number() != s.number() || step.end() >= 0 ? step
                    : new Truth.Step(step.number(), step.name(), step.begin(), s.time()));
        }
    }

    private static void endLevel(Truth.Boot boot, long time) {
        boot.levels().replaceAll(l -> l.end() >= 0 ? l : new Truth.Level(l.number(), l.name(), l.begin(), time));
    }

    List<Truth.Boot> truth() {
        return fBoots;
    }
}
