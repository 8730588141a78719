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
        endWithoutMemory()
    }
}

/// Ends the program with an error where the system gives it no room for a thread: Dispatch would wait for ever until it does.
func requireRoomForThreads() {
    #if canImport(Glibc)
        var thread = pthread_t()
        guard pthread_create(&thread, nil, { _ in nil }, nil) == 0 else { endWithoutMemory() }
        pthread_join(thread, nil)
    #endif
}

private func endWithoutMemory() -> Never {
    let message: StaticString = """
        error: the memory that the program can have is used up: make the scenario smaller, or raise the limit; \
        'observatory resume' goes on with a run that had begun

        """
    _ = write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount)
    _exit(71)
}
