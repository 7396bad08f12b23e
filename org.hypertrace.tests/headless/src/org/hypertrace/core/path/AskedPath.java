/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path;

import java.util.Arrays;
import java.util.List;

import org.hypertrace.core.path.gather.PathRows;

/** A path that is asked for by the command's options: {@code --vm twin-a --boot 1}. */
final class AskedPath {

    private final PathRows fRows;
    private final PathMode fMode;
    private PathSubject fSubject;
    private PathSubject fAwaited;

    AskedPath(PathRows rows, PathSubject.Functions functions, String options) throws PathSubject.Unknown {
        fRows = rows;
        List<String> w = Arrays.asList(options.split(" "));
        SubjectFinder finder = new SubjectFinder(rows, functions);
        int vm = w.contains("--host-thread") ? 0 : finder.vm(w.contains("--vm") ? w.get(w.indexOf("--vm") + 1) : null);
        for (int i = 0; i < w.size(); i++) {
            String next = i + 1 < w.size() ? w.get(i + 1) : "";
            switch (w.get(i)) {
            case "--mark" -> fSubject = new Marks(rows).between(vm, next + " " + next);
            case "--marks" -> fSubject = new Marks(rows).between(vm, next + " " + w.get(i + 2));
            case "--boot" -> fSubject = finder.boot(vm, Integer.parseInt(next));
            case "--vcpu" -> fSubject = finder.vcpu(vm, Integer.parseInt(next));
            case "--host-thread" -> fSubject = finder.hostThread(Integer.parseInt(next));
            case "--step" -> fSubject = finder.step(vm, next);
            case "--initcall" -> fSubject = finder.initcall(vm, next);
            case "--thread" -> fSubject = finder.thread(vm, next.replaceFirst("@.*", ""),
                    next.contains("@") ? Integer.parseInt(next.substring(next.indexOf('@') + 1)) : -1);
            case "--from" -> fSubject = new PathSubject(fSubject.who(), Math.max(fSubject.begin(), Long.parseLong(next)), fSubject.end());
            case "--to" -> fSubject = new PathSubject(fSubject.who(), fSubject.begin(), Math.min(fSubject.end(), Long.parseLong(next)));
            case "--awaits" -> fAwaited = new Marks(rows).awaited(fSubject, finder.vm(next.replaceFirst(":.*", "")),
                    next.replaceFirst(".*:", ""));
            default -> {
                // a value, or looked for below
            }
            }
        }
        fMode = new PathMode(w.contains("--guest-only"), w.contains("--activations"));
    }

    /** The same as views and the command ask it. */
    static PathQuery query(String options) {
        List<String> w = Arrays.asList(options.split(" "));
        PathQuery query = null;
        for (int i = 0; i < w.size(); i++) {
            String vm = w.contains("--vm") ? w.get(w.indexOf("--vm") + 1) : null;
            String next = i + 1 < w.size() ? w.get(i + 1) : "";
            if (w.get(i).equals("--mark")) {
                query = PathQuery.of(PathQuery.Kind.MARKS, next, vm);
            } else if (w.get(i).equals("--marks")) {
                query = PathQuery.of(PathQuery.Kind.MARKS, next + ' ' + w.get(i + 2), vm);
            }
            for (PathQuery.Kind kind : PathQuery.Kind.values()) {
                query = query == null && kind.option().equals(w.get(i)) ? PathQuery.of(kind, next, vm) : query;
            }
        }
        return new PathQuery(query.kind(), query.value(), query.vm(), w.contains("--from") ? Long.parseLong(w.get(w.indexOf("--from") + 1))
                : Long.MIN_VALUE, w.contains("--to") ? Long.parseLong(w.get(w.indexOf("--to") + 1)) : Long.MAX_VALUE,
                w.contains("--awaits") ? List.of(w.get(w.indexOf("--awaits") + 1)) : List.of(),
                new PathMode(w.contains("--guest-only"), w.contains("--activations")));
    }

    PathSubject subject() {
        return fSubject;
    }

    boolean awaits() {
        return fAwaited != null;
    }

    Segments path() {
        return path(fSubject.begin(), fSubject.end());
    }

    /** Who is on the path at one instant, by the definition alone. */
    String naively(long time) {
        return new NaivePath(fRows, fMode).at(awaits() && time < fAwaited.end() ? fAwaited.who() : fSubject.who(), time);
    }

    /** That part of the path, walked by itself. */
    Segments path(long begin, long end) {
        CriticalPath paths = new CriticalPath(fRows, fMode);
        if (fAwaited == null || begin >= fAwaited.end()) {
            return paths.path(fSubject.who(), begin, end, Segments.MOST);
        }
        Segments path = paths.path(fAwaited.who(), begin, Math.min(end, fAwaited.end()), Segments.MOST);
        paths.extend(path, fSubject.who(), end);
        return path;
    }
}
