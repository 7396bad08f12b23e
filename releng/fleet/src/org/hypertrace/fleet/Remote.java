/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fleet;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;

/** Files that have addresses instead of paths: {@code hdfs://host/folder/one.tar.xz}. */
interface Remote {

    /**
     * @param address
     *            of a folder, an archive or a list
     * @return the addresses of the recordings there, sorted
     * @throws IOException
     *             if it cannot be read; the message is a clause
     */
    Collection<String> recordings(String address) throws IOException;

    /**
     * @param address
     *            of a recording
     * @return the lengths and times of its files: with the same ones it has not changed
     * @throws IOException
     *             if it cannot be read
     */
    String stamp(String address) throws IOException;

    /**
     * @param address
     *            of a recording
     * @param folder
     *            where to
     * @return its copy in the folder, of the same name
     * @throws IOException
     *             if it cannot be read, or there is no room for it
     */
    Path fetch(String address, Path folder) throws IOException;
}
