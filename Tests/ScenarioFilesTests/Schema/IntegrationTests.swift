import EngineTestSupport
import Networks
import Particles
import ScenarioTestSupport
import SimulationEngine
import Testing

@testable import Experiments
@testable import ScenarioFiles

@Suite struct IntegrationTests {
    private func read(_ text: String) throws -> Integration {
        try document(text).read(schema)
    }

    private func schema(_ root: Section) -> Integration? {
        let reader = IntegrationReader(methods: IntegrationMethod.all, watchedIn: root)
        return root.optional("integrate").flatMap { reader.read($0) }
    }

    // MARK: Steps

    @Test(arguments: ["leapfrog", "runge-kutta-4"])
    func fixedStep(method: String) throws {
        let integration = try read("integrate: {method: \(method), step: 0.1, until: 0.7}")
        #expect(integration.method.name == method)
        #expect(integration.step == 0.1)
        #expect(integration.stepCount == 7)
        #expect(integration.hasOwnStep)
        #expect(
            problems("integrate: {method: \(method), until: 1}") { _ = schema($0) }?.hasPrefix(
                "test.yml:1:1: error: missing key 'step' in 'integrate'\n") == true)
    }

    @Test(arguments: ["rk2", "rk4", "rkf45", "rkck", "rk8pd", "msadams", "msbdf", "bsimp", "rk4imp"])
    func adaptiveMethodNeedsNoStep(method: String) throws {
        let integration = try read("integrate: {method: \(method), until: 3}")
        #expect(integration.method.name == method && integration.method.isAdaptive)
        #expect(!integration.hasOwnStep)
        let withStep = try read("integrate: {method: \(method), until: 3, step: 1.5}")
        #expect(withStep.step == 1.5)
        #expect(withStep.stepCount == 2)
        #expect(withStep.hasOwnStep)
    }

    /// The default step is the greatest of which `until` and all times under `every` are multiples.
    @Test(arguments: [
        ("365250", ["100", "100"], 50.0, 7305),
        ("50", ["0.5", "0.05"], 0.05, 1000),
        ("1", ["0.3", "0.2"], 0.1, 10),
        ("10", [], 10, 1),
        ("10", ["30"], 10, 1),
        ("0.5", ["1e-3"], 0.001, 500),
        // What is no time is left to whoever reads the observations.
        ("7", ["2", "never", "-3", "0", "{steps: 3}", ".inf"], 1, 7),
    ])
    func defaultStep(until: String, every: [String], step: Double, stepCount: Int) throws {
        let observe = every.map { "- {every: \($0)}\n" }.joined()
        let integration = try read("integrate: {method: rk8pd, until: \(until)}\nobserve:\n\(observe)")
        #expect(integration.step == step)
        #expect(integration.stepCount == stepCount)
    }

    // MARK: Tolerances

    @Test(arguments: [
        ("", 1e-9, 1e-9),
        (", tolerance: 1e-12", 1e-12, 1e-12),
        (", tolerance: {absolute: 1e-3, relative: 0}", 1e-3, 0),
        (", tolerance: 1e-15", 1e-15, 1e-15),
        (", tolerance: {absolute: 1e-300, relative: 1e-15}", 1e-300, 1e-15),
        (", tolerance: {relative: 1e-6, absolute: 1e-10}", 1e-10, 1e-6),
    ])
    func tolerance(text: String, absolute: Double, relative: Double) throws {
        let integration = try read("integrate: {method: rkf45, until: 1\(text)}")
        #expect(integration.tolerance.absolute == absolute)
        #expect(integration.tolerance.relative == relative)
    }

    // MARK: Problems

    @Test(arguments: [
        ("method: rk4, until: 1, tolerance: 0", "'tolerance' must be greater than 0"),
        ("method: rk4, until: 1, tolerance: 1e-30", "'tolerance' is smaller than the rounding of numbers"),
        ("method: rk4, until: 1, tolerance: 0.99e-15", "'tolerance' is smaller than the rounding of numbers"),
        (
            "method: rk4, until: 1, tolerance: {absolute: 1, relative: 1e-16}",
            "'relative' is smaller than the rounding of numbers"
        ),
        ("method: rk4, until: 1, tolerance: {absolute: 0, relative: 1e-9}", "'absolute' must be greater than 0"),
        ("method: rk4, until: 1, tolerance: {absolute: 1}", "missing key 'relative' in 'tolerance'"),
        ("method: rk4, until: 1, tolerance: {absolute: -1, relative: 1}", "'absolute' must be greater than 0"),
        ("method: rk4, until: 1, tolerance: {absolute: 1, relative: -1}", "'relative' must be 0 or greater"),
        (
            "method: leapfrog, step: 1, until: 1, tolerance: 1",
            "'tolerance' has no meaning for 'leapfrog', whose step is fixed"
        ),
        ("method: euler, until: 1", "'method' cannot be 'euler'"),
        ("until: 1", "missing key 'method' in 'integrate'"),
        ("method: rk4", "missing key 'until' in 'integrate'"),
        ("method: rk4, until: 0", "'until' must be greater than 0"),
        ("method: rk4, until: 1, step: 0", "'step' must be greater than 0"),
        ("method: rk4, until: 1, step: 0.3", "'until' must be a whole number of steps, each 0.3 long"),
        ("method: rk4, until: 1, step: 2", "'until' must be a whole number of steps, each 2 long"),
        ("method: leapfrog, until: 1e300, step: 1", "'until' is too many steps away, each 1 long"),
        ("method: rk4, until: 1e-300", "'until' and the times under 'every' have no common step that is long enough"),
        ("method: rk4, until: 1, setp: 1", "unknown key 'setp' in 'integrate'"),
    ])
    func refusal(text: String, message: String) throws {
        let problems = try #require(problems("integrate: {\(text)}") { _ = schema($0) })
        #expect(problems.contains("error: \(message)\n"), "\(problems)")
        #expect(problems.hasSuffix("\n1 error"))
    }

    @Test func theLeastToleranceIsTold() throws {
        #expect(
            problems("integrate: {method: rk4, until: 1, tolerance: 1e-16}") { _ = schema($0) } == """
                test.yml:1:47: error: 'tolerance' is smaller than the rounding of numbers
                  integrate: {method: rk4, until: 1, tolerance: 1e-16}
                                                                ^~~~~
                  expected: 1e-15 or greater
                1 error
                """)
    }

    @Test func networksHaveNoLeapfrog() throws {
        #expect(
            try ScenarioFolder().problems(ScenarioFolder.network, set: ["integrate.method=leapfrog"]) == """
                --set integrate.method=leapfrog:1:18: error: 'method' cannot be 'leapfrog'
                  integrate.method=leapfrog
                                   ^~~~~~~~
                  allowed: \([IntegrationMethod].serving(.firstOrder).map(\.name).joined(separator: ", "))
                1 error
                """)
    }

    // MARK: The table

    @Test("methods refuse each value of their parameters that is not possible, and have names and sentences")
    func descriptions() {
        for component in IntegrationMethod.all.map(\.component) {
            #expect(component.unexpectedRefusals() == [])
            #expect(component.description.problems == [])
        }
        #expect(IntegrationMethod.all.allSatisfy { !$0.equations.isEmpty })
        #expect(Set(IntegrationMethod.all.map(\.name)).count == IntegrationMethod.all.count)
    }

    /// No other method is taken in the place of one.
    @Test("each method moves on what the table says, and nothing else", arguments: IntegrationMethod.all)
    func equations(method: IntegrationMethod) throws {
        let contents = method.component.description.parameters.map {
            $0.necessity == .required ? Optional($0.kind.possible) : nil
        }
        let integration = Integration(
            method: method, tolerance: .init(absolute: 1e-9, relative: 1e-9),
            scheme: try method.component.made(of: contents), grid: try TimeGrid(step: 1), stepCount: 1,
            hasOwnStep: true)
        let streams = try RandomStreams(seed: 1)
        let graph = try Graph.ring(nodes: 3)
        let phases = try KuramotoModel(
            graph: graph, coupling: 1, frequencies: [0, 0, 0], phases: [0, 0, 0], noise: 1)
        let particles = try ParticleSystem([Particle(mass: 1, position: .zero)], forces: [])
        let table = try TransitionTable.si(infection: 1)
        func expect(_ equations: IntegrationMethod.Equations, _ make: () throws -> Any) {
            if method.equations.contains(equations) {
                #expect(throws: Never.self) { try make() }
            } else {
                #expect(throws: UnfitMethod.self) { try make() }
            }
        }
        expect(.firstOrder) { try integration.integrator(for: phases) }
        expect(.secondOrder) { try integration.integrator(ofSecondOrder: particles) }
        expect(.stochastic) { try integration.integrator(forNoiseIn: phases, streams: streams) }
        expect(.jumps) { try integration.integrator(for: table, on: graph, streams: streams, threads: 1) }
    }
}
