/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.statistics;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntPredicate;

import org.hypertrace.core.exit.columns.ExitBlock;
import org.hypertrace.core.exit.columns.ExitColumns;
import org.hypertrace.core.exit.columns.ExitDictionary;
import org.hypertrace.core.exit.columns.ExitFile;
import org.hypertrace.core.exit.columns.ExitGrouping;
import org.hypertrace.core.exit.columns.ExitNames;
import org.hypertrace.core.exit.track.Cause;
import org.hypertrace.core.kvm.SubReason;

/** Reports of exits to which group of a VM each belongs, by a number of the group; negative: to none. */
abstract class ExitKeys {

    private final long fNumber;

    /** @param number how many groups there may be: their numbers are less */
    private ExitKeys(long number) {
        fNumber = number;
    }

    /** How many groups there may be. */
    long number() {
        return fNumber;
    }

    /** The groups of the exits of a block. */
    abstract void of(ExitBlock block, int[] keys);

    static ExitKeys of(ExitColumns exits, ExitGrouping grouping) {
        ExitDictionary names = exits.dictionary();
        return switch (grouping) {
        case REASON -> reasons(names);
        case SUB -> subsOfReasons(names);
        case VCPU -> vcpus(exits);
        case TRACER -> tracer();
        case PORT -> subs(names, kind -> SubReason.Kind.of(kind).isPort());
        case MSR -> subs(names, kind -> SubReason.Kind.of(kind).isMsr());
        case CAUSE -> crossed(names, causes(exits, ExitGrouping.CAUSE));
        default -> new ByCause(causes(exits, grouping));
        };
    }

    /** By what guests did, whatever that is, and by the reason. Exits of which it is not known are in the groups of {@code -1}. */
    static ExitKeys matrix(ExitColumns exits, ExitGrouping rows) {
        int[] groups = causes(exits, rows);
        for (int i = 0; i < groups.length; i++) {
            groups[i]++;
        }
        return crossed(exits.dictionary(), groups);
    }

    private static ExitKeys reasons(ExitDictionary names) {
        return new ExitKeys(names.reasons().size()) {
            @Override
            void of(ExitBlock block, int[] keys) {
                short[] reasons = block.reasons();
                for (int i = 0; i < block.count(); i++) {
                    keys[i] = reasons[i];
                }
            }
        };
    }

    private static ExitKeys subsOfReasons(ExitDictionary names) {
        int number = names.subs().size();
        return new ExitKeys((long) number * names.reasons().size()) {
            @Override
            void of(ExitBlock block, int[] keys) {
                short[] reasons = block.reasons();
                int[] subs = block.subs();
                for (int i = 0; i < block.count(); i++) {
                    keys[i] = subs[i] + number * reasons[i];
                }
            }
        };
    }

    private static ExitKeys vcpus(ExitColumns exits) {
        return new ExitKeys(exits.dictionary().vcpus().size()) {
            @Override
            void of(ExitBlock block, int[] keys) {
                short[] vcpus = block.vcpus();
                for (int i = 0; i < block.count(); i++) {
                    keys[i] = exits.vcpuOf(vcpus[i]);
                }
            }
        };
    }

    private static ExitKeys tracer() {
        return new ExitKeys(2) {
            @Override
            void of(ExitBlock block, int[] keys) {
                short[] flags = block.flags();
                for (int i = 0; i < block.count(); i++) {
                    keys[i] = flags[i] & ExitFile.TRACER;
                }
            }
        };
    }

    private static ExitKeys subs(ExitDictionary names, IntPredicate kinds) {
        int[] keyOf = new int[names.subs().size()];
        for (int i = 0; i < keyOf.length; i++) {
            keyOf[i] = kinds.test(names.subs().get(i).kind().ordinal()) ? i : -1;
        }
        return new ExitKeys(keyOf.length) {
            @Override
            void of(ExitBlock block, int[] keys) {
                int[] subs = block.subs();
                for (int i = 0; i < block.count(); i++) {
                    keys[i] = keyOf[subs[i]];
                }
            }
        };
    }

    private static final class ByCause extends ExitKeys {
        private final int[] fGroups;

        ByCause(int[] groups) {
            super(groups.length);
            fGroups = groups;
        }

        @Override
        void of(ExitBlock block, int[] keys) {
            int[] causes = block.causes();
            for (int i = 0; i < block.count(); i++) {
                keys[i] = fGroups[causes[i]];
            }
        }
    }

    private static ExitKeys crossed(ExitDictionary names, int[] groups) {
        int number = names.reasons().size();
        return new ExitKeys((groups.length + 1L) * number) {
            @Override
            void of(ExitBlock block, int[] keys) {
                int[] causes = block.causes();
                short[] reasons = block.reasons();
                for (int i = 0; i < block.count(); i++) {
                    int group = groups[causes[i]];
                    keys[i] = group < 0 ? -1 : group * number + reasons[i];
                }
            }
        };
    }

    /** The group of each cause. */
    private static int[] causes(ExitColumns exits, ExitGrouping grouping) {
        ExitNames names = new ExitNames(exits);
        Function<Cause, Object> what = switch (grouping) {
        case TASK -> cause -> cause.task() < 0 ? null : List.of(cause.guest(), cause.task());
        case FUNCTION -> cause -> cause.function() == 0 ? null : cause.function();
        case SYSCALL -> cause -> cause.syscall() < 0 ? null : List.of(cause.syscall(), cause.compat());
        case INITCALL -> cause -> cause.initcall() == 0 && cause.initcallName() == null ? null
                : List.of(cause.initcall(), String.valueOf(cause.initcallName()));
        default -> cause -> cause.guest() < 0 ? null : List.of(cause.guest(), cause.task(), names.innermost(cause) + "");
        };
        Map<Object, Integer> groups = new HashMap<>();
        return exits.dictionary().causes().stream().map(what)
                .mapToInt(key -> key == null ? -1 : groups.computeIfAbsent(key, k -> groups.size())).toArray();
    }
}
