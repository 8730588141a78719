import EngineTestSupport
import Foundation
import ScenarioTestSupport
import SimulationEngine
import TestSupport
import Testing

@testable import ScenarioFiles

/// What runs warn of that do not conserve their energy, or do not resolve what meets.
@Suite("Warnings of runs") struct EnergyWatchTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
        try folder.directory.write("mass,x,y,z\n1,-1,0,0\n1,1,0,0\n", to: "headon.csv")
        try folder.directory.write(
            "mass,x,y,z,vx,vy,vz\n1,0,0,0,0,0,0\n1e-6,1,0,0,0,1.4142135623730951,0\n", to: "parabola.csv")
        try folder.directory.write(
            "name,mass,x,y,z,vx,vy,vz\nSun,1,0,0,0,0,0,0\nA,1e-3,1,0,0,0,1,0\nB,1e-3,-1.25,0,0,0,-0.8944,0\n",
            to: "planets.csv")
    }

    /// Two masses of 1 that fall onto each other from a distance of 2, with an energy of −1/2; they meet at time π / √2 = 2.22.
    private static let headOn = """
        particles: {file: headon.csv}
        model: {gravity: {constant: 1}}
        integrate: {method: leapfrog, step: 0.01, until: 4.5}

        """

    private func run(
        _ text: String, set overrides: [String] = [], to name: String = "results"
    ) throws -> (told: [String], inManifest: [String], results: ScenarioFolder.Results) {
        var told: [String] = []
        let results = try folder.run(
            text, set: overrides, to: name, monitor: RunMonitor(onWarning: { told.append($0) }))
        let manifest = try JSONSerialization.jsonObject(with: Data(try results.text("manifest.json").utf8))
        return (told, (manifest as? [String: Any])?["warnings"] as? [String] ?? [], results)
    }

    /// What is recorded at each step says at which of the looks the energy has first changed by more than itself.
    @Test("a head-on collision is told at the first look at which the energy has changed by more than itself")
    func headOn() throws {
        let outcome = try run(Self.headOn + "observe: [{quantities: [kinetic-energy, total-energy], name: energies}]\n")
        let energies = try outcome.results.column(2, of: "energies.csv").map { try #require(Double($0)) }
        let looks = Array(stride(from: 100, through: 400, by: 100)) + [450]
        let step = try #require(looks.first { abs(energies[$0] + 0.5) > 0.5 })
        #expect(step > 200)
        let text = try #require(outcome.told.first)
        #expect(outcome.told.count == 1)
        #expect(
            text.hasPrefix(
                "the total energy was -0.5 at the beginning and is \(energies[step]) after step \(step), at time "
                    + "\(Double(step) / 100): "))
        // It is known between which looks that was.
        let exact = try #require(energies.firstIndex { abs($0 + 0.5) > 0.5 })
        #expect((step - 99...step).contains(exact))
        let looked = "the energy was looked at at each 100th step and at the end"
        #expect(text.hasSuffix("(between the steps \(step - 100) and \(step); \(looked))"))
        #expect(outcome.inManifest == outcome.told)
    }

    /// A charge that turns by an angle θ a step in a magnetic field: Runge and Kutta's method multiplies its velocity, as a complex
    /// number, by 1 + iθ − θ²/2 − iθ³/6 + θ⁴/24, and so its energy by 1 − θ⁶/72 + θ⁸/576.
    @Test("an energy that is lost is told at the first look at which half of it has gone", arguments: [0.5, 0.8])
    func lostEnergy(angle: Double) throws {
        try folder.directory.write("mass,charge,x,y,z,vx,vy,vz\n2,1,0,0,0,3,0,0\n2,1,9,0,0,1,2,0\n", to: "charges.csv")
        let factor = 1 - pow(angle, 6) / 72 + pow(angle, 8) / 576
        let look = Int((log(0.5) / log(factor) / 100).rounded(.up)) * 100
        // A field of 2 turns them by 1 in a unit of time.
        func told(until step: Int, _ name: String) throws -> [String] {
            try run(
                """
                box: open
                particles: {file: charges.csv}
                interactions: [{magnetic-field: {field: [0, 0, 2]}}]
                integrate: {method: runge-kutta-4, step: \(angle), until: \(Double(step) * angle)}

                """, to: name
            ).told
        }
        #expect(try told(until: look - 100, "before") == [])
        let text = try #require(try told(until: look + 100, "after").first)
        #expect(text.hasPrefix("the total energy was 14.0 at the beginning and is "))
        let energy = try #require(text.split(separator: " and is ").last.flatMap { Double($0.prefix { $0 != " " }) })
        #expect(abs(energy / 14 - pow(factor, Double(look))) < 1e-10)
        #expect(text.contains(" after step \(look), at time "))
        #expect(text.contains("has changed by more than half of itself; "))
    }

    /// Two particles that come nearer than a cutoff of 1.2, where their energy would be 4 (1.2⁻¹² − 1.2⁻⁶); or by a long step to a
    /// distance of 0.7.
    @Test(
        "the jump of an energy that is truncated is named where it can be what has changed the energy",
        arguments: [
            ("truncated", "0.01, until: 0.7", true), ("shifted", "3, until: 6", false),
            ("shifted", "0.01, until: 0.7", nil),
        ] as [(String, String, Bool?)])
    func truncation(truncation: String, step: String, isNamed: Bool?) throws {
        try folder.directory.write("mass,x,y,z,vx,vy,vz\n1,0,0,0,0,0,0\n1,1.3,0,0,-0.2,0,0\n", to: "pair.csv")
        let outcome = try run(
            """
            box: open
            particles: {file: pair.csv}
            interactions: [{lennard-jones: {cutoff: 1.2, truncation: \(truncation)}}]
            integrate: {method: leapfrog, step: \(step)}

            """)
        guard let isNamed else { return #expect(outcome.told == []) }
        let text = try #require(outcome.told.first)
        let jump = "; the energy of two particles jumps by up to 0.8909"
        #expect(text.contains(jump) == isNamed, "\(text)")
        #expect(text.contains("the step or the tolerance is too large for what moves or meets there (between the"))
    }

    /// An ellipse of eccentricity 0.9 in 300 steps: at its near end the method is off by 0.9 of the energy, and comes back. The
    /// intervention has it looked at each step.
    @Test("a symplectic method that comes back is not warned of")
    func nearEnd() throws {
        try folder.directory.write(
            "mass,x,y,z,vx,vy,vz\n1,0,0,0,0,0,0\n1e-6,1.9,0,0,0,0.2294157338705618,0\n", to: "ellipse.csv")
        let outcome = try run(
            Self.headOn + "observe: [{quantities: [total-energy], name: energies}]\n",
            set: [
                "particles.file=ellipse.csv", "integrate={method: leapfrog, step: 0.0209, until: 62.7}",
                "intervene=[{when: end, kick: {nodes: [0], vz: 0}}]",
            ])
        let energies = try outcome.results.column(1, of: "energies.csv").compactMap(Double.init)
        #expect(energies.contains { abs($0 - energies[0]) > 0.8 * abs(energies[0]) })
        #expect(outcome.told == [])
    }

    @Test("neither what is recorded nor an interruption changes what is told")
    func independence() throws {
        let plain = try run(Self.headOn, to: "plain")
        let watched = try run(
            Self.headOn + "observe: [{nodes: all}, {quantities: [total-energy], every: 0.07}]\n", to: "watched")
        #expect(plain.inManifest == watched.inManifest)
        #expect(plain.inManifest.count == 1)
        for seed in 1...4 as ClosedRange<UInt64> {
            try InterruptedRun(lastStep: 450, seed: seed) { try folder.scenario(Self.headOn) }.expectSameBytes()
        }
    }

    /// The masses meet at 2.22, and fly off with much more energy than there was.
    @Test(
        "an adaptive method is looked at after each twentieth of its own steps, whatever is recorded or watched",
        arguments: [
            "observe: []\n", "observe: [{quantities: [total-energy], every: 0.5}]\n",
            "observe: [{nodes: all, every: 0.01}, {crossing: {of: {field: x, nodes: [0]}, above: -0.5}}]\n",
        ])
    func adaptive(observe: String) throws {
        let method = "integrate={method: rkf45, until: 10, tolerance: 1e-2}"
        let outcome = try run(Self.headOn + observe, set: [method])
        let plain = try run(Self.headOn, set: [method], to: "plain")
        #expect(outcome.told.count == 1)
        #expect(outcome.told.first?.contains("; the energy was looked at at each 20th step of the method and") == true)
        #expect(outcome.told.first?.contains("(between the times ") == true)
        // Not only at the end.
        #expect(outcome.told.first?.contains("at time 2.2") == true)
        #expect(outcome.inManifest == outcome.told && outcome.told == plain.told)
    }

    @Test("an interruption of an adaptive method changes nothing that is told")
    func interruptedAdaptive() throws {
        let text = Self.headOn.replacing(
            "{method: leapfrog, step: 0.01, until: 4.5}", with: "{method: rkf45, step: 0.1, until: 10, tolerance: 1e-2}"
        )
        #expect(try run(text).told.count == 1)
        for seed in 1...4 as ClosedRange<UInt64> {
            try InterruptedRun(lastStep: 100, seed: seed) { try folder.scenario(text) }.expectSameBytes()
        }
    }

    @Test("an intervention under an adaptive method hides no collision")
    func adaptiveIntervention() throws {
        let outcome = try run(
            Self.headOn,
            set: [
                "integrate={method: rkf45, until: 10, tolerance: 1e-2}",
                "intervene=[{when: {at: 9}, kick: {nodes: all, vz: 1}}]",
            ])
        #expect(outcome.told.count == 1)
        #expect(outcome.told.first?.contains("at each step of the method)") == true)
        #expect(outcome.inManifest == outcome.told)
    }

    @Test(
        "what conserves its energy, or need not, is not warned of",
        arguments: [
            // A circle, and a parabola whose energy is 0 but for rounding.
            ("particles.file=bodies.csv", "integrate.step=0.05"),
            ("particles.file=parabola.csv", "integrate.step=0.05"),
            // A thermostat; what is kicked; what is driven.
            ("integrate={method: langevin, temperature: 5, friction: 1, step: 0.01, until: 1}", "threads=1"),
            ("intervene=[{when: {at: 0.5}, kick: {nodes: [0], vy: 30}}]", "integrate.until=2"),
            (
                "intervene=[{when: {at: 0.5}, drive: {node: 0, field: x, as: '-1 - 5 * (time - 0.5)'}}]",
                "integrate.until=2"
            ),
        ])
    func silence(overrides: (String, String)) throws {
        let outcome = try run(Self.headOn, set: [overrides.0, overrides.1])
        #expect(outcome.told == [])
        #expect(outcome.inManifest == [])
    }

    /// Two masses fall with a terminal velocity of 2.5: what the field gives them goes to the medium.
    @Test("drag is not expected to conserve the energy")
    func drag() throws {
        let text = """
            particles: {file: headon.csv}
            interactions: [{uniform-field: {acceleration: [0, 0, -10]}}, {drag: {coefficient: 4}}]
            integrate: {method: rk8pd, until: 20}

            """
        let outcome = try run(text + "observe: [{quantities: [total-energy], every: 20, name: energies}]\n")
        let energies = try outcome.results.column(1, of: "energies.csv").map { try #require(Double($0)) }
        #expect(abs(energies[1] - energies[0]) > 100)
        #expect(outcome.told == [] && outcome.inManifest == [])
    }

    @Test("after a kick the energy is compared with what it was then")
    func afterKick() throws {
        let outcome = try run(Self.headOn, set: ["intervene=[{when: {at: 0.5}, kick: {nodes: all, vz: 0.125}}]"])
        // Two masses of 1 with a speed of 1/8 have 1/64 more.
        #expect(outcome.told.first?.hasPrefix("the total energy was -0.48") == true)
        #expect(outcome.told.first?.contains("after step 51 and is") == true)
    }

    /// The collision is between steps 200 and 300: what comes before it, at the same time, and after it hides nothing.
    @Test(
        "no intervention hides a collision",
        arguments: [
            "{when: start, pin: {nodes: [0], fields: [z]}}", "{when: start, kick: {node: 0, vz: 1e-12}}",
            "{when: {every: 0.3}, kick: {node: 0, vz: 1e-12}}", "{when: {at: 4.4}, kick: {node: 0, vz: 1e-12}}",
            "{when: {at: 0.5}, drive: {node: 0, field: z, as: 0 * time}, release: {at: 0.51}}",
        ])
    func intervened(intervention: String) throws {
        let outcome = try run(Self.headOn, set: ["intervene=[\(intervention)]"])
        #expect(outcome.told.count == 1)
        #expect(outcome.inManifest == outcome.told)
    }

    /// Planets at 1 and 1.25, which are in conjunction near time 11, have 3R = 3 · (2/3 · 10⁻³)^(1/3) · 1.125 = 0.29; what is recorded
    /// at each step says when they are within that.
    @Test("'wisdom-holman' tells of planets that come within three Hill radii, each two once")
    func encounters() throws {
        let text = """
            particles: {file: planets.csv}
            model: {gravity: {constant: 1}}
            integrate: {method: wisdom-holman, step: 0.02, until: 20}
            observe: [{nodes: all, fields: [x, y]}]

            """
        let outcome = try run(text)
        let columns = try (2...3).map { try outcome.results.column($0, of: "nodes.csv").compactMap(Double.init) }
        func place(_ step: Int, _ body: Int) -> SIMD2<Double> {
            SIMD2(columns[0][3 * step + body], columns[1][3 * step + body])
        }
        func length(_ vector: SIMD2<Double>) -> Double { (vector * vector).sum().squareRoot() }
        let first = (0...1000).first { step in
            let (a, b) = (place(step, 1) - place(step, 0), place(step, 2) - place(step, 0))
            return length(a - b) < 3 * pow(2e-3 / 3, 1 / 3) * (length(a) + length(b)) / 2
        }
        let told = outcome.told.filter { $0.hasPrefix("bodies ") }
        let step = try #require(first)
        #expect(told.count == 1)
        #expect(told.first?.hasPrefix("bodies 'A' and 'B' are ") == true)
        #expect(told.first?.contains(" apart after step \(step), at time ") == true)
        #expect(outcome.inManifest == outcome.told)
        try InterruptedRun(lastStep: 1000, seed: 3) { try folder.scenario(text) }.expectSameBytes()
    }

    // MARK: What is required

    @Test("a quantity that must not change ends the run, and the error names it")
    func requirement() throws {
        let text = Self.headOn + "require: [{quantity: total-energy, relative-change: 1e-3}]\n"
        let error = #expect(throws: SimulationError.self) { try folder.run(text) }
        guard case .quantityHasChanged(let failure) = error else { throw error ?? .alreadyRunning }
        #expect(failure.quantity == "total-energy" && failure.firstValue == [-0.5] && failure.isRelative)
        #expect(abs(failure.value[0] + 0.5) > 0.5e-3 && failure.change > 1e-3)
        #expect(failure.moment.step < 230)
        // Planets far from each other keep it.
        try folder.run(text, set: ["particles.file=planets.csv", "integrate={method: rk8pd, until: 5}"], to: "planets")
    }

    @Test("vectors, expressions and quantities of networks, by parts or not, now and then")
    func requirements() throws {
        func failure(_ text: String, _ requirement: String) throws -> SimulationError? {
            do {
                try folder.run(text + "require: [\(requirement)]\n", to: "\(UInt64.random(in: 0...UInt64.max))")
                return nil
            } catch let error as SimulationError { return error }
        }
        #expect(try failure(Self.headOn, "{quantity: momentum, change: 1e-6}") == nil)
        // That is known before the run.
        let problems = try folder.problems(Self.headOn + "require: [{quantity: momentum, relative-change: 1e-6}]\n")
        #expect(problems?.contains("'momentum' is 0 at the beginning") == true)
        let late = try failure(Self.headOn, "{quantity: kinetic-energy + 1, change: 0.01, every: 0.5}")
        #expect(late?.description.contains("'kinetic-energy + 1' is ") == true)
        #expect(late?.description.contains("after step 50, at time 0.5; it was 1.0 at the beginning") == true)
        let network = try failure(ScenarioFolder.network, "{quantity: order-parameter, change: 1e-12}")
        #expect(network?.description.contains("after step 1, at time 0.5") == true)
    }

    @Test(
        "what cannot be required is told with its place",
        arguments: [
            ("{quantity: total-energie, change: 1}", "total-energie"), ("{quantity: total-energy}", "relative-change"),
            ("{quantity: total-energy, change: 1, relative-change: 1}", "relative-change"),
            ("{quantity: total-energy, change: -1}", "'change'"),
            ("{quantity: total-energy, change: 1, within: [0, 1]}", "'within' is about a field, not about a quantity"),
            ("{quantity: total-energy, change: 1, every: 100}", "longer than the run"),
        ])
    func problems(requirement: String, words: String) throws {
        let problems = try folder.problems(Self.headOn + "require: [\(requirement)]\n")
        #expect(problems?.contains(words) == true, "\(problems ?? "")")
    }
}
