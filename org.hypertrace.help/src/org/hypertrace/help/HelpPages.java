/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.help;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;

import org.eclipse.core.runtime.FileLocator;
import org.eclipse.core.runtime.Platform;
import org.osgi.framework.Bundle;

/** The files of help pages, which are in plug-ins' jars, for a browser. */
public final class HelpPages {

    private HelpPages() {
    }

    /**
     * @param href
     *            {@code /PLUG-IN/FOLDER/PAGE#ANCHOR}, or an address in the web
     * @return the address of the page, with its anchor; null if there is no such page
     */
    public static URI of(String href) {
        if (href.matches("https?:.*")) {
            return URI.create(href);
        }
        String[] parts = href.split("#", 2);
        String[] names = parts[0].split("/", 4);
        Bundle bundle = names.length == 4 && names[0].isEmpty() ? Platform.getBundle(names[1]) : null;
        URL folder = bundle == null ? null : bundle.getEntry(names[2] + "/");
        if (folder == null) {
            return null;
        }
        try {
            // All of the folder, so that links and pictures lead somewhere.
            File page = new File(new File(FileLocator.toFileURL(folder).getPath()), names[3]);
            return page.isFile() ? new URI("file", "", page.getPath(), parts.length == 1 ? null : parts[1]) : null;
        } catch (IOException | URISyntaxException e) {
            Platform.getLog(bundle).error("The help page " + href + " cannot be unpacked.", e);
            return null;
        }
    }
}
