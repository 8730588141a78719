import Particles

/// Reads the block `lattice`, whose only key is one of ``Lattice/all``.
struct LatticeReader {
    func read(_ value: Value) -> Lattice? {
        guard let (name, parameters) = value.variant(of: Lattice.all.map(\.description.name)) else { return nil }
        return Lattice.all[name].flatMap { lattice in parameters.section { $0.make(lattice) } }
    }
}
