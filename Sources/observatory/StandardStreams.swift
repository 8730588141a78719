import Recording
import SimulationEngine

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Has writing fail with errors that are told, where a signal would end the program and lose what is still in memory: when
/// the reader of a pipe has gone, and when a file gets larger than is allowed.
///
/// Streams that are closed are opened, such that writing to them fails: a file of results must not become the standard
/// output.
func prepareStandardStreams() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
        // The lowest number that is free is this one.
        _ = open("/dev/null", O_RDONLY)
    }
}

/// Writes a line to standard output, or to standard error if that is not possible.
func writeOutput(_ text: String) {
    if !write(text + "\n", to: STDOUT_FILENO) { writeError(text) }
}

/// Writes the text that a command is asked for to standard output.
///
/// - Throws: `RecordingError.cannotWrite`.
func writeResult(_ text: String) throws(RecordingError) { try writeBytes(Array("\(text)\n".utf8)) }

/// Writes bytes that a command is asked for to standard output. Once nobody reads any more, such as `head`, the signal ends the
/// program, as shells expect.
///
/// - Throws: `RecordingError.cannotWrite`.
func writeBytes(_ bytes: [UInt8]) throws(RecordingError) {
    errno = 0
    guard bytes.withUnsafeBytes({ OpenFile(STDOUT_FILENO).write($0) }) == bytes.count else {
        let code = errno
        if code == EPIPE {
            signal(SIGPIPE, SIG_DFL)
            raise(SIGPIPE)
        }
        throw .cannotWrite(path: TextStream.standardOutput.name, reason: String(cString: strerror(code)))
    }
}

/// Writes a line to standard error.
func writeError(_ text: String) {
    writeToStandardError(text + "\n")
}

/// Writes to standard error. If that is closed or full there is nobody left to tell.
func writeToStandardError(_ text: String) {
    _ = write(text, to: STDERR_FILENO)
}

/// Writes a text to a stream; tells whether all of it was written.
private func write(_ text: String, to descriptor: Int32) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.withUnsafeBytes { OpenFile(descriptor).write($0) } == bytes.count
}
