import CKernels
import SimulationEngine

/// The variables of the edges of a graph: numbers that belong to an edge in its direction.
///
/// They lie where the edges do that lead away from vertices (`Graph.outgoing`), a column for each variable; where edges have no
/// direction, each has numbers of its own in each. A map tells the place of each edge among those that lead to vertices.
///
/// An edge that is added while the graph changes, or gets another weight, begins anew; all others keep their numbers.
///
/// Memory: 8 bytes for each variable of an edge and 4 for its place, in each direction.
final class EdgeNumbers {
    let names: [String]
    private let network: ChangingGraph
    private let beginning: EdgeBeginning

    /// How many variables begin with formulas; the others begin with numbers of the graph.
    private let formulaCount: Int

    /// Of each of these the column of the table.
    private let tableColumns: [Int]
    private let table: EdgeTable?

    /// The edges whose numbers these are.
    private var rows: AdjacencyRows

    @exclusivity(unchecked)
    private var numbers: ScratchMemory<Double>

    @exclusivity(unchecked)
    private var outgoingPlaces: ScratchMemory<Int32>

    /// Creates the variables of edges, which follow the graph from now on.
    ///
    /// - Throws: ``NetworkModelError/edgeNotFinite(_:value:source:target:)``, ``NetworkModelError/tooManyEdges(_:)``,
    ///   ``NetworkModelError/missingEdgeNumbers(_:)``.
    init(
        _ names: [String], of network: ChangingGraph, beginning program: ExpressionProgram, _ fields: EquationFields,
        _ parameters: ParameterColumns, _ draws: EventDraws?
    ) throws(NetworkModelError) {
        (self.names, self.network) = (names, network)
        guard network.graph.outgoing.vertices.count <= Int(Int32.max) else {
            throw .tooManyEdges(network.graph.edgeCount)
        }
        beginning = EdgeBeginning(program, fields, parameters, draws)
        formulaCount = program.resultCount
        table = network.graph.edgeTable
        var ofTable: [Int] = []
        for name in names[formulaCount...] {
            guard let column = table?.names.firstIndex(of: name) else { throw .missingEdgeNumbers(name) }
            ofTable.append(column)
        }
        tableColumns = ofTable
        rows = network.graph.outgoing
        (numbers, outgoingPlaces) = (ScratchMemory(capacity: 0), ScratchMemory(capacity: 0))
        makeRoom()
        begin { _ in true }
        network.follower = self
        for (variable, name) in names.enumerated() {
            if let (source, place) = firstPlace(where: { !columns.column(variable)[$0].isFinite }) {
                throw .edgeNotFinite(
                    name, value: columns.column(variable)[place], source: source, target: Int(rows.vertices[place]))
            }
        }
    }

    /// Where the numbers lie. Valid until edges change.
    struct Columns {
        fileprivate let numbers: UnsafeMutablePointer<Double>

        /// How many places there are for edges, some of which may be free.
        fileprivate let placeCount: Int

        /// For each place among edges that lead to vertices that among those which lead away.
        let outgoingPlaces: UnsafePointer<Int32>

        func column(_ variable: Int) -> UnsafeMutablePointer<Double> { numbers + variable * placeCount }
    }

    var columns: Columns {
        Columns(
            numbers: numbers.pointer, placeCount: rows.vertices.count,
            outgoingPlaces: UnsafePointer(outgoingPlaces.pointer))
    }

    /// The numbers of a variable, in the order of the rows.
    func numbers(of variable: Int) -> [Double] {
        let column = columns.column(variable)
        var numbers: [Double] = []
        numbers.reserveCapacity(rows.entryCount)
        for row in 0..<rows.rowCount { for place in rows.range(of: row) { numbers.append(column[place]) } }
        return numbers
    }
}

// MARK: - Places

extension EdgeNumbers {
    /// Makes memory for the edges that there are, and finds their places.
    private func makeRoom() {
        numbers = ScratchMemory(count: names.count * rows.vertices.count, repeating: 0)
        let incoming = network.graph.incoming
        // Either may have free places.
        outgoingPlaces = ScratchMemory(count: max(rows.vertices.count, incoming.vertices.count), repeating: 0)
        // Rows are in ascending order of their entries.
        var next = incoming.offsets
        for row in 0..<rows.rowCount {
            for place in rows.range(of: row) {
                let target = Int(rows.vertices[place])
                outgoingPlaces.pointer[Int(next[target])] = Int32(truncatingIfNeeded: place)
                next[target] += 1
            }
        }
    }

    private func firstPlace(where isMeant: (Int) -> Bool) -> (source: Int, place: Int)? {
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
                let target = Int(rows.vertices[place])
                beginning.add(row, target, weight: rows.weights?[place] ?? 1, place: place)
                for (index, column) in tableColumns.enumerated() {
                    columns.column(formulaCount + index)[place] = table?.number(column, from: row, to: target) ?? .nan
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
        let (old, oldColumns, oldNumbers) = (rows, columns, numbers)
        rows = network.graph.outgoing
        makeRoom()
        var isNew = [Bool](repeating: false, count: rows.vertices.count)
        for row in 0..<rows.rowCount {
            let known = row < old.rowCount ? old.range(of: row) : 0..<0
            var next = known.lowerBound
            for place in rows.range(of: row) {
                let target = rows.vertices[place]
                while next < known.upperBound, old.vertices[next] < target { next += 1 }
                let isKnown = next < known.upperBound && old.vertices[next] == target
                isNew[place] = !isKnown || isSet(row, Int(target), by: edge)
                for variable in names.indices where isKnown {
                    columns.column(variable)[place] = oldColumns.column(variable)[next]
                }
                if isKnown { next += 1 }
            }
        }
        withExtendedLifetime(oldNumbers) {}
        begin { isNew[$0] }
    }

    private func isSet(_ source: Int, _ target: Int, by edge: (source: Int, target: Int)?) -> Bool {
        guard let edge else { return false }
        return edge == (source, target) || !network.graph.isDirected && edge == (target, source)
    }
}

// MARK: - Checkpoints

extension EdgeNumbers: Resumable {
    /// Archives the numbers of all edges, which the graph has been archived with.
    func archiveState(in archive: StateArchive) throws(CheckpointError) {
        if archive.isReading {
            rows = network.graph.outgoing
            makeRoom()
        }
        for variable in names.indices {
            var numbers = numbers(of: variable)
            try archive.values(&numbers, asMany: "the number of edges")
            guard archive.isReading else { continue }
            guard numbers.allSatisfy(\.isFinite) else { throw .damaged(reason: "a variable of an edge is not finite") }
            let column = columns.column(variable)
            var next = 0
            for row in 0..<rows.rowCount {
                for place in rows.range(of: row) {
                    column[place] = numbers[next]
                    next += 1
                }
            }
        }
    }
}
