/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.platform;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.List;

import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor;
import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderFactory;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataProvider;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;

/**
 * A factory with all methods that the factories of the running Trace Compass have. Up to 9.x it is asked by {@code createProvider}. Since
 * 10.0 that is marked for removal for {@code createDataProvider}, whose result has a type that 6.2 lacks. No class compiled with 6.2 can
 * override the latter, a proxy does.
 */
public final class NewerFactory {

    /** What a factory does, whatever its methods are called. */
    public interface Maker {

        /**
         * @param trace
         *            a trace or experiment
         * @return a data provider of it
         */
        ITmfTreeDataProvider<?> make(ITmfTrace trace);

        /**
         * @param trace
         *            a trace or experiment
         * @return what {@link #make} offers of it
         */
        Collection<IDataProviderDescriptor> offered(ITmfTrace trace);
    }

    private NewerFactory() {
    }

    /**
     * @param type
     *            the interface of factories
     * @param maker
     *            what it is to do
     * @param <F>
     *            the interface
     * @return a factory
     */
    public static <F extends IDataProviderFactory> F of(Class<F> type, Maker maker) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type },
                (proxy, method, arguments) -> switch (method.getName()) {
                case "createProvider", "createDataProvider" -> maker.make((ITmfTrace) arguments[0]);
                case "getDescriptors" -> List.copyOf(maker.offered((ITmfTrace) arguments[0]));
                case "getAdapter" -> ((Class<?>) arguments[0]).isInstance(proxy) ? proxy : null;
                case "dispose" -> null;
                case "hashCode" -> maker.hashCode();
                case "equals" -> proxy == arguments[0];
                case "toString" -> maker.toString();
                default -> InvocationHandler.invokeDefault(proxy, method, arguments);
                }));
    }
}
