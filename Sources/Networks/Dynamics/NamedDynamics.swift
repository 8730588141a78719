import Descriptions

/// Differential equations on a graph that scenarios can name.
package protocol DescribedDynamics: NetworkDynamics {
    /// The summary, in a few words.
    static var summary: String { get }

    /// Other names of the model in its field; none unless implemented.
    static var synonyms: [String] { get }

    /// The equation, if it is said in one line; none unless implemented.
    static var equation: String? { get }

    /// Its equations as ``Equations`` take them, whose parameters are those of the model.
    static var formulas: EquationTexts { get }

    /// Where it comes from; nowhere unless implemented.
    static var references: [Reference] { get }

    /// The unit of time where numbers have units of their own; they are dimensionless unless implemented.
    static var timeUnit: String? { get }
}

extension DescribedDynamics {
    /// Nothing else.
    package static var synonyms: [String] { [] }

    /// Nothing.
    package static var equation: String? { nil }

    /// Nowhere.
    package static var references: [Reference] { [] }

    /// Numbers are dimensionless.
    package static var timeUnit: String? { nil }

    /// The component of the model: its parameters, and the variables at the beginning, a number for each vertex.
    package static var description: ComponentDescription {
        let defaults = Self()
        return ComponentDescription(
            name: name, summary: summary, equation: equation, synonyms: synonyms, references: references,
            parameters: parameters.map { parameter in
                Parameter(
                    nodes: parameter.name, parameter.summary, parameter.domain, unit: parameter.unit,
                    default: .constant(defaults[keyPath: parameter.path])
                ).description
            }
                + variables.map {
                    Parameter(
                        nodes: $0.name, "\($0.name) at the beginning", $0.domain, unit: $0.unit,
                        default: .constant($0.initial)
                    ).description
                }
        ).measured(inTimes: timeUnit)
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
