/// Two times between which a number of a node changes its side of 0.
struct CrossingBracket {
    typealias Sample = (argument: Double, value: Double)

    /// Where the node stands among those that are watched.
    let position: Int
    private(set) var start: Sample
    private(set) var end: Sample

    init(position: Int, start: Sample, end: Sample) { (self.position, self.start, self.end) = (position, start, end) }

    /// When it would be if the number moved evenly.
    var estimate: Double {
        start.argument + (end.argument - start.argument) * start.value / (start.value - end.value)
    }

    /// Takes the part in which the change is that a time divides, of which the number is known.
    mutating func narrow(to sample: Sample) {
        if (sample.value >= 0) == (start.value >= 0) { start = sample } else { end = sample }
    }
}

extension CrossingBracket {
    /// Archives brackets.
    ///
    /// - Throws: `CheckpointError`, also if one is of none of as many nodes.
    static func archive(
        _ brackets: inout [CrossingBracket], ofNodeCount count: Int, in archive: StateArchive
    ) throws(CheckpointError) {
        var positions = brackets.map(\.position)
        var numbers = brackets.flatMap { [$0.start.argument, $0.start.value, $0.end.argument, $0.end.value] }
        try archive.values(&positions)
        try archive.values(&numbers)
        guard numbers.count == 4 * positions.count, positions.allSatisfy((0..<count).contains),
            numbers.allSatisfy(\.isFinite)
        else { throw .damaged(reason: "there are no such nodes that are observed to cross a level") }
        brackets = positions.indices.map {
            let sample = numbers[4 * $0..<4 * $0 + 4]
            let first = sample.startIndex
            return CrossingBracket(
                position: positions[$0], start: (sample[first], sample[first + 1]),
                end: (sample[first + 2], sample[first + 3]))
        }
    }
}
