/* SPDX-License-Identifier: EPL-2.0 */

import java.io.IOException;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.MiniDFSCluster;

/** {@code Hdfs WORK FOLDER}: an HDFS with two data nodes and the content of FOLDER as its {@code /fleet}. Prints its address, and ends with its input. */
public class Hdfs {

    public static void main(String[] arguments) throws IOException {
        Configuration configuration = new Configuration();
        configuration.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, arguments[0]);
        // several blocks per recording, on both nodes
        configuration.setLong("dfs.blocksize", 1 << 18);
        configuration.setLong("dfs.namenode.fs-limits.min-block-size", 1 << 18);
        configuration.setInt("dfs.replication", 1);
        try (MiniDFSCluster cluster = new MiniDFSCluster.Builder(configuration).numDataNodes(2).build()) {
            cluster.waitActive();
            FileSystem files = cluster.getFileSystem();
            files.copyFromLocalFile(new Path(arguments[1]), new Path("/fleet"));
            System.out.println(files.getUri());
            while (System.in.read() >= 0) {
                // until whoever started it ends
            }
        }
    }
}
