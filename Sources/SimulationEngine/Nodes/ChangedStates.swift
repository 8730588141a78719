import CKernels

/// Finds where the states of a block differ from others.
@usableFromInline
struct ChangedStates<State: Equatable> {
    /// Where they have been found to differ, in order.
    @usableFromInline
    let offsets: UnsafeMutablePointer<Int32>

    private let instructionSet = k_best_instruction_set()
    private let lines: UnsafeMutablePointer<Int32>

    /// - Parameter capacity: The most states of a block.
    init(capacity: Int) {
        offsets = .allocate(capacity: capacity)
        offsets.initialize(repeating: 0, count: capacity)
        lines = .allocate(capacity: capacity * MemoryLayout<State>.stride / Int(k_line_size) + 1)
    }

    func deallocate() {
        offsets.deallocate()
        lines.deallocate()
    }

    /// Notes where some states differ from others.
    ///
    /// - Returns: The number of ``offsets``.
    @inlinable
    func find(
        amongFirst count: Int, of new: UnsafePointer<State>, since old: UnsafePointer<State>
    ) -> Int {
        guard _isPOD(State.self) else { return note(0..<count, of: new, since: old, after: 0) }
        // States of the same bits are equal: they are nothing but these, and numbers in them are finite.
        let size = MemoryLayout<State>.stride
        var (changedCount, end) = (0, 0)
        for line in changedLines(new, old, byteCount: count &* size) {
            let first = Int(line) &* 64
            let start = Swift.max(first / size, end)
            end = Swift.min((first &+ 63) / size &+ 1, count)
            changedCount = note(start..<end, of: new, since: old, after: changedCount)
        }
        return changedCount
    }

    /// Notes which of some states differ, behind those that have been noted.
    ///
    /// - Returns: The number of ``offsets``.
    @inlinable
    @inline(__always)
    func note(
        _ range: Range<Int>, of new: UnsafePointer<State>, since old: UnsafePointer<State>, after notedCount: Int
    ) -> Int {
        var changedCount = notedCount
        for offset in range {
            offsets[changedCount] = Int32(truncatingIfNeeded: offset)
            // A number, since the compiler makes a branch of each condition.
            changedCount &+= Int(unsafeBitCast(new[offset] != old[offset], to: UInt8.self))
        }
        return changedCount
    }

    /// The lines of the processor's cache in which two blocks differ in any bit.
    @usableFromInline
    func changedLines(
        _ new: UnsafeRawPointer, _ old: UnsafeRawPointer, byteCount: Int
    ) -> UnsafeBufferPointer<Int32> {
        let count = k_changed_lines(instructionSet, new, old, Int64(byteCount), lines)
        return UnsafeBufferPointer(start: lines, count: Int(count))
    }
}
