import Essentials

/// Where edges go that are read, with room for one in each line.
struct EdgePlaces {
    let sources: UnsafeMutablePointer<Int32>
    let targets: UnsafeMutablePointer<Int32>
    let weights: UnsafeMutablePointer<Double>?
}

extension EdgePlaces {
    static func + (columns: Self, offset: Int) -> Self {
        Self(
            sources: columns.sources + offset, targets: columns.targets + offset,
            weights: columns.weights.map { $0 + offset })
    }

    /// Moves edges to the left.
    func move(_ count: Int, from start: Int, to destination: Int) {
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
    ///   - isWeighted: True if they have weights.
    ///   - fill: Fills the beginnings of the columns and returns the number of edges, or `nil` if there are none to be had.
    init?(lineCount: Int, isWeighted: Bool, _ fill: (EdgePlaces) -> Int?) {
        var filled: Int?
        var weights: ContiguousArray<Double>?
        var targets: ContiguousArray<Int32> = []
        let sources = ContiguousArray<Int32>(unsafeUninitializedCapacity: lineCount) { sources, sourceCount in
            sources.preferHugePages()
            targets = ContiguousArray(unsafeUninitializedCapacity: lineCount) { targets, targetCount in
                targets.preferHugePages()
                guard let first = sources.baseAddress, let second = targets.baseAddress else { return }
                if isWeighted {
                    weights = ContiguousArray(unsafeUninitializedCapacity: lineCount) { weights, weightCount in
                        weights.preferHugePages()
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
