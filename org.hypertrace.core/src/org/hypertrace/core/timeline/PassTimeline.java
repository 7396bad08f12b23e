/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.timeline;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;

import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.HostProcess;
import org.hypertrace.core.machine.MachineSink;
import org.hypertrace.core.machine.MachineTracker;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.machine.read.ReadTogether;
import org.hypertrace.core.stream.Losses;

/** The {@link Timeline} of a pass. Passes of one reading can have one in common: it then belongs to none of them. */
public final class PassTimeline implements ReadTogether.Stage, AutoCloseable {

    private final MachineSink fMachines;
    private TimelineSink fSink;
    private final IntFunction<Manifest> fManifests;
    private final List<Dialects.Chosen> fChosen;
    private final int fWeight;
    private final Timeline fOwn;
    /** Null: it has none in common with others. */
    private volatile Timeline fShared;

    /**
     * @param machines
     *            gets who is who, in time order with what the sink gets
     * @param manifests
     *            the manifest of a host's recording, null for none
     * @param chosen
     *            the dialects that the user chose
     * @param weight
     *            how long the pass itself takes, if the timeline takes 20
     * @param sink
     *            gets the events
     */
    public PassTimeline(MachineSink machines, IntFunction<Manifest> manifests, List<Dialects.Chosen> chosen, int weight, TimelineSink sink) {
        fMachines = machines;
        fSink = sink;
        fManifests = manifests;
        fChosen = chosen;
        fWeight = weight;
        fOwn = timeline(machines, sink);
    }

    private Timeline timeline(MachineSink machines, TimelineSink sink) {
        return new Timeline(machines, fManifests, fChosen, LookAhead.DEFAULT_LIMIT, sink);
    }

    /** @return who is who at the time of the event that came out last */
    public MachineTracker machines() {
        return fOwn.machines();
    }

    /**
     * One more gets what comes out. To be called before any event.
     *
     * @param sink
     *            makes it, by who is who
     */
    public void also(Function<MachineTracker, TimelineSink> sink) {
        TimelineSink also = sink.apply(machines());
        fOwn.also(also);
        fSink = new TimelineOutlet.Both(fSink, also);
    }

    /** @return until when, exclusively, everything came out, ns since the epoch; {@link Long#MAX_VALUE} if nothing waits */
    public long heldSince() {
        Timeline shared = fShared;
        return shared == null ? fOwn.heldSince() : shared.heldSince();
    }

    /** @param event the next event of the traces, in their order */
    public void accept(HostEvent event) {
        fOwn.accept(event);
    }

    /** Nothing more comes: lets everything out that waits. */
    public void finish() {
        // what is in common has ended
        if (fShared == null) {
            fOwn.finish();
        }
    }

    /** Removes what waits in files. */
    @Override
    public void close() {
        fOwn.close();
    }

    @Override
    public int weight() {
        return fWeight;
    }

    @Override
    public boolean isLike(ReadTogether.Stage other) {
        return other instanceof PassTimeline timeline && timeline.fChosen.equals(fChosen);
    }

    @Override
    public ReadTogether.Shared share(List<ReadTogether.Member> members) {
        FanOut fanOut = new FanOut(members.toArray(ReadTogether.Member[]::new));
        Timeline shared = timeline(fanOut, fanOut);
        for (ReadTogether.Member member : members) {
            PassTimeline each = (PassTimeline) member.stage();
            each.machines().follow(shared.machines());
            each.fShared = shared;
        }
        return new ReadTogether.Shared() {
            @Override
            public void accept(HostEvent event) {
                shared.accept(event);
            }

            @Override
            public void finish() {
                shared.finish();
            }

            @Override
            public void close() {
                shared.close();
            }
        };
    }

    /** Who wants no more gets no more, and who fails, fails alone. */
    private static final class FanOut implements TimelineSink, MachineSink {
        private final ReadTogether.Member[] fMembers;
        private final TimelineSink[] fSinks;

        FanOut(ReadTogether.Member[] members) {
            fMembers = members;
            fSinks = Arrays.stream(members).map(member -> ((PassTimeline) member.stage()).fSink).toArray(TimelineSink[]::new);
        }

        private void each(Consumer<PassTimeline> what) {
            for (ReadTogether.Member member : fMembers) {
                if (member.isWanted().getAsBoolean()) {
                    try {
                        what.accept((PassTimeline) member.stage());
                    } catch (Throwable e) {
                        member.failed().accept(e);
                    }
                }
            }
        }

        @Override
        public void host(HostEvent event) {
            // most are this and the next two: for each pass and event there is no object
            for (int i = 0; i < fMembers.length; i++) {
                if (fMembers[i].isWanted().getAsBoolean()) {
                    try {
                        fSinks[i].host(event);
                    } catch (Throwable e) {
                        fMembers[i].failed().accept(e);
                    }
                }
            }
        }

        @Override
        public void guest(Guest guest, VirtualCpu vcpu, GuestEvent event) {
            for (int i = 0; i < fMembers.length; i++) {
                if (fMembers[i].isWanted().getAsBoolean()) {
                    try {
                        fSinks[i].guest(guest, vcpu, event);
                    } catch (Throwable e) {
                        fMembers[i].failed().accept(e);
                    }
                }
            }
        }

        @Override
        public void ownTraceEvent(Guest guest, GuestEvent event) {
            each(pass -> pass.fSink.ownTraceEvent(guest, event));
        }

        @Override
        public void tracerExit(long time, Guest guest, VirtualCpu vcpu) {
            for (int i = 0; i < fMembers.length; i++) {
                if (fMembers[i].isWanted().getAsBoolean()) {
                    try {
                        fSinks[i].tracerExit(time, guest, vcpu);
                    } catch (Throwable e) {
                        fMembers[i].failed().accept(e);
                    }
                }
            }
        }

        @Override
        public void lossesChanged(long time, Guest guest, Losses losses) {
            each(pass -> pass.fSink.lossesChanged(time, guest, losses));
        }

        @Override
        public void rings(long time, Guest guest, RingFigures figures) {
            each(pass -> pass.fSink.rings(time, guest, figures));
        }

        @Override
        public void life(long time, Guest guest, VmLifecycleEvent sign) {
            each(pass -> pass.fSink.life(time, guest, sign));
        }

        @Override
        public void identified(long time, Guest guest) {
            each(pass -> pass.fSink.identified(time, guest));
        }

        @Override
        public void vcpuBegins(long time, VirtualCpu vcpu) {
            each(pass -> pass.fMachines.vcpuBegins(time, vcpu));
        }

        @Override
        public void identified(long time, VirtualCpu vcpu) {
            each(pass -> pass.fMachines.identified(time, vcpu));
        }

        @Override
        public void named(long time, HostProcess vm, String name) {
            each(pass -> pass.fMachines.named(time, vm, name));
        }

        @Override
        public void innerNamed(long time, HostProcess vm, String name) {
            each(pass -> pass.fMachines.innerNamed(time, vm, name));
        }

        @Override
        public void vcpuEnds(long time, VirtualCpu vcpu) {
            each(pass -> pass.fMachines.vcpuEnds(time, vcpu));
        }

        @Override
        public void unattributed(long time, int host) {
            each(pass -> pass.fMachines.unattributed(time, host));
        }

        @Override
        public void lost(HostEvent.LostEvents event) {
            each(pass -> pass.fMachines.lost(event));
        }
    }
}
