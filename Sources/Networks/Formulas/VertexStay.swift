import SimulationEngine

/// A vertex of a ``TransitionProcess`` since it has come to the state in which it is.
struct VertexStay: QueuedClock {
    /// Two numbers of ``NeighbourCounts``, if there are no more. With them a vertex takes one line of the cache.
    fileprivate var counts: (Int32, Int32) = (0, 0)

    /// Runs at the sum of its rates.
    var hazard = HazardClock()

    /// When it leaves after a time that was drawn, and where it goes then.
    var drawnEnd = Double.infinity

    var queued = Double.infinity

    /// How many edges lead to it.
    var degree: Int32

    /// How manieth stay it is; 0 before the first.
    var occasion: UInt32 = 0

    /// The state; −1 before the first stay.
    var state: Int16 = -1

    var drawnTarget: UInt8 = 0

    init(
        hazard: HazardClock = HazardClock(), drawnEnd: Double = .infinity, degree: Int32, occasion: UInt32 = 0,
        state: Int16 = -1, drawnTarget: UInt8 = 0
    ) {
        (self.hazard, self.drawnEnd, self.degree) = (hazard, drawnEnd, degree)
        (self.occasion, self.state, self.drawnTarget) = (occasion, state, drawnTarget)
    }

    /// When it leaves.
    @inline(__always)
    var end: Double { min(hazard.end, drawnEnd) }

    /// Has a vertex come to a state.
    @inline(__always)
    mutating func begin(in state: Int16, at time: Double) {
        (self.state, hazard, drawnEnd, queued) = (state, HazardClock(since: time), .infinity, .infinity)
        occasion &+= 1
    }
}

/// How many neighbours of each vertex are in each state that is counted, as long as the memory is there.
struct NeighbourCounts: BitwiseCopyable {
    fileprivate let first: UnsafeMutablePointer<Int32>

    /// How far the numbers of a vertex are from those of the next one.
    fileprivate let stride: Int

    /// The numbers of a vertex, by the places of states among those that are counted.
    @inline(__always)
    subscript(vertex: Int) -> UnsafeMutablePointer<Int32> { first + vertex &* stride }
}

/// The memory of the vertices of a ``TransitionProcess``: 64 bytes for each, and 4 for each state that is counted where there are more
/// than two.
final class StayMemory {
    let stays: UnsafeMutablePointer<VertexStay>
    let counts: NeighbourCounts
    private let memory: ScratchMemory<VertexStay>
    private let countMemory: ScratchMemory<Int32>?
    private let countedStates: Int

    /// Vertices of some degrees before their first stays.
    init(degrees: [Int], countedStates: Int) {
        self.countedStates = countedStates
        memory = ScratchMemory(capacity: degrees.count)
        stays = memory.pointer
        for (vertex, degree) in degrees.enumerated() {
            (stays + vertex).initialize(to: VertexStay(degree: Int32(degree)))
        }
        let place = MemoryLayout<VertexStay>.offset(of: \.counts)
        if countedStates <= 2, let place {
            countMemory = nil
            counts = NeighbourCounts(
                first: (UnsafeMutableRawPointer(stays) + place).assumingMemoryBound(to: Int32.self),
                stride: MemoryLayout<VertexStay>.stride / MemoryLayout<Int32>.stride)
        } else {
            let memory = ScratchMemory<Int32>(count: degrees.count * countedStates, repeating: 0)
            (countMemory, counts) = (memory, NeighbourCounts(first: memory.pointer, stride: countedStates))
        }
    }

    /// Lets no neighbour be in any state.
    func clearCounts() {
        for vertex in 0..<memory.capacity { counts[vertex].update(repeating: 0, count: countedStates) }
    }
}
