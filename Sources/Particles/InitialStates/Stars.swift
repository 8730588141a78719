import Descriptions
import SimulationEngine

/// Stars as scenarios name them: draws them.
package typealias StarComponent = Component<@Sendable (RandomStreams) -> [Particle]>

/// The systems of stars that can be named.
package enum Stars {
    /// All of them.
    package static let all: [StarComponent] = [PlummerSphere.component, UniformDisc.component]

    static let count = Parameter(count: "count", "the number of stars").example(100)
    static let mass = Parameter("mass", "the mass of all stars", .positive, dimension: .mass, default: 1)
    static let constant = Parameter(
        "constant", "the gravitational constant G", .positive, dimension: .gravitationalConstant, default: 1)
}
