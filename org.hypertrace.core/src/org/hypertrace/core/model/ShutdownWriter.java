/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.model;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystemBuilder;
import org.hypertrace.core.guest.GuestAttributes;
import org.hypertrace.core.run.Ending;
import org.hypertrace.core.shutdown.ShutdownAttributes;
import org.hypertrace.core.shutdown.track.Shutdown;
import org.hypertrace.core.shutdown.track.ShutdownKind;
import org.hypertrace.core.shutdown.track.ShutdownSink;
import org.hypertrace.core.shutdown.track.Step;
import org.hypertrace.core.shutdown.track.UserProcess;

/** Writes how guests shut down into the state system, as {@link BootWriter} does boots. */
final class ShutdownWriter implements ShutdownSink {

    private final ITmfStateSystemBuilder fStates;
    private final ModelWriter fModel;
    private final GuestWriter fGuests;
    private final Map<Shutdown, Integer> fQuarks = new HashMap<>();
    private final Map<Shutdown, Integer> fOthers = new HashMap<>();
    private final Set<Integer> fSignalled = new HashSet<>();

    ShutdownWriter(ITmfStateSystemBuilder states, ModelWriter model, GuestWriter guests) {
        fStates = states;
        fModel = model;
        fGuests = guests;
    }

    private int of(Shutdown shutdown) {
        return fQuarks.computeIfAbsent(shutdown, key -> {
            int parent = fGuests.quark(key.guest());
            if (key.nested() != null) {
                parent = fStates.getQuarkRelativeAndAdd(parent, GuestAttributes.NESTED, key.nested());
            }
            return fStates.getQuarkRelativeAndAdd(parent, ShutdownAttributes.SHUTDOWNS, Integer.toString(key.number()));
        });
    }

    private int of(Shutdown shutdown, Step step) {
        return fStates.getQuarkRelativeAndAdd(of(shutdown), ShutdownAttributes.STEPS, Integer.toString(step.number()));
    }

    private void thread(long time, int quark, int tid, int vcpu) {
        if (tid >= 0) {
            fModel.set(time, tid, quark, ShutdownAttributes.TID);
        }
        if (vcpu >= 0) {
            fModel.set(time, fModel.quark(vcpu), quark, ShutdownAttributes.VCPU);
        }
    }

    @Override
    public void begins(long time, Shutdown shutdown) {
        fModel.set(time, time, of(shutdown), ShutdownAttributes.BEGIN);
    }

    @Override
    public void requested(long time, Shutdown shutdown) {
        fModel.set(time, time, of(shutdown), ShutdownAttributes.REQUESTED);
    }

    @Override
    public void called(long time, Shutdown shutdown) {
        fModel.set(time, time, of(shutdown), ShutdownAttributes.CALLED);
    }

    @Override
    public void kernel(long time, Shutdown shutdown, int tid, int vcpu) {
        int quark = of(shutdown);
        fModel.set(time, time, quark, ShutdownAttributes.KERNEL);
        thread(time, quark, tid, vcpu);
    }

    @Override
    public void kind(long time, Shutdown shutdown, ShutdownKind kind) {
        fModel.set(time, kind.ordinal(), of(shutdown), ShutdownAttributes.KIND);
    }

    private int of(Shutdown shutdown, UserProcess process) {
        return fStates.getQuarkRelativeAndAdd(of(shutdown), ShutdownAttributes.PROCESSES, Integer.toString(process.number()));
    }

    @Override
    public void process(long time, Shutdown shutdown, UserProcess process) {
        int quark = of(shutdown, process);
        fModel.set(time, time, quark, ShutdownAttributes.BEGIN);
        fModel.set(time, process.tid(), quark, ShutdownAttributes.TID);
        if (process.name() != null) {
            fModel.set(time, process.name(), quark, ShutdownAttributes.NAME);
        }
        if (process.parent() >= 0) {
            fModel.set(time, process.parent(), quark, ShutdownAttributes.PARENT);
        }
        if (process.late()) {
            fModel.set(time, 1, quark, ShutdownAttributes.LATE);
        }
    }

    @Override
    public void processNamed(long time, Shutdown shutdown, UserProcess process, String name) {
        fModel.set(time, name, of(shutdown, process), ShutdownAttributes.NAME);
    }

    @Override
    public void signalled(long time, Shutdown shutdown, UserProcess process, int signal) {
        int quark = of(shutdown, process);
        if (fSignalled.add(quark)) {
            fModel.set(time, time, quark, ShutdownAttributes.SIGNALLED);
        }
        fModel.set(time, signal, quark, ShutdownAttributes.SIGNAL);
    }

    @Override
    public void processEnds(long time, Shutdown shutdown, UserProcess process, int code) {
        int quark = of(shutdown, process);
        fModel.set(time, time, quark, ShutdownAttributes.END);
        if (code >= 0) {
            fModel.set(time, code, quark, ShutdownAttributes.CODE);
        }
    }

    @Override
    public void stepBegins(long time, Shutdown shutdown, Step step) {
        int quark = of(shutdown, step);
        fModel.set(time, time, quark, ShutdownAttributes.BEGIN);
        fModel.set(time, step.kind().ordinal(), quark, ShutdownAttributes.KIND);
        if (step.id() >= 0) {
            fModel.set(time, step.id(), quark, ShutdownAttributes.ID);
        }
        if (step.address() != 0) {
            fModel.set(time, step.address(), quark, ShutdownAttributes.FUNCTION);
        }
        if (step.name() != null) {
            fModel.set(time, step.name(), quark, ShutdownAttributes.NAME);
        }
        if (step.driver() != null) {
            fModel.set(time, step.driver(), quark, ShutdownAttributes.DRIVER);
        }
        if (step.depth() > 0) {
            fModel.set(time, step.depth(), quark, ShutdownAttributes.DEPTH);
        }
        thread(time, quark, step.tid(), step.vcpu());
    }

    @Override
    public void stepEnds(long time, Shutdown shutdown, Step step) {
        fModel.set(time, time, of(shutdown, step), ShutdownAttributes.END);
    }

    @Override
    public void last(long time, Shutdown shutdown) {
        fModel.set(time, time, of(shutdown), ShutdownAttributes.LAST);
    }

    @Override
    public void gaveUp(long time, Shutdown shutdown) {
        fModel.set(time, time, of(shutdown), ShutdownAttributes.TRIPLE_FAULT);
    }

    @Override
    public void ends(long time, Shutdown shutdown, Ending how) {
        fModel.set(time, time, of(shutdown), ShutdownAttributes.END);
        fModel.set(time, how.ordinal(), of(shutdown), ShutdownAttributes.ENDING);
    }

    @Override
    public void others(long time, Shutdown shutdown) {
        fModel.set(time, fOthers.merge(shutdown, 1, Integer::sum), of(shutdown), ShutdownAttributes.OTHERS);
    }
}
