import EngineTestSupport
import Foundation
import ScenarioTestSupport
import TestSupport
import Testing

@testable import ScenarioFiles

/// Scenarios about epidemics.
@Suite struct EpidemicReaderTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    private func text(_ model: String, observe: String = "[]") -> String {
        """
        seed: 3
        graph: {ring: {nodes: 50}}
        model: {\(model)}
        integrate: {method: event-driven, until: 2}
        observe: \(observe)
        """
    }

    @Test(
        "all models are read, and their compartments are quantities",
        arguments: [
            ("si: {infection: 1, initial: {infected: 0.1}}", "susceptible,infected"),
            ("sis: {infection: 1, recovery: 1, initial: {infected: 0.1}}", "susceptible,infected"),
            ("sir: {infection: 1, recovery: 1, initial: {infected: 0.1}}", "susceptible,infected,recovered"),
            (
                "sirs: {infection: 1, recovery: 1, waning: 1, initial: {infected: {count: 5}}}",
                "susceptible,infected,recovered"
            ),
            (
                "seir: {infection: 1, onset: 2, recovery: 1, initial: {infected: {count: 5}, exposed: 0}}",
                "susceptible,exposed,infected,recovered"
            ),
        ])
    func models(model: String, quantities: String) throws {
        let results = try folder.run(text(model, observe: "[{quantities: [\(quantities)], every: 0.5}]"))
        #expect(try results.header("quantities.csv") == "time,\(quantities)")
        let rows = try results.text("quantities.csv").split(separator: "\n").dropFirst()
        #expect(rows.count == 5)
        for row in rows {
            let numbers = row.split(separator: ",").dropFirst().compactMap { Double($0) }
            let sum = numbers.reduce(0, +)
            #expect(sum == 50)
        }
        let infected = quantities.split(separator: ",").firstIndex(of: "infected") ?? 0
        #expect(try results.column(infected + 1, of: "quantities.csv").first == "5")
    }

    @Test("what is recorded more often is the same at the same times")
    func recording() throws {
        let model = "sirs: {infection: 2, recovery: 1, waning: 1, initial: {infected: 0.2}}"
        let coarse = try folder.run(text(model, observe: "[{quantity: infected, every: 0.5}]"), to: "coarse")
        let fine = try folder.run(text(model, observe: "[{quantity: infected, every: 0.01}]"), to: "fine")
        let every50th = try fine.text("infected.csv").split(separator: "\n").dropFirst().enumerated()
            .filter { $0.offset % 50 == 0 }.map { $0.element }
        #expect(try coarse.text("infected.csv").split(separator: "\n").dropFirst().map { $0 } == every50th)
    }

    @Test("all problems are told at once, with their places")
    func problems() throws {
        let text = """
            graph: {ring: {nodes: 50}}
            model: {sir: {infection: -1, recovry: 1, initial: {infected: 1.5, exposed: 1}}}
            integrate: {method: rk4, until: 2}
            observe: [{quantity: exposed}]
            """
        #expect(
            try folder.problems(text) == """
                test.yml:2:26: error: 'infection' must be 0 or greater
                  model: {sir: {infection: -1, recovry: 1, initial: {infected: 1.5, exposed: 1}}}
                                           ^~
                test.yml:2:30: error: unknown key 'recovry' in 'sir'
                  model: {sir: {infection: -1, recovry: 1, initial: {infected: 1.5, exposed: 1}}}
                                               ^~~~~~~
                  did you mean 'recovery'?
                test.yml:2:62: error: 'infected' must be between 0 and 1
                  model: {sir: {infection: -1, recovry: 1, initial: {infected: 1.5, exposed: 1}}}
                                                                               ^~~
                test.yml:2:67: error: unknown key 'exposed' in 'initial'
                  model: {sir: {infection: -1, recovry: 1, initial: {infected: 1.5, exposed: 1}}}
                                                                                    ^~~~~~~
                  known keys: infected, recovered
                test.yml:3:21: error: 'method' cannot be 'rk4'
                  integrate: {method: rk4, until: 2}
                                      ^~~
                  allowed: event-driven, tau-leaping
                test.yml:4:22: error: 'quantity' cannot be 'exposed'
                  observe: [{quantity: exposed}]
                                       ^~~~~~~
                  allowed: susceptible, infected, recovered
                6 errors
                """)
    }

    @Test("rates and weights that cannot be computed with are told", arguments: ["event-driven", "tau-leaping"])
    func extremeRates(method: String) throws {
        let rest = "integrate: {method: \(method), until: 2}\n"
        for rate in ["1e307", "1e-320"] {
            let problem = try folder.problems(
                "graph: {ring: {nodes: 50}}\nmodel: {sis: {infection: 1, recovery: \(rate), initial: {infected: 0.1}}}\n"
                    + rest)
            #expect(problem?.contains("the rate from infected to susceptible is") == true)
            #expect(problem?.contains("must be 0, or from 1e-100 to 1e100: choose another unit of time") == true)
        }
        try folder.directory.write("a b 1\nb c 1e200\n", to: "weights.txt")
        let problem = try folder.problems(
            "graph: {file: weights.txt}\n"
                + "model: {sis: {infection: 1, recovery: 1, initial: {infected: 0.5}}}\n" + rest)
        #expect(problem?.contains("has the weight 1e+200, but weights multiply rates") == true)
    }

    @Test(
        "nodes that cannot be chosen are told",
        arguments: [
            ("{infected: 0.001}", "'infected' is less than half a node of 50"),
            ("{infected: 0.7, recovered: 0.4}", "'initial' has more nodes than there are"),
            ("{infected: {count: 51}}", "'count' must be between 0 and 50"),
        ])
    func initial(initial: String, message: String) throws {
        let problems = try #require(
            try folder.problems(text("sir: {infection: 1, recovery: 1, initial: \(initial)}")))
        #expect(problems.contains("error: \(message)\n"), "\(problems)")
    }

    @Test("an event-driven method has no tolerance, and oscillators cannot be moved by it")
    func methods() throws {
        let epidemic = text("si: {infection: 1, initial: {infected: 0.1}}")
        let problems = try folder.problems(epidemic, set: ["integrate.tolerance=1e-6"])
        #expect(problems?.contains("'tolerance' has no meaning for 'event-driven', which is exact") == true)
        let network = try folder.problems(ScenarioFolder.network, set: ["integrate.method=event-driven"])
        #expect(network?.contains("'method' cannot be 'event-driven'") == true)
        let particles = try folder.problems(ScenarioFolder.particles, set: ["integrate.method=event-driven"])
        #expect(particles?.contains("'method' cannot be 'event-driven'") == true)
    }

    /// All recover, and none is infected: exp(−2) of 10 000 in the end. Exceeded by chance with a probability of 1e-5.
    @Test("leaps are an approximate method, whose threads and records change nothing")
    func leaping() throws {
        let text = """
            graph: {isolated: {nodes: 10000}}
            model: {sir: {infection: 1, recovery: 1, initial: {infected: 1.0}}}
            integrate: {method: tau-leaping, until: 2}
            observe: [{quantity: infected, every: 0.5}]
            """
        let results = try folder.run(text, to: "one")
        let infected = try results.column(1, of: "infected.csv").compactMap { Double($0) }
        let share = exp(-2.0)
        #expect(abs(infected[4] - 10_000 * share) < 4.42 * (10_000 * share * (1 - share)).squareRoot())
        let other = try folder.run(text, set: ["threads=2", "observe.0.every=0.1"], to: "two")
        let every5th = try other.column(1, of: "infected.csv").enumerated().filter { $0.offset % 5 == 0 }
            .map { Double($0.element) }
        #expect(every5th == infected)
        let long = try folder.run(text, set: ["integrate.leap=0.5"], to: "three")
        #expect(try long.column(1, of: "infected.csv").compactMap { Double($0) } != infected)
        try folder.run(text, set: ["integrate.accuracy=0.1"], to: "four")
    }

    @Test(
        "lengths of leaps that cannot be are told",
        arguments: [
            (["integrate.leap=-1"], "'leap' must be greater than 0"),
            (["integrate.leap=0.6"], "a leap of 0.6 is too long for 'susceptible', which vertices leave"),
            (["integrate.accuracy=1"], "'accuracy' must be between 0.0001 and 0.5"),
            (
                ["integrate.leap=0.1", "integrate.accuracy=0.1"],
                "'integrate' must have either 'leap' or 'accuracy', not both"
            ),
            (["integrate.tolerance=0.1"], "'tolerance' has no meaning for 'tau-leaping', which has an accuracy"),
            (["integrate.method=event-driven", "integrate.leap=0.1"], "'leap' has no meaning for 'event-driven'"),
        ])
    func leapProblems(changes: [String], message: String) throws {
        let text = text("sir: {infection: 1, recovery: 2, initial: {infected: 0.1}}").replacing(
            "event-driven", with: "tau-leaping")
        let problems = try #require(try folder.problems(text, set: changes))
        #expect(problems.contains(message), "\(problems)")
        // At the place of the number, not of the scenario.
        #expect(problems.hasPrefix("--set \(changes.last ?? "")"), "\(problems)")
    }

    /// EoN's `fast_SIR` on such a network infects 0.80 of all nodes.
    @Test("the scenario that is shipped, on a smaller network")
    func shipped() throws {
        let path = packageFolder + "/Scenarios/epidemic.yml"
        let scenario = try Scenario(contentsOf: path, overrides: [Override("graph.barabasi-albert.nodes=3000")])
        let results = try ResultDirectory(creating: folder.directory.path(of: "epidemic"))
        try scenario.run(in: results)
        let last =
            try String(contentsOfFile: results.path + "/compartments.csv", encoding: .utf8)
            .split(separator: "\n").last ?? ""
        let numbers = last.split(separator: ",").compactMap { Double($0) }
        #expect(numbers[0] == 20)
        // Eight standard deviations of the final size, which are about 0.01 in such a small network.
        #expect(abs(numbers[3] / 3000 - 0.80) < 0.08)
    }
}
