import Essentials

/// The numbers that appear as vertices of edges, in ascending order.
struct VertexLabels {
    /// Bits of the numbers that appear.
    private var bits: ContiguousArray<UInt64> = []

    /// For each word of bits the number of those before it.
    private var ranks: ContiguousArray<Int32> = []

    /// Where numbers are too far from each other for bits: all of them in ascending order.
    private var sorted: ContiguousArray<Int32>?

    private let count: Int

    /// - Complexity: O(m + l / 64) for m edges with the greatest number l; O(m log m) where l is greater than 64 m.
    init(_ edges: EdgeColumns, team: ThreadTeam) {
        let greatest = Int(max(edges.sources.greatest(team), edges.targets.greatest(team)))
        guard greatest / 64 <= edges.count + 1024 else {
            var labels: ContiguousArray<Int32> = []
            for label in (edges.sources + edges.targets).sorted() where label != labels.last { labels.append(label) }
            count = labels.count
            sorted = labels
            return
        }
        bits = Self.bits(of: edges, wordCount: greatest / 64 + 1, team)
        var sum: Int32 = 0
        ranks.reserveCapacity(bits.count)
        for word in bits {
            ranks.append(sum)
            sum += Int32(word.nonzeroBitCount)
        }
        count = Int(sum)
    }

    /// The bits of the numbers that appear. Threads have bits of their own as long as these are small beside the edges.
    private static func bits(of edges: EdgeColumns, wordCount: Int, _ team: ThreadTeam) -> ContiguousArray<UInt64> {
        let parts = max(1, min(8, edges.count / 8 / wordCount))
        var bits = ContiguousArray<UInt64>(repeating: 0, count: parts * wordCount)
        bits.withUnsafeMutableBufferPointer { bits in
            team.forEachPiece(of: parts) { part in
                let own = UnsafeMutableBufferPointer(rebasing: bits[part * wordCount..<(part + 1) * wordCount])
                let range = part * edges.count / parts..<(part + 1) * edges.count / parts
                own.setBits(of: edges.sources, range)
                own.setBits(of: edges.targets, range)
            }
            for part in 1..<max(parts, 1) {
                for word in 0..<wordCount { bits[word] |= bits[part * wordCount + word] }
            }
        }
        bits.removeLast((parts - 1) * wordCount)
        return bits
    }

    /// The numbers as names.
    func names(team: ThreadTeam) -> [String] {
        if let sorted { return sorted.map { String($0) } }
        return [String](unsafeUninitializedCapacity: count) { names, initialized in
            // The texts are short enough to need no memory of their own, whichever thread makes them.
            team.forEachRun(of: bits.count) { words in
                for index in words {
                    var rest = bits[index]
                    var rank = Int(ranks[index])
                    while rest != 0 {
                        names.initializeElement(at: rank, to: String(64 * index + rest.trailingZeroBitCount))
                        rest &= rest - 1
                        rank += 1
                    }
                }
            }
            initialized = count
        }
    }

    /// The edges with the vertices numbered from 0.
    func renumbering(_ edges: EdgeColumns, team: ThreadTeam) -> EdgeColumns {
        // Nothing to do where no number is left out.
        if sorted == nil, ranks.count == bits.count, count == 64 * bits.count - (bits.last?.leadingZeroBitCount ?? 64) {
            return edges
        }
        return EdgeColumns(
            sources: edges.sources.mapped(team, rank), targets: edges.targets.mapped(team, rank), weights: edges.weights
        )
    }

    @inline(__always)
    private func rank(_ label: Int32) -> Int32 {
        if let sorted { return Int32(sorted.partitioningIndex(of: label)) }
        let word = Int(label) >> 6
        let below = bits[word] & (1 << (UInt64(label) & 63) - 1)
        return ranks[word] + Int32(below.nonzeroBitCount)
    }
}

extension UnsafeMutableBufferPointer<UInt64> {
    fileprivate func setBits(of labels: ContiguousArray<Int32>, _ range: Range<Int>) {
        labels.withUnsafeBufferPointer { labels in
            var last: Int32 = -1
            for index in range where labels[index] != last {
                last = labels[index]
                self[Int(last) >> 6] |= 1 << (UInt64(last) & 63)
            }
        }
    }
}

extension ContiguousArray<Int32> {
    /// The greatest of the numbers, or 0.
    fileprivate func greatest(_ team: ThreadTeam) -> Int32 {
        let greatest = ScratchMemory<Int32>(count: ThreadTeam.runCount(of: count), repeating: 0)
        withUnsafeBufferPointer { numbers in
            team.forEachRun(of: count) { run in
                var number: Int32 = 0
                for index in run { number = Swift.max(number, numbers[index]) }
                greatest.pointer[run.lowerBound / ThreadTeam.runLength] = number
            }
        }
        return (0..<ThreadTeam.runCount(of: count)).reduce(0) { Swift.max($0, greatest.pointer[$1]) }
    }

    fileprivate func mapped(_ team: ThreadTeam, _ change: (Int32) -> Int32) -> ContiguousArray<Int32> {
        withUnsafeBufferPointer { numbers in
            ContiguousArray(count: count) { result in
                team.forEachRun(of: count) { run in
                    for index in run { result[index] = change(numbers[index]) }
                }
            }
        }
    }

    /// Where a number stands among numbers in ascending order.
    fileprivate func partitioningIndex(of number: Int32) -> Int {
        var range = indices
        while range.count > 1 {
            let middle = range.lowerBound + range.count / 2
            range = number < self[middle] ? range.lowerBound..<middle : middle..<range.upperBound
        }
        return range.lowerBound
    }
}
