import GSL

/// The noise of numbers behind the columns of a state, such as those of edges.
///
/// For each owner of numbers, variable and step it is a stream of its own: owners keep their noise whoever comes or goes. Numbers of
/// the same owner and variable have the same noise.
///
/// Memory: 8 bytes for each owner of numbers.
package final class TailNoise {
    /// A column of the tail that has noise.
    package struct Column {
        /// Which column of the tail.
        package let index: Int

        /// The number that the variable has among all of its owner.
        package let variable: Int

        package init(index: Int, variable: Int) { (self.index, self.variable) = (index, variable) }
    }

    private let columns: [Column]
    private let owners: ScratchMemory<UInt64>
    private let ownerCount: Int

    /// - Parameters:
    ///   - columns: The columns that have noise. Each has a number for each owner.
    ///   - owners: The owners, in the order of their numbers.
    ///   - count: How many there are.
    package init(of columns: [Column], owners: ScratchMemory<UInt64>, count: Int) {
        (self.columns, self.owners, ownerCount) = (columns, owners, count)
    }

    /// Writes normal deviates times a factor into the columns that have noise, of a tail that begins where the pointer points to.
    ///
    /// - Complexity: O(numbers that have noise), without allocation.
    func draw(from streams: RandomStreams, step: Int, deviation: Double, into tail: UnsafeMutablePointer<Double>) {
        let (key, ziggurat, owners) = (streams.key(for: .noiseOfEdges), Ziggurat.shared, owners.pointer)
        for column in columns {
            let numbers = tail + column.index * ownerCount
            for place in 0..<ownerCount {
                let owner = Int(truncatingIfNeeded: owners[place])
                var words = RandomWords(
                    key: key, counter: RandomStreams.counter(node: owner, column: column.variable, step: step))
                numbers[place] = deviation * ziggurat.deviate(from: &words)
            }
        }
    }
}

extension RandomPurpose {
    /// The noise of variables of edges.
    fileprivate static let noiseOfEdges = RandomPurpose(number: 7)
}
