import Networks
import ScenarioFiles

/// Models of differential equations on graphs as scenarios could write them themselves.
enum WrittenEquations {
    /// The lines of a model that does what the one of a name does, unless something else is given to that.
    static func model(named name: String) -> String? {
        if name == KuramotoDraft.component.description.name { return kuramoto }
        return NamedDynamics.all.first { $0.name == name }.map { lines(of: $0).joined(separator: "\n") }
    }

    /// Phase oscillators without inertia, coupled along edges.
    private static let kuramoto = """
        model:
          equations:
            variables:
              phase: {uniform: [0, \((2 * Double.pi).plain)]}
            parameters:
              coupling: 1
              frequency: 1
              lag: 0
            edges:
              pull: sin(from.phase - phase - lag)
            rates:
              phase: frequency + coupling * pull
        """

    private static func lines<Dynamics: DescribedDynamics>(of type: Dynamics.Type) -> [String] {
        let (formulas, defaults) = (Dynamics.formulas, Dynamics())
        return ["model:", "  equations:"]
            + part("variables", Dynamics.variables.map { ($0.name, text(of: $0)) })
            + part("parameters", Dynamics.parameters.map { ($0.name, defaults[keyPath: $0.path].plain) })
            + part("let", formulas.definitions) + part("edges", formulas.edges.map { ($0.name, $0.formula.text) })
            + part("rates", formulas.rates)
    }

    private static func text(of variable: VertexVariable) -> String {
        let (least, greatest) = (variable.range.lowerBound, variable.range.upperBound)
        guard least > -.greatestFiniteMagnitude || greatest < .greatestFiniteMagnitude else {
            return variable.initial.plain
        }
        return "{initial: \(variable.initial.plain), range: [\(least.plain), \(greatest.plain)]}"
    }

    private static func part(_ key: String, _ entries: [(name: String, text: String)]) -> [String] {
        guard !entries.isEmpty else { return [] }
        return ["    \(key):"] + entries.map { "      \($0.name): \($0.text)" }
    }
}
