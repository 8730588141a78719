import CKernels

/// Finds where a block of states differs from another in any bit, line by line of the processor's cache.
@usableFromInline
struct ChangedLines {
    private let instructionSet = k_best_instruction_set()
    private let lines: UnsafeMutablePointer<Int32>

    /// - Parameter byteCount: The size of the largest block.
    init(forBlockOf byteCount: Int) {
        lines = .allocate(capacity: byteCount / Int(k_line_size) + 1)
    }

    func deallocate() { lines.deallocate() }

    /// Looks at two blocks of so many bytes.
    ///
    /// - Returns: The lines in which they differ.
    @usableFromInline
    func find(_ new: UnsafeRawPointer, _ old: UnsafeRawPointer, byteCount: Int) -> UnsafeBufferPointer<Int32> {
        let count = k_changed_lines(instructionSet, new, old, Int64(byteCount), lines)
        return UnsafeBufferPointer(start: lines, count: Int(count))
    }

    /// The states, of a size, any part of which lies in a line.
    @inlinable
    @inline(__always)
    static func states(in line: Int32, ofSize size: Int) -> Range<Int> {
        let first = Int(line) &* 64
        return first / size..<(first &+ 63) / size &+ 1
    }
}
