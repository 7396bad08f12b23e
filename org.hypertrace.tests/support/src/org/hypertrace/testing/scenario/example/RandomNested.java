/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.scenario.example;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.hypertrace.testing.scenario.Exit;
import org.hypertrace.testing.scenario.HostTask;
import org.hypertrace.testing.scenario.Scenario;
import org.hypertrace.testing.scenario.Vcpu;

/** Any life of guests in a VM, from a seed: two vCPUs of one VM run three guests' guests, and lose their processors at times. */
public final class RandomNested {

    private static final Exit[] WHYS = { Exit.MEMORY, Exit.HYPERCALL, Exit.MSR, Exit.IO, Exit.INTR };

    private final Random fRandom;
    private final Scenario fScenario = new Scenario();
    private final List<Long> fFree = new ArrayList<>(List.of(0x1000L, 0x2000L, 0x3000L));
    private long fTime = 100;

    private RandomNested(long seed) {
        fRandom = new Random(seed);
    }

    /** @param steps how often a vCPU is left */
    public static Scenario scenario(long seed, int steps) {
        return new RandomNested(seed).reported(steps);
    }

    private Scenario reported(int steps) {
        Vcpu[] vcpus = { fScenario.vm("web").vcpu(0), fScenario.vm("web").vcpu(1) };
        HostTask[] others = { fScenario.host("host").task("backup", 50), fScenario.host("host").task("make", 51) };
        Long[] in = new Long[2];
        for (int i = 0; i < 2; i++) {
            vcpus[i].startsOn(next(), i).enters(next());
        }
        for (int step = 0; step < steps; step++) {
            int i = fRandom.nextInt(2);
            Vcpu vcpu = vcpus[i];
            if (fRandom.nextInt(10) == 0) {
                vcpu.preemptedBy(next(), others[i]).resumes(next()).enters(next());
            } else if (in[i] != null) {
                vcpu.exits(next(), WHYS[fRandom.nextInt(WHYS.length)]);
                if (fRandom.nextBoolean()) {
                    vcpu.forwards(next(), fRandom.nextInt(5) == 0 ? Exit.INTR : null);
                    fFree.add(in[i]);
                    in[i] = null;
                }
                vcpu.enters(next());
            } else if (fRandom.nextBoolean() && !fFree.isEmpty()) {
                in[i] = fFree.remove(fRandom.nextInt(fFree.size()));
                vcpu.exits(next(), Exit.NESTED).entersNested(next(), in[i]);
                if (fRandom.nextInt(4) == 0) {
                    vcpu.injects(next(), 236);
                }
                vcpu.enters(next());
            } else {
                vcpu.exits(next(), WHYS[fRandom.nextInt(WHYS.length)]).enters(next());
            }
        }
        return fScenario.until(next());
    }

    private long next() {
        fTime += 1 + fRandom.nextInt(20);
        return fTime;
    }
}
