/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.shutdown.view;

import java.util.LinkedHashMap;
import java.util.Map;

import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.run.TimeSplitText;
import org.hypertrace.core.shutdown.GuestShutdown;
import org.hypertrace.core.shutdown.ShutdownFindings;
import org.hypertrace.core.shutdown.ShutdownProfile;
import org.hypertrace.core.shutdown.ShutdownProfile.Delay;
import org.hypertrace.core.shutdown.ShutdownProfile.Line;
import org.hypertrace.core.shutdown.ShutdownProfile.Section;

/** What there is to report about a part of a shutdown, in words. */
final class ShutdownTooltip {

    private final ShutdownProfile fProfile;
    private final Map<String, String> fLines = new LinkedHashMap<>();

    private ShutdownTooltip(ShutdownProfile profile) {
        fProfile = profile;
    }

    static Map<String, String> of(ShutdownProfile profile, Object what) {
        ShutdownTooltip tooltip = new ShutdownTooltip(profile);
        tooltip.fLines.put("Shutdown", profile.shutdown().label());
        if (what instanceof Line line) {
            tooltip.add(line);
        } else if (what instanceof Delay delay) {
            tooltip.add(delay);
        }
        return tooltip.fLines;
    }

    private void add(Line line) {
        fLines.put(switch (line.section()) {
        case STEP -> "Step";
        case DEVICE -> "Device";
        case NOTIFIER -> "Notifier";
        case PART -> "Part";
        }, line.name());
        if (line.driver() != null) {
            fLines.put("Driver or bus", line.driver());
        }
        if (line.function() != null && !line.function().equals(line.name())) {
            fLines.put("Function", line.function());
        }
        during(line.begin(), line.duration());
        if (line.open()) {
            fLines.put("Returned", line.lost() ? "unknown: packets are missing" : "never");
        }
        TimeSplitText.addTo(line.spent(), fLines);
        if (line.section() == Section.STEP && line == fProfile.lines().get(0)) {
            int number = 1;
            for (String finding : ShutdownFindings.of(fProfile)) {
                fLines.put("Note" + (number == 1 ? "" : " " + number), finding);
                number++;
            }
        }
    }

    private void add(Delay delay) {
        GuestShutdown.Process process = delay.process();
        fLines.put("Process", process.label());
        long end = process.end() < 0 ? fProfile.shutdown().userSpaceEnd() : process.end();
        during(process.begin(), end - process.begin());
        if (process.signalled() >= 0) {
            fLines.put("First signal", Amount.ns(process.signalled() - fProfile.shutdown().requested()).both() + " after the request");
            fLines.put("Last signal", ShutdownFindings.signal(process.signal()));
        }
        if (!ShutdownFindings.outcome(process).isEmpty()) {
            fLines.put("Ended", ShutdownFindings.outcome(process));
        }
        if (process.end() >= 0) {
            fLines.put("Waited for", Amount.ns(delay.held()).both() + " since the one before it ended");
        }
    }

    private void during(long begin, long duration) {
        fLines.put("Begin", TmfTimestamp.fromNanos(begin).toString());
        fLines.put("Duration", Amount.ns(duration).both() + ", " + Amount.share(duration, fProfile.duration())
                + " of the shutdown");
    }
}
