import Descriptions
import Foundation
import SimulationEngine
import Testing

@testable import Particles

/// Interactions whose energies are formulas, against those that are built in and against their own energies.
@Suite struct PairFormulaTests {
    private static let lennardJones: String = "4 * epsilon * ((sigma / r)^12 - (sigma / r)^6)"
    private static let names: [String] = ["r", "epsilon", "sigma"]

    /// Formulas of all kinds of functions, with even and odd powers of the distance.
    private static let formulas: [String] = [
        lennardJones, "epsilon * exp(-r / sigma) / r", "epsilon * ((1 - exp(sigma - r))^2 - 1)",
        "epsilon * (sigma / r)^9 + r", "epsilon * cos(3 * r) / (sigma + r^2)", "epsilon * abs(r^3 - sigma)",
        "if(r < 1.2, epsilon * (r - 1.2)^2, 0) + sigma / sqrt(r^2 + 1)", "epsilon * r^-2.5 + sigma * log(r) - 1 / r^3",
        "epsilon * tanh(r - sigma) * sqrt(r)", "epsilon * (r^2 - sigma^2)^2 - 1 / r - (1 / r + r)^3",
    ]

    private func length(_ vector: SIMD3<Double>) -> Double { (vector * vector).sum().squareRoot() }

    @Test("The force is minus the slope of the energy, to nine digits", arguments: formulas)
    func slope(formula: String) throws {
        let energy = try FieldExpression(formula, fields: Self.names)
        for shift in PairFormula.Shift.allCases {
            let potential = try PairFormula(energy, parameters: [1.7, 0.9], cutoff: 3, shift: shift)
            func value(_ r: Double) -> Double { potential.interaction(squaredDistance: r * r, 0, 0).energy }
            for r in [0.83, 1, 1.37, 2.9] {
                let force = potential.interaction(squaredDistance: r * r, 0, 0).forceOverDistance * r
                // Differences of the eighth order, whose errors are those of rounding.
                let h = 2e-3
                let weights: [Double] = [4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280]
                var difference = 0.0
                for (index, weight) in weights.enumerated() {
                    let step: Double = Double(index + 1) * h
                    difference += weight * (value(r + step) - value(r - step))
                }
                #expect(abs(force + difference / h) < 1e-9 * max(1, abs(force)), "\(formula) at \(r)")
            }
        }
    }

    @Test("Energies are those of the formula, less what is subtracted at the cutoff", arguments: formulas)
    func energies(formula: String) throws {
        let energy = try FieldExpression(formula, fields: Self.names)
        let evaluator = NumberEvaluator(energy)
        func value(_ r: Double) -> Double { evaluator.value(of: [r, 1.7, 0.9], at: 0) }
        let bare = try PairFormula(energy, parameters: [1.7, 0.9], cutoff: 3)
        let shifted = try PairFormula(energy, parameters: [1.7, 0.9], cutoff: 3, shift: .energy)
        let smooth = try PairFormula(energy, parameters: [1.7, 0.9], cutoff: 3, shift: .force)
        for r in [0.83, 1, 1.37, 2.9] {
            let tolerance = 1e-13 * max(1, abs(value(r)))
            #expect(abs(bare.interaction(squaredDistance: r * r, 0, 0).energy - value(r)) < tolerance)
            #expect(abs(shifted.interaction(squaredDistance: r * r, 0, 0).energy - value(r) + value(3)) < tolerance)
        }
        let end = smooth.interaction(squaredDistance: 9, 0, 0)
        #expect(abs(end.energy) < 1e-12 && abs(end.forceOverDistance) < 1e-12)
    }

    @Test("Lennard-Jones by formula is the built-in one, to twelve digits", arguments: PairFormula.Shift.allCases)
    func lennardJones(shift: PairFormula.Shift) throws {
        let crystal = try Crystal(cells: [6, 6, 6], boundary: .periodic)
        let truncation: LennardJones.Truncation =
            switch shift {
            case .none: .truncated
            case .energy: .shifted
            case .force: .forceShifted
            }
        let energy = try FieldExpression(Self.lennardJones, fields: Self.names)
        let formula = try crystal.system(
            PairForce(PairFormula(energy, parameters: [1.3, 0.95], cutoff: 2.5, shift: shift)))
        let builtIn = try crystal.system(
            PairForce(LennardJones(epsilon: 1.3, sigma: 0.95, cutoff: 2.5, truncation: truncation)))
        let scale = builtIn.forcesOnNodes.reduce(0) { max($0, length($1)) }
        for (one, other) in zip(formula.forcesOnNodes, builtIn.forcesOnNodes) {
            #expect(length(one - other) < 1e-12 * scale)
        }
        let reference = builtIn.value(\.potentialEnergy)
        #expect(abs(formula.value(\.potentialEnergy) - reference) < 1e-12 * abs(reference))
        #expect(abs(formula.value(\.pressure) - builtIn.value(\.pressure)) < 1e-11 * abs(builtIn.value(\.pressure)))
    }

    /// A built-in interaction, and its energy before it is shifted at the cutoff.
    private static func builtIn(_ index: Int) throws -> (any PairPotential, energy: String, cutoff: Double) {
        let least: Double = 0.95 * pow(2.0, 1.0 / 6)
        switch index {
        case 0: return (try SoftSphere(epsilon: 1.3, sigma: 0.9), "1.3 * (0.9 / r)^12", 2.25)
        case 1:
            let strength = PairTable(typeCount: 1) { _, _ in 1.3 }
            return (try Yukawa(strength, screening: 1.7, cutoff: 2.5), "1.3 * exp(-1.7 * r) / r", 2.5)
        case 2:
            let pair = Morse.Pair(depth: 1.3, steepness: 2, distance: 1.1)
            let morse = try Morse(PairTable(typeCount: 1) { _, _ in pair }, cutoff: 2.5)
            return (morse, "1.3 * ((1 - exp(-2 * (r - 1.1)))^2 - 1)", 2.5)
        default:
            let repulsion = try LennardJones(epsilon: 1.3, sigma: 0.95, cutoff: least, truncation: .shifted)
            return (repulsion, "5.2 * ((0.95 / r)^12 - (0.95 / r)^6)", least)
        }
    }

    @Test("The other built-in interactions by formula are the same, to twelve digits", arguments: 0..<4)
    func others(index: Int) throws {
        let (builtIn, energy, cutoff) = try Self.builtIn(index)
        let formula = try PairFormula(FieldExpression(energy, fields: ["r"]), cutoff: cutoff, shift: .energy)
        for step in 0..<200 {
            let r: Double = 0.7 + (cutoff - 0.7) * Double(step) / 200
            let one = formula.interaction(squaredDistance: r * r, 0, 0)
            let other = builtIn.interaction(squaredDistance: r * r, 0, 0)
            #expect(abs(one.energy - other.energy) <= 1e-12 * max(1, abs(other.energy)))
            #expect(
                abs(one.forceOverDistance - other.forceOverDistance) <= 1e-12 * max(1, abs(other.forceOverDistance)))
        }
    }

    @Test("A short trajectory of Lennard-Jones by formula is the built-in one, and conserves energy")
    func trajectory() throws {
        var crystal = try Crystal(cells: [6, 6, 6], boundary: .periodic)
        for index in crystal.particles.indices {
            crystal.particles[index].state.velocity = index % 2 == 0 ? [0.5, -0.2, 0.1] : [-0.5, 0.2, -0.1]
        }
        let energy = try FieldExpression(Self.lennardJones, fields: Self.names)
        func run(_ force: any ParticleForce) throws -> (positions: [Double], drift: Double) {
            let simulation = try Simulation(crystal.system(force), integrator: Leapfrog(), step: 0.002)
            let before = simulation.model.value(\.totalEnergy)
            try simulation.run(until: 0.2)
            return (
                Array(simulation.model.state.elements),
                abs(simulation.model.value(\.totalEnergy) - before) / abs(before)
            )
        }
        let formula = try run(PairForce(PairFormula(energy, parameters: [1, 1], cutoff: 2.5, shift: .force)))
        let builtIn = try run(PairForce(LennardJones(cutoff: 2.5, truncation: .forceShifted)))
        let difference = zip(formula.positions, builtIn.positions).reduce(0) { max($0, abs($1.0 - $1.1)) }
        #expect(difference < 1e-12)
        #expect(formula.drift < 1e-4)
    }

    /// Lennard-Jones as a spline through points from 0.7 to 2.6.
    private func tabulated(points count: Int) throws -> FieldExpression {
        let points = (0...count).map { index -> String in
            let r = 0.7 + 1.9 * Double(index) / Double(count)
            let energy: Double = 4 * (pow(r, -12) - pow(r, -6))
            return "\(r), \(energy)"
        }
        return try FieldExpression("spline(r, \(points.joined(separator: ", ")))", fields: ["r"])
    }

    @Test(
        "Lennard-Jones from a table is the built-in one to the fourth power of the distance of points, its force to the third"
    )
    func table() throws {
        let builtIn = try LennardJones(cutoff: 2.5)
        let errors = try [40, 80, 160].map { count in
            let table = try PairFormula(tabulated(points: count), cutoff: 2.5)
            return (0..<1000).reduce((energy: 0.0, force: 0.0)) { most, index in
                let r: Double = 0.95 + 1.5 * Double(index) / 1000
                let square = r * r
                let one = table.interaction(squaredDistance: square, 0, 0)
                let other = builtIn.interaction(squaredDistance: square, 0, 0)
                let force = abs(one.forceOverDistance - other.forceOverDistance)
                return (max(most.energy, abs(one.energy - other.energy)), max(most.force, force))
            }
        }
        #expect(abs(errors[1].energy / errors[2].energy - 16) < 4)
        #expect(abs(errors[1].force / errors[2].force - 8) < 2)
        // That of cubic splines with the right slopes at their ends is 5/384 of the fourth power and derivative.
        let derivative: Double = 131_040 * pow(0.95, -16)
        let bound: Double = derivative * pow(1.9 / 160, 4) * 5 / 384
        #expect(errors[2].energy < 1.1 * bound)
    }

    @Test("A trajectory by a table conserves energy as well as the built-in one")
    func conservation() throws {
        var crystal = try Crystal(cells: [6, 6, 6], boundary: .periodic)
        for index in crystal.particles.indices {
            crystal.particles[index].state.velocity = index % 2 == 0 ? [0.5, -0.2, 0.1] : [-0.5, 0.2, -0.1]
        }
        func drift(_ force: any ParticleForce) throws -> Double {
            let simulation = try Simulation(crystal.system(force), integrator: Leapfrog(), step: 0.002)
            let before = simulation.model.value(\.totalEnergy)
            try simulation.run(until: 0.4)
            return abs(simulation.model.value(\.totalEnergy) - before) / abs(before)
        }
        let table = try drift(PairForce(PairFormula(tabulated(points: 160), cutoff: 2.5, shift: .force)))
        let builtIn = try drift(PairForce(LennardJones(cutoff: 2.5, truncation: .forceShifted)))
        #expect(table < 2 * builtIn, "\(table), \(builtIn)")
    }

    @Test("A table must reach to the cutoff")
    func shortTable() throws {
        let energy = try FieldExpression("spline(r, 0.5, 2, 1, 1, 2, 0)", fields: ["r"])
        #expect(throws: PairPotentialError.self) { try PairFormula(energy, cutoff: 2.1) }
        #expect(throws: Never.self) { try PairFormula(energy, cutoff: 2) }
    }

    @Test("Each pair of types has its parameters and its cutoff")
    func types() throws {
        let crystal = try Crystal(cells: [5, 5, 5], boundary: .periodic, typeCount: 3)
        func epsilon(_ a: Int, _ b: Int) -> Double { 0.5 + Double(a + b) / 4 }
        func sigma(_ a: Int, _ b: Int) -> Double { 0.9 + Double(a * b) / 40 }
        func cutoff(_ a: Int, _ b: Int) -> Double { a == 2 && b == 2 ? 0 : 2 + Double(a + b) / 10 }
        let energy = try FieldExpression(Self.lennardJones, fields: Self.names)
        let formula = try PairFormula(
            energy,
            parameters: [PairTable(typeCount: 3, epsilon), PairTable(typeCount: 3, sigma)],
            cutoffs: PairTable(typeCount: 3, cutoff), shift: .force)
        let builtIn = try LennardJones(
            PairTable(typeCount: 3) { a, b in
                LennardJones.Pair(
                    epsilon: cutoff(a, b) == 0 ? 0 : epsilon(a, b), sigma: sigma(a, b), cutoff: max(1, cutoff(a, b)),
                    truncation: .forceShifted)
            })
        let (one, other) = (try crystal.system(PairForce(formula)), try crystal.system(PairForce(builtIn)))
        let scale = other.forcesOnNodes.reduce(0) { max($0, length($1)) }
        for (a, b) in zip(one.forcesOnNodes, other.forcesOnNodes) { #expect(length(a - b) < 1e-12 * scale) }
        let reference = other.value(\.potentialEnergy)
        #expect(abs(one.value(\.potentialEnergy) - reference) < 1e-12 * abs(reference))
    }

    @Test("Forces are those of the reference, for any number of threads")
    func kernels() throws {
        let crystal = try Crystal(cells: [7, 7, 7], boundary: .periodic, typeCount: 2)
        let energy = try FieldExpression("q * exp(-r) / r + cos(r) - 2 / r^4", fields: ["r", "q"])
        let potential = try PairFormula(
            energy, parameters: [PairTable(typeCount: 2) { a, b in a == b ? 1 : -1.5 }],
            cutoffs: PairTable(typeCount: 2) { _, _ in 2.4 }, shift: .energy)
        let reference = try crystal.system(PairForce(potential, kernel: .reference))
        for threads in [1, 3] {
            let system = try crystal.system(PairForce(potential, threads: threads))
            #expect(system.forcesOnNodes == reference.forcesOnNodes)
            #expect(system.value(\.potentialEnergy) == reference.value(\.potentialEnergy))
        }
    }

    @Test("What lies beyond the cutoff is that of the closed form", arguments: 2...3)
    func tails(dimensions: Int) throws {
        let energy = try FieldExpression(Self.lennardJones, fields: Self.names)
        let formula = try PairFormula(energy, parameters: [1.3, 0.95], cutoff: 2.2, tailCorrections: true)
        let builtIn = try LennardJones(epsilon: 1.3, sigma: 0.95, cutoff: 2.2, tailCorrections: true)
        let one = try #require(formula.tail(0, 0, dimensions: dimensions))
        let other = try #require(builtIn.tail(0, 0, dimensions: dimensions))
        #expect(abs(one.energy - other.energy) < 1e-9 * abs(other.energy))
        #expect(abs(one.virial - other.virial) < 1e-9 * abs(other.virial))
    }

    @Test("Formulas that cannot be are refused")
    func refusals() throws {
        func refusal(_ text: String, cutoff: Double = 2, tails: Bool = false) -> String {
            do {
                _ = try PairFormula(try FieldExpression(text, fields: ["r"]), cutoff: cutoff, tailCorrections: tails)
                return "none"
            } catch { return "\(error)" }
        }
        #expect(refusal("3 + 4") == "'energy' does not depend on the distance r")
        #expect(refusal("r > 1") == "'energy' is a condition, but must be a number")
        #expect(refusal("r + time") == "'energy' must not depend on 'time' or 'node'")
        #expect(refusal("log(r - 2)").hasPrefix("'energy' is -inf at the cutoff 2.0"))
        #expect(refusal("sqrt(1 - r)").hasPrefix("'energy' is "))
        #expect(refusal("1 / r", cutoff: .infinity).hasPrefix("'cutoff' is inf"))
        #expect(refusal("1 / r", tails: true).hasPrefix("'tail-corrections' are not known in 2 dimensions"))
        #expect(throws: PairPotentialError.self) {
            try PairFormula(FieldExpression("r * a", fields: ["r", "a"]), cutoff: 1)
        }
    }
}
