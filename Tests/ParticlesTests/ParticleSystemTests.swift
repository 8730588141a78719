import EngineTestSupport
import Particles
import SimulationEngine
import Testing

@Suite struct ParticleSystemTests {
    static let triangle = [
        Particle(name: "a", mass: 1, position: [0, 0, 0], velocity: [1, 0, 0]),
        Particle(name: "b", mass: 2, position: [3, 0, 0], velocity: [0, 2, 0]),
        Particle(name: "c", mass: 4, position: [0, 4, 0], velocity: [0, 0, -1]),
    ]

    static func system() throws -> ParticleSystem {
        try ParticleSystem(triangle, forces: [try NewtonianGravity(constant: 0.5)])
    }

    /// Distances 3, 4 and 5: by hand, with G = 1/2.
    @Test func accelerationsOfATriangle() throws {
        let system = try Self.system()
        var accelerations = [Double](repeating: .nan, count: 9)
        let positions: [Double] = [0, 3, 0, 0, 0, 4, 0, 0, 0]
        system.accelerations(at: positions, into: &accelerations)
        let expected: [Double] = [
            0.5 * 2 / 9, -0.5 * (1.0 / 9 + 4 * 3 / 125.0), 0.5 * 2 * 3 / 125,
            0.5 * 4 / 16, 0.5 * 4 * 4 / 125, -0.5 * (1.0 / 16 + 2 * 4 / 125.0),
            0, 0, 0,
        ]
        for (value, expected) in zip(accelerations, expected) { #expect(abs(value - expected) < 1e-16) }
    }

    @Test func quantitiesOfATriangle() throws {
        let system = try Self.system()
        #expect(ParticleSystem.quantities.kineticEnergy.evaluate(system) == 6.5)
        let potential = -0.5 * (2 / 3.0 + 4 / 4.0 + 8 / 5.0)
        #expect(abs(ParticleSystem.quantities.potentialEnergy.evaluate(system) - potential) < 1e-15)
        #expect(abs(ParticleSystem.quantities.totalEnergy.evaluate(system) - (6.5 + potential)) < 1e-15)
        #expect(ParticleSystem.quantities.momentum.evaluate(system) == [1, 4, -4])
        #expect(ParticleSystem.quantities.angularMomentum.evaluate(system) == [-16, 0, 12])
        let centre: SIMD3<Double> = [6.0 / 7, 16.0 / 7, 0]
        #expect(ParticleSystem.quantities.centreOfMass.evaluate(system) == centre)
    }

    @Test("The polarisation is the length of the mean direction; particles at rest have none")
    func polarisation() throws {
        #expect(abs(ParticleSystem.quantities.polarisation.evaluate(try Self.system()) - 3.0.squareRoot() / 3) < 1e-15)
        var particles = Self.triangle
        for (index, velocity) in [SIMD3(0.0, 3, 4), SIMD3(0, 0.3, 0.4), .zero].enumerated() {
            particles[index].state.velocity = velocity
        }
        let system = try ParticleSystem(particles, forces: [])
        #expect(abs(ParticleSystem.quantities.polarisation.evaluate(system) - 2.0 / 3) < 1e-15)
    }

    /// The virial of gravity is its potential energy.
    @Test("The pressure follows from kinetic energy, virial and volume, and an open box has none")
    func pressure() throws {
        let system = try Self.system()
        let potential = -0.5 * (2 / 3.0 + 4 / 4.0 + 8 / 5.0)
        #expect(abs(ParticleSystem.quantities.virial.evaluate(system) - potential) < 1e-15)
        #expect(throws: ParticleError.noVolume(axis: 0)) { try system.checkedPressure() }
        let box = try Box(x: .reflecting(-1, 4), y: .reflecting(-1, 5), z: .reflecting(-1, 1))
        let inBox = try ParticleSystem(Self.triangle, in: box, forces: [try NewtonianGravity(constant: 0.5)])
        #expect(abs(try inBox.checkedPressure() - (13 + potential) / (3 * 60)) < 1e-15)
        #expect(try inBox.checkedPressure() == ParticleSystem.quantities.pressure.evaluate(inBox))
    }

    @Test func theForceIsMinusTheGradientOfTheEnergy() throws {
        let system = try Self.system()
        var accelerations = [Double](repeating: 0, count: 9)
        let positions: [Double] = [0, 3, 0, 0, 0, 4, 0, 0, 0]
        system.accelerations(at: positions, into: &accelerations)
        let step = 1e-5
        for node in 0..<3 {
            for axis in 0..<3 {
                func energy(shift: Double) throws -> Double {
                    var shifted = Self.triangle
                    shifted[node].state.position[axis] += shift
                    let system = try ParticleSystem(shifted, forces: [try NewtonianGravity(constant: 0.5)])
                    return ParticleSystem.quantities.potentialEnergy.evaluate(system)
                }
                let slope = (try energy(shift: step) - energy(shift: -step)) / (2 * step)
                let force = Self.triangle[node].mass * accelerations[axis * 3 + node]
                #expect(abs(force + slope) < 1e-9)
            }
        }
    }

    @Test func particlesOfMassZeroFeelGravityAndExertNone() throws {
        let system = try ParticleSystem(
            [Particle(mass: 1, position: [0, 0, 0]), Particle(mass: 0, position: [2, 0, 0])],
            forces: [try NewtonianGravity(constant: 1)])
        var accelerations = [Double](repeating: 0, count: 6)
        system.accelerations(at: [0, 2, 0, 0, 0, 0], into: &accelerations)
        #expect(accelerations == [0, -0.25, 0, 0, 0, 0])
    }

    @Test func particlesOfMassZeroMayBeInOnePlace() throws {
        let system = try ParticleSystem(
            [1, 0, 0].map { Particle(mass: $0, position: $0 == 1 ? [0, 0, 0] : [2, 0, 0]) },
            forces: [try NewtonianGravity(constant: 1)])
        var accelerations = [Double](repeating: 0, count: 9)
        system.accelerations(at: [0, 2, 2, 0, 0, 0, 0, 0, 0], into: &accelerations)
        #expect(accelerations == [0, -0.25, -0.25, 0, 0, 0, 0, 0, 0])
        #expect(ParticleSystem.quantities.potentialEnergy.evaluate(system) == 0)
    }

    @Test func statesAndFieldsAreThoseOfTheArrays() throws {
        let system = try Self.system()
        let state = ParticleState(position: [7, 8, 9], velocity: [10, 11, 12])
        system.setNodeState(state, at: 1)
        #expect(system.nodeState(at: 1) == state)
        #expect(system.nodeState(at: 0) == Self.triangle[0].state)
        for (field, expected) in [7.0, 8, 9, 10, 11, 12].enumerated() {
            var values = [0.0, 0]
            [1, 0].withUnsafeBufferPointer { nodes in
                values.withUnsafeMutableBufferPointer { system.copyField(field, of: nodes, into: $0) }
            }
            #expect(values[0] == expected)
        }
        #expect(system.nodeNames == ["a", "b", "c"])
        #expect(system.copiesConsecutiveStates())
    }

    @Test func particlesThatCannotBeAreRefused() throws {
        func make(_ particles: Particle...) throws { _ = try ParticleSystem(particles, forces: []) }
        let good = Particle(mass: 1, position: .zero)
        #expect(throws: ParticleError.noParticles) { try make() }
        #expect(throws: ParticleError.invalidMass(-1, particle: 1)) {
            try make(good, Particle(mass: -1, position: .zero))
        }
        #expect(throws: ParticleError.invalidState(particle: 0)) {
            try make(Particle(mass: 1, position: [0, .nan, 0]))
        }
        #expect(throws: ParticleError.missingName(particle: 0)) {
            try make(good, Particle(name: "a", mass: 1, position: .zero))
        }
        let named = Particle(name: "a", mass: 1, position: .zero)
        #expect(throws: ParticleError.duplicateName("a")) { try make(named, named) }
        expectRefusal(of: "constant", is: "inf") {
            try NewtonianGravity(constant: .infinity)
        }
        #expect(
            ParticleError.invalidMass(-1, particle: 1).description
                == "the mass of particle 1 is -1.0, but must be a finite number not less than 0")
    }
}
