import Descriptions

/// An error in an external field.
public enum FieldError: ParameterFailure, Equatable, Sendable {
    /// A parameter is not what it may be.
    case parameter(ParameterError)

    /// In two dimensions fields have no *z*.
    case outOfPlane

    /// In two dimensions a magnetic field has nothing but a *z*, or charges would leave the plane.
    case magneticFieldInPlane

    /// A force accelerates a particle in the inverse proportion of its mass.
    case noMass(particle: Int)

    /// A formula has a parameter for each type, but not for that of a particle.
    case unknownType(Int, particle: Int, known: Int)

    /// A formula is not finite where a particle is.
    case notFinite(particle: Int, value: Double)

    /// An energy has no finite slope where a particle is, so that no force follows from it.
    case noSlope(particle: Int, value: Double)

    /// A formula differs between a particle and its next image in a periodic box.
    case notPeriodic(axis: Int, particle: Int, Double, Double)

    /// A force is given along other directions than the box has.
    case wrongForceCount(Int, dimensions: Int)
}

extension FieldError: CustomStringConvertible {
    /// The error message: what is wrong, and what would be right.
    public var description: String {
        switch self {
        case .parameter(let error): error.description
        case .magneticFieldInPlane:
            "a magnetic field lies in the plane of two dimensions, which charges would leave: its x and y must be 0"
        case .outOfPlane: "a field points out of the plane of two dimensions: its z must be 0"
        case .noMass(let particle):
            "particle \(particle) has no mass, but a field, trap, drag or magnetic field acts on it: its mass must be greater than 0"
        case .unknownType(let type, let particle, let known):
            "particle \(particle) is of type \(type), but the parameters of a formula are for \(known) types, from 0"
        case .notFinite(let particle, let value):
            "a formula of a field is \(value.isNaN ? "not a number" : "\(value)") where particle \(particle) is: it must be finite"
        case .noSlope(let particle, let value):
            "the slope of the energy of a field is \(value.isNaN ? "not a number" : "\(value)") where particle \(particle) is, so that "
                + "no force follows: a length such as norm(position) has none where it is 0, but its square, dot(position, position), has"
        case .notPeriodic(let axis, let particle, let one, let other):
            "a formula of a field is \(one) where particle \(particle) is and \(other) a period of the box further along "
                + "\(["x", "y", "z"][axis]): it must have the periods of the box, as sin(2 * pi * x / 10) has that of 10"
        case .wrongForceCount(let count, let dimensions):
            "a force along \(count) directions is given in \(dimensions) dimensions: one formula for each is needed"
        }
    }
}
