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

    /// Sets the rates of what rests to 0, for a run of vertices.
    ///
    /// - Complexity: O(k) for k vertices that rest, and a 64th of the run.
    func clear(_ rates: UnsafeMutablePointer<Double>, of run: Range<Int>, rowCount: Int) {
        guard !isEmpty, let last = run.last else { return }
        for word in run.lowerBound / 64...last / 64 {
            for bit in SetBits(resting[word]) where run.contains(64 * word + bit) {
                let vertex = 64 * word + bit
                for variable in SetBits(masks[vertex]) { rates[variable * rowCount + vertex] = 0 }
            }
        }
    }
}
