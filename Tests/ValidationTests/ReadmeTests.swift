import Foundation
import GSL
import ObserverCore
import Particles
import SimulationEngine
import TestSupport
import Testing

/// What the README shows is what is compiled and run here.
@Suite struct ReadmeTests {
    @Test func theScenarioIsTheOneThatIsShipped() throws {
        let shipped = try String(contentsOfFile: packageFolder + "/Scenarios/karate-club.yml", encoding: .utf8)
        let withoutComments = shipped.split(separator: "\n").filter { !$0.hasPrefix("#") }.joined(separator: "\n")
        #expect(try codeBlocks("yaml", in: "README.md") == [withoutComments])
    }

    @Test func theSwiftExampleIsTheOneThatIsRunHere() throws {
        try expectSwiftExamples(of: "README.md")
    }

    // The lines of the README, with a `print` that counts instead of the standard library's.
    // swift-format-ignore
    @Test(.tracksLifetimes) func theSwiftExampleObservesEveryStep() throws {
        final class Watcher: Observer { let receiver = Receiver() }
        var printed: [String: Int] = [:]
        func print(_ words: String, _ value: Any) { printed[words, default: 0] += 1 }

        let sun = Particle(name: "Sun", mass: 1, position: [0, 0, 0])
        let earth = Particle(name: "Earth", mass: 3e-6, position: [1, 0, 0], velocity: [0, 1, 0])
        let system = try ParticleSystem([sun, earth], forces: [NewtonianGravity(constant: 1)])
        let simulation = try Simulation(system, integrator: Leapfrog(), step: 0.01)
        _ = track(simulation)

        let watcher = Watcher()
        watcher.observe(simulation.nodes[1].state) { update in print("Earth is at", update.new.position) }
        watcher.observe(simulation.quantities.totalEnergy) { update in print("The energy is", update.new) }
        watcher.observe(simulation.group { $0.position.y < 0 }) { change in print("Below the axis", change.membership) }
        let axis = try simulation.crossing(of: "y", ofNode: 1, level: 0, .downwards)
        watcher.observe(axis) { crossing in print("Half a year is", crossing.time) }
        try simulation.run(until: 6.28)

        #expect(printed["Half a year is"] == 1)
        #expect((printed["Below the axis"] ?? 0) > 300)
        #expect(printed["Earth is at"] == 628)
        #expect((printed["The energy is"] ?? 0) > 600)
        let end = simulation.nodes[1].state.value.position - [1, 0, 0]
        #expect((end * end).sum().squareRoot() < 0.02)
    }
}
