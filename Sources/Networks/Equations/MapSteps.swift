import SimulationEngine

/// In which order vertices are updated in discrete time.
public enum UpdateOrder: String, CaseIterable, Sendable {
    /// All at once, by what was before.
    case atOnce = "at-once"

    /// As many vertices as there are, each drawn anew; one that has been removed is drawn in vain.
    case random

    /// Each vertex once, in the order of their numbers.
    case sequential
}

/// Moves equations on whose formulas are not rates of change but what the variables become, of nodes and of edges, as a map does: time
/// counts steps. An edge is updated with the node to which it leads, by what was before.
///
///     xᵢ ← rate(xᵢ, parameters, sums over edges, t)
///
/// Formulas may use `random`, a number from [0, 1) that is drawn for each vertex at the beginning of a step, and, where vertices are drawn
/// at random, anew for each update. It is keyed by vertex and step, so that it depends neither on threads nor on what else is drawn. The same
/// holds of the neighbour whose names formulas may say, and which changes, too, where vertices are updated one after the other.
///
/// Memory: as much again as the state.
public final class MapSteps<State: SIMD>: SweepIntegrator, StateCheckingIntegrator
where State.Scalar == Double, State: Sendable {
    /// The models that it moves on.
    public typealias Model = EquationModel<State>

    /// In which order vertices are updated.
    public let order: UpdateOrder

    /// Is asked between steps.
    public var shouldInterrupt: (() -> Bool)?

    /// How many steps have been made, which is the time.
    public internal(set) var stepCount = 0

    private let streams: RandomStreams
    private var next: [Double] = []

    /// Creates an integrator.
    public init(order: UpdateOrder = .atOnce, streams: RandomStreams) {
        self.order = order
        self.streams = streams
    }

    /// Nothing has to be looked at.
    public func prepareSweeps(of model: EquationModel<State>) {}

    /// Makes a step.
    ///
    /// - Throws: `IntegrationError.stateNotFinite(_:)`; the state is then as it was.
    /// - Complexity: O(operations · (n + m)) for n vertices and m edges.
    public func sweep(_ model: EquationModel<State>) throws {
        let (state, system) = (model.state, model.system)
        guard let present = state.elements.baseAddress, state.count > 0 else { return }
        if next.count != state.count { next = state.numbers }
        let (start, end) = (Double(stepCount), Double(stepCount + 1))
        try next.withUnsafeMutableBufferPointer { next in
            guard let target = next.baseAddress else { return }
            system.drawNumbers(from: streams, step: stepCount, firstStream: order == .random ? 1 : 0)
            if order != .random { system.drawNeighbours(from: streams, step: stepCount) }
            if order == .atOnce {
                system.derivative(at: start, of: present, into: target) { _ in }
                system.leaveRemoved(as: present, in: target)
            } else {
                target.update(from: present, count: state.count)
                // The stream before those of the numbers.
                let words = order == .random ? streams.words(for: .sweeps, step: stepCount) : nil
                system.updateOneByOne(target, at: start, drawingFrom: words)
            }
            state.placeHeld(at: end, in: target)
            try IntegrationError.check(target, of: model, from: start, to: end, inMap: true)
            present.update(from: target, count: state.count)
        }
        stepCount += 1
    }

    /// Nothing of a state is kept, but for memory.
    public func stateWasChanged() {}
}

extension EquationSystem {
    /// Lets vertices that were removed be what they were.
    fileprivate func leaveRemoved(as present: UnsafePointer<Double>, in target: UnsafeMutablePointer<Double>) {
        let (population, rowCount) = (network.population, state.rowCount)
        guard population.presentCount < rowCount else { return }
        for vertex in 0..<rowCount where !population.contains(vertex) {
            for column in 0..<fields.variableCount {
                target[column * rowCount + vertex] = present[column * rowCount + vertex]
            }
        }
    }

    /// Draws the numbers that formulas call random, of a stream for each run of vertices from a first one on.
    fileprivate func drawNumbers(from streams: RandomStreams, step: Int, firstStream: Int) {
        guard let numbers = parameters.drawnNumbers else { return }
        team.forEachRun(of: state.rowCount) { run in
            // Each vertex takes one word, so that its own depends on nobody else.
            let stream = firstStream + run.lowerBound / ThreadTeam.runLength
            var words = streams.words(for: .sweeps, node: stream, step: step)
            for vertex in run { numbers[vertex] = words.uniform() }
        }
    }

    /// Draws the neighbours of which formulas speak.
    fileprivate func drawNeighbours(from streams: RandomStreams, step: Int) {
        makeRoomForNeighbours()
        guard let neighbours else { return }
        let graph = network.graph
        team.forEachRun(of: state.rowCount) { run in
            let words = streams.words(for: .sweeps, node: run.lowerBound / ThreadTeam.runLength, step: step)
            var luck = VertexLuck.ofRun(words, first: run.lowerBound)
            for vertex in run {
                let drawn = luck.draw(for: vertex, .neighbour) { graph.randomInNeighbour(of: vertex, &$0) }
                neighbours.pointer[vertex] = Int32(drawn ?? vertex)
            }
        }
    }

    /// Gives vertices what their formulas say, one after the other.
    ///
    /// - Parameters:
    ///   - state: The variables.
    ///   - time: The time.
    ///   - random: Where from it is drawn which vertex is next, its number and neighbour; `nil` if each has its turn.
    fileprivate func updateOneByOne(
        _ state: UnsafeMutablePointer<Double>, at time: Double, drawingFrom random: RandomWords?
    ) {
        var random = random
        makeRoomForNeighbours()
        let graph = network.graph
        let (rowCount, variables) = (self.state.rowCount, 0..<fields.variableCount)
        withUnsafeTemporaryAllocation(of: Double.self, capacity: variables.count * 8) { numbers in
            guard let numbers = numbers.baseAddress else { return }
            rates.withElement { workspace in
                withWork(at: time, of: state) { work in
                    for turn in 0..<rowCount {
                        let vertex = random?.below(rowCount) ?? turn
                        guard network.population.contains(vertex) else { continue }
                        if let drawn = parameters.drawnNumbers, let number = random?.uniform() {
                            drawn[vertex] = number
                        }
                        if let neighbours, var words = random {
                            neighbours.pointer[vertex] = Int32(graph.randomInNeighbour(of: vertex, &words) ?? vertex)
                            random = words
                        }
                        for column in variables { workspace.vertices.write(column, to: numbers + column * 8) }
                        workspace.run(vertex..<vertex + 1, work, ratesOfEdges: state + rowCount * variables.count)
                        for column in variables { state[column * rowCount + vertex] = numbers[column * 8] }
                        finish(vertex, at: time, state)
                        changeNeighbour(of: vertex, at: time, state, by: workspace.vertices)
                    }
                }
            }
        }
    }

    /// Holds what is held of a vertex that has changed, and computes what others read of it.
    private func finish(_ vertex: Int, at time: Double, _ state: UnsafeMutablePointer<Double>) {
        self.state.placeHeld(at: time, ofNode: vertex, in: state)
        computeSources(of: vertex..<vertex + 1, at: time, of: state, self.state.rowCount)
    }

    /// Gives the neighbour that has been drawn for a vertex what formulas have just said of it, unless it is the vertex.
    private func changeNeighbour(
        of vertex: Int, at time: Double, _ state: UnsafeMutablePointer<Double>, by results: ExpressionWorkspace
    ) {
        guard let changed = equations.programs.neighbour?.changed, !changed.isEmpty,
            let neighbour = neighbours.map({ Int($0.pointer[vertex]) }), neighbour != vertex
        else { return }
        for (index, column) in changed.enumerated() {
            state[column * self.state.rowCount + neighbour] = results.result(fields.variableCount + index)[0]
        }
        finish(neighbour, at: time, state)
    }
}
