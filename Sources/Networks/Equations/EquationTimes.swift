import SimulationEngine

/// What of the rates of vertices and of edges changes by the time alone, for parameters that are as they are.
final class EquationTimes {
    private let vertices: TimeConditions?
    private let edges: TimeConditions?
    private let fields: EquationFields

    /// The parameters, and what changes with them; `nil` at first.
    private var known: (parameters: [[Double]], times: [SwitchingTimes])?

    /// Vertices may have so many different sets of parameters: each is looked at by itself.
    static let mostSets = 64

    init?(_ programs: EquationPrograms) {
        (vertices, edges, fields) = (programs.timeConditions, programs.timeConditionsOfEdges, programs.fields)
        guard vertices != nil || edges != nil else { return nil }
    }

    /// How far nothing changes by the time alone.
    func stretch(from time: Double, to end: Double, parameters: [[Double]]) -> SmoothStretch {
        if known?.parameters != parameters {
            let ofVertices = vertices.map { times(ofVertices: $0, parameters) } ?? []
            known = (parameters, ofVertices + (edges.map { times(ofEdges: $0, parameters) } ?? []))
        }
        var stretch = SmoothStretch(end: end)
        for times in known?.times ?? [] {
            stretch = stretch.shortened(to: times.stretch(from: time, to: stretch.end))
        }
        return stretch
    }

    /// For each different set of parameters of vertices; none if there are very many.
    private func times(ofVertices conditions: TimeConditions, _ parameters: [[Double]]) -> [SwitchingTimes] {
        let used = conditions.inputs.map { $0 - fields.variableCount }
        let count = used.map { parameters[$0].count }.max() ?? 1
        var known: Set<[UInt64]> = []
        var times: [SwitchingTimes] = []
        for vertex in 0..<count {
            let numbers = used.map { parameters[$0][parameters[$0].count > 1 ? vertex : 0] }
            guard known.insert(numbers.map(\.bitPattern)).inserted else { continue }
            guard times.count < Self.mostSets else { return [] }
            times.append(SwitchingTimes(conditions, of: inputs(at: conditions.inputs, numbers)))
        }
        return times
    }

    /// For the parameters of edges, which depend on those of two vertices; none unless they are the same for all.
    private func times(ofEdges conditions: TimeConditions, _ parameters: [[Double]]) -> [SwitchingTimes] {
        let used = conditions.inputs.map { input in
            fields.parameters.contains(input) ? input - fields.parameter(0) : input - fields.sourceParameter(0)
        }
        guard used.allSatisfy({ parameters[$0].count == 1 }) else { return [] }
        return [SwitchingTimes(conditions, of: inputs(at: conditions.inputs, used.map { parameters[$0][0] }))]
    }

    private func inputs(at places: [Int], _ numbers: [Double]) -> [Double] {
        var inputs = [Double](repeating: 0, count: (places.max() ?? -1) + 1)
        for (place, number) in zip(places, numbers) { inputs[place] = number }
        return inputs
    }
}
