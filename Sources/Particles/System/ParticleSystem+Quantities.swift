import SimulationEngine

extension ParticleSystem {
    /// The quantities of particles.
    public struct Quantities: QuantitySet {
        /// The kinetic energy, Σ ½ m v².
        public let kineticEnergy = QuantityDefinition<ParticleSystem, Double>("kinetic-energy") {
            $0.kineticEnergy
        }

        /// The potential energy in all forces.
        public let potentialEnergy = QuantityDefinition<ParticleSystem, Double>("potential-energy") {
            $0.potentialEnergy
        }

        /// The sum of kinetic and potential energy.
        public let totalEnergy = QuantityDefinition<ParticleSystem, Double>("total-energy") {
            $0.kineticEnergy + $0.potentialEnergy
        }

        /// The total momentum, Σ m v.
        public let momentum = QuantityDefinition<ParticleSystem, SIMD3<Double>>("momentum") { system in
            system.sum { mass, state in mass * state.velocity }
        }

        /// The total angular momentum about the origin, Σ m r × v.
        public let angularMomentum = QuantityDefinition<ParticleSystem, SIMD3<Double>>("angular-momentum") {
            system in
            system.sum { mass, state in mass * cross(state.position, state.velocity) }
        }

        /// The centre of mass, Σ m r / Σ m. Not a number for particles without mass.
        public let centreOfMass = QuantityDefinition<ParticleSystem, SIMD3<Double>>("centre-of-mass") { system in
            system.sum { mass, state in mass * state.position } / system.masses.reduce(0, +)
        }

        /// All of these.
        public var all: [any AnyQuantityDefinition<ParticleSystem>] {
            [kineticEnergy, potentialEnergy, totalEnergy, momentum, angularMomentum, centreOfMass]
        }
    }

    /// Energies, momenta and the centre of mass.
    public static var quantities: Quantities { Quantities() }
}

extension ParticleSystem {
    fileprivate var kineticEnergy: Double {
        var energy = 0.0
        for node in 0..<nodeCount {
            let velocity = nodeState(at: node).velocity
            energy += 0.5 * masses[node] * (velocity * velocity).sum()
        }
        return energy
    }

    fileprivate var potentialEnergy: Double {
        guard let positions = state.elements.baseAddress else { return 0 }
        return withColumns(at: positions) { columns in
            forces.reduce(0) { $0 + $1.potentialEnergy(of: columns) }
        }
    }

    fileprivate func sum(_ term: (Double, ParticleState) -> SIMD3<Double>) -> SIMD3<Double> {
        var sum = SIMD3<Double>.zero
        for node in 0..<nodeCount { sum += term(masses[node], nodeState(at: node)) }
        return sum
    }
}

private func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}
