/// Which variables of vertices rest after events, so that they have no rate of change.
final class RestingVariables {
    /// Of each vertex a bit for each variable that rests: there are 64 variables at most, the lanes of the largest state.
    private var masks: [UInt64] = []

    /// How many vertices have any.
    private var count = 0

    /// True if nothing rests.
    var isEmpty: Bool { count == 0 }

    /// Tests if a variable of a vertex rests.
    func contains(_ variable: Int, of vertex: Int) -> Bool { !isEmpty && masks[vertex] & 1 << UInt64(variable) != 0 }

    /// Lets variables of a vertex rest, and no others.
    func set(_ variables: some Sequence<Int>, of vertex: Int) {
        let mask = variables.reduce(0 as UInt64) { $0 | 1 << UInt64($1) }
        if masks[vertex] != 0 { count -= 1 }
        masks[vertex] = mask
        if mask != 0 { count += 1 }
    }

    /// Makes room for vertices, of which none rests that comes.
    func setVertexCount(to count: Int) {
        while masks.count > count {
            set([], of: masks.count - 1)
            masks.removeLast()
        }
        masks += repeatElement(0, count: count - masks.count)
    }

    /// Sets the rates of what rests to 0, for a run of vertices.
    func clear(_ rates: UnsafeMutablePointer<Double>, of run: Range<Int>, rowCount: Int) {
        guard !isEmpty else { return }
        for vertex in run where masks[vertex] != 0 {
            var rest = masks[vertex]
            while rest != 0 {
                rates[rest.trailingZeroBitCount * rowCount + vertex] = 0
                rest &= rest - 1
            }
        }
    }
}
