/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.open;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.eclipse.core.resources.IFile;
import org.eclipse.core.resources.IFolder;
import org.eclipse.core.resources.IResource;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IPath;
import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.tracecompass.tmf.core.TmfCommonConstants;
import org.eclipse.tracecompass.tmf.core.project.model.TmfTraceImportException;
import org.eclipse.tracecompass.tmf.core.project.model.TmfTraceType;
import org.eclipse.tracecompass.tmf.core.project.model.TraceTypeHelper;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfExperimentElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfExperimentFolder;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfProjectElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfProjectRegistry;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfTraceElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfTraceFolder;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfTraceTypeUIUtils;
import org.hypertrace.core.report.open.ReportException;

/** A project of Trace Compass: (links to) traces, and experiments of them. What is there is used again. */
public final class TracingProject {

    private static final String ARCHIVE = ".tar.xz";
    /** LTTng's name for the folder of a kernel trace: it reports nothing, the session's above it does. */
    private static final String KERNEL = "kernel";

    private final TmfTraceFolder fTraces;
    private final TmfExperimentFolder fExperiments;

    private TracingProject(TmfTraceFolder traces, TmfExperimentFolder experiments) {
        fTraces = traces;
        fExperiments = experiments;
    }

    /** Trace Compass' default project <em>Tracing</em>. */
    static TracingProject get(IProgressMonitor monitor) throws ReportException {
        String name = TmfCommonConstants.DEFAULT_TRACE_PROJECT_NAME;
        return of(TmfProjectRegistry.getProject(TmfProjectRegistry.createProject(name, null, monitor), true));
    }

    /**
     * @param project
     *            a project of Trace Compass
     * @return the same
     * @throws ReportException
     *             if it cannot take traces
     */
    public static TracingProject of(TmfProjectElement project) throws ReportException {
        if (project.getTracesFolder() == null || project.getExperimentsFolder() == null) {
            // Somebody, such as the Project Explorer, asked for it when it was deleted and not yet made again.
            project.refresh();
        }
        TmfTraceFolder traces = project.getTracesFolder();
        TmfExperimentFolder experiments = project.getExperimentsFolder();
        if (traces == null || experiments == null) {
            throw new ReportException("The project " + project.getName()
                    + " cannot take traces; delete it in the Project Explorer, it is made again.");
        }
        return new TracingProject(traces, experiments);
    }

    /** @return the name for a trace, archive or folder */
    static String name(Path path) {
        Path absolute = path.toAbsolutePath().normalize();
        Path named = absolute.endsWith(KERNEL) && absolute.getNameCount() > 1 ? absolute.getParent() : absolute;
        String name = String.valueOf(named.getFileName());
        return name.endsWith(ARCHIVE) ? name.substring(0, name.length() - ARCHIVE.length()) : name;
    }

    /** @return the element of a trace folder or text file, linked if it was not */
    TmfTraceElement trace(Path trace, IProgressMonitor monitor) throws ReportException, CoreException {
        IPath location = org.eclipse.core.runtime.Path.fromOSString(trace.toAbsolutePath().toString());
        IFolder traces = fTraces.getResource();
        for (int number = 1;; number++) {
            String name = numbered(name(trace), number);
            IResource link = traces.findMember(name);
            if (link == null) {
                link = link(traces, name, location, monitor);
            } else if (!location.equals(link.getLocation())) {
                continue;
            }
            link.setPersistentProperty(TmfCommonConstants.SOURCE_LOCATION, trace.toUri().toString());
            TmfTraceTypeUIUtils.setTraceType(link, type(trace));
            return element(link);
        }
    }

    private static IResource link(IFolder traces, String name, IPath location, IProgressMonitor monitor) throws CoreException {
        if (location.toFile().isFile()) {
            IFile file = traces.getFile(name);
            file.createLink(location, IResource.REPLACE, monitor);
            return file;
        }
        IFolder folder = traces.getFolder(name);
        folder.createLink(location, IResource.REPLACE, monitor);
        return folder;
    }

    /**
     * @param name
     *            what is to be written
     * @return a folder of that name (and a number) among the traces that does not exist yet
     */
    public IFolder newFolder(String name) {
        IFolder traces = fTraces.getResource();
        for (int number = 1;; number++) {
            IFolder folder = traces.getFolder(numbered(name, number));
            if (!folder.exists() && !folder.getLocation().toFile().exists()) {
                return folder;
            }
        }
    }

    /**
     * Takes over a trace that was written below the folder of traces.
     *
     * @param folder
     *            where it is
     * @return its element
     * @throws ReportException
     *             if Trace Compass does not know it
     * @throws CoreException
     *             if the workspace does not take it
     */
    public TmfTraceElement written(Path folder, IProgressMonitor monitor) throws ReportException, CoreException {
        IFolder traces = fTraces.getResource();
        IPath relative = org.eclipse.core.runtime.Path.fromOSString(folder.toString()).makeRelativeTo(traces.getLocation());
        traces.refreshLocal(IResource.DEPTH_INFINITE, monitor);
        IFolder trace = traces.getFolder(relative);
        TmfTraceTypeUIUtils.setTraceType(trace, type(folder));
        fTraces.refresh();
        return element(trace);
    }

    private static TraceTypeHelper type(Path folder) throws ReportException {
        try {
            TraceTypeHelper type = TmfTraceTypeUIUtils.selectTraceType(folder.toString(), null, null);
            if (type != null) {
                return type;
            }
        } catch (TmfTraceImportException e) {
            throw new ReportException(folder + " cannot be opened: " + e.getMessage(), e);
        }
        throw new ReportException(folder + " is not a trace that Trace Compass knows.");
    }

    private TmfTraceElement element(IResource link) throws ReportException {
        return find(link).or(() -> {
            fTraces.refresh(); // that it is there is reported later when something else changes the workspace at the same time
            return find(link);
        }).orElseThrow(() -> new ReportException(link.getName() + " did not appear in the project; open it there."));
    }

    private Optional<TmfTraceElement> find(IResource link) {
        return fTraces.getTraces().stream().filter(trace -> link.equals(trace.getResource())).findFirst();
    }

    /**
     * @param name
     *            how to call it
     * @param traces
     *            of this project
     * @return the experiment of just these traces, made if there was none
     * @throws CoreException
     *             if the workspace does not take it
     */
    public TmfExperimentElement experiment(String name, List<TmfTraceElement> traces, IProgressMonitor monitor) throws CoreException {
        Set<String> wanted = paths(traces);
        for (int number = 1;; number++) {
            IFolder folder = fExperiments.getResource().getFolder(numbered(name, number));
            TmfExperimentElement experiment = folder.exists() ? fExperiments.getExperiment(folder) : null;
            if (experiment != null && paths(experiment.getTraces()).equals(wanted)) {
                return experiment;
            }
            if (!folder.exists()) {
                folder.create(false, true, monitor);
                folder.setPersistentProperty(TmfCommonConstants.TRACETYPE, TmfTraceType.DEFAULT_EXPERIMENT_TYPE);
                TmfExperimentElement created = fExperiments.addExperiment(folder);
                traces.forEach(trace -> created.addTrace(trace, false));
                created.refreshTraceType();
                created.refresh();
                return created;
            }
        }
    }

    private static Set<String> paths(List<TmfTraceElement> traces) {
        return traces.stream().map(TmfTraceElement::getElementPath).collect(Collectors.toSet());
    }

    private static String numbered(String name, int number) {
        return number == 1 ? name : name + '(' + number + ')';
    }
}
