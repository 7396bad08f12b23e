/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fuzz;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

import org.eclipse.tracecompass.tmf.core.component.TmfEventProvider;

/**
 * Starts requests for events as soon as they are sent. Trace Compass looks for new ones every 100 ms: most cases would only wait
 * for that. This thread does what that timer does, more often; nothing else changes. Without it all cases end the same, later.
 */
final class RequestStarter extends Thread implements AutoCloseable {

    private static final long PERIOD_NS = 500_000;

    private final Class<?> fManager;
    private final Field fProviders;
    private final Field fExecutor;
    private final Field fActive;
    private final Method fNext;
    private volatile boolean fCloses;

    private RequestStarter() throws ReflectiveOperationException {
        super("request starter");
        setDaemon(true);
        ClassLoader loader = TmfEventProvider.class.getClassLoader();
        fManager = loader.loadClass("org.eclipse.tracecompass.internal.tmf.core.component.TmfProviderManager");
        fProviders = accessible(fManager, "fProviders");
        fExecutor = accessible(TmfEventProvider.class, "fExecutor");
        fActive = accessible(fExecutor.getType(), "fActiveTask");
        fNext = fExecutor.getType().getDeclaredMethod("scheduleNext");
        fNext.setAccessible(true);
    }

    private static Field accessible(Class<?> of, String name) throws ReflectiveOperationException {
        Field field = of.getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }

    /** Begins; until it is closed. Null where this Trace Compass has no such timer. */
    static RequestStarter begin() {
        try {
            RequestStarter starter = new RequestStarter();
            starter.start();
            return starter;
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    @Override
    public void close() {
        fCloses = true;
    }

    @Override
    public void run() {
        try {
            while (!fCloses) {
                for (Object provider : providers()) {
                    Object executor = fExecutor.get(provider);
                    synchronized (executor) {
                        // else the timer would only divide the time among requests
                        if (fActive.get(executor) == null) {
                            fNext.invoke(executor);
                        }
                    }
                }
                LockSupport.parkNanos(PERIOD_NS);
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private List<Object> providers() throws ReflectiveOperationException {
        List<Object> all = new ArrayList<>();
        synchronized (fManager) {
            for (Object some : ((Map<?, ?>) fProviders.get(null)).values()) {
                all.addAll((Collection<?>) some);
            }
        }
        return all;
    }
}
