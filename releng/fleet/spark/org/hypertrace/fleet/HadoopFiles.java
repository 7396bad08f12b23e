/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fleet;

import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.spark.util.SerializableConfiguration;

/** Hadoop's file systems: HDFS, S3 and whatever else is configured. */
final class HadoopFiles implements Remote, Serializable {

    private static final long serialVersionUID = 1;
    private static final String MANIFEST = "hypertrace.json";
    private static final String METADATA = "metadata";
    private static final String KERNEL = "kernel";

    private final SerializableConfiguration fConfiguration;

    /** @param configuration of the file systems, with whatever lets us in */
    HadoopFiles(Configuration configuration) {
        fConfiguration = new SerializableConfiguration(configuration);
    }

    private FileSystem files(Path path) throws IOException {
        return path.getFileSystem(fConfiguration.value());
    }

    @Override
    public Collection<String> recordings(String address) throws IOException {
        try {
            Path path = new Path(address);
            FileSystem files = files(path);
            FileStatus status = files.getFileStatus(path);
            return status.isDirectory() ? walk(files, status.getPath())
                    : address.endsWith(Inputs.ARCHIVE) ? List.of(status.getPath().toString()) : list(files, status.getPath());
        } catch (FileNotFoundException e) {
            throw new IOException("there is no such folder, archive or list", e);
        } catch (IllegalArgumentException e) {
            throw new IOException(reason(e), e);
        } catch (IOException e) {
            throw new IOException(reason(e), e);
        }
    }

    /** As {@link Inputs} finds them in folders of this machine, but in one listing: file systems of objects have no folders. */
    private static Collection<String> walk(FileSystem files, Path root) throws IOException {
        Set<Path> folders = new TreeSet<>();
        Set<Path> all = new TreeSet<>();
        RemoteIterator<LocatedFileStatus> list = files.listFiles(root, true);
        while (list.hasNext()) {
            Path file = list.next().getPath();
            Path folder = file.getParent();
            switch (file.getName()) {
                case MANIFEST -> folders.add(folder);
                case METADATA -> folders.add(folder.getName().equals(KERNEL) && !folder.equals(root) ? folder.getParent() : folder);
                default -> {
                    if (file.getName().endsWith(Inputs.ARCHIVE)) {
                        all.add(file);
                    }
                }
            }
        }
        all.addAll(folders);
        return all.stream().filter(one -> !isIn(one, folders)).map(Path::toString).toList();
    }

    /** Whether it is a part of another recording. */
    private static boolean isIn(Path one, Set<Path> folders) {
        for (Path above = one.getParent(); above != null; above = above.getParent()) {
            if (folders.contains(above)) {
                return true;
            }
        }
        return false;
    }

    private static Collection<String> list(FileSystem files, Path list) throws IOException {
        Set<String> found = new TreeSet<>();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(files.open(list), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String name = line.strip();
                if (!name.isEmpty()) {
                    found.add(Inputs.isAddress(name) ? name : files.makeQualified(new Path(list.getParent(), name)).toString());
                }
            }
        }
        return found;
    }

    @Override
    public String stamp(String address) throws IOException {
        List<String> stamps = new ArrayList<>();
        List<FileStatus> all = of(new Path(address));
        all.addAll(beside(new Path(address), all));
        for (FileStatus file : all) {
            stamps.add(file.getPath() + " " + file.getLen() + " " + file.getModificationTime());
        }
        return String.join("\n", stamps);
    }

    /** The files of a recording, sorted. */
    private List<FileStatus> of(Path recording) throws IOException {
        FileSystem files = files(recording);
        List<FileStatus> all = new ArrayList<>();
        RemoteIterator<LocatedFileStatus> list = files.listFiles(files.makeQualified(recording), true);
        while (list.hasNext()) {
            all.add(list.next());
        }
        if (all.isEmpty()) {
            throw new FileNotFoundException(recording.toString());
        }
        all.sort(null);
        return all;
    }

    /** Those of {@link Beside} that are there; {@code all} are the files of the recording. */
    private List<FileStatus> beside(Path recording, List<FileStatus> all) throws IOException {
        List<FileStatus> found = new ArrayList<>();
        Path metadata = files(recording).makeQualified(new Path(recording, METADATA));
        boolean isTrace = all.stream().anyMatch(file -> file.getPath().equals(metadata));
        for (String name : Beside.names(recording.getName().endsWith(Inputs.ARCHIVE), isTrace)) {
            Path file = new Path(recording.getParent(), name);
            try {
                FileStatus status = files(file).getFileStatus(file);
                if (status.isFile()) {
                    found.add(status);
                }
            } catch (FileNotFoundException e) {
                // most have none
            }
        }
        return found;
    }

    @Override
    public java.nio.file.Path fetch(String address, java.nio.file.Path folder) throws IOException {
        Path from = new Path(address);
        FileSystem files = files(from);
        java.nio.file.Path to = folder.resolve(from.getName());
        String root = files.makeQualified(from).toUri().getPath();
        List<FileStatus> all = of(from);
        for (FileStatus file : beside(from, all)) {
            copy(files, file.getPath(), folder.resolve(file.getPath().getName()));
        }
        for (FileStatus file : all) {
            String rest = file.getPath().toUri().getPath().substring(root.length());
            java.nio.file.Path copy = folder.resolve(from.getName() + rest).normalize();
            if (!copy.startsWith(to)) {
                throw new IOException("the name " + rest + " leads out of the recording");
            }
            Files.createDirectories(copy.getParent());
            copy(files, file.getPath(), copy);
        }
        return to;
    }

    private static void copy(FileSystem files, Path from, java.nio.file.Path to) throws IOException {
        try (InputStream in = files.open(from)) {
            Files.copy(in, to);
        }
    }

    /** The first line of a message, as these libraries write many; a clause. */
    private static String reason(Exception e) {
        String message = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
        return message.contains("S3AFileSystem not found") ? "the libraries of s3a are fetched only if an address or a list on the command line has s3a:"
                : message.replaceFirst("\\.$", "");
    }
}
