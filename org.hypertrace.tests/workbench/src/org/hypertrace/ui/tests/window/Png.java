/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.window;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;

import org.eclipse.swt.graphics.ImageData;
import org.eclipse.swt.graphics.RGB;

/** A picture as a file. */
final class Png {

    private Png() {
    }

    /** Not by SWT's ImageLoader: it compresses better than pictures need that are looked at once, and takes its time. */
    static void write(ImageData data, Path file) throws IOException {
        BufferedImage image = new BufferedImage(data.width, data.height, BufferedImage.TYPE_INT_RGB);
        int[] row = new int[data.width];
        for (int y = 0; y < data.height; y++) {
            data.getPixels(0, y, data.width, row, 0);
            for (int x = 0; x < data.width; x++) {
                RGB colour = data.palette.getRGB(row[x]);
                row[x] = colour.red << 16 | colour.green << 8 | colour.blue;
            }
            image.setRGB(0, y, data.width, 1, row, 0, data.width);
        }
        ImageWriter writer = ImageIO.getImageWritersByFormatName("png").next();
        ImageWriteParam quick = writer.getDefaultWriteParam();
        quick.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
        quick.setCompressionQuality(0.9f);
        // into an older, longer file the stream would write from its begin
        Files.deleteIfExists(file);
        try (ImageOutputStream out = ImageIO.createImageOutputStream(file.toFile())) {
            writer.setOutput(out);
            writer.write(null, new IIOImage(image, null, null), quick);
        } finally {
            writer.dispose();
        }
    }
}
