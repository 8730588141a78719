import SimulationEngine

/// Reads pieces of a text side by side, each into its own place of the columns.
struct ParallelEdgeScan {
    private let scanner: IntegerEdgeScanner
    private let team: ThreadTeam

    /// How long a piece is, but for the rest of its last line.
    private static let pieceLength = 1 << 20

    init(_ scanner: IntegerEdgeScanner, threadCount: Int) {
        self.scanner = scanner
        team = ThreadTeam(threadCount: max(1, threadCount))
    }

    /// The edges of lines in their order; `nil` if there is something else than numbers.
    ///
    /// - Complexity: O(n) for n bytes.
    func columns(of lines: UnsafeBufferPointer<UInt8>) -> EdgeColumns? {
        let pieces = Self.pieces(of: lines)
        // A piece goes where it would be if every line were an edge.
        let counts = ScratchMemory(count: pieces.count, repeating: 0)
        team.forEachPiece(of: pieces.count) { counts.pointer[$0] = pieces[$0].lineCount }
        var starts = [0]
        for piece in 0..<pieces.count { starts.append(starts[piece] + counts.pointer[piece]) }
        return EdgeColumns(lineCount: starts[pieces.count], isWeighted: scanner.isWeighted) { columns in
            let edgeCounts = ScratchMemory(count: pieces.count, repeating: -1)
            team.forEachPiece(of: pieces.count) { piece in
                edgeCounts.pointer[piece] = scanner.scan(pieces[piece], into: columns + starts[piece]) ?? -1
            }
            var total = 0
            for piece in 0..<pieces.count {
                let count = edgeCounts.pointer[piece]
                guard count >= 0 else { return nil }
                columns.move(count, from: starts[piece], to: total)
                total += count
            }
            return total
        }
    }

    private static func pieces(of lines: UnsafeBufferPointer<UInt8>) -> [UnsafeBufferPointer<UInt8>] {
        var pieces: [UnsafeBufferPointer<UInt8>] = []
        var start = 0
        while start < lines.count {
            let next = lines[min(lines.count, start + pieceLength)...].firstIndex(of: UInt8(ascii: "\n"))
            let end = next.map { $0 + 1 } ?? lines.count
            pieces.append(UnsafeBufferPointer(rebasing: lines[start..<end]))
            start = end
        }
        return pieces
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The number of lines, counting one that does not end.
    fileprivate var lineCount: Int {
        var count = 1
        var start = 0
        let bytes = UnsafeRawBufferPointer(self)
        let lineFeeds = SIMD32<UInt8>(repeating: UInt8(ascii: "\n"))
        while start + 32 <= self.count {
            var few = SIMD32<UInt8>.zero
            // So few that a byte can count them.
            let end = Swift.min(start + 32 * 255, self.count & ~31)
            while start + 32 <= end {
                let isLineFeed = bytes.loadUnaligned(fromByteOffset: start, as: SIMD32<UInt8>.self) .== lineFeeds
                few.replace(with: few &+ 1, where: isLineFeed)
                start += 32
            }
            for index in few.indices { count += Int(few[index]) }
        }
        return count + self[start...].count { $0 == UInt8(ascii: "\n") }
    }
}

extension IntegerEdgeScanner.Columns {
    fileprivate static func + (columns: Self, offset: Int) -> Self {
        Self(
            sources: columns.sources + offset, targets: columns.targets + offset,
            weights: columns.weights.map { $0 + offset })
    }

    /// Moves edges to the left.
    fileprivate func move(_ count: Int, from start: Int, to destination: Int) {
        guard start != destination else { return }
        (sources + destination).update(from: sources + start, count: count)
        (targets + destination).update(from: targets + start, count: count)
        if let weights { (weights + destination).update(from: weights + start, count: count) }
    }
}

extension EdgeColumns {
    /// Columns that are filled in place.
    ///
    /// - Parameters:
    ///   - lineCount: How many edges there can be.
    ///   - isWeighted: Whether they have weights.
    ///   - fill: Fills the beginnings of the columns and returns the number of edges, or `nil` if there are none to be had.
    fileprivate init?(lineCount: Int, isWeighted: Bool, _ fill: (IntegerEdgeScanner.Columns) -> Int?) {
        var filled: Int?
        var weights: ContiguousArray<Double>?
        var targets: ContiguousArray<Int32> = []
        let sources = ContiguousArray<Int32>(unsafeUninitializedCapacity: lineCount) { sources, sourceCount in
            targets = ContiguousArray(unsafeUninitializedCapacity: lineCount) { targets, targetCount in
                guard let first = sources.baseAddress, let second = targets.baseAddress else { return }
                if isWeighted {
                    weights = ContiguousArray(unsafeUninitializedCapacity: lineCount) { weights, weightCount in
                        filled = fill(.init(sources: first, targets: second, weights: weights.baseAddress))
                        weightCount = filled ?? 0
                    }
                } else {
                    filled = fill(.init(sources: first, targets: second, weights: nil))
                }
                targetCount = filled ?? 0
            }
            sourceCount = filled ?? 0
        }
        guard filled != nil else { return nil }
        self.init(sources: sources, targets: targets, weights: weights)
    }
}
