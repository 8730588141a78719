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
    init(_ edges: EdgeColumns) {
        let greatest = Int(max(edges.sources.greatest, edges.targets.greatest))
        guard greatest / 64 <= edges.count + 1024 else {
            var labels: ContiguousArray<Int32> = []
            for label in (edges.sources + edges.targets).sorted() where label != labels.last { labels.append(label) }
            count = labels.count
            sorted = labels
            return
        }
        bits = ContiguousArray(repeating: 0, count: greatest / 64 + 1)
        bits.withUnsafeMutableBufferPointer { bits in
            for column in [edges.sources, edges.targets] {
                for label in column { bits[Int(label) >> 6] |= 1 << (UInt64(label) & 63) }
            }
        }
        var sum: Int32 = 0
        ranks.reserveCapacity(bits.count)
        for word in bits {
            ranks.append(sum)
            sum += Int32(word.nonzeroBitCount)
        }
        count = Int(sum)
    }

    /// The numbers as names.
    var names: [String] {
        if let sorted { return sorted.map { String($0) } }
        var names: [String] = []
        names.reserveCapacity(count)
        for (index, word) in bits.enumerated() {
            var rest = word
            while rest != 0 {
                names.append(String(64 * index + rest.trailingZeroBitCount))
                rest &= rest - 1
            }
        }
        return names
    }

    /// The edges with the vertices numbered from 0.
    func renumbering(_ edges: EdgeColumns) -> EdgeColumns {
        // Nothing to do where no number is left out.
        if sorted == nil, ranks.count == bits.count, count == 64 * bits.count - (bits.last?.leadingZeroBitCount ?? 64) {
            return edges
        }
        return EdgeColumns(
            sources: edges.sources.mapInPlace(rank), targets: edges.targets.mapInPlace(rank), weights: edges.weights)
    }

    @inline(__always)
    private func rank(_ label: Int32) -> Int32 {
        if let sorted { return Int32(sorted.partitioningIndex(of: label)) }
        let word = Int(label) >> 6
        let below = bits[word] & (1 << (UInt64(label) & 63) - 1)
        return ranks[word] + Int32(below.nonzeroBitCount)
    }
}

extension ContiguousArray<Int32> {
    /// The greatest of the numbers, or 0.
    fileprivate var greatest: Int32 {
        reduce(0) { Swift.max($0, $1) }
    }

    fileprivate func mapInPlace(_ change: (Int32) -> Int32) -> ContiguousArray<Int32> {
        ContiguousArray(unsafeUninitializedCapacity: count) { result, resultCount in
            for index in indices { result[index] = change(self[index]) }
            resultCount = count
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
