/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.hypertrace.core.container.ContainerName;
import org.hypertrace.core.container.Namespaces;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.file.InputFile;
import org.hypertrace.core.file.JsonPlace;
import org.hypertrace.core.file.JsonPlace.Keys;
import org.hypertrace.core.file.JsonPlace.Wrong;
import org.hypertrace.core.file.Quoted;
import org.hypertrace.core.machine.Manifest.Channel;
import org.hypertrace.core.stream.dialect.Dialect;
import org.hypertrace.core.untrusted.TextLimit;

/** Reads the values of a manifest; a wrong one is an error that names its place. */
final class ManifestJson {

    /** Numbers of namespaces have 32 bits. */
    private static final long MOST_NAMESPACE = 0xffffffffL;

    private final Path fFolder;

    /**
     * @param folder
     *            absolute: all files that the manifest names lie below
     */
    ManifestJson(Path folder) {
        fFolder = folder;
    }

    String host(Keys document) throws Wrong {
        return TextLimit.NAME.clip(document.text("host"));
    }

    List<Manifest.Vm> vms(Keys document) throws Wrong, IOException {
        if (document.get("version") != null) {
            document.requireVersion(1);
        }
        List<Manifest.Vm> vms = new ArrayList<>();
        for (JsonPlace vm : document.list("vms")) {
            vms.add(vm(vm.object()));
        }
        return vms;
    }

    private Manifest.Vm vm(Keys vm) throws Wrong, IOException {
        JsonPlace pid = vm.get("pid");
        List<Integer> tids = new ArrayList<>();
        for (JsonPlace tid : vm.list("vcpus")) {
            tids.add(tid.count());
        }
        List<Path> rings = new ArrayList<>();
        for (JsonPlace ring : vm.list("rings")) {
            rings.add(path(ring));
        }
        JsonPlace guestTrace = vm.get("guestTrace");
        return new Manifest.Vm(TextLimit.NAME.clip(vm.text("name")), pid == null ? -1 : pid.count(), tids, dialect(vm.get("dialect")),
                inside(vm.get("symbols")), guestTrace == null ? null : path(guestTrace), rings, nested(vm), TextLimit.NAME.clip(vm.text("role")),
                TextLimit.NAME.clip(vm.text("group")), containers(vm));
    }

    /** Names of a machine's containers. */
    static List<ContainerName> containers(Keys machine) throws Wrong {
        List<ContainerName> names = new ArrayList<>();
        for (JsonPlace place : machine.list("containers")) {
            Keys container = place.object();
            JsonPlace namespace = container.get("namespace");
            JsonPlace pid = container.get("pid");
            String name = TextLimit.NAME.clip(container.text("name"));
            if (name == null || namespace == null && pid == null) {
                throw place.wrong("must have a name, and the number of a namespace or the pid of a process");
            }
            if (name.equals(Namespaces.NONE) || name.equals(Namespaces.UNKNOWN)) {
                throw place.wrong("cannot have the name " + Quoted.of(name) + ", which means threads in no container or in one that is not known");
            }
            if (namespace != null && !namespace.isNumber()) {
                throw namespace.wrong("must be the number of a namespace");
            }
            names.add(new ContainerName(name, namespace == null ? HostEvent.NO_NAMESPACE : namespace.number(1, MOST_NAMESPACE), pid == null ? -1 : pid.count()));
        }
        return List.copyOf(names);
    }

    Channel channel(Keys document) throws Wrong {
        JsonPlace place = document.get("channel");
        if (place == null) {
            // who names rings wants them read
            return Channel.BOTH;
        }
        for (Channel channel : Channel.values()) {
            if (place.text().equals(channel.name().toLowerCase(Locale.ROOT))) {
                return channel;
            }
        }
        throw place.wrong("must be \"hypercall\", \"ring\" or \"both\", not " + Quoted.of(place.value().toString()));
    }

    private List<Manifest.Nested> nested(Keys vm) throws Wrong, IOException {
        List<Manifest.Nested> guests = new ArrayList<>();
        for (JsonPlace place : vm.list("nested")) {
            Keys guest = place.object();
            guests.add(new Manifest.Nested(TextLimit.NAME.clip(guest.text("name")), inside(guest.get("symbols"))));
        }
        return guests;
    }

    private Dialect dialect(JsonPlace place) throws Wrong, IOException {
        return place == null ? null : Dialect.BUILT_IN.contains(place.text()) ? Dialect.builtIn(place.text())
                : Dialect.read(inside(place));
    }

    /** A file that is read: it is there also where it is a link. */
    private Path inside(JsonPlace place) throws Wrong, IOException {
        if (place == null) {
            return null;
        }
        Path path = path(place);
        InputFile.requireInside(path, fFolder);
        return path;
    }

    private Path path(JsonPlace place) throws Wrong {
        try {
            Path path = fFolder.resolve(place.text()).normalize();
            if (path.startsWith(fFolder) && !path.equals(fFolder)) {
                return path;
            }
        } catch (InvalidPathException e) {
            // no path at all: reported below
        }
        throw place.wrong("must be a file below the folder of the manifest, not " + Quoted.of(place.value().toString()));
    }
}
