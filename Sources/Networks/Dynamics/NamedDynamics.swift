import Descriptions

/// Differential equations on a graph that scenarios can name.
package protocol DescribedDynamics: NetworkDynamics {
    /// What it is, in a few words.
    static var summary: String { get }

    /// What the field calls it besides; nothing else unless implemented.
    static var synonyms: [String] { get }

    /// What it computes, if that is said in one line; nothing unless implemented.
    static var equation: String? { get }

    /// Its equations as ``Equations`` take them, whose parameters are those of the model.
    static var formulas: EquationTexts { get }

    /// Where it comes from; nowhere unless implemented.
    static var references: [Reference] { get }
}

extension DescribedDynamics {
    /// Nothing else.
    package static var synonyms: [String] { [] }

    /// Nothing.
    package static var equation: String? { nil }

    /// Nowhere.
    package static var references: [Reference] { [] }

    /// What the model is made of: its parameters, and the variables at the beginning, a number for each vertex.
    package static var description: ComponentDescription {
        let defaults = Self()
        return ComponentDescription(
            name: name, summary: summary, equation: equation, synonyms: synonyms, references: references,
            parameters: parameters.map { parameter in
                Parameter(
                    nodes: parameter.name, parameter.summary, parameter.domain,
                    default: .constant(defaults[keyPath: parameter.path])
                ).description
            }
                + variables.map {
                    Parameter(nodes: $0.name, "\($0.name) at the beginning", $0.domain, default: .constant($0.initial))
                        .description
                })
    }
}

/// The differential equations on graphs that can be named, besides those of oscillators.
package enum NamedDynamics {
    /// All of them.
    package static let all: [any DescribedDynamics.Type] = [
        Consensus.self, Diffusion.self, FitzHughNagumo.self, HodgkinHuxley.self, Lorenz.self, LotkaVolterra.self,
        MeanFieldSIR.self, MeanFieldSIS.self, MimuraMurray.self, Replicator.self, Rossler.self, WilsonCowan.self,
    ]
}
