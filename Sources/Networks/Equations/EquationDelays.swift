import SimulationEngine

/// What the programs of equations read of states of before.
struct EquationDelays: Sendable {
    let ofVertices: Part
    let ofEdges: Part

    /// The variables of which earlier values are read.
    let variables: [Int]

    /// What programs of one kind read.
    struct Part: Sendable {
        let inputs: [Input]

        /// The program of the delays, a result for each input.
        let delays: ExpressionProgram
    }

    /// A field that is an earlier value of a variable.
    struct Input: Sendable {
        let field: Int
        let variable: Int

        /// True if it is the variable of the end from which an edge comes.
        let isOfSource: Bool

        /// The fields that the delay follows from.
        let delayFields: [Int]

        /// True if the delay follows from the vertex alone of which it is a variable.
        let isOfVertex: Bool

        /// What it is, for messages.
        let subject: String
    }

    /// - Returns: `nil` if no program reads any.
    init?(ofVertices vertices: Formulas, _ edges: Formulas, read programs: EquationPrograms) {
        let separated = programs.separated
        ofVertices = Part(of: vertices, read: [programs.rates, programs.noise], programs.fields)
        ofEdges = Part(
            of: edges,
            read: [
                programs.edges, programs.edgeRates?.program, programs.edgeNoise?.program, separated?.sources,
                separated?.targets, separated?.results,
            ],
            programs.fields)
        variables = Set((ofVertices.inputs + ofEdges.inputs).map(\.variable)).sorted()
        if variables.isEmpty { return nil }
    }
}

extension EquationDelays.Part {
    fileprivate init(of formulas: Formulas, read programs: [ExpressionProgram?], _ fields: EquationFields) {
        let read = Set(programs.flatMap { $0?.usedFields ?? [] })
        let known = formulas.delays?.all.filter { read.contains($0.input) } ?? []
        inputs = known.map { EquationDelays.Input($0, among: formulas, fields) }
        delays = formulas.program(of: known.map(\.delay))
    }
}

extension EquationDelays.Input {
    init(_ delayed: DelayedInput, among formulas: Formulas, _ fields: EquationFields) {
        field = delayed.input
        // Of nothing else earlier values are known.
        isOfSource = delayed.source >= fields.variableCount
        variable = delayed.source - (isOfSource ? fields.sourceVariable(0) : fields.variable(0))
        delayFields = formulas.inputs(of: delayed.delay)
        let own = isOfSource ? fields.sourceParameters : fields.parameter(0)..<fields.degree
        isOfVertex = delayFields.allSatisfy(own.contains)
        subject = formulas.words(for: delayed)
    }
}

extension EquationCompiler {
    /// Lets formulas say earlier values of variables, by delays that nothing changes within a step: not by variables of edges that move.
    mutating func allowDelays(movingEdges: Set<String>) {
        let (own, source) = (0..<fields.variableCount, fields.sourceVariable(0)..<fields.sourceParameter(0))
        let parameters = fields.parameter(0)..<fields.degree
        vertices.delays = DelayedInputs(of: Set(own), by: Set(parameters))
        let moving = movingEdges.flatMap { edgeColumns(of: $0) }
        edges.delays = DelayedInputs(
            of: Set(own).union(source),
            by: Set(parameters).union(fields.sourceParameters).union(fields.ofEdge)
                .subtracting(moving.map(fields.edgeVariable)))
    }

    /// The delayed inputs of edges that belong to the end from which these come, and those that belong to both ends.
    func endsOfDelays() -> (source: Set<Int>, both: Set<Int>) {
        let inputs = (edges.delays?.all ?? []).map { EquationDelays.Input($0, among: edges, fields) }
        return (
            Set(inputs.filter { $0.isOfVertex && $0.isOfSource }.map(\.field)),
            Set(inputs.filter { !$0.isOfVertex }.map(\.field))
        )
    }

    /// Notes what events say of earlier values, which they do not know.
    mutating func refuseDelays(in programs: EventPrograms) {
        let (ofVertices, ofEdges) = (delayedFields(of: vertices), delayedFields(of: edges))
        let parts: [(EquationError.Part, ExpressionProgram?, Set<Int>)] = [
            (.condition, programs.condition, ofVertices), (.changes, programs.changes, ofVertices),
            (.messages, programs.messages, ofEdges), (.outgoing, programs.outgoing?.program, ofEdges),
            (.incoming, programs.incoming?.program, ofEdges),
        ]
        for (part, program, delayed) in parts where program?.usedFields.contains(where: delayed.contains) == true {
            errors.append(EquationError(part, "", .earlierValue))
        }
    }

    private func delayedFields(of formulas: Formulas) -> Set<Int> { Set(formulas.delays?.all.map(\.input) ?? []) }
}
