import Foundation
import Particles
import ScenarioFiles
import SimulationEngine
import TestSupport
import Testing

/// The Sun, the four giant planets and Pluto over 1,000 years, after J. H. Applegate et al., Astronomical Journal 92
/// (1986) 176, DOI 10.1086/114149.
@Suite struct OuterSolarSystemTests {
    static let file = packageFolder + "/Scenarios/outer-solar-system.yml"

    struct Results: Sendable {
        let positions: CSVColumns
        let energy: CSVColumns
        let angularMomentum: CSVColumns
    }

    /// Runs the scenario as it is shipped, once for all that is measured in its files.
    static let results = Result {
        let directory = try TemporaryDirectory()
        let results = directory.path(of: "results")
        try Scenario(contentsOf: file).run(in: try ResultDirectory(creating: results))
        return Results(
            positions: try CSVColumns(contentsOf: results + "/positions.csv"),
            energy: try CSVColumns(contentsOf: results + "/total-energy.csv"),
            angularMomentum: try CSVColumns(contentsOf: results + "/angular-momentum.csv"))
    }

    @Test func energyIsConservedToOnePartInABillion() throws {
        let energy = try Self.results.get().energy.numbers("total-energy")
        #expect(energy.count == 3653)
        let error = energy.map { abs($0 / energy[0] - 1) }.max() ?? .infinity
        #expect(error < 1e-9)
    }

    @Test func angularMomentumIsConserved() throws {
        let table = try Self.results.get().angularMomentum
        for axis in ["x", "y", "z"] {
            let component = table.numbers("angular-momentum-\(axis)")
            let total = abs(table.numbers("angular-momentum-z")[0])
            #expect(component.allSatisfy { abs($0 - component[0]) < 1e-9 * total })
        }
    }

    /// The sidereal period of Jupiter is 4,332.6 days (NASA's planetary fact sheet: 4,332.589).
    @Test func jupiterGoesRoundInItsSiderealPeriod() throws {
        let table = try Self.results.get().positions
        let time = table.numbers("time", node: "Jupiter")
        let x = zip(table.numbers("x", node: "Jupiter"), table.numbers("x", node: "Sun")).map { $0 - $1 }
        let y = zip(table.numbers("y", node: "Jupiter"), table.numbers("y", node: "Sun")).map { $0 - $1 }
        #expect(time.count == 3653)
        var turned = 0.0
        for index in 1..<time.count {
            let cross = x[index - 1] * y[index] - y[index - 1] * x[index]
            let dot = x[index - 1] * x[index] + y[index - 1] * y[index]
            turned += atan2(cross, dot)
        }
        let period = 2 * Double.pi * (time[time.count - 1] - time[0]) / turned
        #expect(abs(period / 4332.6 - 1) < 1e-3)
    }

    @Test(arguments: [IntegratorChoice.leapfrog, .rk8pd])
    func momentumIsConservedToRounding(_ choice: IntegratorChoice) throws {
        let simulation = try choice.simulation(of: try Self.bodies(), step: 50)
        let momentum = simulation.quantities.momentum
        let initial = momentum.value
        // What the momenta of the bodies amount to without their directions: rounding is relative to that.
        let scale = (0..<simulation.model.nodeCount).reduce(0.0) { sum, node in
            let velocity = simulation.model.nodeState(at: node).velocity
            return sum + simulation.model.masses[node] * (velocity * velocity).sum().squareRoot()
        }
        try simulation.run(steps: 7305)
        let change = momentum.value - initial
        // A step adds a few rounding errors of relative size 1.1e-16, which partly cancel over 7,305 steps.
        #expect((change * change).sum().squareRoot() < 1e-13 * scale)
    }

    /// The energy error of a symplectic integrator is bounded and proportional to the square of the step.
    @Test func leapfrogsEnergyErrorIsBoundedAndShrinksFourfold() throws {
        let coarse = try Self.leapfrogEnergyErrors(step: 50)
        let fine = try Self.leapfrogEnergyErrors(step: 25)
        let ratio = coarse.all / fine.all
        #expect(abs(ratio - 4) < 0.2)
        // No drift: the bound of the first half of the 1,000 years holds for the second half.
        #expect(coarse.secondHalf < 1.05 * coarse.firstHalf)
        #expect(fine.secondHalf < 1.05 * fine.firstHalf)
    }

    private static func leapfrogEnergyErrors(
        step: Double
    ) throws -> (firstHalf: Double, secondHalf: Double, all: Double) {
        let simulation = try IntegratorChoice.leapfrog.simulation(of: try bodies(), step: step)
        let energy = simulation.quantities.totalEnergy
        let initial = energy.value
        var bounds = [0.0, 0.0]
        for half in 0..<2 {
            let end = 182_600.0 * Double(half + 1)
            while simulation.moment.time < end {
                try simulation.run(steps: 1)
                bounds[half] = max(bounds[half], abs(energy.value / initial - 1))
            }
        }
        return (bounds[0], bounds[1], max(bounds[0], bounds[1]))
    }

    private static func bodies() throws -> ParticleSystem {
        let table = try DelimitedTable(contentsOf: packageFolder + "/Scenarios/data/outer-solar-system.csv")
        let gaussianConstant = 0.01720209895
        return try ParticleSystem(
            try Particle.particles(from: table),
            forces: [try NewtonianGravity(constant: gaussianConstant * gaussianConstant)])
    }
}
