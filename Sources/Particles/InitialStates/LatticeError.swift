/// What can be wrong with a lattice.
public enum LatticeError: Error, Equatable, Sendable {
    /// The number of cells must be given for each direction.
    case wrongDimensions(Int, expected: Int)

    /// There must be at least one cell in each direction, and not more particles than can be numbered.
    case invalidCells([Int])

    /// The lattice constant and the density must be finite and greater than 0.
    case invalidLength(String, Double)
}

extension LatticeError: CustomStringConvertible {
    /// What is wrong, and what would be right.
    public var description: String {
        switch self {
        case .wrongDimensions(let count, let expected):
            "a lattice in \(expected) dimensions needs \(expected) numbers of cells, not \(count)"
        case .invalidCells(let cells):
            "the numbers of cells are \(cells.map(String.init).joined(separator: ", ")), but each must be at least 1, and "
                + "there must be at most \(Int(Int32.max) / 32) particles"
        case .invalidLength(let name, let value):
            "the \(name) is \(value), but must be a finite number greater than 0"
        }
    }
}
