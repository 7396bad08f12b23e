/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot;

/** The names of Linux' error numbers, as on x86 and most other processors. */
public final class Errno {

    private static final String NONE = "-";

    /** From 1 on; those that programs see. */
    private static final String[] NAMES = (
            "EPERM ENOENT ESRCH EINTR EIO ENXIO E2BIG ENOEXEC EBADF ECHILD EAGAIN ENOMEM EACCES EFAULT ENOTBLK "
            + "EBUSY EEXIST EXDEV ENODEV ENOTDIR EISDIR EINVAL ENFILE EMFILE ENOTTY ETXTBSY EFBIG ENOSPC ESPIPE "
            + "EROFS EMLINK EPIPE EDOM ERANGE EDEADLK ENAMETOOLONG ENOLCK ENOSYS ENOTEMPTY ELOOP - ENOMSG EIDRM "
            + "ECHRNG EL2NSYNC EL3HLT EL3RST ELNRNG EUNATCH ENOCSI EL2HLT EBADE EBADR EXFULL ENOANO EBADRQC "
            + "EBADSLT - EBFONT ENOSTR ENODATA ETIME ENOSR ENONET ENOPKG EREMOTE ENOLINK EADV ESRMNT ECOMM EPROTO "
            + "EMULTIHOP EDOTDOT EBADMSG EOVERFLOW ENOTUNIQ EBADFD EREMCHG ELIBACC ELIBBAD ELIBSCN ELIBMAX "
            + "ELIBEXEC EILSEQ ERESTART ESTRPIPE EUSERS ENOTSOCK EDESTADDRREQ EMSGSIZE EPROTOTYPE ENOPROTOOPT "
            + "EPROTONOSUPPORT ESOCKTNOSUPPORT EOPNOTSUPP EPFNOSUPPORT EAFNOSUPPORT EADDRINUSE EADDRNOTAVAIL "
            + "ENETDOWN ENETUNREACH ENETRESET ECONNABORTED ECONNRESET ENOBUFS EISCONN ENOTCONN ESHUTDOWN "
            + "ETOOMANYREFS ETIMEDOUT ECONNREFUSED EHOSTDOWN EHOSTUNREACH EALREADY EINPROGRESS ESTALE EUCLEAN "
            + "ENOTNAM ENAVAIL EISNAM EREMOTEIO EDQUOT ENOMEDIUM EMEDIUMTYPE ECANCELED ENOKEY EKEYEXPIRED "
            + "EKEYREVOKED EKEYREJECTED EOWNERDEAD ENOTRECOVERABLE ERFKILL EHWPOISON").split(" ");

    /** The first of those that only the kernel sees. */
    private static final int KERNEL_FIRST = 512;
    private static final String[] KERNEL = (
            "ERESTARTSYS ERESTARTNOINTR ERESTARTNOHAND ENOIOCTLCMD ERESTART_RESTARTBLOCK EPROBE_DEFER "
            + "EOPENSTALE ENOPARAM - EBADHANDLE ENOTSYNC EBADCOOKIE ENOTSUPP ETOOSMALL ESERVERFAULT EBADTYPE "
            + "EJUKEBOX EIOCBQUEUED ERECALLCONFLICT ENOGRACE").split(" ");

    private Errno() {
    }

    /**
     * @param result
     *            what a function of the kernel returned
     * @return the name of the error, {@code ENODEV} for -19; null if it is none: zero, positive, or no such number
     */
    public static String name(long result) {
        String name = NONE;
        if (result < 0 && -result <= NAMES.length && result != Long.MIN_VALUE) {
            name = NAMES[(int) -result - 1];
        } else if (-result >= KERNEL_FIRST && -result < KERNEL_FIRST + KERNEL.length) {
            name = KERNEL[(int) -result - KERNEL_FIRST];
        }
        return name.equals(NONE) ? null : name;
    }

    /**
     * @param result
     *            what a function of the kernel returned
     * @return it for people: {@code -19 ENODEV}
     */
    public static String label(long result) {
        String name = name(result);
        return name == null ? Long.toString(result) : result + " " + name;
    }
}
