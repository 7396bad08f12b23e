/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.symbol;

import org.eclipse.tracecompass.tmf.core.signal.TmfSignal;

/** The user chose other files of symbols: functions of guests have other names. */
public final class GuestSymbolsChangedSignal extends TmfSignal {

    /** @param source who reports it */
    public GuestSymbolsChangedSignal(Object source) {
        super(source);
    }
}
