/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import java.util.List;

import org.eclipse.core.runtime.NullProgressMonitor;

/** The progress of a reading, for all for whom the trace is read; it is cancelled when none wants it any more. */
final class PassMonitor extends NullProgressMonitor {

    private final List<PassPart> fParts;

    PassMonitor(List<PassPart> parts) {
        fParts = List.copyOf(parts);
    }

    @Override
    public void beginTask(String name, int steps) {
        fParts.forEach(part -> part.begins(name, steps));
    }

    @Override
    public void worked(int steps) {
        fParts.forEach(part -> part.worked(steps));
    }

    @Override
    public void done() {
        fParts.forEach(PassPart::done);
    }

    @Override
    public boolean isCanceled() {
        return super.isCanceled() || fParts.stream().noneMatch(PassPart::isWanted);
    }
}
