import SimulationEngine

/// The words of a stream of random numbers, many of which are made at once, which takes less time for each.
struct WordBuffer {
    /// How many are made at once, a multiple of four.
    private static let capacity = 128

    /// The words after those that have been made.
    private(set) var random: RandomWords
    private let words = ScratchMemory<UInt64>(count: capacity, repeating: 0)
    private var index = capacity

    init(_ random: RandomWords) {
        self.random = random
    }

    /// The next word.
    @inline(__always)
    mutating func next() -> UInt64 {
        if index == Self.capacity { fill() }
        let word = words.pointer[index]
        index &+= 1
        return word
    }

    @inline(never)
    private mutating func fill() {
        for first in stride(from: 0, to: Self.capacity, by: 4) {
            let block = random.nextBlock()
            words.pointer[first] = block.0
            words.pointer[first + 1] = block.1
            words.pointer[first + 2] = block.2
            words.pointer[first + 3] = block.3
        }
        index = 0
    }
}

extension WordBuffer {
    /// Archives how far the stream has been drawn, and what was made but not drawn.
    mutating func archive(in archive: StateArchive) throws(CheckpointError) {
        try random.archive(in: archive)
        try archive.count(&index, atMost: Self.capacity)
        try archive.memory(
            UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(start: words.pointer, count: Self.capacity)))
    }
}
