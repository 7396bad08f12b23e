/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.sample;

import java.nio.file.Path;

import org.hypertrace.core.quantity.Amount;

/**
 * A recorded trace to learn from.
 *
 * @param name
 *            its own, as its archive is called
 * @param lesson
 *            what is to be learnt from it, in one sentence; empty if nothing shows
 * @param archive
 *            the trace with its manifest and symbols, a {@code .tar.xz}
 * @param bytes
 *            the size of the archive
 */
public record Sample(String name, String lesson, Path archive, long bytes) {

    /** What every archive of a sample ends with. */
    static final String ARCHIVE = ".tar.xz";

    /** @return the size of the archive for people, in megabytes (10^6 bytes): {@code 1.9 MB} */
    public String size() {
        return Amount.bytes(bytes).text();
    }

    /** @return what happened in it and what to look at, as plain text: its folder's page; the lesson if it has none */
    public String text() {
        SamplePage page = SamplePage.of(archive.resolveSibling(SamplePage.FILE_NAME));
        return page == null ? lesson : page.text();
    }
}
