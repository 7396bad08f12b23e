/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.view;

/**
 * A colour as people see it. Red-green blindness is simulated with the matrices for full protanopia and deuteranopia of Machado,
 * Oliveira and Fernandes, <i>A Physiologically-based Model for Simulation of Color Vision Deficiency</i>, IEEE TVCG 15 (2009), table
 * of severity 1.0. The difference is CIEDE2000 as in Sharma, Wu and Dalal, <i>The CIEDE2000 Color-Difference Formula</i>, Color
 * Research and Application 30 (2005).
 */
final class SeenColour {

    /** Who looks at it. */
    enum Eyes {
        USUAL(1, 0, 0, 0, 1, 0, 0, 0, 1),
        PROTANOPIA(0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998),
        DEUTERANOPIA(0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881);

        private final double[] fMatrix;

        Eyes(double... matrix) {
            fMatrix = matrix;
        }
    }

    private static final double[] TO_XYZ = { 0.4124564, 0.3575761, 0.1804375, 0.2126729, 0.7151522, 0.0721750, 0.0193339, 0.1191920,
            0.9503041 };
    private static final double[] WHITE = { 0.95047, 1, 1.08883 };

    private final double fL;
    private final double fA;
    private final double fB;

    /** In CIE L*a*b*. */
    SeenColour(double l, double a, double b) {
        fL = l;
        fA = a;
        fB = b;
    }

    /** {@code colour}: in sRGB, {@code #RRGGBB}. */
    static SeenColour of(String colour, Eyes eyes) {
        int rgb = Integer.parseInt(colour.substring(1), 16);
        double[] linear = { linear(rgb >> 16 & 0xff), linear(rgb >> 8 & 0xff), linear(rgb & 0xff) };
        double[] seen = times(eyes.fMatrix, linear);
        for (int i = 0; i < 3; i++) {
            seen[i] = Math.min(1, Math.max(0, seen[i]));
        }
        double[] xyz = times(TO_XYZ, seen);
        double x = root(xyz[0] / WHITE[0]);
        double y = root(xyz[1] / WHITE[1]);
        double z = root(xyz[2] / WHITE[2]);
        return new SeenColour(116 * y - 16, 500 * (x - y), 200 * (y - z));
    }

    private static double linear(int part) {
        double value = part / 255.0;
        return value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
    }

    private static double[] times(double[] matrix, double[] vector) {
        double[] product = new double[3];
        for (int i = 0; i < 9; i++) {
            product[i / 3] += matrix[i] * vector[i % 3];
        }
        return product;
    }

    private static double root(double value) {
        return value > 216.0 / 24389 ? Math.cbrt(value) : (24389.0 / 27 * value + 16) / 116;
    }

    /** The difference as the one of three who sees it least sees it. */
    static double least(String one, String other) {
        double least = Double.MAX_VALUE;
        for (Eyes eyes : Eyes.values()) {
            least = Math.min(least, of(one, eyes).difference(of(other, eyes)));
        }
        return least;
    }

    /** From 1 to 21, as in WCAG 2.1: <i>contrast ratio</i>. */
    static double contrast(String lighter, String darker) {
        return (luminance(lighter) + 0.05) / (luminance(darker) + 0.05);
    }

    private static double luminance(String colour) {
        int rgb = Integer.parseInt(colour.substring(1), 16);
        return 0.2126 * linear(rgb >> 16 & 0xff) + 0.7152 * linear(rgb >> 8 & 0xff) + 0.0722 * linear(rgb & 0xff);
    }

    /** CIEDE2000. */
    double difference(SeenColour other) {
        double mean = (Math.hypot(fA, fB) + Math.hypot(other.fA, other.fB)) / 2;
        double g = 0.5 * (1 - Math.sqrt(seventh(mean)));
        double a1 = fA * (1 + g);
        double a2 = other.fA * (1 + g);
        double c1 = Math.hypot(a1, fB);
        double c2 = Math.hypot(a2, other.fB);
        double h1 = hue(a1, fB);
        double h2 = hue(a2, other.fB);
        boolean grey = c1 * c2 == 0;
        double turn = grey ? 0 : h2 - h1 > 180 ? h2 - h1 - 360 : h2 - h1 < -180 ? h2 - h1 + 360 : h2 - h1;
        double sum = h1 + h2;
        double h = grey ? sum : Math.abs(h1 - h2) <= 180 ? sum / 2 : sum < 360 ? (sum + 360) / 2 : (sum - 360) / 2;
        double l = (fL + other.fL) / 2 - 50;
        double c = (c1 + c2) / 2;
        double t = 1 - 0.17 * cos(h - 30) + 0.24 * cos(2 * h) + 0.32 * cos(3 * h + 6) - 0.20 * cos(4 * h - 63);
        double lightness = (other.fL - fL) / (1 + 0.015 * l * l / Math.sqrt(20 + l * l));
        double chroma = (c2 - c1) / (1 + 0.045 * c);
        double hue = 2 * Math.sqrt(c1 * c2) * Math.sin(Math.toRadians(turn / 2)) / (1 + 0.015 * c * t);
        double rotation = -Math.sin(Math.toRadians(60 * Math.exp(-Math.pow((h - 275) / 25, 2)))) * 2 * Math.sqrt(seventh(c));
        return Math.sqrt(lightness * lightness + chroma * chroma + hue * hue + rotation * chroma * hue);
    }

    private static double seventh(double chroma) {
        double power = Math.pow(chroma, 7);
        return power / (power + Math.pow(25, 7));
    }

    private static double hue(double a, double b) {
        double degrees = a == 0 && b == 0 ? 0 : Math.toDegrees(Math.atan2(b, a));
        return degrees < 0 ? degrees + 360 : degrees;
    }

    private static double cos(double degrees) {
        return Math.cos(Math.toRadians(degrees));
    }
}
