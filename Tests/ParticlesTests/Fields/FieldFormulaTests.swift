import Foundation
import SimulationEngine
import Testing

@testable import Particles

/// Fields, forces, bonds and angles by formulas, against those that are built in and against closed forms.
@Suite struct FieldFormulaTests {
    private static func particles(_ count: Int, typeCount: Int = 1) -> [Particle] {
        (0..<count).map { index in
            let t = Double(index)
            return Particle(
                mass: 1 + t / 100, charge: index % 2 == 0 ? 1 : -0.5, type: index % typeCount,
                position: [sin(t), cos(1.7 * t), 0.5 * sin(0.3 * t)], velocity: [0.1, -0.2 * cos(t), 0.3])
        }
    }

    private func length(_ vector: SIMD3<Double>) -> Double { (vector * vector).sum().squareRoot() }

    @Test("A harmonic trap by formula is the built-in one")
    func trap() throws {
        let particles = Self.particles(300)
        let energy = try FieldExpression(
            "0.5 * (kx * (x - 0.1)^2 + 2 * y^2 + 3 * z^2)", fields: FieldFormula.variables + ["kx"])
        let one = try ParticleSystem(particles, forces: [FieldFormula(energy: energy, parameters: [1.5])])
        let other = try ParticleSystem(
            particles, forces: [HarmonicTrap(stiffness: [1.5, 2, 3], centre: [0.1, 0, 0])])
        for (a, b) in zip(one.forcesOnNodes, other.forcesOnNodes) {
            #expect(length(a - b) < 1e-14)
        }
        let reference = other.value(\.potentialEnergy)
        #expect(abs(one.value(\.potentialEnergy) - reference) < 1e-12 * reference)
    }

    @Test(
        "The force of a field is minus the slope of its energy, with parameters of types",
        arguments: [
            "charge * depth * sin(x * y) * exp(-z^2) + mass * x^3 - log(2 + y)",
            "charge * depth / (1 + dot(position, position)) + mass * position.x * norm(cross(position, [0.3, -1, 2]))",
            "depth * distance(position, [3, 3, mass]) - dot(if(position.y > 0, position, [z, x, y]), [1, 2, 3])^2",
        ])
    func slope(text: String) throws {
        let particles = Self.particles(40, typeCount: 2)
        let names = FieldFormula.variables + ["depth"]
        let energy = try FieldExpression(text, fields: names, vectors: FieldFormula.vectors(dimensions: 3))
        let force = try FieldFormula(energy: energy, parameters: [.list([0.7, -1.1])])
        let system = try ParticleSystem(particles, forces: [force])
        let evaluator = NumberEvaluator(energy)
        for (particle, found) in zip(particles, system.forcesOnNodes) {
            func energy(_ position: SIMD3<Double>) -> Double {
                evaluator.value(
                    of: [
                        position.x, position.y, position.z, particle.mass, particle.charge,
                        [0.7, -1.1][particle.type],
                    ], at: 0)
            }
            for axis in 0..<3 {
                var step = SIMD3<Double>.zero
                let h = 1e-3
                step[axis] = h
                let place = particle.state.position
                let near: Double = energy(place + step) - energy(place - step)
                let further = step + step
                let far: Double = energy(place + further) - energy(place - further)
                let slope: Double = (8 * near - far) / (12 * h)
                #expect(abs(found[axis] + slope) < 1e-9 * max(1, abs(found[axis])))
            }
        }
    }

    /// The bits of a state after some steps.
    private func bits(_ forces: [any ParticleForce], in box: Box = .open) throws -> [UInt64] {
        let particles = Self.particles(300, typeCount: 2).map { particle in
            var particle = particle
            if box.dimensions == 2 { (particle.state.position.z, particle.state.velocity.z) = (0, 0) }
            return particle
        }
        let system = try ParticleSystem(particles, in: box, forces: forces)
        let simulation = try Simulation(system, integrator: RungeKutta4(), step: 0.05)
        try simulation.run(steps: 20)
        return Array(system.state.elements).map(\.bitPattern)
    }

    @Test("Energies and forces of vectors have the bits of their components, in three dimensions and in two")
    func vectors() throws {
        let (energyNames, forceNames) = (FieldFormula.variables + ["k"], MotionFormula.variables + ["k"])
        func energy(_ text: String, _ dimensions: Int) throws -> any ParticleForce {
            try FieldFormula(
                energy: FieldExpression(
                    text, fields: energyNames, vectors: FieldFormula.vectors(dimensions: dimensions)),
                parameters: [.list([0.7, 1.1])])
        }
        func force(_ text: String, _ dimensions: Int) throws -> any ParticleForce {
            try MotionFormula(
                force: FieldExpression.components(
                    dimensions, of: text, fields: forceNames, vectors: MotionFormula.vectors(dimensions: dimensions)),
                parameters: [.list([0.7, 1.1])])
        }
        func force(_ texts: [String]) throws -> any ParticleForce {
            try MotionFormula(
                force: texts.map { try FieldExpression($0, fields: forceNames) }, parameters: [.list([0.7, 1.1])])
        }
        #expect(
            try bits([
                energy("k / 2 * dot(position, position) + position.x * position.y", 3),
                force("charge * cross(velocity, [0.1, k, 2]) - 0.3 * velocity / (1 + norm(velocity))", 3),
            ])
                == bits([
                    energy("k / 2 * (x * x + y * y + z * z) + x * y", 3),
                    force(
                        ["vy * 2 - vz * k", "vz * 0.1 - vx * 2", "vx * k - vy * 0.1"].enumerated().map {
                            let v = ["vx", "vy", "vz"][$0]
                            return "charge * (\($1)) - 0.3 * \(v) / (1 + sqrt(vx * vx + vy * vy + vz * vz))"
                        }),
                ]))
        #expect(
            try bits(
                [
                    energy("k * norm(position - [1, 2])", 2),
                    force("charge * [velocity.y, -velocity.x] + cross(position, velocity) * position", 2),
                ], in: .openPlane)
                == bits(
                    [
                        energy("k * sqrt((x - 1) * (x - 1) + (y - 2) * (y - 2))", 2),
                        force(["charge * vy + (x * vy - y * vx) * x", "charge * -vx + (x * vy - y * vx) * y"]),
                    ], in: .openPlane))
    }

    @Test("A charge in an electric and a magnetic field by vectors goes round and drifts, as its equation is solved")
    func drift() throws {
        let names = MotionFormula.variables + ["E", "B"]
        let lorentz = try FieldExpression.components(
            3, of: "charge * ([E, 0, 0] + cross(velocity, [0, 0, B]))", fields: names,
            vectors: MotionFormula.vectors(dimensions: 3))
        let system = try ParticleSystem(
            [Particle(mass: 2, charge: 3, position: .zero, velocity: [0.5, 0, 0.25])],
            forces: [MotionFormula(force: lorentz, parameters: [0.4, 0.8])])
        let simulation = try Simulation(system, integrator: RungeKutta4(), step: 1.0 / 256)
        try simulation.run(until: 5)
        // About the drift -E / B in y with the frequency ω = q B / m.
        let (omega, drift): (Double, Double) = (1.2, -0.5)
        let x: Double = 0.5 / omega * sin(5 * omega) - drift / omega * (1 - cos(5 * omega))
        let y: Double = 5 * drift - 0.5 / omega * (1 - cos(5 * omega)) - drift / omega * sin(5 * omega)
        #expect(length(system.nodeState(at: 0).position - SIMD3(x, y, 1.25)) < 1e-9)
    }

    @Test("A driven oscillator with drag follows its closed form")
    func drivenOscillator() throws {
        // x″ = −x − 0.2 x′ + cos(2 t), from rest: what remains of the start decays, the rest is known.
        let names = FieldFormula.variables + ["vx", "vy", "vz", "drag"]
        let along = try ["cos(2 * time) - x - drag * vx", "0", "0"].map { try FieldExpression($0, fields: names) }
        let system = try ParticleSystem(
            [Particle(mass: 1, position: .zero)], forces: [MotionFormula(force: along, parameters: [0.2])])
        let simulation = try Simulation(system, integrator: RungeKutta4(), step: 0.01)
        try simulation.run(until: 20)
        let (a, b): (Double, Double) = (-3 / 9.16, 0.4 / 9.16)
        func steady(_ t: Double) -> Double { a * cos(2 * t) + b * sin(2 * t) }
        let omega: Double = 0.99.squareRoot()
        let amplitude: Double = (-0.1 * a - 2 * b) / omega
        func free(_ t: Double) -> Double {
            let swing: Double = amplitude * sin(omega * t) - a * cos(omega * t)
            return exp(-0.1 * t) * swing
        }
        #expect(abs(system.nodeState(at: 0).position.x - steady(20) - free(20)) < 1e-7)
    }

    @Test("Drag by formula is not known to leapfrog, a force by positions is")
    func methods() throws {
        let names = FieldFormula.variables + ["vx", "vy", "vz"]
        let drag = try ["-vx", "-vy", "-vz"].map { try FieldExpression($0, fields: names) }
        let dragged = try ParticleSystem(Self.particles(3), forces: [MotionFormula(force: drag)])
        let simulation = try Simulation(dragged, integrator: Leapfrog(), step: 0.01)
        #expect(throws: (any Error).self) { try simulation.run(until: 0.01) }
        let turn = try ["-y", "x", "0"].map { try FieldExpression($0, fields: names) }
        let field = try FieldFormula(force: turn)
        #expect(!field.conservesEnergy)
        let turned = try Simulation(
            ParticleSystem(Self.particles(3), forces: [field]), integrator: Leapfrog(), step: 0.01)
        try turned.run(until: 0.01)
    }

    @Test("Bonds that can be stretched to a length only, by formula, are the built-in ones")
    func stretching() throws {
        let energy = try FieldExpression(
            "-k / 2 * far^2 * log(1 - (r / far)^2)", fields: BondFormula.variables + ["k", "far"])
        let formula = try BondFormula(energy, parameters: [30, 1.5])
        let builtIn = try FENEBond(stiffness: 30, greatestLength: 1.5)
        for step in 1..<150 {
            let square = pow(Double(step) / 100, 2)
            let one = formula.interaction(squaredLength: square, bond: 0)
            let other = builtIn.interaction(squaredLength: square, bond: 0)
            #expect(abs(one.energy - other.energy) <= 1e-12 * max(1, abs(other.energy)))
            #expect(abs(one.forceOverDistance - other.forceOverDistance) <= 1e-12 * abs(other.forceOverDistance))
        }
    }

    @Test("Drag and a magnetic field by formula are the built-in ones")
    func velocities() throws {
        let particles = Self.particles(300)
        let names = FieldFormula.variables + ["vx", "vy", "vz"]
        let along = try [
            "charge * 0.7 * vy - 0.3 * vx", "-charge * 0.7 * vx - 0.3 * vy", "-0.3 * vz",
        ].map { try FieldExpression($0, fields: names) }
        func rates(_ forces: [any ParticleForce]) throws -> [Double] {
            let system = try ParticleSystem(particles, forces: forces)
            let integrator = RungeKutta4<ParticleSystem>()
            try integrator.advance(system, from: 0, to: 0.1)
            return Array(system.state.elements)
        }
        let one = try rates([MotionFormula(force: along)])
        let other = try rates([MagneticField(field: [0, 0, 0.7]), Drag(coefficient: 0.3)])
        for (a, b) in zip(one, other) { #expect(abs(a - b) < 1e-14) }
    }

    @Test("A field must be finite where particles are, and have the periods of the box")
    func refusals() throws {
        let names = FieldFormula.variables
        func refusal(_ text: String, _ box: Box = .open) -> String {
            do {
                _ = try ParticleSystem(
                    Self.particles(2), in: box,
                    forces: [FieldFormula(energy: try FieldExpression(text, fields: names))])
                return "none"
            } catch { return "\(error)" }
        }
        let periodic = try Box([.periodic(-2, 2), .periodic(-2, 2), .open])
        #expect(refusal("1 / x").hasPrefix("a formula of a field is inf where particle 0 is"))
        #expect(refusal("sin(pi * x / 2) + z^2", periodic) == "none")
        #expect(refusal("x^2", periodic).hasPrefix("a formula of a field is 0.0 where particle 0 is and 16.0 a period"))
        #expect(refusal("time * x").hasPrefix("'energy' must not depend on 'time'"))
    }

    @Test("Harmonic bonds and angles by formula are the built-in ones, and conserve energy")
    func bonds() throws {
        let particles = Self.particles(9)
        let (bonds, angles) = (Bond.chains(3, ofLength: 3), Angle.chains(3, ofLength: 3))
        let bondEnergy = try FieldExpression("k / 2 * (r - rest)^2", fields: BondFormula.variables + ["k"])
        let angleEnergy = try FieldExpression("k / 2 * (theta - 1.9)^2", fields: ["theta", "k"])
        let formulas: [any ParticleForce] = [
            try BondForce(
                BondFormula(bondEnergy, parameters: [30], lengths: Array(repeating: 0.9, count: 6)), on: bonds),
            try AngleFormula(angles, energy: angleEnergy, parameters: [5]),
        ]
        let builtIn: [any ParticleForce] = [
            try BondForce(HarmonicBond(stiffness: 30, length: 0.9), on: bonds),
            try HarmonicAngles(angles, stiffness: 5, angle: 1.9),
        ]
        let (one, other) = (
            try ParticleSystem(particles, forces: formulas), try ParticleSystem(particles, forces: builtIn)
        )
        for (a, b) in zip(one.forcesOnNodes, other.forcesOnNodes) {
            #expect(length(a - b) < 1e-12)
        }
        let reference = other.value(\.potentialEnergy)
        #expect(abs(one.value(\.potentialEnergy) - reference) < 1e-12 * reference)
        let simulation = try Simulation(one, integrator: Leapfrog(), step: 0.001)
        let before = one.value(\.totalEnergy)
        try simulation.run(until: 1)
        #expect(abs(one.value(\.totalEnergy) - before) < 1e-4 * abs(before))
    }
}
