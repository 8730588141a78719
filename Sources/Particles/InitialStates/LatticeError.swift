import Descriptions

/// An error in the parameters of a lattice.
public enum LatticeError: ParameterFailure, Equatable, Sendable {
    /// The number of cells must be given for each direction.
    case wrongDimensions(Int, expected: Int)

    /// There must be at least one cell in each direction, and not more particles than can be numbered.
    case invalidCells([Int])

    /// A parameter is not what it may be.
    case parameter(ParameterError)
}

extension LatticeError: CustomStringConvertible {
    /// The error message: what is wrong, and what would be right.
    public var description: String {
        switch self {
        case .wrongDimensions(let count, let expected):
            "a lattice in \(expected) dimensions needs \(expected) numbers of cells, not \(count)"
        case .invalidCells(let cells):
            "the numbers of cells are \(cells.map(String.init).joined(separator: ", ")), but each must be at least 1, and "
                + "there must be at most \(Int(Int32.max) / 32) particles"
        case .parameter(let error): error.description
        }
    }
}
