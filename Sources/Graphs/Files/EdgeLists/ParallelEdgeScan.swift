import Essentials

/// Reads pieces of a text side by side, each into its own place of the columns.
struct ParallelEdgeScan {
    private let scanner: IntegerEdgeScanner
    private let team: ThreadTeam

    /// How long a piece is, but for the rest of its last line.
    private static let pieceLength = 1 << 20

    init(_ scanner: IntegerEdgeScanner, team: ThreadTeam) {
        self.scanner = scanner
        self.team = team
    }

    /// The edges of lines in their order; `nil` if there is something else than numbers.
    ///
    /// - Complexity: O(n) for n bytes.
    func columns(of lines: UnsafeBufferPointer<UInt8>, areWeighted: Bool) -> EdgeColumns? {
        let pieces = Self.pieces(of: lines)
        // A piece goes where it would be if every line were an edge.
        let counts = ScratchMemory(count: pieces.count, repeating: 0)
        team.forEachPiece(of: pieces.count) { counts.pointer[$0] = pieces[$0].lineCount }
        var starts = [0]
        for piece in 0..<pieces.count { starts.append(starts[piece] + counts.pointer[piece]) }
        return EdgeColumns(lineCount: starts[pieces.count], isWeighted: areWeighted) { columns in
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
