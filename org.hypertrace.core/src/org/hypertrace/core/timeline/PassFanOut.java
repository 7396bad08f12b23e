/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.timeline;

import java.util.List;
import java.util.function.Consumer;

import org.hypertrace.core.container.Container;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.HostProcess;
import org.hypertrace.core.machine.MachineSink;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.machine.read.ReadTogether;
import org.hypertrace.core.stream.Losses;

/** What comes out of a timeline for several passes. Who wants no more gets no more, and who fails, fails alone. */
final class PassFanOut implements TimelineSink, MachineSink {

    private final ReadTogether.Member[] fMembers;
    private final TimelineSink[] fSinks;

    PassFanOut(List<ReadTogether.Member> members) {
        fMembers = members.toArray(ReadTogether.Member[]::new);
        fSinks = members.stream().map(member -> ((PassTimeline) member.stage()).sink()).toArray(TimelineSink[]::new);
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
        each(pass -> pass.sink().ownTraceEvent(guest, event));
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
        each(pass -> pass.sink().lossesChanged(time, guest, losses));
    }

    @Override
    public void rings(long time, Guest guest, RingFigures figures) {
        each(pass -> pass.sink().rings(time, guest, figures));
    }

    @Override
    public void life(long time, Guest guest, VmLifecycleEvent sign) {
        each(pass -> pass.sink().life(time, guest, sign));
    }

    @Override
    public void identified(long time, Guest guest) {
        each(pass -> pass.sink().identified(time, guest));
    }

    @Override
    public void vcpuBegins(long time, VirtualCpu vcpu) {
        each(pass -> pass.machineSink().vcpuBegins(time, vcpu));
    }

    @Override
    public void identified(long time, VirtualCpu vcpu) {
        each(pass -> pass.machineSink().identified(time, vcpu));
    }

    @Override
    public void named(long time, HostProcess vm, String name) {
        each(pass -> pass.machineSink().named(time, vm, name));
    }

    @Override
    public void innerNamed(long time, HostProcess vm, String name) {
        each(pass -> pass.machineSink().innerNamed(time, vm, name));
    }

    @Override
    public void contained(long time, VirtualCpu vcpu, Container container) {
        each(pass -> pass.machineSink().contained(time, vcpu, container));
    }

    @Override
    public void vcpuEnds(long time, VirtualCpu vcpu) {
        each(pass -> pass.machineSink().vcpuEnds(time, vcpu));
    }

    @Override
    public void unattributed(long time, int host) {
        each(pass -> pass.machineSink().unattributed(time, host));
    }

    @Override
    public void lost(HostEvent.LostEvents event) {
        each(pass -> pass.machineSink().lost(event));
    }
}
