/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade.view;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import org.hypertrace.core.boot.GuestBoot;
import org.hypertrace.core.boot.track.Lifecycle;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.shutdown.GuestShutdown;
import org.hypertrace.core.upgrade.Campaign;
import org.hypertrace.core.upgrade.CampaignProfile;
import org.hypertrace.core.upgrade.Phase;
import org.hypertrace.core.upgrade.Point;
import org.hypertrace.core.upgrade.Restart;
import org.hypertrace.core.upgrade.Segment;
import org.hypertrace.core.upgrade.plan.Signal;
import org.hypertrace.core.upgrade.plan.SignalKind;
import org.hypertrace.core.view.PathOffer;

/**
 * Whose critical path can be asked for in a campaign, and to which boots and shutdowns one can go. The path of the campaign is that of the
 * thread that drives it. A controller that polls sleeps for its own timer; then the path of what it awaits is offered, too.
 */
final class UpgradeOffers {

    private final CampaignProfile fProfile;

    UpgradeOffers(CampaignProfile profile) {
        fProfile = profile;
    }

    /** Of a segment of the chain, null: none; then of the wait that it is in, and of the whole campaign. */
    List<PathOffer> of(Segment segment) {
        List<PathOffer> offers = new ArrayList<>();
        if (segment != null && segment.of() != null) {
            fProfile.campaign().restarts().stream().filter(restart -> restart.phases().contains(segment.of()))
                    .forEach(restart -> offers.addAll(of(restart, segment.of())));
        } else if (segment != null && segment.vm() != null) {
            offers.addAll(vcpu(segment.phase() + " of " + segment.vm(), fProfile.processes(segment.vm()), segment.begin(), segment.end()));
            offers.addAll(awaited(segment.begin()));
        }
        offers.addAll(campaign());
        return offers;
    }

    /** From the controller's first mark to its last one. */
    private List<PathOffer> campaign() {
        Campaign campaign = fProfile.campaign();
        Signal begin = signal(SignalKind.BEGIN, campaign.begin());
        Signal end = signal(SignalKind.END, campaign.end());
        List<PathOffer> offers = new ArrayList<>(begin == null || end == null ? List.of() : marks("the campaign", begin, end));
        if (!offers.isEmpty()) {
            PathOffer awaiting = new PathOffer("the campaign, with what it awaits", offers.get(0).words());
            for (Signal serves : awaited()) {
                awaiting = awaiting(awaiting, vm(serves.key()), serves);
            }
            if (!awaiting.words().equals(offers.get(0).words())) {
                offers.add(awaiting);
            }
        }
        return offers;
    }

    /** What the controller polls for: that a node serves again, or in another role. */
    private List<Signal> awaited() {
        List<Signal> awaited = new ArrayList<>();
        String restarts = null;
        boolean isSwitching = false;
        for (Signal signal : fProfile.campaign().signals()) {
            switch (signal.kind()) {
            case RESTART -> restarts = signal.node();
            case BACK -> restarts = signal.node().equals(restarts) ? null : restarts;
            case SWITCH -> isSwitching = true;
            case SWITCHED -> isSwitching = false;
            case SERVES -> {
                if ((isSwitching || signal.vm().equals(restarts)) && signal.value() >= 0 && vm(signal.key()) != null) {
                    awaited.add(signal);
                    restarts = signal.vm().equals(restarts) ? null : restarts;
                }
            }
            default -> {
                // nobody waits for it
            }
            }
        }
        return awaited;
    }

    private Signal signal(SignalKind kind, long time) {
        return fProfile.campaign().signals().stream().filter(one -> one.kind() == kind && one.time() == time).findFirst().orElse(null);
    }

    /** The path of the thread that makes the second mark, from the first one on. */
    private List<PathOffer> marks(String name, Signal from, Signal to) {
        Machines.Vm vm = from.key().equals(to.key()) && from.value() >= 0 && to.value() >= 0 ? vm(from.key()) : null;
        return vm == null ? List.of() : List.of(new PathOffer(name, List.of("--vm", vm.who().word(), "--marks", from.value() + "@" + from.time(),
                to.value() + "@" + to.time())));
    }

    private Machines.Vm vm(String key) {
        Campaign campaign = fProfile.campaign();
        return Stream.concat(Stream.ofNullable(campaign.controller()), campaign.nodes().stream())
                .flatMap(name -> fProfile.processes(name).stream()).filter(process -> process.key().equals(key)).map(CampaignProfile.Process::vm)
                .findFirst().orElse(null);
    }

    /** A phase of a restart, then the wait of the controller that it is in. */
    List<PathOffer> of(Restart restart, Phase phase) {
        List<PathOffer> offers = new ArrayList<>();
        String name = phase.name() + " of " + phase.vm();
        Restart.NodeRun run = phase.from().compareTo(Point.LAUNCHED) < 0 ? restart.before() : restart.after();
        GuestBoot boot = run == null ? null : run.boot();
        boolean isNodes = phase.vm().equals(restart.node());
        if (isNodes && boot != null && boot.vm() != null) {
            offers.add(switch (phase.from()) {
            // nobody is there
            case ENDED -> null;
            case KERNEL_DOWN -> shutdown(name, phase, run);
            case KERNEL, LEVELS -> boot(name, phase, boot);
            default -> vcpu(name, boot.vm(), phase.begin(), phase.end());
            });
            Signal serves = fProfile.campaign().signals().stream().filter(one -> one.kind() == SignalKind.SERVES && one.key().equals(run.key())
                    && one.time() == phase.end()).findFirst().orElse(null);
            if (serves != null && serves.value() >= 0) {
                // the mark itself must be in the time that is asked for
                offers.add(awaiting(PathOffer.within(name + " with the thread that then reports that it serves", boot.vm().who().word(), phase.begin(),
                        phase.end() + 1, "--vcpu", Integer.toString(first(boot.vm()).number())), boot.vm(), serves));
            }
        } else if (!isNodes) {
            offers.addAll(vcpu(name, fProfile.processes(phase.vm()), phase.begin(), phase.end()));
        }
        offers.removeIf(Objects::isNull);
        offers.addAll(awaited(phase.begin()));
        return offers;
    }

    private static PathOffer shutdown(String name, Phase phase, Restart.NodeRun run) {
        GuestShutdown shutdown = run.shutdown();
        long end = shutdown == null ? phase.end() : Math.min(phase.end(), shutdown.kernelEnd());
        return shutdown == null || shutdown.tid() <= 0 || end <= phase.begin() ? vcpu(name, run.boot().vm(), phase.begin(), phase.end())
                : PathOffer.within(name, run.boot().vm().who().word(), phase.begin(), end, "--thread", Integer.toString(shutdown.tid()));
    }

    private static PathOffer boot(String name, Phase phase, GuestBoot boot) {
        boolean isReported = Stream.of(Lifecycle.KERNEL, Lifecycle.LEVELS).anyMatch(part -> boot.begin(part) >= 0);
        return !isReported ? vcpu(name, boot.vm(), phase.begin(), phase.end())
                : PathOffer.within(name, boot.vm().who().word(), phase.begin(), phase.end(), "--boot", Integer.toString(boot.number()));
    }

    private static Machines.Vcpu first(Machines.Vm vm) {
        return vm.vcpus().stream().min(Comparator.comparingInt(Machines.Vcpu::number)).orElse(null);
    }

    private static PathOffer vcpu(String name, Machines.Vm vm, long begin, long end) {
        return first(vm) == null ? null : PathOffer.within(name, vm.who().word(), begin, end, "--vcpu", Integer.toString(first(vm).number()));
    }

    private static List<PathOffer> vcpu(String name, List<CampaignProfile.Process> processes, long begin, long end) {
        return processes.stream().filter(process -> process.vm().begin() <= begin && begin < process.vm().end())
                .map(process -> vcpu(name, process.vm(), begin, end)).filter(Objects::nonNull).toList();
    }

    private static PathOffer awaiting(PathOffer offer, Machines.Vm vm, Signal mark) {
        List<String> words = new ArrayList<>(offer.words());
        words.addAll(List.of("--awaits", vm.who().word() + ':' + mark.value() + '@' + mark.time()));
        return new PathOffer(offer.name(), words);
    }

    /** The controller's wait for a restart at that time: from its order on, until it sees that the node is back. */
    private List<PathOffer> awaited(long time) {
        List<Signal> signals = fProfile.campaign().signals();
        Signal order = null;
        for (Signal signal : signals) {
            if (signal.kind() == SignalKind.RESTART && signal.time() <= time) {
                order = signal;
            } else if (signal.kind() == SignalKind.BACK && order != null && signal.time() > time && signal.node().equals(order.node())) {
                return wait(order, signal);
            }
        }
        return List.of();
    }

    private List<PathOffer> wait(Signal order, Signal back) {
        String name = "the controller's wait for " + order.node();
        List<PathOffer> offers = new ArrayList<>(marks(name, order, back));
        Signal serves = fProfile.campaign().signals().stream().filter(one -> one.kind() == SignalKind.SERVES && one.vm().equals(order.node())
                && one.time() > order.time() && one.time() < back.time()).findFirst().orElse(null);
        Machines.Vm vm = serves == null || serves.value() < 0 ? null : vm(serves.key());
        if (!offers.isEmpty() && vm != null) {
            offers.add(awaiting(new PathOffer(name + ", with what it awaits", offers.get(0).words()), vm, serves));
        }
        return offers;
    }

    /** The boots and shutdowns of a restart: what ends, and what begins. */
    static List<RunOffer> runs(Restart restart) {
        List<RunOffer> runs = new ArrayList<>();
        for (Restart.NodeRun run : Stream.of(restart.before(), restart.after()).filter(Objects::nonNull).toList()) {
            GuestBoot boot = run.boot();
            runs.add(new RunOffer(false, boot.host().name(), boot.guest(), boot.number(), boot.begin(), boot.end()));
            GuestShutdown shutdown = run.shutdown();
            if (shutdown != null) {
                runs.add(new RunOffer(true, shutdown.host().name(), shutdown.guest(), shutdown.number(), shutdown.begin(), shutdown.end()));
            }
        }
        return runs;
    }
}
