import Essentials

/// A sparse matrix in compressed rows: for each vertex the vertices that it is joined to, one row after the other.
///
/// Memory: 4 bytes a vertex and 4 bytes an entry, 12 with weights. Once entries have been put in or taken out, 8 bytes a
/// vertex more, and room for as many entries again at most.
@usableFromInline
package struct AdjacencyRows: Sendable {
    /// Where each row begins, and at the end the number of places for entries: one element more than there are rows.
    @usableFromInline
    package var offsets: ContiguousArray<UInt32>

    /// The entries, with those places between rows that are free.
    @usableFromInline
    package var vertices: ContiguousArray<Int32>

    /// The weights of the entries.
    @usableFromInline
    package var weights: ContiguousArray<Double>?

    /// Where rows end; `nil` as long as each row ends where the next one begins.
    @usableFromInline
    package var gaps: RowGaps?

    /// The greatest number of entries: what an offset of 32 bits can count.
    static let greatestCount = Int(UInt32.max)

    @inlinable
    package var rowCount: Int { offsets.count - 1 }

    @inlinable
    package var entryCount: Int { gaps?.entryCount ?? vertices.count }

    @inlinable
    package func range(of row: Int) -> Range<Int> {
        Int(offsets[row])..<Int(gaps.map { $0.ends[row] } ?? offsets[row + 1])
    }
}

extension AdjacencyRows {
    /// Calls a closure with the ends of all rows in memory.
    @inlinable
    package func withEnds<Failure: Error>(
        _ body: (UnsafePointer<UInt32>?) throws(Failure) -> Void
    ) throws(Failure) {
        if let gaps {
            try gaps.ends.withUnsafeBufferPointer { (ends) throws(Failure) in try body(ends.baseAddress) }
        } else {
            try offsets.withUnsafeBufferPointer { (starts) throws(Failure) in
                try body(starts.baseAddress.map { $0 + 1 })
            }
        }
    }
}

extension AdjacencyRows {
    /// The rows in memory, for inner loops.
    @usableFromInline
    package struct Pointers {
        /// Where each row begins and ends.
        @usableFromInline package let starts: UnsafePointer<UInt32>
        @usableFromInline package let ends: UnsafePointer<UInt32>
        @usableFromInline package let vertices: UnsafeBufferPointer<Int32>

        /// A weight for each entry, if entries have weights.
        @usableFromInline package let weights: UnsafeBufferPointer<Double>?

        /// How many entries a row has.
        @inlinable
        package func count(ofRow row: Int) -> Int { Int(ends[row] - starts[row]) }

        /// The entries of a row.
        @inlinable
        package func range(ofRow row: Int) -> Range<Int> { Int(starts[row])..<Int(ends[row]) }

        @inlinable
        package init(
            starts: UnsafePointer<UInt32>, ends: UnsafePointer<UInt32>, vertices: UnsafeBufferPointer<Int32>,
            weights: UnsafeBufferPointer<Double>?
        ) {
            self.starts = starts
            self.ends = ends
            self.vertices = vertices
            self.weights = weights
        }
    }

    /// Calls a closure with the rows.
    @inlinable
    package func withPointers<Failure: Error>(
        _ body: (Pointers) throws(Failure) -> Void
    ) throws(Failure) {
        try offsets.withUnsafeBufferPointer { (starts) throws(Failure) in
            try vertices.withUnsafeBufferPointer { (vertices) throws(Failure) in
                try withEnds { (ends) throws(Failure) in
                    // There is an offset more than there are rows.
                    guard let starts = starts.baseAddress, let ends else { return }
                    guard let weights else {
                        return try body(Pointers(starts: starts, ends: ends, vertices: vertices, weights: nil))
                    }
                    try weights.withUnsafeBufferPointer { (weights) throws(Failure) in
                        try body(Pointers(starts: starts, ends: ends, vertices: vertices, weights: weights))
                    }
                }
            }
        }
    }
}

extension AdjacencyRows: Equatable {
    /// Tests if two matrices have the same entries, wherever in memory.
    @usableFromInline
    package static func == (a: AdjacencyRows, b: AdjacencyRows) -> Bool {
        guard a.gaps != nil || b.gaps != nil else {
            return a.offsets == b.offsets && a.vertices == b.vertices && a.weights == b.weights
        }
        let (a, b) = (a.compacted(), b.compacted())
        return a == b
    }
}

// MARK: - Building by counting

extension AdjacencyRows {
    /// Makes rows of known lengths and has them filled.
    ///
    /// - Parameters:
    ///   - counts: The length of each row, and a last element of no meaning.
    ///   - hasWeights: True if entries have weights.
    ///   - fill: Puts as many entries into each row as `counts` says.
    init(counts: ContiguousArray<UInt32>, hasWeights: Bool, _ fill: (RowFiller) -> Void) {
        let offsets = Self.offsets(of: counts)
        let total = Int(offsets[offsets.count - 1])
        var next = offsets
        var weights: ContiguousArray<Double>? = hasWeights ? ContiguousArray(repeating: 1, count: total) : nil
        vertices = ContiguousArray(count: total) { vertices in
            next.withUnsafeMutableBufferPointer { next in
                if weights == nil {
                    fill(RowFiller(next: next, vertices: vertices, weights: nil))
                } else {
                    weights?.withUnsafeMutableBufferPointer {
                        fill(RowFiller(next: next, vertices: vertices, weights: $0))
                    }
                }
            }
        }
        self.offsets = offsets
        self.weights = weights
    }

    /// Where rows begin that are as long as `counts` says; its last element has no meaning.
    private static func offsets(of counts: ContiguousArray<UInt32>) -> ContiguousArray<UInt32> {
        var offsets = counts
        var sum: UInt32 = 0
        for index in offsets.indices.dropLast() {
            let count = offsets[index]
            offsets[index] = sum
            sum += count
        }
        offsets[offsets.count - 1] = sum
        return offsets
    }
}

/// Puts entries into rows whose lengths are known, behind those that are there already.
///
/// Nothing is checked: rows must exist and have room.
struct RowFiller {
    fileprivate let next: UnsafeMutableBufferPointer<UInt32>
    fileprivate let vertices: UnsafeMutableBufferPointer<Int32>
    fileprivate let weights: UnsafeMutableBufferPointer<Double>?

    @inline(__always)
    func put(_ vertex: Int32, _ weight: Double = 1, inRow row: Int32) {
        let position = Int(next[Int(row)])
        next[Int(row)] &+= 1
        vertices[position] = vertex
        if let weights { weights[position] = weight }
    }
}
