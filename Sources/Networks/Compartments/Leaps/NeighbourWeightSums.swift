import SimulationEngine

/// How strongly the neighbours of each vertex act on it: for each compartment that acts, the sum of the weights of the edges
/// that lead to the vertex from vertices of that compartment.
///
/// Without weights the sums are whole numbers, which are kept up to date exactly; with weights they are summed up anew for
/// each leap, in the order of the edges, so that rounding does not add up. Neither depends on the number of threads.
///
/// Memory: 8 bytes a vertex for each compartment that acts, 4 bytes a vertex, and 4 bytes for each end of an edge, 12 with
/// weights.
struct NeighbourWeightSums {
    /// The sums: of the first acting compartment for all vertices, then of the second, and so on.
    let sums: ScratchMemory<Double>

    /// True if sums must be made anew for each leap.
    let mustBeSummedUp: Bool

    /// The edges that lead to vertices where they have weights, else those that lead away.
    private let offsets: ScratchMemory<UInt32>
    private let neighbours: ScratchMemory<Int32>
    private let weights: ScratchMemory<Double>?
    private let vertexCount: Int
    private let table: LeapTable
    private let states: CompartmentStates

    init(_ graph: Graph, _ table: LeapTable, _ states: CompartmentStates) {
        let rows = (graph.isWeighted ? graph.incoming : graph.outgoing).compacted()
        offsets = ScratchMemory(copying: rows.offsets)
        neighbours = ScratchMemory(copying: rows.vertices)
        weights = rows.weights.map { ScratchMemory(copying: $0) }
        mustBeSummedUp = graph.isWeighted
        vertexCount = graph.vertexCount
        sums = ScratchMemory(count: graph.vertexCount * table.pressureCount, repeating: 0)
        self.table = table
        self.states = states
    }

    /// Sums up.
    ///
    /// - Complexity: O(n + m) for n vertices and m edges.
    func sumUp(_ team: ThreadTeam) {
        guard let weights = weights?.pointer else {
            sums.pointer.update(repeating: 0, count: vertexCount * table.pressureCount)
            for vertex in 0..<vertexCount { add(1, to: table.pressures[Int(states.numbers[vertex])], around: vertex) }
            return
        }
        let (sums, offsets, neighbours, states) = (
            sums.pointer, offsets.pointer, neighbours.pointer, states.numbers
        )
        let (pressures, pressureCount, vertexCount) = (table.pressures, table.pressureCount, vertexCount)
        team.forEachRun(of: vertexCount) { run in
            for vertex in run {
                for pressure in 0..<pressureCount { sums[pressure * vertexCount + vertex] = 0 }
                for index in Int(offsets[vertex])..<Int(offsets[vertex + 1]) {
                    let pressure = pressures[Int(states[Int(neighbours[index])])]
                    if pressure >= 0 { sums[pressure * vertexCount + vertex] += weights[index] }
                }
            }
        }
    }

    /// Takes note that a vertex has gone from one compartment to another, where sums are kept up to date.
    @inline(__always)
    func note(_ vertex: Int, from old: UInt8, to new: UInt8) {
        let (lost, gained) = (table.pressures[Int(old)], table.pressures[Int(new)])
        guard lost != gained else { return }
        add(-1, to: lost, around: vertex)
        add(1, to: gained, around: vertex)
    }

    @inline(__always)
    private func add(_ number: Double, to pressure: Int, around vertex: Int) {
        guard pressure >= 0 else { return }
        let (column, neighbours) = (sums.pointer + pressure * vertexCount, neighbours.pointer)
        for index in Int(offsets.pointer[vertex])..<Int(offsets.pointer[vertex + 1]) {
            column[Int(neighbours[index])] += number
        }
    }
}
