/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import org.hypertrace.core.event.HostEvent;

/**
 * Some of those for whom a trace is read, whose passes begin with the same stage. One thread does that stage once and then what each makes
 * of it. Who fails or leaves does not concern the others.
 */
final class PassGroup {

    private final List<PassPart> fParts;
    private final ReadTogether.Shared fStage;
    private final EventHandler fHandler;

    private PassGroup(List<PassPart> parts) {
        fParts = parts;
        fStage = parts.get(0).stage().share(parts.stream().map(part -> new ReadTogether.Member(part.stage(), part::isIn,
                cause -> fails(part, cause))).toList());
        fHandler = new EventHandler("Events of " + parts.size(), fStage::accept, this::ends, this::failed);
        parts.forEach(part -> part.joins(fHandler));
    }

    /**
     * Divides those that begin with the same stage among so many threads, so that all take about as long. With a thread for each, each does
     * all on its own: no thread is done earlier if it does more.
     *
     * @return the groups of more than one
     */
    static List<PassGroup> of(List<PassPart> parts, int threads) {
        PassPart first = parts.stream().filter(part -> part.stage() != null).findFirst().orElse(null);
        List<PassPart> alike = first == null ? List.of() : parts.stream().filter(first::beginsLike)
                .sorted(Comparator.comparingInt((PassPart part) -> part.stage().weight()).reversed()).toList();
        if (alike.size() <= threads) {
            return List.of();
        }
        List<List<PassPart>> divided = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            divided.add(new ArrayList<>());
        }
        for (PassPart part : alike) {
            divided.stream().min(Comparator.comparingInt(PassGroup::weight)).orElseThrow().add(part);
        }
        return divided.stream().filter(group -> group.size() > 1).map(PassGroup::new).toList();
    }

    private static int weight(List<PassPart> parts) {
        return parts.stream().mapToInt(part -> part.stage().weight()).sum();
    }

    boolean has(PassPart part) {
        return fParts.contains(part);
    }

    void start() {
        fHandler.start();
    }

    /** Events come for all of them. */
    void accept(HostEvent[] batch) {
        try {
            fHandler.accept(batch);
        } catch (EventHandler.Stopped e) {
            // all of them know why
        }
    }

    /** No more events come; all before are handled when this returns, if these were all. */
    void finish(boolean all) {
        if (!all) {
            fHandler.fail();
        }
        fHandler.finish();
    }

    private void ends(boolean whole) {
        try (fStage) {
            if (whole) {
                fHandler.alone(fStage::finish);
            }
        }
    }

    /** One who is stopped since the reading failed is interrupted, wherever it is. That is no failure of its own. */
    private void fails(PassPart part, Throwable cause) {
        if (!fHandler.isStopped()) {
            part.fails(cause);
        }
    }

    private void failed(Throwable cause) {
        fParts.forEach(part -> part.fails(cause));
    }
}
