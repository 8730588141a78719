import Descriptions
import SimulationEngine

/// A swarm that scenarios can name.
package protocol NamedSwarm: Swarm, DescribedModel, SendableMetatype where Quantities == SwarmQuantities<Self> {
    /// The component that makes it.
    static var component: Component<@Sendable (SwarmBeginning) throws -> Self> { get }

    /// True if a step may have any length; else it is a unit of time.
    static var hasFreeSteps: Bool { get }
}

extension NamedSwarm {
    /// The component without what it makes.
    package static var description: ComponentDescription { component.description }

    /// Those of particles.
    public var fields: [String] { Self.names.fields }

    /// `position` and `velocity`.
    public var fieldGroups: [FieldGroup] { Self.names.fieldGroups }
}

/// The beginning of a swarm, whatever its rules are.
package struct SwarmBeginning {
    /// How many particles, and how far from each other.
    package var placement: RandomPlacement

    /// The box.
    package var box: Box

    /// The length of a step.
    package var timeStep: Double

    /// The random numbers.
    package var streams: RandomStreams

    /// How many threads share the work.
    package var threads: Int

    /// Creates a beginning.
    package init(
        _ placement: RandomPlacement, in box: Box, timeStep: Double = 1, streams: RandomStreams, threads: Int = 1
    ) {
        (self.placement, self.box, self.timeStep) = (placement, box, timeStep)
        (self.streams, self.threads) = (streams, threads)
    }
}

/// The swarms that can be named.
package enum Swarms {
    /// All of them.
    package static let all: [any NamedSwarm.Type] = [VicsekModel.self, BoidsModel.self]

    static let radius = Parameter(
        "radius", "how far particles see", .positive, dimension: .length, default: 1)
}
