import CKernels

/// Finds where the states of a block differ from others.
@usableFromInline
struct ChangedStates<State: Equatable> {
    private let instructionSet = k_best_instruction_set()
    private let lines: UnsafeMutablePointer<Int32>

    /// - Parameter capacity: The most states of a block.
    init(capacity: Int) {
        lines = .allocate(capacity: capacity * MemoryLayout<State>.stride / Int(k_line_size) + 1)
    }

    func deallocate() {
        lines.deallocate()
    }

    /// The ranges of states outside of which none differs from the other. They are found for as long as nobody asks again.
    @inlinable
    @inline(__always)
    func ranges(amongFirst count: Int, of new: UnsafePointer<State>, since old: UnsafePointer<State>) -> ChangedRanges {
        let size = MemoryLayout<State>.stride
        // States of the same bits are equal if they are nothing but these, since numbers in them are finite.
        guard _isPOD(State.self), size > 0 else { return ChangedRanges(allOf: count) }
        return ChangedRanges(
            lines: changedLines(new, old, byteCount: count &* size), stateSize: size, stateCount: count)
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

/// Ranges of states, in order, that lie in changed lines of the processor's cache: one for lines that follow each other.
@usableFromInline
struct ChangedRanges: Sequence, IteratorProtocol {
    @usableFromInline
    let lines: UnsafeBufferPointer<Int32>

    @usableFromInline
    let stateSize: Int

    @usableFromInline
    let stateCount: Int

    @usableFromInline
    var index = 0

    /// The end of the last range.
    @usableFromInline
    var end = 0

    @inlinable
    @inline(__always)
    init(lines: UnsafeBufferPointer<Int32>, stateSize: Int, stateCount: Int) {
        self.lines = lines
        self.stateSize = stateSize
        self.stateCount = stateCount
    }

    /// One range of all states.
    @inlinable
    @inline(__always)
    init(allOf stateCount: Int) {
        self.init(lines: UnsafeBufferPointer(start: nil, count: 0), stateSize: 0, stateCount: stateCount)
    }

    /// Whether there is none, before the first is asked for.
    @inlinable
    @inline(__always)
    var isEmpty: Bool { stateSize > 0 && lines.isEmpty }

    @inlinable
    @inline(__always)
    mutating func next() -> Range<Int>? {
        guard stateSize > 0 else {
            defer { end = stateCount }
            return end < stateCount ? end..<stateCount : nil
        }
        guard index < lines.count else { return nil }
        let first = Int(lines[index])
        var last = first
        index &+= 1
        while index < lines.count, Int(lines[index]) == last &+ 1 {
            index &+= 1
            last &+= 1
        }
        let lineSize = Int(k_line_size)
        let start = Swift.max(first &* lineSize / stateSize, end)
        end = Swift.min((last &* lineSize &+ lineSize &- 1) / stateSize &+ 1, stateCount)
        return start..<end
    }
}
