import ScenarioTestSupport
import Testing

@testable import ScenarioFiles

/// What is wrong between the keys of a component is told with what is wrong with each of them.
@Suite("Rules between the keys of components") struct ComponentRuleTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    private static let steps = "integrate: {method: leapfrog, step: 0.1, until: 1}"
    private static let crystal = "particles: {lattice: {sc: {cells: 4, constant: 1}}, charge: [1, -1]}\nbox: periodic"
    private static let agreement = "model: {consensus: {}}\nintegrate: {method: rk4, until: 1}"
    private static let birds = """
        particles: {random: {count: 20}}
        box: {x: {periodic: [0, 20]}, y: {periodic: [0, 20]}}
        integrate: {method: synchronous, step: 1, until: 1}
        """

    @Test(
        "are told at once with the others, in the order of the text",
        arguments: [
            (
                "particles: {lattice: {fcc: {}}}\ninteractions: []\n\(steps)",
                ["missing key 'cells'", "'fcc' must have either 'density' or 'constant'"]
            ),
            (
                "particles: {lattice: {fcc: {constant: -1, density: 1}}}\ninteractions: []\n\(steps)",
                [
                    "missing key 'cells'", "'constant' must be greater than 0",
                    "'fcc' must have either 'density' or 'constant', not both",
                ]
            ),
            (
                "\(crystal)\ninteractions: [{coulomb: {method: ewald, wave-cutoff: -1}}]\n\(steps)",
                ["missing key 'damping'", "missing key 'cutoff'", "'wave-cutoff' must be greater than 0"]
            ),
            (
                "\(crystal)\ninteractions: [{coulomb: {method: ewald, accuracy: 1e-3, damping: 1}}]\n\(steps)",
                [
                    "missing key 'cutoff'", "missing key 'wave-cutoff'",
                    "'accuracy' chooses the splitting, which 'damping' and 'wave-cutoff' give already",
                ]
            ),
            (
                "model: {boids: {radius: 0, speed: [0, 0]}}\n\(birds)",
                ["'radius' must be greater than 0", "'speed' is wrong: the greatest speed must be"]
            ),
            (
                "graph: {erdos-renyi: {nodes: 0}}\n\(agreement)",
                ["'erdos-renyi' must have either 'probability' or 'edges'", "'nodes' must be between"]
            ),
            (
                """
                graph: {ring: {nodes: 10}}
                model: {si: {infection: 1, initial: {infected: 0.1}}}
                integrate: {method: tau-leaping, leap: 0, accuracy: 0, until: 1}
                """,
                ["'leap' must be greater than 0", "'integrate' must have either", "'accuracy' must be between"]
            ),
        ])
    func together(text: String, messages: [String]) throws {
        let problems = try #require(try folder.problems(text + "\n"))
        let places = messages.map { problems.range(of: $0)?.lowerBound }
        #expect(places.allSatisfy { $0 != nil }, "\(problems)")
        #expect(places.compactMap { $0 }.count == messages.count)
        #expect(problems.hasSuffix("\(messages.count) errors"), "\(problems)")
    }

    @Test("are not told where they may hold, for some values of what cannot be read")
    func unknown() throws {
        let text = "graph: {random-regular: {nodes: x, degree: 3}}\n\(Self.agreement)\n"
        #expect(try folder.problems(text)?.hasSuffix("1 error") == true)
    }
}
