/// Newton's law of gravity between all pairs of particles, by direct summation:
///
///     d²rᵢ/dt² = G Σⱼ mⱼ (rⱼ − rᵢ) / |rⱼ − rᵢ|³        U = −G Σᵢ<ⱼ mᵢ mⱼ / |rⱼ − rᵢ|
///
/// Each pair is visited once and acts on both particles with opposite signs, so that the total momentum is conserved to
/// rounding. Two particles without mass do not act on each other, so that they may be in one place; other particles may
/// not, since the law has no bounds there.
///
/// - Complexity: O(n²) for n particles.
public final class NewtonianGravity: ParticleForce {
    /// The gravitational constant *G*, in the units of the system.
    public let constant: Double

    /// Creates the force.
    ///
    /// - Throws: ``ParticleError/invalidGravitationalConstant(_:)`` unless the constant is finite.
    public init(constant: Double) throws(ParticleError) {
        guard constant.isFinite else { throw .invalidGravitationalConstant(constant) }
        self.constant = constant
    }

    /// Adds the accelerations of all particles.
    public func addAccelerations(of particles: ParticleColumns, into accelerations: CoordinateColumns) {
        let (mass, x, y, z) = (particles.mass, particles.x, particles.y, particles.z)
        for i in 0..<particles.count {
            var sum = SIMD3<Double>.zero
            for j in (i + 1)..<max(i + 1, particles.count) where mass[i] + mass[j] > 0 {
                let dx = x[j] - x[i]
                let dy = y[j] - y[i]
                let dz = z[j] - z[i]
                let squaredDistance = dx * dx + dy * dy + dz * dz
                let factor = constant / (squaredDistance * squaredDistance.squareRoot())
                sum += SIMD3(dx, dy, dz) * (factor * mass[j])
                accelerations.x[j] -= dx * (factor * mass[i])
                accelerations.y[j] -= dy * (factor * mass[i])
                accelerations.z[j] -= dz * (factor * mass[i])
            }
            accelerations.x[i] += sum.x
            accelerations.y[i] += sum.y
            accelerations.z[i] += sum.z
        }
    }

    /// The potential energy of all pairs.
    public func potentialEnergy(of particles: ParticleColumns) -> Double {
        let (mass, x, y, z) = (particles.mass, particles.x, particles.y, particles.z)
        var energy = 0.0
        for i in 0..<particles.count {
            for j in (i + 1)..<max(i + 1, particles.count) where mass[i] + mass[j] > 0 {
                let dx = x[j] - x[i]
                let dy = y[j] - y[i]
                let dz = z[j] - z[i]
                energy -= constant * mass[i] * mass[j] / (dx * dx + dy * dy + dz * dz).squareRoot()
            }
        }
        return energy
    }

    /// The virial, which for a force that falls with the square of the distance is the potential energy.
    public func virial(of particles: ParticleColumns) -> Double {
        potentialEnergy(of: particles)
    }
}
