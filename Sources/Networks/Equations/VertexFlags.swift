import SimulationEngine

/// A flag of each vertex of a network, as a bit: few are set.
final class VertexFlags {
    /// The bits of 64 vertices each; those behind the last vertex are 0.
    var words: UnsafeMutablePointer<UInt64> { memory.pointer }

    /// How many vertices there are.
    @exclusivity(unchecked)
    private(set) var count = 0

    @exclusivity(unchecked)
    private var memory = ScratchMemory<UInt64>(capacity: 0)

    /// Makes room for vertices, of which none is set that comes.
    func grow(to count: Int) {
        let old = memory
        memory = ScratchMemory(count: (count + 63) / 64, repeating: 0)
        memory.pointer.update(from: old.pointer, count: min(old.capacity, memory.capacity))
        self.count = count
    }

    @inline(__always)
    func contains(_ vertex: Int) -> Bool { words[vertex / 64] & 1 << UInt64(vertex % 64) != 0 }

    @inline(__always)
    func remove(_ vertex: Int) { words[vertex / 64] &= ~(1 << UInt64(vertex % 64)) }

    @inline(__always)
    func set(_ vertex: Int, _ isSet: Bool) {
        if isSet { words[vertex / 64] |= 1 << UInt64(vertex % 64) } else { remove(vertex) }
    }
}
