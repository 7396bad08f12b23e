/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf;

import java.nio.file.Files;
import java.nio.file.Path;

import org.eclipse.core.runtime.Platform;
import org.osgi.framework.Bundle;
import org.osgi.framework.Version;

/**
 * What the reader of the running Trace Compass does with traces, by its version. What it does wrong or not at all it is spared: it opens a
 * folder of links with other metadata or without an index.
 *
 * @param version
 *            of its bundle {@code org.eclipse.tracecompass.ctf.core}
 */
record CtfReader(Version version) {

    /** Of Trace Compass 11.3, the first that reads CTF 2 as LTTng 2.15 writes it. */
    private static final Version CTF_2 = new Version(5, 1, 0);
    /** Of Trace Compass 10.1, the first that takes the counter of discarded events in an index for the loss of each packet. */
    private static final Version INDEX_AS_LOSSES = new Version(4, 6, 0);

    private static volatile CtfReader sHere;

    /** @return the one of the running Trace Compass; outside of Eclipse that of 6.2 */
    static CtfReader here() {
        CtfReader here = sHere;
        if (here == null) {
            Bundle bundle = Platform.isRunning() ? Platform.getBundle("org.eclipse.tracecompass.ctf.core") : null;
            here = new CtfReader(bundle == null ? new Version(4, 1, 0) : bundle.getVersion());
            sHere = here;
        }
        return here;
    }

    /** Tests make it that of another Trace Compass; null: of the running one again. */
    static void setHere(CtfReader reader) {
        sHere = reader;
    }

    /** @return whether the metadata of a trace are to be translated for it */
    boolean needsTranslation(Path trace) {
        return version.compareTo(CTF_2) < 0 && MetadataText.isCtf2(trace.resolve(LeftOut.METADATA));
    }

    /** @return whether it would count losses that were none: a counter grows from packet to packet */
    boolean misreadsIndex(Path trace) {
        return version.compareTo(INDEX_AS_LOSSES) >= 0 && Files.isDirectory(trace.resolve("index"));
    }
}
