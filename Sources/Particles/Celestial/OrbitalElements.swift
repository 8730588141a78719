import CMath

/// The elements of an orbit, an ellipse or a hyperbola about a body in a focus.
///
/// C. D. Murray and S. F. Dermott, *Solar System Dynamics* (1999), 2.8, DOI 10.1017/CBO9781139174817.
public struct OrbitalElements: Equatable, Sendable {
    /// Where on the orbit a body is, in radians from the pericentre on.
    public enum Anomaly: Equatable, Sendable {
        /// The angle as seen from the focus.
        case `true`(Double)

        /// The time since the pericentre times the mean motion √(μ / |a|³).
        case mean(Double)
    }

    /// The semi-major axis *a*, negative for a hyperbola.
    public let semiMajorAxis: Double

    /// The eccentricity *e*, less than 1 for an ellipse.
    public let eccentricity: Double

    /// The inclination *i* to the plane of *x* and *y*, in radians.
    public let inclination: Double

    /// The longitude Ω of the ascending node, from the *x* axis on, in radians.
    public let ascendingNode: Double

    /// The argument ω of the pericentre, from the ascending node on, in radians.
    public let pericentre: Double

    /// Where the body is.
    public let anomaly: Anomaly

    /// Creates elements.
    ///
    /// - Throws: ``OrbitalElementsError``.
    public init(
        semiMajorAxis: Double, eccentricity: Double = 0, inclination: Double = 0, ascendingNode: Double = 0,
        pericentre: Double = 0, anomaly: Anomaly = .mean(0)
    ) throws(OrbitalElementsError) {
        guard eccentricity >= 0, eccentricity != 1, eccentricity.isFinite else {
            throw .invalidEccentricity(eccentricity)
        }
        guard semiMajorAxis.isFinite, eccentricity < 1 ? semiMajorAxis > 0 : semiMajorAxis < 0 else {
            throw .invalidSemiMajorAxis(semiMajorAxis, eccentricity: eccentricity)
        }
        let angle =
            switch anomaly {
            case .true(let angle), .mean(let angle): angle
            }
        guard (inclination + ascendingNode + pericentre + angle).isFinite else { throw .invalidAngle }
        if case .true(let angle) = anomaly, 1 + eccentricity * cos(angle) <= 0 {
            throw .beyondAsymptote(trueAnomaly: angle, eccentricity: eccentricity)
        }
        self.semiMajorAxis = semiMajorAxis
        self.eccentricity = eccentricity
        self.inclination = inclination
        self.ascendingNode = ascendingNode
        self.pericentre = pericentre
        self.anomaly = anomaly
    }

    /// The position and velocity relative to the focus, with the gravitational parameter μ, the sum of the masses times the
    /// gravitational constant.
    public func state(parameter: Double) -> ParticleState {
        let state = stateInPlane(parameter: parameter)
        return ParticleState(position: rotated(state.position), velocity: rotated(state.velocity))
    }

    /// With the pericentre on the *x* axis.
    private func stateInPlane(parameter: Double) -> ParticleState {
        switch anomaly {
        case .true(let angle):
            let semiLatusRectum = semiMajorAxis * (1 - eccentricity * eccentricity)
            let distance = semiLatusRectum / (1 + eccentricity * cos(angle))
            let speed = (parameter / semiLatusRectum).squareRoot()
            return ParticleState(
                position: [distance * cos(angle), distance * sin(angle), 0],
                velocity: [-speed * sin(angle), speed * (eccentricity + cos(angle)), 0])
        case .mean(let angle):
            return eccentricity < 1
                ? stateOnEllipse(meanAnomaly: angle, parameter: parameter)
                : stateOnHyperbola(meanAnomaly: angle, parameter: parameter)
        }
    }

    /// By the eccentric anomaly E. Differences that vanish towards a parabola are never formed of greater numbers.
    private func stateOnEllipse(meanAnomaly: Double, parameter: Double) -> ParticleState {
        let (e, rest) = (eccentricity, 1 - eccentricity)
        let minor = (rest * (1 + e)).squareRoot()
        let anomaly = KeplerEquation.eccentricAnomaly(meanAnomaly: meanAnomaly, eccentricity: e)
        let half = sin(anomaly / 2)
        let distance = semiMajorAxis * (rest + 2 * e * half * half)
        let speed = (parameter * semiMajorAxis).squareRoot() / distance
        return ParticleState(
            position: [semiMajorAxis * (rest - 2 * half * half), semiMajorAxis * minor * sin(anomaly), 0],
            velocity: [-speed * sin(anomaly), speed * minor * cos(anomaly), 0])
    }

    /// By the hyperbolic anomaly H.
    private func stateOnHyperbola(meanAnomaly: Double, parameter: Double) -> ParticleState {
        let (e, rest, axis) = (eccentricity, eccentricity - 1, -semiMajorAxis)
        let minor = (rest * (1 + e)).squareRoot()
        let anomaly = KeplerEquation.hyperbolicAnomaly(meanAnomaly: meanAnomaly, eccentricity: e)
        let half = sinh(anomaly / 2)
        let distance = axis * (rest + 2 * e * half * half)
        let speed = (parameter * axis).squareRoot() / distance
        return ParticleState(
            position: [axis * (rest - 2 * half * half), axis * minor * sinh(anomaly), 0],
            velocity: [-speed * sinh(anomaly), speed * minor * cosh(anomaly), 0])
    }

    private func rotated(_ vector: SIMD3<Double>) -> SIMD3<Double> {
        let (x, y) = (
            cos(pericentre) * vector.x - sin(pericentre) * vector.y,
            sin(pericentre) * vector.x + cos(pericentre) * vector.y
        )
        let (tilted, height) = (cos(inclination) * y, sin(inclination) * y)
        return [
            cos(ascendingNode) * x - sin(ascendingNode) * tilted,
            sin(ascendingNode) * x + cos(ascendingNode) * tilted, height,
        ]
    }
}

/// About what a body is on its orbit.
public enum OrbitCentre: String, CaseIterable, Sendable {
    /// The first body.
    case primary

    /// The centre of mass of all bodies before it, after Jacobi.
    case innerBodies = "inner-bodies"
}

extension Array where Element == Particle {
    /// Adds a body on an orbit about the bodies that are there; does nothing if there are none.
    public mutating func appendOrbiting(
        _ elements: OrbitalElements, about center: OrbitCentre, mass: Double, name: String? = nil, constant: Double
    ) {
        let inner = center == .primary ? prefix(1) : self[...]
        let innerMass = inner.reduce(0) { $0 + $1.mass }
        guard innerMass > 0 else { return }
        var state = elements.state(parameter: constant * (innerMass + mass))
        for body in inner {
            state.position += body.mass / innerMass * body.state.position
            state.velocity += body.mass / innerMass * body.state.velocity
        }
        append(Particle(name: name, mass: mass, position: state.position, velocity: state.velocity))
    }
}

/// Why there is no such orbit.
public enum OrbitalElementsError: Error, Equatable, Sendable {
    /// The eccentricity must be finite, not negative and not 1.
    case invalidEccentricity(Double)

    /// The semi-major axis is positive for an ellipse, negative for a hyperbola.
    case invalidSemiMajorAxis(Double, eccentricity: Double)

    /// Angles must be finite.
    case invalidAngle

    /// A hyperbola ends at its asymptotes.
    case beyondAsymptote(trueAnomaly: Double, eccentricity: Double)
}

extension OrbitalElementsError: CustomStringConvertible {
    /// The error message: what is wrong, and what would be right.
    public var description: String {
        switch self {
        case .invalidEccentricity(let eccentricity):
            "the eccentricity is \(eccentricity), but must be from 0 to less than 1, or greater than 1"
        case .invalidSemiMajorAxis(let axis, let eccentricity):
            "the semi-major axis is \(axis), but must be "
                + "\(eccentricity < 1 ? "positive" : "negative") where the eccentricity is \(eccentricity)"
        case .invalidAngle: "the angles of an orbit must be finite numbers"
        case .beyondAsymptote(let angle, let eccentricity):
            "the true anomaly is \(angle) radians, where there is no orbit of the eccentricity \(eccentricity): it lies "
                + "beyond the asymptote"
        }
    }
}
