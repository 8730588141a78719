import Descriptions

/// What can be wrong with an external field.
public enum FieldError: ParameterFailure, Equatable, Sendable {
    /// A parameter is not what it may be.
    case parameter(ParameterError)

    /// In two dimensions fields have no *z*.
    case outOfPlane

    /// In two dimensions a magnetic field has nothing but a *z*, or charges would leave the plane.
    case magneticFieldInPlane

    /// A force accelerates a particle in the inverse proportion of its mass.
    case noMass(particle: Int)
}

extension FieldError: CustomStringConvertible {
    /// What is wrong, and what would be right.
    public var description: String {
        switch self {
        case .parameter(let error): error.description
        case .magneticFieldInPlane:
            "a magnetic field lies in the plane of two dimensions, which charges would leave: its x and y must be 0"
        case .outOfPlane: "a field points out of the plane of two dimensions: its z must be 0"
        case .noMass(let particle):
            "particle \(particle) has no mass, but a trap, drag or magnetic field acts on it: its mass must be greater than 0"
        }
    }
}
