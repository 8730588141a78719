#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// An open file or stream by its number. Whoever opened it closes it.
///
/// A call of the operating system may be interrupted by a signal and may do less than it is asked for; these go on until all
/// is done.
package struct OpenFile {
    private let descriptor: Int32

    package init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Writes bytes.
    ///
    /// - Returns: How many were written: all, or fewer if there was an error, which `errno` tells.
    package func write(_ bytes: UnsafeRawBufferPointer) -> Int {
        var written = 0
        while written < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
            #if canImport(Glibc)
                let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
            #else
                let count = Darwin.write(descriptor, rest.baseAddress, rest.count)
            #endif
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return written }
            written += count
        }
        return written
    }

    /// Reads bytes until a buffer is full or the file ends.
    ///
    /// - Returns: How many were read; `nil` if there was an error, which `errno` tells.
    package func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        var filled = 0
        while filled < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            #if canImport(Glibc)
                let count = Glibc.read(descriptor, rest.baseAddress, rest.count)
            #else
                let count = Darwin.read(descriptor, rest.baseAddress, rest.count)
            #endif
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { break }
            filled += count
        }
        return filled
    }

    /// Has what was written reach the disk.
    ///
    /// - Returns: True if it has; otherwise `errno` tells why not.
    package func synchronize() -> Bool {
        #if canImport(Darwin)
            // There `fsync` leaves it in the memory of the disk, which some file systems cannot do better.
            if fcntl(descriptor, F_FULLFSYNC) == 0 { return true }
        #endif
        return fsync(descriptor) == 0
    }
}
