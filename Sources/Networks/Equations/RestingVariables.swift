/// Which variables of vertices rest after events, so that they have no rate of change.
final class RestingVariables {
    /// Of each vertex a bit for each variable that rests: there are 64 variables at most, the lanes of the largest state.
    @exclusivity(unchecked)
    private var masks: [UInt64] = []

    /// A bit for each vertex that has any.
    @exclusivity(unchecked)
    private var resting: [UInt64] = []

    /// How many of these there are.
    @exclusivity(unchecked)
    private var count = 0

    /// True if nothing rests.
    var isEmpty: Bool { count == 0 }

    /// Tests if a variable of a vertex rests.
    func contains(_ variable: Int, of vertex: Int) -> Bool { !isEmpty && masks[vertex] & 1 << UInt64(variable) != 0 }

    /// Tests if any variable of a vertex rests.
    func areAny(of vertex: Int) -> Bool { !isEmpty && masks[vertex] != 0 }

    /// Gives a closure a word for each vertex, with a bit for each variable that rests; `nil` if nothing rests.
    func withMasks<Result>(_ body: (UnsafePointer<UInt64>?) -> Result) -> Result {
        masks.withUnsafeBufferPointer { body(isEmpty ? nil : $0.baseAddress) }
    }

    /// Lets variables of a vertex rest, a bit for each, and no others.
    func set(_ mask: UInt64, of vertex: Int) {
        if masks[vertex] != 0 { count -= 1 }
        masks[vertex] = mask
        let bit: UInt64 = 1 << UInt64(vertex % 64)
        if mask != 0 {
            count += 1
            resting[vertex / 64] |= bit
        } else {
            resting[vertex / 64] &= ~bit
        }
    }

    /// Makes room for vertices, of which none rests that comes.
    func setVertexCount(to count: Int) {
        while masks.count > count {
            set(0, of: masks.count - 1)
            masks.removeLast()
        }
        masks += repeatElement(0, count: count - masks.count)
        resting += repeatElement(0, count: max(0, (count + 63) / 64 - resting.count))
    }

    /// Has what rests of a run of vertices not move.
    ///
    /// - Parameters:
    ///   - run: The vertices.
    ///   - rates: Rates of change, or numbers that have moved by them.
    ///   - state: Where the numbers have been before, if they have moved.
    ///   - rowCount: How many vertices there are.
    /// - Complexity: O(k) for k vertices that rest, and a 64th of the run.
    func stop(
        _ run: Range<Int>, _ rates: UnsafeMutablePointer<Double>, at state: UnsafePointer<Double>?, rowCount: Int
    ) {
        guard !isEmpty, let last = run.last else { return }
        for word in run.lowerBound / 64...last / 64 {
            for bit in SetBits(resting[word]) where run.contains(64 * word + bit) {
                let vertex = 64 * word + bit
                for variable in SetBits(masks[vertex]) {
                    let place = variable * rowCount + vertex
                    // What a rate of 0 gives: a sum is never -0.
                    rates[place] = (state?[place] ?? 0) + 0
                }
            }
        }
    }
}
