/// What can be wrong with an external field.
public enum FieldError: Error, Equatable, Sendable {
    /// Numbers must be finite.
    case notFinite(String, Double)

    /// A trap pulls, it does not push.
    case invalidStiffness(Double)

    /// Drag slows down.
    case invalidDrag(Double)

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
        case .notFinite(let name, let value): "the \(name) of a field is \(value), but must be finite"
        case .invalidStiffness(let stiffness):
            "the stiffness of a trap is \(stiffness), but must be a finite number not less than 0"
        case .invalidDrag(let coefficient):
            "the coefficient of a drag is \(coefficient), but must be a finite number not less than 0"
        case .magneticFieldInPlane:
            "a magnetic field lies in the plane of two dimensions, which charges would leave: its x and y must be 0"
        case .outOfPlane: "a field points out of the plane of two dimensions: its z must be 0"
        case .noMass(let particle):
            "particle \(particle) has no mass, but a trap, drag or magnetic field acts on it: its mass must be greater than 0"
        }
    }
}
