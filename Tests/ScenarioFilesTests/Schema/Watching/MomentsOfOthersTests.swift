import ScenarioTestSupport
import Testing

@testable import ScenarioFiles

/// What is recorded and done does not depend on what else is recorded: by each rule, with each kind of method, it is the same
/// beside a table with moments of its own, or it is refused.
@Suite struct MomentsOfOthersTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    /// A model with a method, and what can be watched of it.
    struct System: CustomTestStringConvertible {
        let testDescription: String
        let subject: String
        let integrate: String

        /// Whether the method chooses its steps and none is written.
        let hasStepOfRecords: Bool

        /// A time of which `every` is made, and that of the other table.
        var unit = "0.5"
        var other = "0.35"

        let field: String
        let number: String
        let condition: String
        let action: String

        /// Whether fields can be held.
        var isHeld = false

        /// What is sampled of this model besides, where that is said, and at equal intervals.
        var samplers: [String] = []
        var evenSamplers: [String] = []

        /// A text with what stands for the parts of this system.
        func fill(_ text: String, rule: String = "") -> String {
            text.replacing("WHEN", with: rule.isEmpty ? "" : ", when: \(rule)").replacing("RULE", with: rule)
                .replacing("UNIT", with: unit).replacing("FIELD", with: field)
                .replacing("CONDITION", with: condition).replacing("NUMBER", with: number)
                .replacing("ACTION", with: action)
        }

        /// A scenario, besides another table or not.
        func yaml(_ parts: [String], observing observations: [String], isBeside: Bool) -> String {
            let other = isBeside ? ["{nodes: [1], every: \(other), name: other}"] : []
            let observe = "observe: [\((observations + other).joined(separator: ",\n  "))]"
            return ([subject, "integrate: \(integrate)", observe] + parts).joined(separator: "\n") + "\n"
        }
    }

    private static let graphSamplers = ["{graph: [size, degree-distribution]WHEN}", "{graph-file: edge-listWHEN}"]

    private static let systems: [System] = {
        let oscillators = System(
            testDescription: "rkf45",
            subject: "graph: {ring: {nodes: 4}}\nmodel: {kuramoto: {coupling: 1, frequency: [1, 2, 3.1, 4.2]}}",
            integrate: "{method: rkf45, tolerance: 1e-4, until: 3.5}", hasStepOfRecords: true, field: "phase",
            number: "order-parameter", condition: "order-parameter < 0.7", action: "set: {node: 0, phase: 0}",
            isHeld: true, samplers: graphSamplers)
        let epidemic = System(
            testDescription: "event-driven",
            subject: """
                graph: {erdos-renyi: {nodes: 24, edges: 72}}
                model: {sis: {infection: 0.7, recovery: 1, initial: {infected: {count: 5}}}}
                """,
            integrate: "{method: event-driven, until: 3.5}", hasStepOfRecords: true, field: "compartment",
            number: "infected", condition: "infected > 8", action: "parameter: {infection: infected / 10}",
            samplers: graphSamplers)
        let particles = System(
            testDescription: "rk8pd",
            subject: """
                particles: {lattice: {sc: {cells: 2, density: 0.25}}, temperature: 1}
                box: periodic
                interactions: [{bonds: {harmonic: {stiffness: 5, length: 1}, chain: {length: 8}}}]
                """,
            integrate: "{method: rk8pd, tolerance: 1e-4, until: 3.5}", hasStepOfRecords: true, field: "x",
            number: "potential-energy", condition: "potential-energy > 4", action: "kick: {node: 0, vx: 0.1}",
            isHeld: true,
            samplers: [
                "{radial-distribution: {maximum: 1.5, bins: 4}WHEN}", "{structure-factor: {maximum: 5}WHEN}",
            ], evenSamplers: ["{diffusion: {lags: [0.5, 1], groups: 4}WHEN}"])
        let spins = System(
            testDescription: "metropolis",
            subject: "graph: {ring: {nodes: 20}}\nmodel: {ising: {temperature: 2}}",
            integrate: "{method: metropolis, until: 20}", hasStepOfRecords: false, unit: "2", other: "3",
            field: "spin", number: "magnetisation", condition: "magnetisation > 0.1",
            action: "set: {node: 0, spin: 1}", samplers: graphSamplers)
        let cells = System(
            testDescription: "synchronous",
            subject: "graph: {ring: {nodes: 20}}\nmodel: {elementary: {rule: 30, alive: [10]}}",
            integrate: "{method: synchronous, until: 20}", hasStepOfRecords: false, unit: "2", other: "3",
            field: "state", number: "population", condition: "population > 8", action: "set: {node: 0, state: 1}",
            samplers: graphSamplers)
        func variant(_ system: System, _ integrate: String, hasStepOfRecords: Bool = false) -> System {
            System(
                testDescription: integrate, subject: system.subject, integrate: integrate,
                hasStepOfRecords: hasStepOfRecords, field: system.field, number: system.number,
                condition: system.condition, action: system.action, isHeld: system.isHeld, samplers: system.samplers)
        }
        return [
            oscillators, epidemic, particles, spins, cells,
            variant(epidemic, "{method: tau-leaping, leap: 0.03, until: 3.5}", hasStepOfRecords: true),
            variant(oscillators, "{method: rkf45, tolerance: 1e-4, step: 0.05, until: 3.5}"),
            variant(oscillators, "{method: runge-kutta-4, step: 0.05, until: 3.5}"),
            variant(epidemic, "{method: event-driven, step: 0.05, until: 3.5}"),
        ]
    }()

    /// What stands behind `when`; nothing where that is left out.
    private static let evenRules = ["", "{every: UNIT}", "{every: UNIT, from: 1.3}", "{from: 1.3}", "{until: 3.1}"]
    private static let rules = [
        "start", "end", "{at: [UNIT, 2]}", "{logarithmic: {from: UNIT}}", "{if: CONDITION}", "{not: {if: CONDITION}}",
        "{changed: {of: NUMBER, by: 0.01}}", "{not: {every: UNIT}}", "{not: start}", "{not: end}",
        "{every: UNIT, not: {at: 2}}", "{every: UNIT, if: CONDITION}", "{any: [{every: UNIT}, {if: CONDITION}]}",
        "{any: [{at: UNIT}, end]}", "{from: 1.3, not: {every: UNIT}}", "{not: {any: [{at: UNIT}, {if: CONDITION}]}}",
        "{if: CONDITION, end: true}", "{if: CONDITION, not: start}", "{not: {all: [{every: UNIT}, {if: CONDITION}]}}",
    ]

    /// Those to try where steps are what they are, whatever is recorded.
    private static let rulesOfSteps = ["{from: 1.3}", "{not: {every: UNIT}}", "{changed: {of: NUMBER, by: 0.01}}"]

    @Test("Samples are taken at the same moments whatever else is recorded, or refused", arguments: systems)
    func samples(system: System) throws {
        let samplers = [
            "{nodes: allWHEN, name: all}", "{nodes: [0]WHEN, ring: {last: 3, when: end}, name: last}",
            "{quantity: NUMBERWHEN}", "{quantities: [NUMBER]WHEN, name: several}",
            "{statistics: {of: NUMBER, quantiles: [0.5], histogram: {range: [-99, 99], bins: 9}}WHEN}",
        ]
        let even = [
            "{statistics: {of: NUMBER, autocorrelation: {points: 2}, spectrum: {segment: 4}}WHEN, name: even}",
            "{displacement: {of: FIELD}WHEN}", "{correlation: {of: FIELD}WHEN}",
        ]
        var refused = 0
        for rule in system.hasStepOfRecords ? Self.evenRules + Self.rules : Self.rulesOfSteps {
            let isEven = Self.evenRules.contains(rule)
            // Graphs are written at the beginning where nothing is said.
            let kinds = samplers + (rule.isEmpty ? [] : system.samplers) + (isEven ? even + system.evenSamplers : [])
            let converged = system.fill(
                "stop: [{converged: {mean-of: NUMBER, relative-error: 1e-9WHEN}}]", rule: rule)
            let isRefused = try compare(
                system, [converged], observing: kinds.map { system.fill($0, rule: rule) }, count: kinds.count + 1)
            refused += isRefused ? 1 : 0
        }
        #expect(refused == (system.hasStepOfRecords ? 16 : 0))
    }

    @Test(
        "What is done is done at the same moments whatever is recorded, or refused",
        arguments: systems.filter { $0.evenSamplers.isEmpty })
    func actions(system: System) throws {
        var refused = 0
        for rule in system.hasStepOfRecords ? Self.evenRules.dropFirst() + Self.rules : Self.rulesOfSteps {
            let observations = [
                "{nodes: [0], every: UNIT, ring: {last: 3, when: RULE}, name: last}", "{interventions: all}",
                "{nodes: all, when: {every: UNIT, end: true}, name: all}",
            ].map { system.fill($0, rule: rule) }
            let checkpoints = system.fill("checkpoints: {when: RULE}", rule: rule)
            let release = system.isHeld ? ", {pin: {nodes: [1]}, release: RULE}" : ""
            let intervene = system.fill("intervene: [{when: RULE, ACTION}\(release)]", rule: rule)
            let stop = system.fill("stop: [{when: RULE}]", rule: rule)
            let isRefused = try compare(
                system, [intervene], observing: observations, count: system.isHeld ? 3 : 2)
            #expect(try compare(system, [stop], observing: [observations[2]], count: 1) == isRefused)
            // What a checkpoint stores depends on what is recorded; many of them take long.
            let problems = try folder.problems(system.yaml([checkpoints], observing: [], isBeside: true))
            #expect((problems != nil) == isRefused, "\(checkpoints)")
            refused += isRefused ? 1 : 0
        }
        #expect(refused == (system.hasStepOfRecords ? 7 : 0))
    }

    /// Runs a scenario with and without another table, of which the other tables must be the same, and which are both refused
    /// where one is: then so many things are.
    ///
    /// - Returns: Whether they are refused.
    private func compare(
        _ system: System, _ parts: [String], observing observations: [String], count: Int
    ) throws -> Bool {
        let texts = [false, true].map { system.yaml(parts, observing: observations, isBeside: $0) }
        var (scenarios, problems): ([Scenario], [String]) = ([], [])
        for text in texts {
            do { scenarios.append(try folder.scenario(text)) } catch let error as ScenarioError {
                problems.append(error.description)
                let refusals = error.description.split(separator: "\n").filter { $0.contains(": error: ") }
                #expect(
                    refusals.count == count && refusals.allSatisfy { $0.contains("'step'") },
                    "\(text)\n\(error.description)")
            }
        }
        guard problems.isEmpty else {
            #expect(problems.count == 2, "one is accepted, not the other:\n\(texts[0])\n\(texts[1])")
            return true
        }
        let (alone, beside) = (try tables(of: scenarios[0]), try tables(of: scenarios[1]))
        #expect(Set(beside.keys) == Set(alone.keys), "\(texts[0])")
        for (name, table) in alone.sorted(by: { $0.key < $1.key }) {
            #expect(beside[name] == table, "\(name) of\n\(texts[0])")
        }
        return false
    }

    /// All tables but the other one, without the numbers of steps, which are what `integrate` has.
    private func tables(of scenario: Scenario) throws -> [String: [String]] {
        let results = try folder.run(scenario, to: "run-\(UInt64.random(in: 0...UInt64.max))")
        var tables: [String: [String]] = [:]
        for file in try results.files() where file.hasSuffix(".csv") && file != "other.csv" {
            let lines = try results.text(file).split(separator: "\n")
            let columns = lines.first?.split(separator: ",") ?? []
            guard let step = columns.firstIndex(of: "step") else {
                tables[file] = lines.map { String($0) }
                continue
            }
            tables[file] = lines.map { line in
                var row = line.split(separator: ",", omittingEmptySubsequences: false)
                row.remove(at: step)
                return row.joined(separator: ",")
            }
        }
        return tables
    }
}
