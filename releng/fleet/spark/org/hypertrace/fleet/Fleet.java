/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fleet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

import org.apache.spark.SparkFiles;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;
import org.hypertrace.core.report.render.HtmlPage;
import org.hypertrace.core.report.render.TextPage;
import org.hypertrace.core.untrusted.PlainText;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code releng/hypertrace fleet}: the analyses over any number of recordings, on Apache Spark. */
@Command(name = "fleet", sortOptions = false, description = "Analyses many recordings on Apache Spark and compares them by their labels.",
        footer = "Recordings that an earlier run analysed are not analysed again. The exit status is 3 if a budget is exceeded.")
public final class Fleet implements Callable<Integer> {

    /** Begins the name of what Spark unpacks on each machine. */
    private static final String ARCHIVE = "archive:";
    /** So many answers are read at a time, each some hundred figures. */
    private static final int IN_PART = 512;
    private static final List<String> REPORTS = List.of("boot", "shutdown", "exits", "report", "upgrade", "path", "syscalls");

    @Parameters(arity = "1..*", paramLabel = "DIR|ARCHIVE|LIST|ADDRESS", description = "folders of recordings, archives, or text files with a path per line; "
            + "also addresses of Hadoop's file systems: hdfs://…, s3a://…")
    private List<String> fInputs = new ArrayList<>();

    @Option(names = "--report", split = ",", paramLabel = "NAME", description = "which reports, with commas between: boot (default), shutdown, exits, report, upgrade, "
            + "path, syscalls")
    private List<String> fReports = List.of("boot");

    @Option(names = "--by", split = ",", paramLabel = "LABEL", description = "which labels are compared (default: all)")
    private List<String> fBy = List.of();

    @Option(names = "--reference", split = ",", paramLabel = "LABEL=VALUE", description = "with which value others are compared (default: the one of most recordings)")
    private Map<String, String> fReferences = new LinkedHashMap<>();

    @Option(names = "--labels", paramLabel = "FILE", description = "a CSV file with the head recording,LABEL,…; the first column is the end of a path")
    private Path fLabels;

    @Option(names = "--pattern", paramLabel = "REGEX", description = "labels in paths, as named groups: '/(?<kernel>[^/]+)/(?<host>[^/]+)/'")
    private String fPattern;

    @Option(names = "--budget", paramLabel = "LEVEL=MS", description = "how long a level may take; also boot=MS, initcall:NAME=MS; may be given again")
    private List<String> fBudgets = new ArrayList<>();

    @Option(names = "--out", paramLabel = "DIR", description = "where results, tables and the page are written (default: fleet)")
    private Path fOut = Path.of("fleet");

    @Option(names = "--master", paramLabel = "URL", description = "Spark's master (default: local[*]); the folders must be the same on all its machines")
    private String fMaster; // read by the launcher, which starts Spark with it

    @Option(names = "--limit", paramLabel = "S", description = "how long a recording may take, in s (default: 600)")
    private long fLimit = 600;

    @Option(names = "--memory", paramLabel = "MB", description = "memory of each process of an analysis (default: 1024)")
    private int fMemory = 1024;

    @Option(names = "--hadoop", paramLabel = "NAME=VALUE", description = "an option of Hadoop's file systems, such as fs.s3a.endpoint=URL; may be given again")
    private Map<String, String> fHadoop = new LinkedHashMap<>();

    @Option(names = { "-h", "--help" }, usageHelp = true, description = "these options")
    private boolean fHelp;

    /** @param arguments of the command line */
    public static void main(String[] arguments) {
        System.exit(run(arguments));
    }

    private static int run(String[] arguments) {
        CommandLine line = new CommandLine(new Fleet());
        line.setParameterExceptionHandler((exception, words) -> {
            System.err.println("hypertrace: " + exception.getMessage() + "\nTry: releng/hypertrace fleet --help");
            return 2;
        });
        line.setExecutionExceptionHandler((exception, command, parsed) -> {
            Throwable cause = exception instanceof ExecutionException ? exception.getCause() : exception;
            String message = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
            System.err.println("hypertrace: " + (exception instanceof Refused ? message : "The fleet cannot be analysed: " + message
                    + "; what is done is kept, start it again."));
            return 1;
        });
        return line.execute(arguments);
    }

    @Override
    public Integer call() throws Refused, IOException, InterruptedException, ExecutionException {
        for (String report : fReports) {
            if (!REPORTS.contains(report)) {
                throw new Refused("--report: there is no report '" + report + "'; there are " + String.join(", ", REPORTS) + '.');
            }
        }
        List<Budget> budgets = new ArrayList<>();
        for (String budget : fBudgets) {
            budgets.add(Budget.of(budget));
        }
        Labels labels = new Labels(fPattern, fLabels);
        if (fInputs.stream().noneMatch(Inputs::isAddress)) {
            Inputs.of(fInputs, null); // mistakes in paths are reported at once; addresses need Spark's options
        }
        Path out = fOut.toAbsolutePath().normalize();
        Files.createDirectories(out);
        Analysis analysis = new Analysis(System.getProperty("hypertrace.product"), out.resolve("results").toString(), System.getProperty("hypertrace.versions"),
                new ArrayList<>(fReports), fLimit, fMemory);
        // names of labels are as they are written; a file for each kind is open, so that rows need not be sorted by it
        SparkSession spark = SparkSession.builder().appName("hypertrace fleet").config("spark.sql.caseSensitive", true)
                .config("spark.sql.maxConcurrentOutputFileWriters", Figure.KINDS.size()).getOrCreate();
        try {
            JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
            fHadoop.forEach(context.hadoopConfiguration()::set);
            long recordings = index(context, analysis, labels, out.resolve("index"));
            return compare(spark, context, analysis, recordings, budgets, out);
        } finally {
            spark.stop();
        }
    }

    /** Analyses all, each where there is a processor for it; the index gets a line for each. */
    private long index(JavaSparkContext context, Analysis analysis, Labels labels, Path index) throws Refused, IOException {
        Broadcast<Remote> remote = context.broadcast(new HadoopFiles(context.hadoopConfiguration()));
        Broadcast<Labels> by = context.broadcast(labels);
        List<String> recordings = List.copyOf(Inputs.of(fInputs, remote.value()));
        System.err.println("hypertrace: " + recordings.size() + " recordings on " + context.master()
                + (context.sc().uiWebUrl().isDefined() ? ", progress at " + context.sc().uiWebUrl().get() : ""));
        if (Files.exists(index)) {
            Content.delete(index);
        }
        List<List<String>> tasks = Inputs.inTasks(recordings, context.defaultParallelism());
        context.parallelize(tasks, Math.max(1, tasks.size()))
                .flatMap(paths -> new Lines(analysis.on(unpacked(analysis.product())), paths, by.value()::of, remote.value())).saveAsTextFile(address(index));
        return recordings.size();
    }

    private int compare(SparkSession spark, JavaSparkContext context, Analysis analysis, long recordings, List<Budget> budgets, Path out)
            throws Refused, IOException, InterruptedException, ExecutionException {
        String results = analysis.results();
        // a task for each processor reads the many files of the index; then as many recordings in each part, and as many parts for each processor
        int processors = context.defaultParallelism();
        long rounds = 1 + (recordings - 1) / ((long) IN_PART * processors);
        int parts = (int) Math.min(recordings, rounds * processors);
        JavaRDD<Indexed> all = context.textFile(address(out.resolve("index"))).coalesce(processors).coalesce(Math.max(1, parts), true)
                .map(line -> new Sized(Indexed.of(line, results))).persist(StorageLevel.MEMORY_AND_DISK()).map(Sized::one);
        Questions questions = new Questions(all);
        Overview overview = questions.overview(fBy);
        Set<String> names = overview.counts().keySet();
        for (String by : fBy) {
            if (!names.contains(by)) {
                throw new Refused("--by: no recording has a label '" + by + "'; there are " + (names.isEmpty() ? "none" : String.join(", ", names)) + '.');
            }
        }
        if (names.size() > Overview.MOST_LABELS && (fBy.isEmpty() || fBy.size() > Overview.MOST_LABELS)) {
            throw new Refused("There are " + names.size() + " labels; choose at most " + Overview.MOST_LABELS + " with --by.");
        }
        Tables tables = new Tables(spark, names.size() > Overview.MOST_LABELS ? fBy : names, out);
        // while the page is made: no processor waits for the driver
        FutureTask<Void> written = new FutureTask<>(() -> {
            tables.write(all);
            return null;
        });
        new Thread(written, "tables").start();
        Map<String, String> references = new LinkedHashMap<>();
        Map<String, Map<String, Long>> counts = new LinkedHashMap<>();
        for (String label : fBy.isEmpty() ? names : fBy) {
            Map<String, Long> values = overview.counts().get(label);
            counts.put(label, values);
            references.put(label, fReferences.containsKey(label) ? fReferences.get(label)
                    : values.entrySet().stream().max(Map.Entry.<String, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder()))).orElseThrow().getKey());
        }
        List<Group> groups = questions.groups(references);
        List<Difference> significant = Difference.of(groups);
        List<Difference> differences = Difference.ordered(significant, questions.states(significant));
        List<Share> shares = questions.shares(0.01);
        List<Budget.Result> exceeded = budgets.isEmpty() ? List.of() : questions.exceeded(budgets, PageMaker.MOST);
        PageMaker page = new PageMaker(groups).differences(differences, counts, references).shares(shares).outliers(groups).trend(groups).budgets(budgets, exceeded)
                .recordings(recordings, overview.analysed(), overview.withProblems(), counts, references)
                .problems(overview.firstProblems());
        references.keySet().forEach(label -> page.distributions(groups, label));
        page.distributions(groups, Group.ALL);
        write(out.resolve("page.html"), HtmlPage.of(page.page()));
        write(out.resolve("page.txt"), TextPage.of(page.page(), false));
        write(out.resolve("page.json"), PageMaker.json(groups, differences, shares, references));
        if (!budgets.isEmpty()) {
            write(out.resolve("page.tap"), tap(budgets, exceeded));
        }
        written.get();
        System.err.println("hypertrace: " + overview.analysed() + " of " + recordings + " recordings analysed; the page is " + out.resolve("page.html"));
        return exceeded.isEmpty() ? 0 : 3;
    }

    /** Of a file of this machine, also where Hadoop's own file system is another one. */
    private static String address(Path file) {
        return "file:" + file;
    }

    /** Where the product is on this machine, if Spark brought it. */
    private static String unpacked(String product) {
        return product.startsWith(ARCHIVE) ? SparkFiles.get(product.substring(ARCHIVE.length())) : product;
    }

    /** A test per budget. */
    private static String tap(List<Budget> budgets, List<Budget.Result> exceeded) {
        StringBuilder tap = new StringBuilder("TAP version 13\n1.." + budgets.size() + '\n');
        for (int i = 0; i < budgets.size(); i++) {
            Budget budget = budgets.get(i);
            List<Budget.Result> some = exceeded.stream().filter(one -> one.budget().equals(budget)).toList();
            tap.append(some.isEmpty() ? "ok " : "not ok ").append(i + 1).append(" - ").append(PlainText.line(budget.text()).replace("#", "\\#")).append('\n');
            some.forEach(one -> tap.append("# ").append(PlainText.line(one.recording())).append(": ").append(one.took()).append(" ns\n"));
        }
        return tap.toString();
    }

    private static void write(Path file, String text) throws IOException {
        Path part = file.resolveSibling(file.getFileName() + ".part");
        Files.writeString(part, text);
        Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    }
}
