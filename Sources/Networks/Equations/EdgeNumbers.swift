import CKernels
import SimulationEngine

/// The variables of the edges of a graph: numbers that belong to an edge in its direction.
///
/// Those that move by rates are the tail of the state of equations. They, and the others with them, lie in the order of the rows of edges
/// that lead to vertices, where rates are computed of them. If none moves, all lie where the edges do that lead away from vertices
/// (`Graph.outgoing`), where events send. Either way there is a column for each variable, and a map that tells the place of each
/// edge among those in the other direction; where edges have no direction, each has numbers of its own in each.
///
/// An edge that is added while the graph changes, or gets another weight, begins anew; all others keep their numbers.
///
/// Memory: 8 bytes for each variable of an edge and 4 for its place, in each direction.
final class EdgeNumbers {
    let names: [String]
    private let network: ChangingGraph
    private let state: StateVector
    private let beginning: EdgeBeginning

    /// The variables that move, in the order of their columns in the tail of the state.
    let moving: [Int]

    /// Of each variable its column in the tail, or the complement of its column among those that do not move.
    private let slots: ScratchMemory<Int32>

    /// Those of them that have noise.
    private let noisy: [Int]

    /// How many variables begin with formulas; the others begin with numbers of the graph.
    private let formulaCount: Int

    /// Of each of these the column of the table.
    private let tableColumns: [Int]
    private let table: EdgeTable?

    /// The edges whose numbers these are: those that lead to vertices if some move, without free places, or those that lead away.
    private var rows: AdjacencyRows

    /// The numbers of those that do not move.
    @exclusivity(unchecked)
    private var numbers: ScratchMemory<Double>

    /// The place of each edge of the other direction.
    @exclusivity(unchecked)
    private var otherPlaces: ScratchMemory<Int32>

    /// Where the edges to each vertex begin if some move, and where those of the last end.
    @exclusivity(unchecked)
    private var firstPlaces = ScratchMemory<Int32>(capacity: 0)

    /// Creates the variables of edges, which follow the graph from now on.
    ///
    /// - Throws: ``NetworkModelError/edgeNotFinite(_:value:source:target:)``, ``NetworkModelError/tooManyEdges(_:)``,
    ///   ``NetworkModelError/missingEdgeNumbers(_:)``.
    init(
        of equations: Equations, on network: ChangingGraph, in state: StateVector, _ parameters: ParameterColumns,
        _ draws: EventDraws?
    ) throws(NetworkModelError) {
        let programs = equations.programs
        (names, self.network, self.state) = (equations.edgeVariables, network, state)
        guard network.graph.outgoing.vertices.count <= Int(Int32.max) else {
            throw .tooManyEdges(network.graph.edgeCount)
        }
        beginning = EdgeBeginning(programs.edgeBeginnings, programs.fields, parameters, draws)
        formulaCount = programs.edgeBeginnings.resultCount
        table = network.graph.edgeTable
        var ofTable: [Int] = []
        for name in names[formulaCount...] {
            guard let column = table?.names.firstIndex(of: name) else { throw .missingEdgeNumbers(name) }
            ofTable.append(column)
        }
        tableColumns = ofTable
        moving = programs.edgeRates?.variables ?? []
        noisy = programs.noisyEdgeVariables
        slots = ScratchMemory(count: names.count, repeating: 0)
        rows = network.graph.outgoing
        (numbers, otherPlaces) = (ScratchMemory(capacity: 0), ScratchMemory(capacity: 0))
        assignSlots()
        makeRoom()
        begin { _ in true }
        network.follower = self
        for (variable, name) in names.enumerated() {
            if let (row, place) = firstPlace(where: { !columns.column(variable)[$0].isFinite }) {
                let (source, target) = ends(row, Int(rows.vertices[place]))
                throw .edgeNotFinite(name, value: columns.column(variable)[place], source: source, target: target)
            }
        }
    }

    private func assignSlots() {
        var resting: Int32 = 0
        for variable in names.indices {
            if let slot = moving.firstIndex(of: variable) {
                slots.pointer[variable] = Int32(slot)
            } else {
                slots.pointer[variable] = ~resting
                resting += 1
            }
        }
    }

    /// True if edges lie in the order of the vertices to which they lead.
    private var areByTarget: Bool { !moving.isEmpty }

    /// The source and the target of an edge in a row, and where it is among the edges of a graph.
    private func ends(_ row: Int, _ entry: Int) -> (source: Int, target: Int) {
        areByTarget ? (entry, row) : (row, entry)
    }

    /// Where the numbers lie. Valid until edges or vertices change.
    struct Columns {
        fileprivate let numbers: UnsafeMutablePointer<Double>
        fileprivate let tail: UnsafeMutablePointer<Double>
        fileprivate let slots: UnsafePointer<Int32>

        /// How many places there are for edges, some of which may be free.
        let placeCount: Int
        fileprivate let otherPlaces: UnsafePointer<Int32>

        /// Where the edges to each vertex begin, one behind the other; `nil` if they lie elsewhere.
        let firstPlaces: UnsafePointer<Int32>?

        func column(_ variable: Int) -> UnsafeMutablePointer<Double> {
            let slot = Int(slots[variable])
            return slot < 0 ? numbers + ~slot * placeCount : tail + slot * placeCount
        }

        /// The place of an edge that leads away from a vertex, by its place in the graph.
        func place(ofOutgoing entry: Int) -> Int32 {
            firstPlaces == nil ? Int32(truncatingIfNeeded: entry) : otherPlaces[entry]
        }

        /// The place of an edge that leads to a vertex, by its place in the graph, where those of the vertex begin at one.
        func place(ofIncoming entry: Int, to vertex: Int, from start: Int) -> Int32 {
            guard let firstPlaces else { return otherPlaces[entry] }
            return firstPlaces[vertex] + Int32(truncatingIfNeeded: entry - start)
        }

        /// The places of all edges that lead to vertices, where they do not lie in this order.
        var incomingPlaces: UnsafePointer<Int32> { otherPlaces }
    }

    private var columns: Columns { columns(in: state.tail.baseAddress ?? numbers.pointer) }

    /// Where the numbers lie, of which those that move are behind the columns of a state.
    func columns(ofState state: UnsafePointer<Double>) -> Columns {
        columns(in: UnsafeMutablePointer(mutating: state) + self.state.columnCount * self.state.rowCount)
    }

    private func columns(in tail: UnsafeMutablePointer<Double>) -> Columns {
        Columns(
            numbers: numbers.pointer, tail: tail, slots: UnsafePointer(slots.pointer), placeCount: placeCount,
            otherPlaces: UnsafePointer(otherPlaces.pointer),
            firstPlaces: areByTarget ? UnsafePointer(firstPlaces.pointer) : nil)
    }

    /// How many numbers a column has.
    var placeCount: Int { rows.vertices.count }

    /// The numbers of a variable, in the order of the edges that lead away from vertices.
    func numbers(of variable: Int) -> [Double] {
        let (columns, outgoing) = (columns, network.graph.outgoing)
        let column = columns.column(variable)
        var numbers: [Double] = []
        numbers.reserveCapacity(outgoing.entryCount)
        for row in 0..<outgoing.rowCount {
            for entry in outgoing.range(of: row) { numbers.append(column[Int(columns.place(ofOutgoing: entry))]) }
        }
        return numbers
    }

    /// What a number of the tail of the state is called, and the ends of its edge; `nil` if there is no such number.
    func edgeNumber(atTail index: Int) -> (name: String, source: Int, target: Int)? {
        let (slot, place) = index.quotientAndRemainder(dividingBy: placeCount)
        guard moving.indices.contains(slot),
            let target = (0..<rows.rowCount).first(where: { rows.range(of: $0).contains(place) })
        else { return nil }
        return (Equations.edgePrefix + names[moving[slot]], Int(rows.vertices[place]), target)
    }
}

// MARK: - Places

extension EdgeNumbers {
    /// Makes memory for the edges that there are, and finds their places.
    private func makeRoom() {
        let graph = network.graph
        rows = areByTarget ? graph.incoming.compacted() : graph.outgoing
        let others = areByTarget ? graph.outgoing : graph.incoming
        numbers = ScratchMemory(count: (names.count - moving.count) * placeCount, repeating: 0)
        if areByTarget { state.makeTail(count: moving.count * placeCount) }
        // Either may have free places.
        otherPlaces = ScratchMemory(count: max(placeCount, others.vertices.count), repeating: 0)
        // Rows are in ascending order of their entries.
        var next = others.offsets
        for row in 0..<rows.rowCount {
            for place in rows.range(of: row) {
                let entry = Int(rows.vertices[place])
                otherPlaces.pointer[Int(next[entry])] = Int32(truncatingIfNeeded: place)
                next[entry] += 1
            }
        }
        noteFirstPlaces()
        noteNoise()
    }

    /// Tells the state which of its numbers have noise, and of which edges they are: where edges have no direction, the two of each
    /// have the same noise.
    private func noteNoise() {
        guard !noisy.isEmpty else { return }
        let owners = ScratchMemory<UInt64>(count: placeCount, repeating: 0)
        for row in 0..<rows.rowCount {
            for place in rows.range(of: row) {
                var (first, second) = ends(row, Int(rows.vertices[place]))
                if !network.graph.isDirected, second < first { swap(&first, &second) }
                owners.pointer[place] = UInt64(first) << 32 | UInt64(second)
            }
        }
        let columns = moving.enumerated().compactMap { slot, variable in
            noisy.contains(variable) ? TailNoise.Column(index: slot, variable: variable) : nil
        }
        state.tailNoise = TailNoise(of: columns, owners: owners, count: placeCount)
    }

    /// Takes note of where the edges to each vertex begin.
    private func noteFirstPlaces() {
        guard areByTarget else { return }
        // Room for as many vertices again.
        firstPlaces = ScratchMemory(count: 2 * rows.rowCount + 2, repeating: Int32(truncatingIfNeeded: placeCount))
        for row in 0..<rows.rowCount { firstPlaces.pointer[row] = Int32(truncatingIfNeeded: rows.offsets[row]) }
    }

    /// Follows vertices that have come without edges.
    func followVertices() {
        guard areByTarget, network.graph.vertexCount >= firstPlaces.capacity else { return }
        rows = network.graph.incoming.compacted()
        noteFirstPlaces()
    }

    private func firstPlace(where isMeant: (Int) -> Bool) -> (row: Int, place: Int)? {
        for row in 0..<rows.rowCount {
            if let place = rows.range(of: row).first(where: isMeant) { return (row, place) }
        }
        return nil
    }

    /// Has edges begin.
    private func begin(at isMeant: (_ place: Int) -> Bool) {
        let columns = columns
        for row in 0..<rows.rowCount {
            for place in rows.range(of: row) where isMeant(place) {
                if beginning.isFull { beginning.write(to: columns, variableCount: formulaCount) }
                let (source, target) = ends(row, Int(rows.vertices[place]))
                beginning.add(source, target, weight: rows.weights?[place] ?? 1, place: place)
                for (index, column) in tableColumns.enumerated() {
                    columns.column(formulaCount + index)[place] =
                        table?.number(column, from: source, to: target) ?? .nan
                }
            }
        }
        beginning.write(to: columns, variableCount: formulaCount)
    }
}

extension EdgeNumbers: EdgeFollower {
    func check(_ source: Int, _ target: Int, _ weight: Double) throws(GraphError) {
        for (source, target) in network.graph.isDirected ? [(source, target)] : [(source, target), (target, source)] {
            let numbers = beginning.numbers(of: source, target, weight: weight)
            if let (name, value) = zip(names, numbers).first(where: { !$1.isFinite }) {
                throw .edgeVariableNotFinite(name, value: value, source, target)
            }
            for (name, column) in zip(names[formulaCount...], tableColumns)
            where table?.number(column, from: source, to: target) == nil {
                throw .missingEdgeNumber(name, source, target)
            }
        }
    }

    /// - Complexity: O(n + m) for n vertices and m edges.
    func edgesHaveChanged(setting edge: (source: Int, target: Int)?) {
        let old = rows
        let oldNumbers = names.indices.map {
            Array(UnsafeBufferPointer(start: self.columns.column($0), count: placeCount))
        }
        makeRoom()
        let columns = columns
        var isNew = [Bool](repeating: false, count: placeCount)
        for row in 0..<rows.rowCount {
            let known = row < old.rowCount ? old.range(of: row) : 0..<0
            var next = known.lowerBound
            for place in rows.range(of: row) {
                let entry = rows.vertices[place]
                while next < known.upperBound, old.vertices[next] < entry { next += 1 }
                let isKnown = next < known.upperBound && old.vertices[next] == entry
                isNew[place] = !isKnown || isSet(row, Int(entry), by: edge)
                for variable in names.indices where isKnown {
                    columns.column(variable)[place] = oldNumbers[variable][next]
                }
                if isKnown { next += 1 }
            }
        }
        begin { isNew[$0] }
    }

    private func isSet(_ row: Int, _ entry: Int, by edge: (source: Int, target: Int)?) -> Bool {
        guard let edge else { return false }
        let (source, target) = ends(row, entry)
        return edge == (source, target) || !network.graph.isDirected && edge == (target, source)
    }
}

// MARK: - Checkpoints

extension EdgeNumbers: Resumable {
    /// Archives the numbers of all edges, which the graph has been archived with.
    func archiveState(in archive: StateArchive) throws(CheckpointError) {
        if archive.isReading { makeRoom() }
        let outgoing = network.graph.outgoing
        for variable in names.indices {
            var numbers = numbers(of: variable)
            try archive.values(&numbers, asMany: "the number of edges")
            guard archive.isReading else { continue }
            guard numbers.allSatisfy(\.isFinite) else { throw .damaged(reason: "a variable of an edge is not finite") }
            let column = columns.column(variable)
            var next = 0
            for row in 0..<outgoing.rowCount {
                for entry in outgoing.range(of: row) {
                    column[Int(columns.place(ofOutgoing: entry))] = numbers[next]
                    next += 1
                }
            }
        }
    }
}
