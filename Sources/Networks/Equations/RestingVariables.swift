/// Which variables of vertices rest after events, so that they have no rate of change.
final class RestingVariables {
    /// Of each vertex a bit for each variable that rests: there are 64 variables at most, the lanes of the largest state.
    @exclusivity(unchecked)
    private var masks: [UInt64] = []

    /// How many vertices have any.
    @exclusivity(unchecked)
    private var count = 0

    /// True if nothing rests.
    var isEmpty: Bool { count == 0 }

    /// Tests if a variable of a vertex rests.
    func contains(_ variable: Int, of vertex: Int) -> Bool { !isEmpty && masks[vertex] & 1 << UInt64(variable) != 0 }

    /// Tests if any variable of a vertex rests.
    func areAny(of vertex: Int) -> Bool { !isEmpty && masks[vertex] != 0 }

    /// Lets variables of a vertex rest, a bit for each, and no others.
    func set(_ mask: UInt64, of vertex: Int) {
        if masks[vertex] != 0 { count -= 1 }
        masks[vertex] = mask
        if mask != 0 { count += 1 }
    }

    /// Makes room for vertices, of which none rests that comes.
    func setVertexCount(to count: Int) {
        while masks.count > count {
            set(0, of: masks.count - 1)
            masks.removeLast()
        }
        masks += repeatElement(0, count: count - masks.count)
    }

    /// Sets the rates of what rests to 0, for a run of vertices.
    func clear(_ rates: UnsafeMutablePointer<Double>, of run: Range<Int>, rowCount: Int) {
        guard !isEmpty else { return }
        masks.withUnsafeBufferPointer { masks in
            for vertex in run where masks[vertex] != 0 {
                var rest = masks[vertex]
                while rest != 0 {
                    rates[rest.trailingZeroBitCount * rowCount + vertex] = 0
                    rest &= rest - 1
                }
            }
        }
    }
}
