/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.scenario.example;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.hypertrace.testing.scenario.Exit;
import org.hypertrace.testing.scenario.Host;
import org.hypertrace.testing.scenario.HostTask;
import org.hypertrace.testing.scenario.Scenario;
import org.hypertrace.testing.scenario.Vcpu;
import org.hypertrace.testing.scenario.Vm;

/**
 * Any story that can be, from a seed: one host of two processors, two tasks, two VMs of two vCPUs. Every step takes its own
 * stretch of time; interrupts and preemptions may fall into the tracer's exits.
 */
public final class RandomScenario {

    private static final long COST = 10;

    private final Random fRandom;
    private final Scenario fScenario = new Scenario();
    private final Host fHost = fScenario.host("host");
    private final HostTask[] fTasks = { fHost.task("bash", 90), fHost.task("cc1", 91) };
    private final List<RandomGuest> fGuests = new ArrayList<>();
    private final List<Player> fPlayers = new ArrayList<>();
    private final Object[] fOccupants = new Object[2];
    private long fTime = 1_000;

    private enum Place { NEW, GUEST, KERNEL, USER, PREEMPTED, ASLEEP, WAKING }

    private static final class Player {
        private final Vcpu fVcpu;
        private final RandomGuest fGuest;
        private Place fPlace = Place.NEW;
        private int fCpu;

        Player(Vcpu vcpu, RandomGuest guest) {
            fVcpu = vcpu;
            fGuest = guest;
        }
    }

    /**
     * @param seed
     *            of all
     * @param steps
     *            how many things happen
     * @param span
     *            how far the guests' batches reach back, ns; 0 for none
     */
    public RandomScenario(long seed, int steps, long span) {
        fRandom = new Random(seed);
        for (String name : List.of("web", "db")) {
            Vm vm = fHost.vm(name).tracerCost(COST, COST).numbersOutOfOrder(1 + fRandom.nextInt(64)).batches(span);
            RandomGuest guest = new RandomGuest(vm, fRandom);
            fGuests.add(guest);
            for (int i = 0; i < 2; i++) {
                fPlayers.add(new Player(vm.vcpu(i), guest));
            }
        }
        for (int i = 0; i < steps; i++) {
            step(fPlayers.get(fRandom.nextInt(fPlayers.size())));
        }
        fScenario.until(fTime + 1);
    }

    /** The story. */
    public Scenario scenario() {
        return fScenario;
    }

    private long next() {
        fTime += 1 + fRandom.nextInt(fRandom.nextInt(10) == 0 ? 100_000 : 100);
        return fTime;
    }

    private boolean idle(int cpu) {
        return fOccupants[cpu] == null;
    }

    private void step(Player p) {
        switch (p.fPlace) {
        case NEW -> starts(p);
        case GUEST -> inGuest(p);
        case KERNEL -> inKernel(p);
        case USER -> {
            p.fVcpu.callsKvm(next());
            p.fPlace = Place.KERNEL;
        }
        case ASLEEP -> {
            p.fCpu = fRandom.nextInt(2);
            p.fVcpu.wakesOn(next(), p.fCpu, fRandom.nextInt(2));
            interrupted();
            p.fPlace = Place.WAKING;
        }
        case PREEMPTED, WAKING -> waits(p);
        }
    }

    private void starts(Player p) {
        int cpu = fRandom.nextInt(2);
        if (idle(cpu)) {
            p.fVcpu.startsOn(next(), cpu).enters(next());
            gets(p, cpu, Place.GUEST);
            fTime = p.fGuest.begins(p.fVcpu, fTime + COST + 1) + COST;
        }
    }

    private void inGuest(Player p) {
        switch (fRandom.nextInt(8)) {
        case 0 -> leaves(p, Exit.values()[fRandom.nextInt(Exit.values().length)]);
        case 1 -> {
            // the host has the processor before the exit is recorded, as on AMD
            fHost.cpu(p.fCpu).irq(next(), next(), 7);
            leaves(p, Exit.INTR);
        }
        case 2 -> preempted(p);
        default -> {
            for (int i = fRandom.nextInt(12); i >= 0; i--) {
                guestActs(p);
            }
        }
        }
    }

    private void guestActs(Player p) {
        long time = p.fGuest.does(p.fVcpu.guest(), fTime + COST + 1 + fRandom.nextInt(1_000), COST);
        if (p.fGuest.reportedAtOnce() && fRandom.nextInt(8) == 0) {
            fHost.cpu(p.fCpu).softirq(time + 2, time + 5, 1);
        } else if (p.fGuest.reportedAtOnce() && fRandom.nextInt(8) == 0) {
            HostTask task = fTasks[fRandom.nextInt(2)];
            if (fOccupants[0] != task && fOccupants[1] != task) {
                p.fVcpu.preemptedBy(time + 2, task).resumes(time + 5);
            }
        }
        fTime = time + COST;
    }

    private void leaves(Player p, Exit why) {
        p.fVcpu.exits(next(), why);
        p.fPlace = Place.KERNEL;
        if (why == Exit.HLT && fRandom.nextInt(4) > 0) {
            p.fVcpu.halts(next());
            sleeps(p);
        }
    }

    private void inKernel(Player p) {
        switch (fRandom.nextInt(6)) {
        case 0 -> {
            p.fVcpu.returnsToQemu(next());
            p.fPlace = Place.USER;
        }
        case 1 -> {
            if (fRandom.nextBoolean()) {
                p.fVcpu.blocks(next());
            } else {
                p.fVcpu.sleeps(next());
            }
            sleeps(p);
        }
        case 2 -> preempted(p);
        case 3 -> fHost.cpu(p.fCpu).hrtimer(next(), next());
        default -> {
            p.fVcpu.enters(next());
            p.fPlace = Place.GUEST;
        }
        }
    }

    private void preempted(Player p) {
        HostTask task = fTasks[fRandom.nextInt(2)];
        for (Object occupant : fOccupants) {
            if (occupant == task) {
                return;
            }
        }
        p.fVcpu.preemptedBy(next(), task);
        p.fPlace = Place.PREEMPTED;
        fOccupants[p.fCpu] = task;
    }

    private void waits(Player p) {
        Object occupant = fOccupants[p.fCpu];
        if (fRandom.nextInt(4) == 0) {
            p.fCpu = 1 - p.fCpu;
            p.fVcpu.migratesTo(next(), p.fCpu);
            interrupted();
        } else if (occupant instanceof Player other && other.fPlace == Place.USER) {
            // it goes on where it was, and is not asked to
            step(other);
        } else {
            p.fVcpu.resumes(next());
            if (occupant instanceof Player other) {
                other.fPlace = Place.PREEMPTED;
            }
            gets(p, p.fCpu, Place.KERNEL);
            p.fVcpu.enters(next());
            p.fPlace = Place.GUEST;
        }
    }

    /** An event of the host on a processor whose guest goes on as if nothing had been: it must leave before it does more. */
    private void interrupted() {
        for (Player p : fPlayers) {
            if (p.fPlace == Place.GUEST) {
                leaves(p, Exit.INTR);
            }
        }
    }

    private void sleeps(Player p) {
        p.fPlace = Place.ASLEEP;
        fOccupants[p.fCpu] = null;
    }

    private void gets(Player p, int cpu, Place place) {
        p.fCpu = cpu;
        p.fPlace = place;
        fOccupants[cpu] = p;
    }
}
