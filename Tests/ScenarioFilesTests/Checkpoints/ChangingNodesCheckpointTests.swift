import ScenarioTestSupport
import Testing

@testable import ScenarioFiles

/// Runs in which a node comes and gets an edge in nearly each step, and one goes, so that a checkpoint lies just behind a change.
@Suite struct ChangingNodesCheckpointTests {
    private static let models: [(model: String, method: String)] = [
        (kuramoto + "}}", "runge-kutta-4"), (kuramoto + ", noise: 0.1}}", "euler-maruyama"),
        ("{fitzhugh-nagumo: {}}", "rkf45"),
        (equations + "edges: {near: from.x - x}, rates: {x: a * x * (1 - x) + 0.1 * near}}}", "rkf45"),
        (equations + "rates: {x: a - x}, noise: {x: 0.01 * x}}}", "heun"),
        (equations + "rates: {x: a - x}, events: [\(event), delay: 0.7}]}}", "runge-kutta-4"),
        (equations + "rates: {x: a - x}, events: [\(event), delay: 0.7}]}}", "rkf45"),
        (equations + "edges: {near: from.x - x}, rates: {x: a - x + 0.1 * near}, events: [\(event)}]}}", "rkf45"),
        (equations + "rates: {x: a - x}, events: [\(event)}]}}", "euler-maruyama"),
        ("{sis: {infection: 0.8, recovery: 1, initial: {infected: 0.5}}}", "event-driven"),
        ("{sir: {infection: 0.8, recovery: 0.1, initial: {infected: 0.5}}}", "tau-leaping"),
    ]

    private static let kuramoto = "{kuramoto: {coupling: 1, frequency: {normal: {mean: 0, deviation: 1}}"
    private static let equations =
        "{equations: {variables: {x: {uniform: [0, 1]}}, parameters: {a: {uniform: [1.1, 2]}}, "
    private static let event = "{when: x > 1, set: {x: 0}, send: {x: from.a * 0.1}, refractory: 0.3"

    /// From the beginning, too: a run of two steps is resumed from there.
    @Test("They go on to the same bytes", arguments: models, [2, 30])
    func sameBytes(of model: (model: String, method: String), lastStep: Int) throws {
        let folder = try ScenarioFolder()
        let changes = (1...28).flatMap { step in
            ["add-node: {like: 0}", "set-edge: {from: \(9 + step), to: 1}"].map { "{when: {at: \(step)}, \($0)}" }
        }
        let text = """
            seed: 5
            graph: {ring: {nodes: 10}}
            model: \(model.model)
            integrate: {method: \(model.method), step: 1, until: 30}
            intervene: [{when: {at: 6}, remove-nodes: [4]}, \(changes.joined(separator: ", "))]
            observe: [{nodes: all, every: 1}]

            """
        for seed in 1...(lastStep == 2 ? 1 : 3) {
            let run = try InterruptedRun(lastStep: lastStep, seed: UInt64(seed)) { try folder.scenario(text) }
            #expect(try run.expectSameBytes() == [])
        }
    }
}
