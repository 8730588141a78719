import SimulationEngine

extension ParticleSystem {
    /// The quantities of particles. Boltzmann's constant is 1, so that temperatures are energies.
    public struct Quantities: QuantitySet {
        /// The kinetic energy, Σ ½ m v²; per particle if ``ParticleSystem/energyScale`` says so.
        public let kineticEnergy = QuantityDefinition<ParticleSystem, Double>("kinetic-energy") {
            $0.scaled($0.kineticEnergy)
        }

        /// The potential energy in all forces; per particle if ``ParticleSystem/energyScale`` says so.
        public let potentialEnergy = QuantityDefinition<ParticleSystem, Double>("potential-energy") {
            $0.scaled($0.potentialEnergy)
        }

        /// The sum of kinetic and potential energy; per particle if ``ParticleSystem/energyScale`` says so.
        public let totalEnergy = QuantityDefinition<ParticleSystem, Double>("total-energy") {
            $0.scaled($0.kineticEnergy + $0.potentialEnergy)
        }

        /// The potential energy divided by the number of particles.
        public let potentialEnergyPerParticle = QuantityDefinition<ParticleSystem, Double>(
            "potential-energy-per-particle"
        ) { $0.potentialEnergy / $0.presentCount }

        /// The total energy divided by the number of particles.
        public let totalEnergyPerParticle = QuantityDefinition<ParticleSystem, Double>(
            "total-energy-per-particle"
        ) { ($0.kineticEnergy + $0.potentialEnergy) / $0.presentCount }

        /// The total energy and that which particles have given to the thermostat, which is conserved as well as the method
        /// does; not a number where a thermostat does not count it. Per particle if ``ParticleSystem/energyScale`` says so.
        public let conservedEnergy = QuantityDefinition<ParticleSystem, Double>("conserved-energy") {
            $0.scaled($0.kineticEnergy + $0.potentialEnergy + $0.bath.energy)
        }

        /// The temperature, twice the kinetic energy over the number of degrees of freedom, `degreesOfFreedom`: the number
        /// of dimensions times that of particles, or, where the total momentum is conserved, one less than that of
        /// particles. Not a number for a single particle whose momentum is conserved.
        public let temperature = QuantityDefinition<ParticleSystem, Double>("temperature") { $0.temperature }

        /// The pressure (2 K + W) / (d V), where K is the kinetic energy, W the virial, d the number of dimensions and V
        /// the volume of the box. Not a number if the box is open: see ``ParticleSystem/checkedPressure()``.
        public let pressure = QuantityDefinition<ParticleSystem, Double>("pressure") { $0.pressure }

        /// The virial Σ r · F, for forces between pairs the sum over pairs of their distance times the force that drives
        /// them apart.
        public let virial = QuantityDefinition<ParticleSystem, Double>("virial") { $0.virial }

        /// The part of the potential energy that stands for what lies beyond the cutoffs; per particle if
        /// ``ParticleSystem/energyScale`` says so. What is left without it are the pairs within the cutoffs.
        public let tailCorrectionEnergy = QuantityDefinition<ParticleSystem, Double>("tail-correction-energy") {
            $0.scaled($0.tailCorrection.energy)
        }

        /// The part of the virial that stands for what lies beyond the cutoffs.
        public let tailCorrectionVirial = QuantityDefinition<ParticleSystem, Double>("tail-correction-virial") {
            $0.tailCorrection.virial
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

        /// The centre of mass, Σ m r / Σ m, of positions that are not wrapped. Not a number for particles without mass.
        public let centreOfMass = QuantityDefinition<ParticleSystem, SIMD3<Double>>("centre-of-mass") { system in
            let mass = system.presentNodes.reduce(0) { $0 + system.masses[$1] }
            return system.sum { mass, state in mass * state.position } / mass
        }

        /// How much the particles move in one direction, |Σ v/|v|| / n: 1 if all do, about n^(−½) if their directions are
        /// random. A particle at rest has no direction and counts as 0.
        public let polarisation = QuantityDefinition<ParticleSystem, Double>("polarisation") { system in
            let sum = system.sum { _, state in direction(of: state.velocity) }
            return (sum * sum).sum().squareRoot() / system.presentCount
        }

        /// All of these.
        public var all: [any AnyQuantityDefinition<ParticleSystem>] {
            [
                kineticEnergy, potentialEnergy, totalEnergy, momentum, angularMomentum, centreOfMass, temperature,
                pressure, potentialEnergyPerParticle, totalEnergyPerParticle, virial, polarisation, conservedEnergy,
                tailCorrectionEnergy, tailCorrectionVirial,
            ]
        }
    }

    /// Energies, temperature, pressure, momenta, the centre of mass and the polarisation.
    public static var quantities: Quantities { Quantities() }
}

extension ParticleSystem {
    fileprivate func scaled(_ energy: Double) -> Double {
        energyScale == .perParticle ? energy / presentCount : energy
    }

    /// The number of particles that are there.
    fileprivate var presentCount: Double { Double(population?.presentCount ?? nodeCount) }

    var kineticEnergy: Double {
        let (x, y, z) = (state.column(3), state.column(4), state.column(5))
        return masses.withUnsafeBufferPointer { masses in
            var energy = 0.0
            for node in 0..<nodeCount {
                energy += 0.5 * masses[node] * (x[node] * x[node] + y[node] * y[node] + z[node] * z[node])
            }
            return energy
        }
    }

    fileprivate var potentialEnergy: Double {
        withColumns { columns in forces.reduce(0) { $0 + $1.potentialEnergy(of: columns) } }
    }

    fileprivate var virial: Double {
        withColumns { columns in forces.reduce(0) { $0 + $1.virial(of: columns) } }
    }

    fileprivate var tailCorrection: TailCorrection {
        withColumns { columns in
            forces.reduce(into: TailCorrection(energy: 0, virial: 0)) { sum, force in
                let tail = force.tailCorrection(of: columns)
                sum.energy += tail.energy
                sum.virial += tail.virial
            }
        }
    }

    fileprivate var temperature: Double {
        2 * kineticEnergy / Double(degreesOfFreedom)
    }

    fileprivate var pressure: Double {
        guard let volume = box.volume else { return .nan }
        return (2 * kineticEnergy + virial) / (Double(box.dimensions) * volume)
    }

    fileprivate func sum(_ term: (Double, ParticleState) -> SIMD3<Double>) -> SIMD3<Double> {
        var sum = SIMD3<Double>.zero
        for node in presentNodes { sum += term(masses[node], nodeState(at: node)) }
        return sum
    }
}

extension ParticleSystem {
    /// The pressure (2 K + W) / (d V), as the quantity of that name.
    ///
    /// - Throws: ``ParticleError/noVolume(axis:)`` if the box is open in a direction.
    public func checkedPressure() throws(ParticleError) -> Double {
        if let axis = box.openAxis { throw .noVolume(axis: axis) }
        return pressure
    }
}

private func direction(of velocity: SIMD3<Double>) -> SIMD3<Double> {
    let speed = (velocity * velocity).sum().squareRoot()
    return speed > 0 ? velocity / speed : .zero
}

private func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}
