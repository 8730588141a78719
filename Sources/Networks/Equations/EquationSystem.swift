import Dispatch
import SimulationEngine

/// Evaluates equations on a graph, for any number of threads with the same result.
///
/// It is the part of ``EquationModel`` that does not depend on the type of a vertex' state.
final class EquationSystem {
    let equations: Equations
    let network: ChangingGraph
    let state: StateVector
    let parameters: ParameterColumns
    let fields: EquationFields

    /// The variables of edges; `nil` if they have none.
    @exclusivity(unchecked)
    private(set) var edgeVariables: EdgeNumbers?

    /// The earlier values of variables; `nil` if equations have no delays.
    let delayed: DelayedNumbers?

    /// The variables that rest after events.
    let rests: RestingVariables
    let team: ThreadTeam

    /// The neighbours that have been drawn for vertices of a map; `nil` if formulas speak of none.
    @exclusivity(unchecked)
    private(set) var neighbours: ScratchMemory<Int32>?
    let rates: Pool<EquationWorkspace>
    private let noise: Pool<EquationWorkspace>?

    /// Tells on which branches the rates are; `nil` if they do not jump.
    let branches: Pool<EquationWorkspace>?

    /// Tells the same also of kinks; `nil` if there are neither.
    let branchesWithKinks: Pool<EquationWorkspace>?

    /// Tells what changes by the time alone; `nil` if nothing does.
    let times: EquationTimes?

    /// Computes what vertices have as sources of edges, and where that lies.
    private let sources: Pool<ExpressionWorkspace>?
    private var sourceColumns = ScratchMemory<Double>(capacity: 0)
    private let sourceCount: Int

    /// Creates a system.
    ///
    /// - Throws: ``NetworkModelError`` if a column has neither a number for each vertex nor, for a parameter, one, or if one is out
    ///   of its range.
    init(
        _ equations: Equations, on graph: Graph, initial: [String: [Double]], parameters: [String: [Double]],
        drawing draws: EventDraws? = nil, threads: Int
    ) throws(NetworkModelError) {
        let count = graph.vertexCount
        self.equations = equations
        network = ChangingGraph(graph)
        rests = RestingVariables(variableCount: equations.variables.count)
        let fields = equations.programs.fields
        self.fields = fields
        state = StateVector(columnCount: equations.variables.count, rowCount: count)
        self.parameters = ParameterColumns(
            try Self.parameterValues(of: equations, parameters, vertexCount: count),
            drawn: equations.areRandom ? equations.parameters.count : nil)
        team = ThreadTeam(threadCount: threads)
        let programs = equations.programs
        rates = Pool { EquationWorkspace(programs.rates, programs, fields, ofEdges: programs.edgeRates) }
        noise = programs.noise.map { noise in
            Pool { EquationWorkspace(noise, programs, fields, ofEdges: programs.edgeNoise) }
        }
        branches = programs.branches.map { branches in Pool { EquationWorkspace(branches, programs, fields) } }
        branchesWithKinks = programs.branchesWithKinks.map { branches in
            Pool { EquationWorkspace(branches, programs, fields) }
        }
        times = EquationTimes(programs)
        sources = programs.separated?.sources.map { sources in Pool { ExpressionWorkspace(sources) } }
        sourceCount = programs.separated?.sources?.resultCount ?? 0
        delayed = programs.delays.map { DelayedNumbers($0, fields) }
        if programs.neighbour != nil { neighbours = ScratchMemory(capacity: 0) }
        try setInitial(initial)
        guard !equations.edgeVariables.isEmpty else { return }
        edgeVariables = try EdgeNumbers(of: equations, on: network, in: state, self.parameters, draws)
    }

    /// Makes room for a neighbour of each vertex.
    func makeRoomForNeighbours() {
        guard let neighbours, neighbours.capacity < state.rowCount else { return }
        self.neighbours = ScratchMemory(count: state.rowCount, repeating: 0)
    }

    private static func parameterValues(
        of equations: Equations, _ given: [String: [Double]], vertexCount: Int
    ) throws(NetworkModelError) -> [[Double]] {
        var values: [[Double]] = []
        for parameter in equations.parameters {
            let numbers = given[parameter.name] ?? [parameter.value]
            guard numbers.count == vertexCount || numbers.count == 1 else {
                throw .wrongCount(of: parameter.name, count: numbers.count, vertexCount: vertexCount)
            }
            for number in numbers where !parameter.domain.contains(number) {
                throw .invalidParameter(parameter.name, parameter.domain, value: number)
            }
            values.append(numbers)
        }
        if equations.areRandom { values.append([Double](repeating: 0, count: vertexCount)) }
        return values
    }

    private func setInitial(_ given: [String: [Double]]) throws(NetworkModelError) {
        for (column, variable) in equations.variables.enumerated() {
            let numbers = given[variable.name] ?? [Double](repeating: variable.initial, count: state.rowCount)
            guard numbers.count == state.rowCount else {
                throw .wrongCount(of: variable.name, count: numbers.count, vertexCount: state.rowCount)
            }
            for (vertex, number) in numbers.enumerated() {
                guard variable.range.contains(number) else {
                    throw .outOfRange(variable.name, value: number, vertex: vertex, range: variable.range)
                }
                state[column, vertex] = number
            }
        }
    }
}

// MARK: - Rates and noise

extension EquationSystem {
    /// Computes the rates of change, in runs of vertices, or moves the numbers of vertices by them.
    ///
    /// - Complexity: O(operations · (n + m)) for n vertices and m edges.
    func derivative(
        at time: Double, of state: UnsafePointer<Double>, into rates: UnsafeMutablePointer<Double>,
        movingBy move: RateEvaluation.Move? = nil, completing: (Range<Int>) -> Void
    ) {
        evaluate(by: self.rates, at: time, of: state, into: rates, movingBy: move, completing: completing)
    }

    /// Computes the strengths of noise.
    func noise(at time: Double, of state: UnsafePointer<Double>, into strengths: UnsafeMutablePointer<Double>) {
        guard let noise else { return strengths.update(repeating: 0, count: self.state.count) }
        if equations.programs.edgeNoise == nil {
            (strengths + columnsCount).update(repeating: 0, count: self.state.tailCount)
        }
        evaluate(by: noise, at: time, of: state, into: strengths) { _ in }
    }

    /// Tests if there is noise on a variable.
    func hasNoise(inColumn column: Int) -> Bool { equations.programs.isNoisy[column] }

    private func evaluate(
        by pool: Pool<EquationWorkspace>, at time: Double, of state: UnsafePointer<Double>,
        into results: UnsafeMutablePointer<Double>, movingBy move: RateEvaluation.Move? = nil,
        completing: (Range<Int>) -> Void
    ) {
        let rowCount = network.graph.vertexCount
        let population = network.population.presentCount < rowCount ? network.population : nil
        let (length, origin) = (move?.length, move == nil ? nil : state)
        withWork(at: time, of: state) { work in
            team.forEachRun(of: rowCount) { run in
                pool.withElement { workspace in
                    var areFinite = true
                    for block in run.blocks {
                        if !evaluate(block, in: workspace, work, into: results, movingBy: length) { areFinite = false }
                        if let population { rest(block, unlessIn: population, results, at: origin) }
                        rests.stop(block, results, at: origin, rowCount: rowCount)
                        if origin == nil {
                            // While they are in the nearest cache.
                            for first in stride(from: 0, to: columnsCount, by: rowCount) {
                                completing(first + block.lowerBound..<first + block.upperBound)
                            }
                        }
                        if let edges = work.edges { completeEdges(edges, to: block, completing) }
                    }
                    if !areFinite { move?.doubting() }
                }
            }
        }
    }

    /// How many numbers of the state vertices have.
    private var columnsCount: Int { state.columnCount * state.rowCount }

    /// Tells that the rates are done of the edges that lead to some vertices.
    private func completeEdges(
        _ edges: EdgeNumbers.Columns, to block: Range<Int>, _ completing: (Range<Int>) -> Void
    ) {
        guard let first = edges.firstPlaces, state.tailCount > 0 else { return }
        for column in stride(from: columnsCount, to: state.count, by: edges.placeCount) {
            completing(column + Int(first[block.lowerBound])..<column + Int(first[block.upperBound]))
        }
    }

    private func evaluate(
        _ block: Range<Int>, in workspace: EquationWorkspace, _ work: EquationWork,
        into results: UnsafeMutablePointer<Double>, movingBy length: Double?
    ) -> Bool {
        for column in 0..<fields.variableCount {
            let first = column * work.rowCount + block.lowerBound
            workspace.vertices.write(column, to: results + first, addedTo: length.map { _ in work.state + first })
        }
        return workspace.run(block, work, ratesOfEdges: results + columnsCount, times: length ?? 0)
    }

    /// Vertices that were removed do not move: from where they are, if that is said.
    private func rest(
        _ run: Range<Int>, unlessIn population: Population, _ rates: UnsafeMutablePointer<Double>,
        at state: UnsafePointer<Double>?
    ) {
        for vertex in run where !population.contains(vertex) {
            for column in 0..<fields.variableCount {
                let place = column * self.state.rowCount + vertex
                rates[place] = (state?[place] ?? 0) + 0
            }
        }
    }

    /// Calls a closure with where everything lies.
    ///
    /// - Parameters:
    ///   - time: The time.
    ///   - state: The state.
    ///   - needsSources: True to compute what vertices have as sources of edges.
    ///   - use: The closure.
    func withWork(
        at time: Double, of state: UnsafePointer<Double>, needsSources: Bool = true, _ use: (EquationWork) -> Void
    ) {
        delayed?.prepare(at: time, of: state, network.graph.vertexCount, parameters, by: team)
        network.graph.incoming.withPointers { rows in
            let rowCount = network.graph.vertexCount
            let fetchEnd = NeighbourFetch.end(
                placeCount: rows.vertices.count, vertexBytes: rowCount * MemoryLayout<Double>.stride,
                nearBytes: NeighbourFetch.nearBytes)
            use(
                EquationWork(
                    time: time, state: state, rowCount: rowCount, parameters: parameters,
                    rows: EquationWork.Rows(
                        starts: rows.starts, ends: rows.ends, sources: rows.vertices.baseAddress, fetchEnd: fetchEnd,
                        weights: rows.weights?.baseAddress),
                    sources: needsSources ? sourceColumns(at: time, of: state, rowCount) : nil,
                    neighbours: neighbours.map { UnsafePointer($0.pointer) },
                    edges: edgeVariables?.columns(ofState: state),
                    delayed: delayed))
        }
    }

    /// Computes what vertices have as sources of edges.
    private func sourceColumns(
        at time: Double, of state: UnsafePointer<Double>, _ rowCount: Int
    ) -> UnsafePointer<Double>? {
        guard sources != nil else { return nil }
        if sourceColumns.capacity < sourceCount * rowCount {
            sourceColumns = ScratchMemory(count: sourceCount * rowCount, repeating: 0)
        }
        team.forEachRun(of: rowCount) { computeSources(of: $0, at: time, of: state, rowCount) }
        return UnsafePointer(sourceColumns.pointer)
    }

    /// Computes what some vertices have as sources of edges, where that of all has been computed.
    func computeSources(of run: Range<Int>, at time: Double, of state: UnsafePointer<Double>, _ rowCount: Int) {
        let columns = sourceColumns.pointer
        sources?.withElement { workspace in
            workspace.setTime(to: time)
            for block in run.blocks {
                for variable in 0..<fields.variableCount {
                    workspace.read(
                        fields.sourceVariable(variable), from: state + variable * rowCount + block.lowerBound,
                        count: block.count)
                }
                parameters.give(to: workspace, of: block) { fields.sourceParameter($0) }
                network.graph.incoming.withPointers { rows in
                    workspace.read(fields.sourceDegree, count: block.count) {
                        Double(rows.count(ofRow: block.lowerBound + $0))
                    }
                }
                workspace.read(fields.sourceNode, count: block.count) { Double(block.lowerBound + $0) }
                if let delayed { workspace.read(block, delayed.ofEdges, ofSource: true) }
                for source in 0..<sourceCount {
                    workspace.write(source, to: columns + source * rowCount + block.lowerBound)
                }
                workspace.run(count: block.count)
            }
        }
    }
}

extension Range<Int> {
    /// The range in blocks of which a program of expressions takes one at a time.
    var blocks: some Sequence<Range<Int>> {
        stride(from: lowerBound, to: upperBound, by: ExpressionWorkspace.blockSize).lazy.map {
            $0..<Swift.min($0 + ExpressionWorkspace.blockSize, upperBound)
        }
    }
}

/// Workspaces that threads take and give back, at most as many as there are threads.
final class Pool<Element>: @unchecked Sendable {
    private let make: () -> Element
    private let gate = DispatchSemaphore(value: 1)

    /// Those that nobody has, behind the gate.
    @exclusivity(unchecked)
    private var free: [Element] = []

    init(_ make: @escaping () -> Element) { self.make = make }

    /// Combines all elements. Nobody may have one meanwhile.
    func reduceFree<Result>(_ initial: Result, _ next: (Result, Element) -> Result) -> Result {
        free.reduce(initial, next)
    }

    func withElement(_ use: (Element) -> Void) {
        gate.wait()
        let known = free.popLast()
        gate.signal()
        let element = known ?? make()
        use(element)
        gate.wait()
        free.append(element)
        gate.signal()
    }
}
