import ObserverCore
import SimulationEngine
import Testing

/// Publications of states that last until they jump look at the nodes that have, and miss nothing for that.
@Suite struct JumpPublicationTests {
    @Test("few jumps have as few states copied, many all", arguments: [1, 16, 300, 700])
    func copies(jumpCount: Int) throws {
        let play = try JumpPlay(nodeCount: 4000, observing: Array(0..<4000)) { _ in (0..<jumpCount).map { $0 * 3 } }
        // In the first step jumps are not noted yet, and the first publication after they are looks at all nodes.
        try play.simulation.run(steps: 3)
        let (copied, told) = (play.model.copyCount, play.told.count)
        try play.simulation.run(steps: 10)
        #expect(play.told.count == told + 10 * jumpCount)
        let copiedPerStep = (play.model.copyCount - copied) / 10
        // An eighth of 4000 is 500.
        #expect(copiedPerStep == (jumpCount < 500 ? jumpCount : 4000))
        #expect(play.told.suffix(jumpCount).elementsEqual((0..<jumpCount).map { $0 * 3 }))
    }

    @Test("few of many nodes are looked at themselves")
    func fewObserved() throws {
        let play = try JumpPlay(nodeCount: 4000, observing: [7, 3001]) { _ in [7, 8] }
        try play.simulation.run(steps: 3)
        let copied = play.model.copyCount
        try play.simulation.run(steps: 10)
        #expect(play.model.copyCount == copied + 20 && play.told == Array(repeating: 7, count: 13))
    }

    @Test("whoever is told may change other nodes in the model, which is told at the same moment")
    func changesInDelivery() throws {
        let play = try JumpPlay(nodeCount: 100, observing: Array(0..<100)) { _ in [50] }
        try play.simulation.run(steps: 4)
        play.onMessage = { [unowned play] node in
            guard node == 50, play.simulation.moment.step == 7 else { return }
            for other in [3, 97] { play.model.numbers[other] = -1 }
            play.simulation.stateWasChanged()
        }
        try play.simulation.run(steps: 6)
        #expect(play.told == [50, 50, 50, 50, 50, 50, 50, 3, 97, 50, 50, 50])
        #expect(play.steps[7...8] == [7, 7])
    }

    @Test("what a method says of all nodes counts, also if it fails then")
    func failures() throws {
        let play = try JumpPlay(nodeCount: 100, observing: Array(0..<100)) { $0 == 5 ? nil : [Int($0)] }
        #expect(throws: AllJumpedError.self) { try play.simulation.run(steps: 8) }
        try play.simulation.run(steps: 4)
        #expect(play.told.filter { $0 == 99 }.count == 1)
        #expect(play.heard == play.model.numbers)
    }

    @Test("numbers of no node, and too many of them, are nobody's jump")
    func noNodes() throws {
        let play = try JumpPlay(nodeCount: 100, observing: Array(0..<100)) { _ in
            Array(repeating: -1, count: 200) + [9]
        }
        try play.simulation.run(steps: 60)
        #expect(play.told == Array(repeating: 9, count: 60))
    }
}

private struct AllJumpedError: Error {}

private final class JumpPlay: Observer {
    let receiver = Receiver()
    let model: JumpModel
    let simulation: Simulation<JumpModel>
    private(set) var told: [Int] = []
    private(set) var steps: [Int] = []

    /// The states as observers know them.
    private(set) var heard: [Double]
    var onMessage: (Int) -> Void = { _ in }

    init(nodeCount: Int, observing nodes: [Int], jumps: @escaping (_ time: Double) -> [Int]?) throws {
        model = JumpModel(nodeCount)
        heard = model.numbers
        simulation = try Simulation(model, integrator: ChosenJumps(jumps), step: 1)
        for node in nodes {
            observe(simulation.nodes[node]) { [unowned self] update in
                told.append(node)
                steps.append(simulation.moment.step)
                heard[node] = update.new
                onMessage(node)
            }
        }
    }
}

/// Numbers, with a count of those that have been copied.
private final class JumpModel: SimulationModel {
    let fields = ["number"]
    var numbers: [Double]
    private(set) var copyCount = 0

    init(_ count: Int) { numbers = Array(repeating: 0, count: count) }

    var nodeCount: Int { numbers.count }
    func nodeState(at node: Int) -> Double { numbers[node] }
    func setNodeState(_ state: Double, at node: Int) { numbers[node] = state }

    func copyNodeStates(of nodes: Span<Int>, into states: inout MutableSpan<Double>) {
        copyCount += nodes.count
        for position in nodes.indices { states[position] = numbers[nodes[position]] }
    }

    func copyField(_ field: Int, of nodes: Span<Int>, into values: inout MutableSpan<Double>) {
        for position in nodes.indices { values[position] = numbers[nodes[position]] }
    }

    func copyField(_ field: Int, in states: Span<Double>, into values: inout MutableSpan<Double>) {
        for position in states.indices { values[position] = states[position] }
    }
}

/// Adds 1 to chosen numbers; where none are chosen to the last one, of which it says only that any may have jumped, and fails the first
/// time.
private final class ChosenJumps: JumpIntegrator {
    private let nodes: (Double) -> [Int]?
    private var hasFailed = false

    init(_ nodes: @escaping (Double) -> [Int]?) { self.nodes = nodes }

    func advance(_ model: JumpModel, from start: Double, to end: Double) throws {
        _ = try advance(model, from: start, to: end, until: JumpWatch())
    }

    func advance(_ model: JumpModel, from start: Double, to end: Double, until watch: JumpWatch) throws -> Double {
        guard let nodes = nodes(start) else {
            model.numbers[model.nodeCount - 1] += 1
            watch.noteAll()
            hasFailed.toggle()
            if hasFailed { throw AllJumpedError() }
            return end
        }
        for node in nodes {
            if node >= 0 { model.numbers[node] += 1 }
            watch.note(node, at: end)
        }
        return end
    }

    func stateWasChanged() {}
}
