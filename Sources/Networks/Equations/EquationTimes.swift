import SimulationEngine

/// What of the rates of vertices and of edges changes by the time, for parameters, and a graph, that are as they are.
final class EquationTimes {
    private let vertices: [TimeConditions]
    private let edges: [TimeConditions]
    private let fields: EquationFields

    /// The parameters, and how often the graph had changed, if that matters, for which these have been found.
    private var known: (parameters: [[Double]], readsGraph: Bool, revision: Int, times: [SwitchingTimes])?

    init?(_ programs: EquationPrograms) {
        (vertices, edges, fields) = (programs.timeConditions, programs.timeConditionsOfEdges, programs.fields)
        guard !vertices.isEmpty || !edges.isEmpty else { return nil }
    }

    /// How far nothing changes by the time.
    ///
    /// - Complexity: O(log n) for n vertices, or edges whose formulas do, of which few change; after a change of parameters or of the graph
    ///   O(n log² n).
    func stretch(
        from time: Double, to end: Double, parameters: [[Double]], on network: ChangingGraph
    ) -> SmoothStretch {
        if known?.parameters != parameters || (known?.readsGraph == true && known?.revision != network.revision) {
            let ofVertices = vertices.compactMap { times(ofVertices: $0, parameters, network.graph) }
            let ofEdges = edges.compactMap { times(ofEdges: $0, parameters, network.graph) }
            let areFixed = vertices.allSatisfy { $0.inputs.allSatisfy(fields.parameters.contains) }
            let readsGraph = !areFixed || !edges.allSatisfy { areAlike($0, parameters) }
            known = (parameters, readsGraph, network.revision, ofVertices + ofEdges)
        }
        return known?.times.stretch(from: time, to: end) ?? SmoothStretch(end: end)
    }

    private func times(
        ofVertices conditions: TimeConditions, _ parameters: [[Double]], _ graph: Graph
    ) -> SwitchingTimes? {
        let count = areAlike(conditions, parameters) ? 1 : graph.vertexCount
        guard count > 0 else { return nil }
        return SwitchingTimes(conditions, count: count) { vertex, place in
            number(conditions.inputs[place], of: vertex, parameters, graph.incoming)
        }
    }

    private func times(
        ofEdges conditions: TimeConditions, _ parameters: [[Double]], _ graph: Graph
    ) -> SwitchingTimes? {
        let rows = graph.incoming
        var ends: [(entry: Int, target: Int)] = []
        for target in 0..<rows.rowCount {
            for entry in rows.range(of: target) where ends.isEmpty || !areAlike(conditions, parameters) {
                ends.append((entry, target))
            }
        }
        guard !ends.isEmpty else { return nil }
        return SwitchingTimes(conditions, count: ends.count) { edge, place in
            let (input, (entry, target)) = (conditions.inputs[place], ends[edge])
            let source = Int(rows.vertices[entry])
            return switch input {
            case fields.weight: rows.weights?[entry] ?? 1
            case fields.sourceDegree: number(fields.degree, of: source, parameters, rows)
            case fields.sourceNode: Double(source)
            case _ where fields.sourceParameters.contains(input):
                number(input - fields.sourceParameter(0) + fields.parameter(0), of: source, parameters, rows)
            default: number(input, of: target, parameters, rows)
            }
        }
    }

    /// True if conditions read nothing but parameters of which there is one number for all.
    private func areAlike(_ conditions: TimeConditions, _ parameters: [[Double]]) -> Bool {
        conditions.inputs.allSatisfy { input in
            let isOfSource = fields.sourceParameters.contains(input)
            guard isOfSource || fields.parameters.contains(input) else { return false }
            return parameters[input - (isOfSource ? fields.sourceParameter(0) : fields.parameter(0))].count == 1
        }
    }

    /// What a vertex has as an input of conditions.
    private func number(_ input: Int, of vertex: Int, _ parameters: [[Double]], _ rows: AdjacencyRows) -> Double {
        switch input {
        case fields.degree: return Double(rows.range(of: vertex).count)
        case fields.nodeOfConditions: return Double(vertex)
        default:
            let numbers = parameters[input - fields.parameter(0)]
            return numbers[numbers.count > 1 ? vertex : 0]
        }
    }
}
