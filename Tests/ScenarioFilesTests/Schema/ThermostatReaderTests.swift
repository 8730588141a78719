import EngineTestSupport
import ScenarioTestSupport
import Testing

@testable import ScenarioFiles

/// What methods with a thermostat need.
@Suite struct ThermostatReaderTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    private func schema(_ root: Section) -> Integration? {
        let reader = IntegrationReader(methods: .serving(.secondOrder, .thermal), watchedIn: root)
        return root.optional("integrate").flatMap { reader.read($0) }
    }

    @Test(
        "Each thermostat has its parameters",
        arguments: [
            ("langevin, temperature: 1.5, friction: 0.5", "LangevinMethod(temperature: 1.5, friction: 0.5)"),
            ("brownian, temperature: 0, friction: 2", "BrownianMethod(temperature: 0.0, friction: 2.0)"),
            (
                "nose-hoover, temperature: 1, relaxation-time: 0.5",
                "NoseHooverMethod(temperature: 1.0, relaxationTime: 0.5, chainLength: 3)"
            ),
            (
                "nose-hoover, temperature: 1, relaxation-time: 0.5, chain-length: 1",
                "NoseHooverMethod(temperature: 1.0, relaxationTime: 0.5, chainLength: 1)"
            ),
            ("berendsen, temperature: 1, relaxation-time: 2", "BerendsenMethod(temperature: 1.0, relaxationTime: 2.0)"),
        ])
    func parameters(text: String, expected: String) throws {
        let integration = try document("integrate: {method: \(text), step: 0.1, until: 1}").read(schema)
        guard case .thermal(let method) = integration.scheme else {
            Issue.record("\(integration.scheme)")
            return
        }
        #expect("\(method)" == expected)
        #expect(integration.stepCount == 10)
    }

    @Test(
        "What is missing, impossible or without meaning is told",
        arguments: [
            ("langevin, temperature: 1", "missing key 'friction' in 'integrate'"),
            ("langevin, friction: 1", "missing key 'temperature' in 'integrate'"),
            ("langevin, temperature: -1, friction: 1", "'temperature' must be 0 or greater"),
            ("brownian, temperature: 1, friction: 0", "'friction' must be greater than 0"),
            ("nose-hoover, temperature: 0, relaxation-time: 1", "'temperature' must be greater than 0"),
            ("nose-hoover, temperature: 1", "missing key 'relaxation-time' in 'integrate'"),
            ("nose-hoover, temperature: 1, relaxation-time: 1, chain-length: 0", "'chain-length' must be"),
            (
                "langevin, temperature: 1, friction: 1, relaxation-time: 1",
                "'relaxation-time' has no meaning for 'langevin'"
            ),
            ("berendsen, temperature: 1, relaxation-time: 1, friction: 1", "'friction' has no meaning for 'berendsen'"),
            ("leapfrog, temperature: 1", "'temperature' has no meaning for 'leapfrog'"),
            ("langevin, temperature: 1, friction: 1, tolerance: 1e-9", "'tolerance' has no meaning for 'langevin'"),
            ("langevin, temperature: 1, frction: 1", "unknown key 'frction' in 'integrate'"),
        ])
    func problem(text: String, message: String) {
        let problems = problems("integrate: {method: \(text), step: 0.1, until: 1}") { _ = schema($0) }
        #expect(problems?.contains("error: \(message)") == true, "\(problems ?? "none")")
    }

    @Test("A parameter without meaning is told with the methods that have it")
    func suggestion() {
        let problems = problems("integrate: {method: leapfrog, friction: 1, step: 1, until: 1}") { _ = schema($0) }
        #expect(problems?.contains("no 'friction', or one of the methods langevin, brownian") == true)
    }

    @Test(
        "Particles run with each thermostat, the same way whenever",
        arguments: [
            "langevin, temperature: 1, friction: 1", "brownian, temperature: 1, friction: 100",
            "nose-hoover, temperature: 1, relaxation-time: 0.5", "berendsen, temperature: 1, relaxation-time: 0.5",
        ])
    func run(method: String) throws {
        func results(threads: Int) throws -> String {
            let scenario = """
                seed: 4
                box: periodic
                threads: \(threads)
                particles: {lattice: {fcc: {cells: 3, density: 0.6}}, temperature: 1}
                interactions: [{weeks-chandler-andersen: {}}]
                integrate: {method: \(method), step: 0.002, until: 0.02}
                observe: [{nodes: [0, 107], every: 0.01}, {quantities: [temperature, conserved-energy], name: heat}]

                """
            let results = try folder.run(scenario, to: "results-\(threads)")
            return try results.text("nodes.csv") + results.text("heat.csv")
        }
        #expect(try results(threads: 1) == results(threads: 2))
    }
}
