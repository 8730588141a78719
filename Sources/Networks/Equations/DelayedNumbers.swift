import CKernels
import SimulationEngine

/// The earlier values of variables that equations read, for all vertices.
///
/// Those whose delay is the same for all, or follows from the vertex, are columns of vertices, which edges gather as they do variables. Of
/// others each edge looks up its own.
final class DelayedNumbers {
    let history: StateHistory
    let ofVertices: Part
    let ofEdges: Part

    /// The time of which the columns are, and the history that they follow from.
    private var known: (time: Double, revision: Int)?

    /// What programs of one kind read.
    final class Part {
        let inputs: [EquationDelays.Input]
        private let variables: [Int]
        private let fields: EquationFields
        private let delays: Pool<ExpressionWorkspace>

        @exclusivity(unchecked)
        private var columns = ScratchMemory<Double>(capacity: 0)

        /// Of each input whether it has a column.
        @exclusivity(unchecked)
        private(set) var hasColumn: [Bool]

        @exclusivity(unchecked)
        private var rowCount = 0

        init(_ part: EquationDelays.Part, of variables: [Int], _ fields: EquationFields) {
            inputs = part.inputs
            (self.variables, self.fields) = (variables, fields)
            delays = Pool { ExpressionWorkspace(part.delays) }
            hasColumn = [Bool](repeating: false, count: part.inputs.count)
        }

        /// The values of an input, one for each vertex; `nil` if each edge has its own.
        func column(_ index: Int) -> UnsafePointer<Double>? {
            hasColumn[index] ? UnsafePointer(columns.pointer + index * rowCount) : nil
        }
    }

    init(_ delays: EquationDelays, _ fields: EquationFields) {
        history = StateHistory(of: delays.variables)
        ofVertices = Part(delays.ofVertices, of: delays.variables, fields)
        ofEdges = Part(delays.ofEdges, of: delays.variables, fields)
    }

    /// Puts the values of a time into the columns.
    func prepare(
        at time: Double, of state: UnsafePointer<Double>, _ rowCount: Int, _ parameters: ParameterColumns,
        by team: ThreadTeam
    ) {
        // Without a history they are those of the state.
        guard known?.time != time || known?.revision != history.revision || history.isEmpty else { return }
        for part in [ofVertices, ofEdges] { part.fill(at: time, of: state, rowCount, parameters, history, by: team) }
        known = (time, history.revision)
    }
}

extension DelayedNumbers.Part {
    /// Of each input its delay, if that is the same for all.
    func sharedDelays(_ parameters: ParameterColumns) -> [Double?] {
        var numbers: [Double?] = []
        delays.withElement { workspace in
            parameters.giveShared(to: workspace, fields)
            workspace.run(count: 1)
            numbers = inputs.enumerated().map { index, input in
                input.delayFields.allSatisfy { isShared($0, parameters) } ? workspace.result(index)[0] : nil
            }
        }
        return numbers
    }

    private func isShared(_ field: Int, _ parameters: ParameterColumns) -> Bool {
        let own = field - fields.parameter(0)
        let index = field < fields.degree ? own : field - fields.sourceParameter(0)
        return parameters.values.indices.contains(index) && parameters.column(index) == nil
    }

    /// Runs the program of the delays of vertices, as either end of edges.
    ///
    /// - Parameters:
    ///   - block: The vertices.
    ///   - parameters: Their parameters.
    ///   - body: Is told of the workspace, of whose results those count that follow from the vertex.
    func withDelays(
        of block: Range<Int>, _ parameters: ParameterColumns, _ body: (ExpressionWorkspace) -> Void
    ) {
        delays.withElement { workspace in
            parameters.give(to: workspace, of: block) { fields.parameter($0) }
            parameters.give(to: workspace, of: block) { fields.sourceParameter($0) }
            workspace.run(count: block.count)
            body(workspace)
        }
    }

    fileprivate func fill(
        at time: Double, of state: UnsafePointer<Double>, _ rowCount: Int, _ parameters: ParameterColumns,
        _ history: StateHistory, by team: ThreadTeam
    ) {
        guard !inputs.isEmpty else { return }
        if columns.capacity < inputs.count * rowCount {
            columns = ScratchMemory(count: inputs.count * rowCount, repeating: 0)
        }
        self.rowCount = rowCount
        let delays = sharedDelays(parameters)
        hasColumn = zip(inputs, delays).map { $0.isOfVertex || $1 != nil }
        let places = delays.map { delay in delay.flatMap { history.place($0, before: time) } }
        let needsDelays = zip(hasColumn, delays).contains { $0 && $1 == nil }
        team.forEachRun(of: rowCount) { run in
            for (index, input) in inputs.enumerated() where delays[index] != nil {
                let column = columns.pointer + index * rowCount
                let kept = kept(input)
                guard let place = places[index] else {
                    let values = state + input.variable * rowCount
                    for vertex in run { column[vertex] = values[vertex] }
                    continue
                }
                for vertex in run { column[vertex] = place.value(kept, vertex) }
            }
            guard needsDelays else { return }
            for block in run.blocks {
                withDelays(of: block, parameters) { delays in
                    for (index, input) in inputs.enumerated() where hasColumn[index] && places[index] == nil {
                        let column = columns.pointer + index * rowCount
                        let (kept, own) = (kept(input), delays.result(index))
                        for vertex in block {
                            let place = history.place(own[vertex - block.lowerBound], before: time)
                            column[vertex] =
                                place?.value(kept, vertex) ?? state[input.variable * rowCount + vertex]
                        }
                    }
                }
            }
        }
    }

    /// Which of the columns that are kept of states, in their order, is the variable of an input, which is one of them.
    func kept(_ input: EquationDelays.Input) -> Int { variables.count { $0 < input.variable } }
}

extension ExpressionWorkspace {
    /// Reads the earlier values of a block of vertices, of the variables of one end of edges if they have two.
    func read(_ block: Range<Int>, _ delayed: DelayedNumbers.Part, ofSource: Bool = false) {
        for (index, input) in delayed.inputs.enumerated() where input.isOfSource == ofSource {
            guard let column = delayed.column(index) else { continue }
            read(input.field, from: column + block.lowerBound, count: block.count)
        }
    }

    /// Gathers the earlier values of some vertices.
    func read(_ some: UnsafeBufferPointer<Int32>, _ delayed: DelayedNumbers.Part) {
        for (index, input) in delayed.inputs.enumerated() {
            guard let column = delayed.column(index), let numbers = numbers(of: input.field) else { continue }
            nk_gather(column, some.baseAddress, Int32(some.count), numbers)
        }
    }
}

// MARK: - Delays as they are

extension EquationSystem {
    /// The delays of all earlier values that equations read, of vertices and edges that there are.
    var delays: [Delay] {
        guard let delayed else { return [] }
        return delays(of: delayed.ofVertices) + delays(of: delayed.ofEdges)
    }

    private func delays(of part: DelayedNumbers.Part) -> [Delay] {
        let (inputs, shared) = (part.inputs, part.sharedDelays(parameters))
        var delays = zip(inputs, shared).map { input, delay in delay.map { Delay(of: input.subject, $0) } }
        if shared.contains(where: { $0 == nil }) {
            forEachDelay(of: part) { input, delay, owner in
                guard shared[input] == nil else { return }
                if delays[input] == nil { delays[input] = Delay(of: inputs[input].subject, delay, at: owner) }
                delays[input]?.note(delay, at: owner)
            }
        }
        return delays.compactMap { $0 }
    }

    /// Calls a closure with the delays of all vertices and edges.
    private func forEachDelay(
        of part: DelayedNumbers.Part, _ note: (_ input: Int, _ delay: Double, _ owner: Delay.Owner) -> Void
    ) {
        guard let state = state.elements.baseAddress else { return }
        for block in (0..<self.state.rowCount).blocks {
            part.withDelays(of: block, parameters) { delays in
                for (index, input) in part.inputs.enumerated() where input.isOfVertex {
                    for row in 0..<block.count {
                        note(index, delays.result(index)[row], .node(block.lowerBound + row))
                    }
                }
            }
        }
        guard part.inputs.contains(where: { !$0.isOfVertex }) else { return }
        withWork(at: 0, of: state, needsSources: false) { work in
            rates.withElement { $0.delays(of: 0..<work.rowCount, work, note) }
        }
    }
}
