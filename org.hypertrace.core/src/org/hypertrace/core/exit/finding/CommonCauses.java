/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.finding;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.exit.columns.ExitColumns;
import org.hypertrace.core.exit.columns.ExitNames;
import org.hypertrace.core.exit.track.Cause;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.untrusted.CodeName;
import org.hypertrace.core.untrusted.CodeText;

/** What the exits of a finding are about and who causes them, as far as most of them have that in common. */
final class CommonCauses {

    /** Different ones that are counted: of more, guests choose them, the first. */
    private static final int MAX = 1 << 12;
    /** Less than this share of the exits is not worth naming. */
    private static final double WORTH = 0.25;

    private final ExitColumns fExits;
    private final Map<Integer, long[]> fSubs = new HashMap<>();
    private final Map<Integer, long[]> fCauses = new HashMap<>();
    private final Map<Integer, long[]> fCode = new HashMap<>();
    private final Map<Long, long[]> fPlaces = new HashMap<>();
    private long fCount;
    private long fUnknown;

    CommonCauses(ExitColumns exits) {
        fExits = exits;
    }

    /** @param weight 1, or how much of it counts */
    void add(int exit, long weight) {
        fCount += weight;
        fUnknown += fExits.sub(exit) == 0 ? weight : 0;
        add(fSubs, fExits.sub(exit), weight);
        add(fCauses, fExits.cause(exit), weight);
        add(fCode, fExits.code(exit), weight);
        if (fExits.guestRip(exit) != HostEvent.NO_RIP) {
            add(fPlaces, fExits.guestRip(exit), weight);
        }
    }

    private static <K> void add(Map<K, long[]> sums, K key, long weight) {
        long[] sum = sums.get(key);
        if (sum == null) {
            if (sums.size() >= MAX) {
                return;
            }
            sum = new long[1];
            sums.put(key, sum);
        }
        sum[0] += weight;
    }

    /** Whether of most of the exits it is not recorded what they are about. */
    boolean isSubjectUnknown() {
        return 2 * fUnknown > fCount;
    }

    /** As {@code port out 0x3f8 (98 %), from init (1), at `io_serial_out` (97 %)}; empty if nothing stands out. */
    CodeText words() {
        ExitNames names = new ExitNames(fExits);
        List<Object> words = new ArrayList<>();
        add(words, "", most(labels(fSubs, key -> fExits.dictionary().subs().get(key).label())));
        CodeText from = most(labels(fCauses, key -> caller(names, fExits.dictionary().causes().get(key))));
        add(words, "from ", from);
        CodeText function = most(labels(fCode, code -> {
            String name = fExits.dictionary().code().get(code);
            // whatever the instruction in it: the dictionary on disk has each place as one text, function and offset
            return name == null ? null : new CodeName(name.replaceFirst("\\+0x[0-9a-f]+", ""));
        }));
        CodeText place = function != null || from != null ? function : most(labels(fPlaces, rip -> "0x" + Long.toHexString(rip)));
        add(words, "at ", place);
        return CodeText.of(words.toArray());
    }

    private static void add(List<Object> words, String before, CodeText word) {
        if (word != null) {
            words.add((words.isEmpty() ? "" : ", ") + before);
            words.add(word);
        }
    }

    private static Object caller(ExitNames names, Cause cause) {
        String in = names.innermost(cause);
        return in != null ? new CodeName(in) : names.taskLabel(cause) == null ? "" : names.taskLabel(cause);
    }

    private interface Label<K> {
        /** A text or a {@link CodeName}, null for none. */
        Object of(K key);
    }

    private static <K> Map<Object, Long> labels(Map<K, long[]> sums, Label<K> label) {
        Map<Object, Long> labels = new HashMap<>();
        sums.forEach((key, sum) -> {
            Object text = label.of(key);
            if (text != null && !text.equals("")) {
                labels.merge(text, sum[0], Long::sum);
            }
        });
        return labels;
    }

    private CodeText most(Map<Object, Long> sums) {
        Map.Entry<Object, Long> most = sums.entrySet().stream().max(Map.Entry.<Object, Long> comparingByValue()
                .thenComparing(Map.Entry.comparingByKey(Comparator.comparing(Object::toString).reversed()))).orElse(null);
        if (most == null || most.getValue() < WORTH * fCount) {
            return null;
        }
        return CodeText.of(most.getKey(), most.getValue() == fCount ? ""
                : " (" + Amount.share(most.getValue(), fCount).percent(0) + ')');
    }
}
