#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Has the program end with an error where the system gives it no more memory than it has: what is too large as a whole is
/// refused before it is tried, but much that is small can fill the memory as well.
///
/// Swift's runtime ends a program by `abort()` then, which the handler of its signal turns into an exit status. Nothing may be
/// allocated there.
func prepareForMemoryExhaustion() {
    signal(SIGABRT) { _ in
        guard errno == ENOMEM else {
            signal(SIGABRT, SIG_DFL)
            raise(SIGABRT)
            return
        }
        let message: StaticString = """
            error: the memory that the program can have is used up: make the scenario smaller, or raise the limit; \
            'observatory resume' goes on with a run that had begun

            """
        _ = write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount)
        _exit(71)
    }
}
