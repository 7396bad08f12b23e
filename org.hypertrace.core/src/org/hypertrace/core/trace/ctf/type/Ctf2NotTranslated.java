/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf.type;

import java.io.IOException;

import org.hypertrace.core.trace.ctf.type.TraceTypes.UnknownTypes;

/** Metadata of CTF 2 are damaged, or CTF 1.8 cannot express them; the message is a clause. */
public final class Ctf2NotTranslated extends IOException {

    private static final long serialVersionUID = 1L;

    /** @param why what is wrong with them */
    public Ctf2NotTranslated(UnknownTypes why) {
        super("its metadata of CTF 2 cannot be used: " + why.getMessage(), why);
    }
}
