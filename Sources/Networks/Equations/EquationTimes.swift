import SimulationEngine

/// What of the rates of vertices and of edges changes by the time alone, for parameters that are as they are.
final class EquationTimes {
    /// Of vertices, and of edges.
    private let vertices: SwitchingTimes?
    private let edges: SwitchingTimes?
    private let fields: EquationFields

    /// The parameters, and the sets of inputs that they make; `nil` at first.
    private var known: (parameters: [[Double]], ofVertices: [[Double]], ofEdges: [[Double]])?

    /// Vertices may have so many different sets of parameters: each is looked at in each step.
    static let mostSets = 64

    init?(_ programs: EquationPrograms) {
        vertices = programs.timeConditions.map(SwitchingTimes.init)
        edges = programs.timeConditionsOfEdges.map(SwitchingTimes.init)
        fields = programs.fields
        guard vertices != nil || edges != nil else { return nil }
    }

    /// How far nothing changes by the time alone.
    func stretch(from time: Double, to end: Double, parameters: [[Double]]) -> SmoothStretch {
        var known = known
        if known?.parameters != parameters {
            known = (
                parameters, vertices.map { inputs(ofVertices: $0, parameters) } ?? [],
                edges.map { inputs(ofEdges: $0, parameters) } ?? []
            )
            self.known = known
        }
        var stretch = SmoothStretch(end: end)
        for inputs in known?.ofVertices ?? [] {
            stretch = stretch.shortened(to: vertices?.stretch(from: time, to: stretch.end, of: inputs))
        }
        for inputs in known?.ofEdges ?? [] {
            stretch = stretch.shortened(to: edges?.stretch(from: time, to: stretch.end, of: inputs))
        }
        return stretch
    }

    /// The different parameters of vertices; none if there are very many.
    private func inputs(ofVertices switching: SwitchingTimes, _ parameters: [[Double]]) -> [[Double]] {
        let used = switching.conditions.inputs.map { $0 - fields.variableCount }
        let count = used.map { parameters[$0].count }.max() ?? 1
        var known: Set<[UInt64]> = []
        var inputs: [[Double]] = []
        for vertex in 0..<count {
            let numbers = used.map { parameters[$0][parameters[$0].count > 1 ? vertex : 0] }
            guard known.insert(numbers.map(\.bitPattern)).inserted else { continue }
            guard inputs.count < Self.mostSets else { return [] }
            inputs.append(self.inputs(at: used.map(fields.parameter), numbers))
        }
        return inputs
    }

    /// The parameters of edges, which depend on those of two vertices; none unless they are the same for all.
    private func inputs(ofEdges switching: SwitchingTimes, _ parameters: [[Double]]) -> [[Double]] {
        let used = switching.conditions.inputs.map { input in
            fields.parameters.contains(input) ? input - fields.parameter(0) : input - fields.sourceParameter(0)
        }
        guard used.allSatisfy({ parameters[$0].count == 1 }) else { return [] }
        return [inputs(at: switching.conditions.inputs, used.map { parameters[$0][0] })]
    }

    private func inputs(at places: [Int], _ numbers: [Double]) -> [Double] {
        var inputs = [Double](repeating: 0, count: (places.max() ?? -1) + 1)
        for (place, number) in zip(places, numbers) { inputs[place] = number }
        return inputs
    }
}
