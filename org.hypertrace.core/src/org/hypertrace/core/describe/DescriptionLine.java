/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.describe;

/** Words put together with commas: {@code a: b, c}. What a guest reports is one line, whatever characters are in it. */
final class DescriptionLine {

    private final StringBuilder fText = new StringBuilder();

    /** @param words nothing if empty; those that end in a colon are about what follows */
    DescriptionLine add(String words) {
        if (!words.isEmpty()) {
            if (fText.length() > 0) {
                fText.append(fText.charAt(fText.length() - 1) == ':' ? " " : ", ");
            }
            fText.append(words);
        }
        return this;
    }

    /** @param number not added if it is negative: not recorded */
    DescriptionLine reported(String what, long number) {
        return number < 0 ? this : add(what + ' ' + number);
    }

    @Override
    public String toString() {
        for (int i = 0; i < fText.length(); i++) {
            if (Character.isISOControl(fText.charAt(i))) {
                fText.setCharAt(i, ' ');
            }
        }
        return fText.toString();
    }
}
