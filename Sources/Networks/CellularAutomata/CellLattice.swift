import CKernels
import SimulationEngine

/// A rectangular lattice of cells, whose living neighbours are counted many at a time.
///
/// It is recognised in the graph, however that was made: cells in rows, numbered one row after the other, each with the four
/// nearest or the eight around it as neighbours. At the bounds the rows may be joined or not. Cells in the first and the last
/// column are left to whoever asks.
///
/// A cell is a byte, and cells that follow one another are one vector: the vectors that begin at the neighbours of its first
/// cell are added up, and what a cell becomes follows from comparing the sums (`nk_cells`).
struct CellLattice {
    /// How many cells are updated at once.
    private static var lanes: Int { nk_cells_at_once }

    private let instructionSet: k_instruction_set
    let width: Int
    let height: Int

    /// True if the cells across corners are neighbours, too.
    private let hasDiagonals: Bool

    /// True if the first and the last row are neighbours.
    private let joinsRows: Bool

    /// Looks whether a graph is such a lattice, at least as wide as a vector and two columns.
    ///
    /// - Complexity: O(n) for n vertices.
    init?(_ graph: Graph, instructionSet: k_instruction_set = k_best_instruction_set()) {
        guard graph.vertexCount > 0 else { return nil }
        let candidates = graph.inNeighbours(of: 0).lazy.compactMap {
            CellLattice(graph, width: Int($0), instructionSet)
        }
        guard let lattice = candidates.first else { return nil }
        self = lattice
    }

    private init?(_ graph: Graph, width: Int, _ instructionSet: k_instruction_set) {
        guard width >= Self.lanes + 2, graph.vertexCount % width == 0, graph.vertexCount >= 3 * width else {
            return nil
        }
        self.instructionSet = instructionSet
        self.width = width
        height = graph.vertexCount / width
        hasDiagonals = graph.inDegree(of: width + 1) == 8
        joinsRows = graph.inDegree(of: 1) == graph.inDegree(of: width + 1)
        for row in 0..<height where !isRow(row, of: graph) { return nil }
    }

    /// Tests if the cells of a row, but for the first and the last, have the neighbours that they should have.
    private func isRow(_ row: Int, of graph: Graph) -> Bool {
        let first = row * width
        let rows = [above(row), row, below(row)].compactMap { $0 }.sorted()
        let offsets = rows.flatMap { other in
            let offset = (other - row) * width
            return other == row ? [-1, 1] : hasDiagonals ? [offset - 1, offset, offset + 1] : [offset]
        }
        return (first + 1..<first + width - 1).allSatisfy { cell in
            graph.inNeighbours(of: cell).elementsEqual(offsets.lazy.map { Int32(truncatingIfNeeded: cell + $0) })
        }
    }

    /// The row before a row, `nil` if there is none.
    private func above(_ row: Int) -> Int? { row > 0 ? row - 1 : joinsRows ? height - 1 : nil }

    /// The row after a row, `nil` if there is none.
    private func below(_ row: Int) -> Int? { row < height - 1 ? row + 1 : joinsRows ? 0 : nil }
}

// MARK: - What cells become

extension CellLattice {
    /// Writes what some cells become.
    ///
    /// - Parameters:
    ///   - run: The cells.
    ///   - states: All cells.
    ///   - target: Their new states, at the numbers of the run.
    ///   - alive: A bit for each sum with which a cell lives from now on: twice the number of living neighbours, and 1 more if it
    ///     lived.
    ///   - next: A single cell's new state.
    func update(
        _ run: Range<Int>, in states: UnsafePointer<Bool>, into target: UnsafeMutablePointer<Bool>, alive: UInt32,
        next: (Int) -> Bool
    ) {
        for row in run.lowerBound / width...(run.upperBound - 1) / width {
            let first = row * width
            let cells = run.clamped(to: first..<first + width)
            let inner = run.clamped(to: first + 1..<first + width - 1)
            let whole = inner.count >= Self.lanes ? inner : inner.lowerBound..<inner.lowerBound
            if !whole.isEmpty { update(whole, ofRow: row, in: states, into: target, alive) }
            for cell in cells.lowerBound..<whole.lowerBound { target[cell] = next(cell) }
            for cell in whole.upperBound..<cells.upperBound { target[cell] = next(cell) }
        }
    }

    /// Writes what cells of a row become, at least as many as are updated at once.
    private func update(
        _ cells: Range<Int>, ofRow row: Int, in states: UnsafePointer<Bool>, into target: UnsafeMutablePointer<Bool>,
        _ alive: UInt32
    ) {
        let (states, target) = (UnsafeRawPointer(states), UnsafeMutableRawPointer(target))
        let first = { (other: Int) in
            states.assumingMemoryBound(to: UInt8.self) + cells.lowerBound + (other - row) * width
        }
        nk_cells(
            instructionSet, above(row).map(first), first(row), below(row).map(first), hasDiagonals, alive,
            target.assumingMemoryBound(to: UInt8.self) + cells.lowerBound, Int64(cells.count))
    }
}
