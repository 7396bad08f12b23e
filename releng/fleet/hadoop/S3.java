/* SPDX-License-Identifier: EPL-2.0 */

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/**
 * {@code S3 FOLDER LOG KEY}: stands in for an object store with one bucket, {@code fleet}, that has the files of FOLDER: HEAD, GET with a range,
 * and LIST of version 2 in pages of three. Whoever does not sign with KEY is refused; signatures are not verified. Each request is a line of LOG.
 * Prints its address, and ends with its input.
 */
public class S3 {

    private static final String BUCKET = "/fleet/";
    private static final int PAGE = 3;
    private static final Pattern RANGE = Pattern.compile("bytes=(\\d+)-(\\d*)");

    private static TreeMap<String, Path> objects;
    private static PrintWriter log;
    private static String key;

    public static void main(String[] arguments) throws IOException {
        Path root = Path.of(arguments[0]);
        objects = new TreeMap<>();
        try (Stream<Path> walk = Files.walk(root)) {
            walk.filter(Files::isRegularFile).forEach(file -> objects.put(root.relativize(file).toString(), file));
        }
        log = new PrintWriter(Files.newBufferedWriter(Path.of(arguments[1])), true);
        key = arguments[2];
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/", S3::answer);
        server.start();
        System.out.println("http://localhost:" + server.getAddress().getPort());
        while (System.in.read() >= 0) {
            // until whoever started it ends
        }
        System.exit(0);
    }

    private static void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String method = exchange.getRequestMethod();
            String path = exchange.getRequestURI().getPath();
            Map<String, String> query = query(exchange.getRequestURI().getRawQuery());
            synchronized (log) {
                log.println(method + " " + exchange.getRequestURI());
            }
            String signed = exchange.getRequestHeaders().getFirst("Authorization");
            if (signed == null || !signed.contains("Credential=" + key + "/")) {
                error(exchange, 403, "AccessDenied");
            } else if (!(path + "/").startsWith(BUCKET)) {
                error(exchange, 404, "NoSuchBucket");
            } else if (method.equals("GET") && "2".equals(query.get("list-type"))) {
                list(exchange, query);
            } else if (method.equals("GET") || method.equals("HEAD")) {
                object(exchange, objects.get(path.substring(Math.min(path.length(), BUCKET.length()))));
            } else {
                error(exchange, 405, "MethodNotAllowed");
            }
        }
    }

    private static void object(HttpExchange exchange, Path file) throws IOException {
        if (file == null) {
            error(exchange, 404, "NoSuchKey");
            return;
        }
        byte[] all = Files.readAllBytes(file);
        String asked = exchange.getRequestHeaders().getFirst("Range");
        Matcher range = RANGE.matcher(asked == null ? "" : asked);
        boolean isPart = range.matches();
        int begin = isPart ? Integer.parseInt(range.group(1)) : 0;
        int end = isPart && !range.group(2).isEmpty() ? Math.min(all.length, Integer.parseInt(range.group(2)) + 1) : all.length;
        if (begin > end) {
            error(exchange, 416, "InvalidRange");
            return;
        }
        exchange.getResponseHeaders().set("ETag", tag(file));
        exchange.getResponseHeaders().set("Last-Modified", DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.ofInstant(time(file), ZoneOffset.UTC)));
        exchange.getResponseHeaders().set("Accept-Ranges", "bytes");
        if (isPart) {
            exchange.getResponseHeaders().set("Content-Range", "bytes " + begin + "-" + (end - 1) + "/" + all.length);
        }
        int status = isPart ? 206 : 200;
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.getResponseHeaders().set("Content-Length", Integer.toString(end - begin));
            exchange.sendResponseHeaders(status, -1);
        } else {
            exchange.sendResponseHeaders(status, end == begin ? -1 : end - begin);
            exchange.getResponseBody().write(Arrays.copyOfRange(all, begin, end));
        }
    }

    private static void list(HttpExchange exchange, Map<String, String> query) throws IOException {
        String prefix = query.getOrDefault("prefix", "");
        String delimiter = query.getOrDefault("delimiter", "");
        int most = Math.min(PAGE, Integer.parseInt(query.getOrDefault("max-keys", "1000")));
        TreeSet<String> names = new TreeSet<>();
        for (String name : objects.keySet()) {
            if (name.startsWith(prefix)) {
                int slash = delimiter.isEmpty() ? -1 : name.indexOf(delimiter, prefix.length());
                names.add(slash < 0 ? name : name.substring(0, slash + 1));
            }
        }
        String token = query.getOrDefault("continuation-token", "");
        String after = token.isEmpty() ? query.getOrDefault("start-after", "") : new String(HexFormat.of().parseHex(token), StandardCharsets.UTF_8);
        TreeSet<String> rest = new TreeSet<>(names.tailSet(after, false));
        StringBuilder found = new StringBuilder();
        int count = 0;
        String last = "";
        for (String name : rest) {
            if (count == most) {
                break;
            }
            count++;
            last = name;
            Path file = objects.get(name);
            found.append(file == null ? "<CommonPrefixes><Prefix>" + encoded(name) + "</Prefix></CommonPrefixes>"
                    : "<Contents><Key>" + encoded(name) + "</Key><LastModified>" + time(file) + "</LastModified><ETag>" + tag(file).replace("\"", "&quot;")
                            + "</ETag><Size>" + Files.size(file) + "</Size><StorageClass>STANDARD</StorageClass></Contents>");
        }
        boolean isCut = count < rest.size();
        text(exchange, 200, "<ListBucketResult xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"><Name>fleet</Name><Prefix>" + encoded(prefix) + "</Prefix><MaxKeys>" + most
                + "</MaxKeys><EncodingType>url</EncodingType><KeyCount>" + count + "</KeyCount><IsTruncated>" + isCut + "</IsTruncated>"
                + (isCut ? "<NextContinuationToken>" + HexFormat.of().formatHex(last.getBytes(StandardCharsets.UTF_8)) + "</NextContinuationToken>" : "") + found + "</ListBucketResult>");
    }

    private static void error(HttpExchange exchange, int status, String code) throws IOException {
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.sendResponseHeaders(status, -1);
        } else {
            text(exchange, status, "<Error><Code>" + code + "</Code><Message>" + code + "</Message></Error>");
        }
    }

    private static void text(HttpExchange exchange, int status, String xml) throws IOException {
        byte[] bytes = ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + xml).getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/xml");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    private static Map<String, String> query(String raw) {
        Map<String, String> query = new TreeMap<>();
        for (String part : raw == null ? new String[0] : raw.split("&")) {
            int equals = part.indexOf('=');
            query.put(decoded(equals < 0 ? part : part.substring(0, equals)), equals < 0 ? "" : decoded(part.substring(equals + 1)));
        }
        return query;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20").replace("%2F", "/");
    }

    private static Instant time(Path file) throws IOException {
        return Instant.ofEpochSecond(Files.getLastModifiedTime(file).toInstant().getEpochSecond());
    }

    private static String tag(Path file) throws IOException {
        return "\"" + Integer.toHexString(Arrays.hashCode(Files.readAllBytes(file))) + "\"";
    }
}
