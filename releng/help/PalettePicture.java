/* SPDX-License-Identifier: EPL-2.0 */
import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.io.File;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import javax.imageio.ImageIO;

/**
 * Writes a picture with a palette of its most frequent colours, so that it is small: {@code java PalettePicture.java FROM TO}. Other
 * colours become the nearest of these: on pictures of windows they are shades at the edges of letters.
 */
final class PalettePicture {

    private static final int COLOURS = 256;
    private static final int SHADE = 0xf8f8f8;

    private PalettePicture() {
    }

    public static void main(String[] arguments) throws IOException {
        BufferedImage from = ImageIO.read(new File(arguments[0]));
        int width = from.getWidth();
        int[] pixels = from.getRGB(0, 0, width, from.getHeight(), null, 0, width);
        Map<Integer, Integer> counts = new HashMap<>();
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] &= 0xffffff;
            counts.merge(pixels[i], 1, Integer::sum);
        }
        // of colours that hardly differ the most frequent one stands for all
        Map<Integer, Integer> best = new HashMap<>();
        Map<Integer, Integer> sums = new HashMap<>();
        counts.forEach((colour, count) -> {
            int shade = counts.size() <= COLOURS ? colour : colour & SHADE;
            sums.merge(shade, count, Integer::sum);
            best.merge(shade, colour, (a, b) -> counts.get(a) > counts.get(b) || counts.get(a).equals(counts.get(b)) && a < b ? a : b);
        });
        List<Integer> palette = sums.entrySet().stream().sorted(Map.Entry.<Integer, Integer>comparingByValue().reversed()
                .thenComparing(Map.Entry.comparingByKey())).limit(COLOURS).map(shade -> best.get(shade.getKey())).toList();
        byte[][] parts = new byte[3][palette.size()];
        for (int i = 0; i < palette.size(); i++) {
            for (int part = 0; part < 3; part++) {
                parts[part][i] = (byte) (palette.get(i) >> 16 - 8 * part);
            }
        }
        BufferedImage to = new BufferedImage(width, from.getHeight(), BufferedImage.TYPE_BYTE_INDEXED,
                new IndexColorModel(8, palette.size(), parts[0], parts[1], parts[2]));
        Map<Integer, Integer> nearest = new HashMap<>();
        for (int i = 0; i < pixels.length; i++) {
            to.getRaster().setSample(i % width, i / width, 0, nearest.computeIfAbsent(pixels[i], colour -> nearest(colour, palette)));
        }
        ImageIO.write(to, "png", new File(arguments[1]));
    }

    private static int nearest(int colour, List<Integer> palette) {
        int found = 0;
        for (int i = 1; i < palette.size(); i++) {
            found = distance(colour, palette.get(i)) < distance(colour, palette.get(found)) ? i : found;
        }
        return found;
    }

    private static int distance(int a, int b) {
        int sum = 0;
        for (int shift = 0; shift <= 16; shift += 8) {
            int difference = (a >> shift & 0xff) - (b >> shift & 0xff);
            sum += difference * difference;
        }
        return sum;
    }
}
