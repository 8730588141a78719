import Particles

/// Reads the block
///
///     lattice:
///       fcc:                sc, bcc, fcc; in two dimensions square, hexagonal
///         cells: …          the number of unit cells in each direction, one for all or a list
///         density: …        the number of particles per volume
///         constant: …       or the lattice constant, the width of a cell
struct LatticeReader {
    func read(_ value: Value) -> Lattice? {
        guard let (kind, parameters) = value.variant(of: Lattice.Kind.self) else { return nil }
        return parameters.section { section in
            let cells = section.required("cells", for: "the number of unit cells in each direction")
                .flatMap { readCells($0, kind) }
            let density = section.optional("density")
            let constant = section.optional("constant")
            guard (density == nil) != (constant == nil) else {
                section.value.report(
                    "a lattice must have either a 'density' or a 'constant'",
                    expected: "particles per volume, or the width of a unit cell")
                return nil
            }
            let densityNumber = density?.number(.positive)
            let constantNumber = constant?.number(.positive)
            guard let cells else { return nil }
            do throws(LatticeError) {
                if let densityNumber { return try Lattice(kind, cells: cells, density: densityNumber) }
                if let constantNumber { return try Lattice(kind, cells: cells, constant: constantNumber) }
            } catch {
                section.value.report("\(error)")
            }
            return nil
        }
    }

    private func readCells(_ value: Value, _ kind: Lattice.Kind) -> [Int]? {
        let range = NumberRange.closed(1...1_000_000)
        guard value.form == .list else {
            return value.integer(range).map { [Int](repeating: $0, count: kind.dimensions) }
        }
        return value.list(.exactly(kind.dimensions), of: "numbers of cells") { $0.integer(range) }
    }
}
