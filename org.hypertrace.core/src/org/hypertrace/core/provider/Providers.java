/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.provider;

import static org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor.ProviderType.DATA_TREE;
import static org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor.ProviderType.TIME_GRAPH;
import static org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor.ProviderType.TREE_TIME_XY;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor.ProviderType;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataProvider;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.analysis.MissingDataMessage;
import org.hypertrace.core.boot.view.BootComparisonDataProvider;
import org.hypertrace.core.boot.view.BootDataProvider;
import org.hypertrace.core.boot.view.BootTableProvider;
import org.hypertrace.core.boot.view.FunctionFrequencyDataProvider;
import org.hypertrace.core.cpu.view.AccountingTableProvider;
import org.hypertrace.core.cpu.view.DemandXyProvider;
import org.hypertrace.core.cpu.view.OvercommitTableProvider;
import org.hypertrace.core.cpu.view.ResourceDataProvider;
import org.hypertrace.core.exit.view.ExitFiguresProvider;
import org.hypertrace.core.exit.view.ExitFindingsProvider;
import org.hypertrace.core.exit.view.ExitMatrixProvider;
import org.hypertrace.core.exit.view.ExitRateProvider;
import org.hypertrace.core.exit.view.ExitTimesProvider;
import org.hypertrace.core.exit.view.LatencyProvider;
import org.hypertrace.core.finding.view.FindingsProvider;
import org.hypertrace.core.losses.view.DataLossProvider;
import org.hypertrace.core.path.view.PathDataProvider;
import org.hypertrace.core.path.view.PathTableProvider;
import org.hypertrace.core.path.view.WakeTableProvider;
import org.hypertrace.core.shutdown.view.DeviceTableProvider;
import org.hypertrace.core.shutdown.view.ShutdownComparisonDataProvider;
import org.hypertrace.core.shutdown.view.ShutdownDataProvider;
import org.hypertrace.core.stack.view.ExitCausesProvider;
import org.hypertrace.core.stack.view.LeafFunctionsProvider;
import org.hypertrace.core.syscall.view.SyscallLoadProvider;
import org.hypertrace.core.syscall.view.SyscallTableProvider;
import org.hypertrace.core.task.view.GuestThreadsProvider;
import org.hypertrace.core.task.view.VirtualCpuDataProvider;
import org.hypertrace.core.upgrade.view.PhaseTableProvider;
import org.hypertrace.core.upgrade.view.UpgradeDataProvider;
import org.hypertrace.core.vcpu.view.StolenByProvider;

/**
 * All data providers: ids, titles, descriptions for the trace server, forms and constructors. A new one is a row here and a
 * line of plugin.xml. Ids stay the same from release to release.
 */
public final class Providers {

    private static final List<Provider<?>> ROWS = new ArrayList<>();

    public static final Provider<FindingsProvider> FINDINGS = row(FindingsProvider.ID, "Findings",
            "What stands out in a trace, the most important first: panics, losses, steal, overcommit, slow boots and shutdowns, VM exits.",
            DATA_TREE, FindingsProvider::new, MissingDataMessage::ofBoots);

    public static final Provider<VirtualCpuDataProvider> VIRTUAL_CPU = row(VirtualCpuDataProvider.ID, "Virtual CPU",
            "What every virtual CPU does: guest, host, preempted, halted, blocked; on which processor, who took it; and "
                    + "what the threads of its guest do.",
            TIME_GRAPH, VirtualCpuDataProvider::new);

    public static final Provider<GuestThreadsProvider> GUEST_THREADS = row(GuestThreadsProvider.ID, "Guest Threads",
            "Where the real time of guests' processes and threads went, and what the guests' own time reports.",
            DATA_TREE, GuestThreadsProvider::new);

    public static final Provider<ResourceDataProvider> VIRTUAL_RESOURCES = row(ResourceDataProvider.ID, "Virtual Resources",
            "What occupies every processor of the host: vCPUs, tasks, interrupts; and where every virtual CPU runs.",
            TIME_GRAPH, ResourceDataProvider::new);

    public static final Provider<DemandXyProvider> STEAL_AND_OVERCOMMIT = row(DemandXyProvider.ID, "Steal and Overcommit",
            "What every VM asked of the host's processors and what it got; how many vCPUs wanted a processor at once.",
            TREE_TIME_XY, DemandXyProvider::new);

    public static final Provider<StolenByProvider> STOLEN_BY = row(StolenByProvider.ID, "Stolen By",
            "Who took how much processor time from which vCPU, and when for the longest time.",
            DATA_TREE, StolenByProvider::new);

    public static final Provider<OvercommitTableProvider> OVERCOMMIT = row(OvercommitTableProvider.ID, "Overcommit",
            "For how long how many vCPUs wanted a processor at once, and what each vCPU wanted and got.",
            DATA_TREE, OvercommitTableProvider::new);

    public static final Provider<AccountingTableProvider> ACCOUNTING = row(AccountingTableProvider.ID, "Accounting",
            "What every vCPU got of the processors, period after period.",
            DATA_TREE, AccountingTableProvider::new);

    public static final Provider<DataLossProvider> DATA_QUALITY = row(DataLossProvider.ID, "Data Quality",
            "What is missing or suspicious in a recording, how often, what it means, and what helps.",
            DATA_TREE, DataLossProvider::new);

    public static final Provider<ExitFiguresProvider> EXIT_FIGURES = row(ExitFiguresProvider.ID, "VM Exit Figures",
            "How many VM exits of which reason, subject and cause there were, and how long they took.",
            DATA_TREE, ExitFiguresProvider::new);

    public static final Provider<ExitMatrixProvider> EXIT_MATRIX = row(ExitMatrixProvider.ID, "VM Exit Matrix",
            "Which threads, functions, system calls and initcalls of guests caused VM exits of which reason.",
            DATA_TREE, ExitMatrixProvider::new);

    public static final Provider<ExitFindingsProvider> EXIT_FINDINGS = row(ExitFindingsProvider.ID, "Exit Findings",
            "What VM exits are for that cost most, who causes them, and what would help.",
            DATA_TREE, ExitFindingsProvider::new);

    public static final Provider<ExitRateProvider> EXIT_RATE = row(ExitRateProvider.ID, "VM Exit Rate",
            "How many VM exits of every reason there are per second.",
            TREE_TIME_XY, ExitRateProvider::new);

    public static final Provider<ExitTimesProvider> EXIT_TIMES = row(ExitTimesProvider.ID, "VM Exits vs Time",
            "How long VM exits of every reason take, as points over the time.",
            TREE_TIME_XY, ExitTimesProvider::new);

    public static final Provider<LatencyProvider> INTERRUPT_LATENCY = row(LatencyProvider.ID, "Interrupt Latency",
            "How long guests wait for injected interrupts and for being run, by vector and vCPU.",
            DATA_TREE, LatencyProvider::new);

    public static final Provider<SyscallTableProvider> SYSTEM_CALLS = row(SyscallTableProvider.ID, "System Calls",
            "How long system calls of guests take, per VM, call and thread: the floor, the disturbance above it, percentiles.",
            DATA_TREE, SyscallTableProvider::new);

    public static final Provider<SyscallLoadProvider> SYSTEM_CALLS_VS_LOAD = row(SyscallLoadProvider.ID, "System Calls vs Load",
            "How long system calls of guests take by load, from mark to mark or per slice of time.",
            DATA_TREE, SyscallLoadProvider::new);

    public static final Provider<LeafFunctionsProvider> LEAF_FUNCTIONS = row(LeafFunctionsProvider.ID, "Leaf Functions",
            "What threads of guests spent their time in, wherever that was called from.",
            DATA_TREE, LeafFunctionsProvider::new);

    public static final Provider<ExitCausesProvider> EXIT_CAUSES = row(ExitCausesProvider.ID, "Exit Causes",
            "What in the guests caused VM exits for which reason, and how long these took.",
            DATA_TREE, ExitCausesProvider::new);

    public static final Provider<BootDataProvider> BOOT = row(BootDataProvider.ID, "Boot",
            "How every guest boots: the parts of its life, initcall levels, initcalls, panics.",
            TIME_GRAPH, BootDataProvider::new, MissingDataMessage::ofBoots);

    public static final Provider<BootTableProvider> INITCALLS = row(BootTableProvider.Kind.INITCALLS.id(), "Initcalls",
            "Every initcall of every boot: how long it took, where the time went, what it returned.",
            DATA_TREE, trace -> new BootTableProvider(BootTableProvider.Kind.INITCALLS, trace), MissingDataMessage::ofBoots);

    public static final Provider<BootTableProvider> BOOT_LEVELS = row(BootTableProvider.Kind.LEVELS.id(), "Boot Levels",
            "Every initcall level of every boot: how long it took and where the time went.",
            DATA_TREE, trace -> new BootTableProvider(BootTableProvider.Kind.LEVELS, trace), MissingDataMessage::ofBoots);

    public static final Provider<FunctionFrequencyDataProvider> FUNCTION_FREQUENCY
            = row(FunctionFrequencyDataProvider.ID, "Function Frequency",
            "Which functions a boot calls how often, and what to leave out of the next recording.",
            DATA_TREE, FunctionFrequencyDataProvider::new);

    public static final Provider<BootComparisonDataProvider> BOOT_COMPARISON
            = row(BootComparisonDataProvider.ID, "Boot Comparison",
            "Two boots side by side: how long levels and initcalls took in each, and what of the difference the host caused.",
            DATA_TREE, BootComparisonDataProvider::new, MissingDataMessage::ofBoots);

    public static final Provider<ShutdownDataProvider> SHUTDOWN = row(ShutdownDataProvider.ID, "Shutdown",
            "How every guest shuts down: the end of user space, steps, notifiers, devices.",
            TIME_GRAPH, ShutdownDataProvider::new);

    public static final Provider<DeviceTableProvider> DEVICES = row(DeviceTableProvider.ID, "Devices",
            "Every device, notifier and step of every shutdown: how long it took, and where that time went.",
            DATA_TREE, DeviceTableProvider::new);

    public static final Provider<ShutdownComparisonDataProvider> SHUTDOWN_COMPARISON
            = row(ShutdownComparisonDataProvider.ID, "Shutdown Comparison",
            "Two shutdowns side by side: how long steps, notifiers and devices took in each, and what of the difference "
                    + "the host caused.",
            DATA_TREE, ShutdownComparisonDataProvider::new);

    public static final Provider<UpgradeDataProvider> ROLLING_UPGRADE = row(UpgradeDataProvider.ID, "Rolling Upgrade",
            "What a rolling upgrade of VMs waits for: the phases of each restart, who serves, and for how long redundancy is lost.",
            TIME_GRAPH, UpgradeDataProvider::new);

    public static final Provider<PhaseTableProvider> UPGRADE_PHASES = row(PhaseTableProvider.ID, "Upgrade Phases",
            "Every phase of every restart of a rolling upgrade: how long it took, and where that time went.",
            DATA_TREE, PhaseTableProvider::new);

    public static final Provider<PathDataProvider> CRITICAL_PATH = row(PathDataProvider.ID, "Critical Path",
            "Whom or what a thread, vCPU, boot, initcall or step waited for, instant by instant, across the boundary of "
                    + "the VM.",
            TIME_GRAPH, PathDataProvider::new);

    public static final Provider<PathTableProvider> CRITICAL_PATH_PARTS = row(PathTableProvider.ID, "Critical Path Parts",
            "What a critical path consists of: by class, participant, chain of waits, state and cause.",
            DATA_TREE, PathTableProvider::new);

    public static final Provider<WakeTableProvider> WAKEUP_LATENCY = row(WakeTableProvider.ID, "Wake-up Latency",
            "How long threads of guests that were woken wait until they run, and why; vCPUs that wait for each other.",
            DATA_TREE, WakeTableProvider::new);

    private Providers() {
    }

    private static <P extends ITmfTreeDataProvider<?>> Provider<P> row(String id, String name, String description,
            ProviderType type, Function<ITmfTrace, P> provider) {
        return row(id, name, description, type, provider, MissingDataMessage::of);
    }

    private static <P extends ITmfTreeDataProvider<?>> Provider<P> row(String id, String name, String description,
            ProviderType type, Function<ITmfTrace, P> provider, Function<ITmfTrace, String> whyNot) {
        Provider<P> row = new Provider<>(id, name, description, type, provider, whyNot);
        ROWS.add(row);
        return row;
    }

    /** @return all of them */
    public static List<Provider<?>> all() {
        return List.copyOf(ROWS);
    }

    /**
     * @param id
     *            an id
     * @return the provider with it
     * @throws IllegalArgumentException
     *             if none has it
     */
    public static Provider<?> of(String id) {
        return ROWS.stream().filter(row -> row.id().equals(id)).findAny()
                .orElseThrow(() -> new IllegalArgumentException("no data provider has the id " + id));
    }
}
