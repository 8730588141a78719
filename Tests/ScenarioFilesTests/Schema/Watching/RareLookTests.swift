import ScenarioTestSupport
import Testing

@testable import ScenarioFiles

/// Warnings of conditions and levels that are looked at so rarely that much of what happens is missed.
@Suite struct RareLookTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    private static func kuramoto(_ integrate: String, _ rest: String) -> String {
        """
        graph: {ring: {nodes: 4}}
        model: {kuramoto: {coupling: 1, frequency: 0}}
        integrate: \(integrate)
        \(rest)

        """
    }

    private static let crossing = "observe: [{crossing: {of: order-parameter, above: 0.5}}]"
    private static let fixed = "{method: runge-kutta-4, step: 0.1, until: 9.9}"
    private static let long = "{method: runge-kutta-4, step: 0.1, until: 10}"
    private static let adaptive = "{method: rkf45, until: 10}"
    private static let coarse = "{method: rkf45, step: 5, until: 10}"

    /// The number of looks that follows from the length of the run, of its steps and of the intervals; 0 for no warning.
    private static let cases: [(String, String, String, Int)] = [
        (fixed, crossing, "crossing", 99), (long, crossing, "crossing", 0), (adaptive, crossing, "crossing", 0),
        (fixed, "observe: [{first-passages: {of: phase, above: 0.5}}]", "first-passages", 99),
        (adaptive, "observe: [{first-passages: {of: phase, above: 0.5}}]", "first-passages", 0),
        (fixed, "observe: [{changes: {nodes: {where: phase > 1}}}]", "changes", 99),
        (fixed, "observe: [{changes: {nodes: [1]}}]", "changes", 0),
        (fixed, "stop: [{when: {if: order-parameter > 0.5}}]", "if", 99),
        (adaptive, "stop: [{when: {if: order-parameter > 0.5}}]", "if", 0),
        (long, "stop: [{when: {every: 0.2, if: order-parameter > 0.5}}]", "if", 51),
        (adaptive, "stop: [{when: {every: 0.2, if: order-parameter > 0.5}}]", "if", 51),
        (adaptive, "stop: [{when: {any: [{at: 5}, {if: order-parameter > 0.5}]}}]", "if", 0),
        (long, "stop: [{when: {at: 5, if: order-parameter > 0.5}}]", "if", 1),
        (long, "stop: [{when: {from: 5, if: order-parameter > 0.5}}]", "if", 51),
        (long, "stop: [{when: {not: {until: 5}, if: order-parameter > 0.5}}]", "if", 50),
        (long, "stop: [{when: {all: [{any: [{at: [1, 2]}, start]}, {not: {if: order-parameter > 0.5}}]}}]", "if", 3),
        (long, "observe: [{nodes: all, when: {if: order-parameter > 0.5}}]", "if", 0),
        (coarse, "observe: [{nodes: all, when: {if: order-parameter > 0.5}}]", "if", 3),
        (coarse, "observe: [{nodes: all, when: {changed: {of: order-parameter, by: 0.5}}}]", "changed", 3),
    ]

    @Test("What is looked at fewer than a hundred times is warned of", arguments: cases)
    func looks(integrate: String, rest: String, key: String, count: Int) throws {
        let warnings = try folder.scenario(Self.kuramoto(integrate, rest)).warnings
        let often = count == 1 ? "once" : "\(count) times"
        let message = "'\(key)' is looked at only \(often) in the run, and misses what happens in between"
        #expect(warnings.map(\.message) == (count == 0 ? [] : [message]), "\(integrate) \(rest)")
        #expect(warnings.allSatisfy { $0.severity == .warning })
    }

    @Test("A warning has its place")
    func place() throws {
        let warnings = try folder.scenario(Self.kuramoto(Self.fixed, Self.crossing)).warnings
        #expect(
            warnings.map(\.description).joined().hasSuffix(
                """
                test.yml:4:22: warning: 'crossing' is looked at only 99 times in the run, and misses what happens in between
                  observe: [{crossing: {of: order-parameter, above: 0.5}}]
                                       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
                  expected: 100 times or more, by shorter steps or intervals
                """))
    }

    private static func noisy(_ crossing: String) -> String {
        """
        particles: {file: points.csv, temperature: 1}
        interactions: [{harmonic-trap: {stiffness: 1}}]
        integrate: {method: langevin, temperature: 1, friction: 1, step: 0.1, until: 1}
        observe: [{crossing: \(crossing)}]

        """
    }

    @Test("Under noise, nothing is missed of fields that it moves; of numbers of the whole state it is, which is told")
    func noise() throws {
        #expect(try folder.scenario(Self.noisy("{of: {field: x}, above: 5}")).warnings.isEmpty)
        let messages = try folder.scenario(Self.noisy("{of: temperature, above: 5}")).warnings.map(\.message)
        #expect(messages.count == 2)
        #expect(messages.first?.contains("what noise does inside of one is not drawn") == true)
        #expect(messages.last?.contains("is looked at only 10 times") == true)
    }

    @Test("A field that noise does not move is looked at as rarely as without it")
    func fieldWithoutNoise() throws {
        let text = """
            graph: {ring: {nodes: 4}}
            model: {fitzhugh-nagumo: {current: 0.5, noise: {v: {additive: 0.1}}}}
            integrate: {method: euler-maruyama, step: 0.1, until: 1}
            observe: [{crossing: {of: {field: FIELD}, above: 0.5}}]

            """
        func warnings(_ field: String) throws -> Int {
            try folder.scenario(text.replacingOccurrences(of: "FIELD", with: field)).warnings.count
        }
        #expect(try warnings("v") == 0)
        #expect(try warnings("w") == 1)
    }

    @Test("Where time counts sweeps there is nothing between them")
    func sweeps() throws {
        let warnings = try folder.scenario(
            """
            graph: {ring: {nodes: 4}}
            model: {ising: {temperature: 1}}
            integrate: {method: metropolis, until: 20}
            observe: [{crossing: {of: energy, above: 0}}, {nodes: all, when: {if: energy > 0}}]
            stop: [{when: {if: energy > 3}}]

            """
        ).warnings
        #expect(warnings.isEmpty)
    }

    @Test(
        "A tolerance with which rounding makes results worse is warned of",
        arguments: [
            ("3e-14", 0), ("2.9e-14", 1), ("{absolute: 1e-20, relative: 1e-15}", 1),
            ("{absolute: 1e-20, relative: 0}", 0),
        ])
    func tolerance(tolerance: String, count: Int) throws {
        let text = Self.kuramoto("{method: rk8pd, until: 10, tolerance: \(tolerance)}", "")
        let warnings = try folder.scenario(text).warnings
        #expect(warnings.count == count)
        #expect(warnings.allSatisfy { $0.message.hasSuffix("that results get worse, not better, by it") })
    }

    @Test("Errors are told with warnings, and both are counted")
    func withErrors() throws {
        let problems = try folder.problems(Self.kuramoto(Self.fixed, Self.crossing) + "seeds: 3\n")
        #expect(problems?.contains("test.yml:4:22: warning: ") == true)
        #expect(problems?.hasSuffix("\n1 error, 1 warning") == true)
    }
}
