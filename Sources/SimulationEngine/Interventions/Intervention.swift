import ObserverCore

/// A change that somebody has made in a simulation from outside, and its moment.
///
/// The author of the change is the author of the message:
///
///     recorder.observe(simulation.interventions) { intervention, author in … }
public struct Intervention: Equatable, Sendable {
    /// When the change took effect: after the step of that number.
    public let moment: Moment

    /// The subject that was changed.
    public let subject: Subject

    /// The numbers that have other values now, with their old and new ones; empty for a change of the whole model. An
    /// edge has its `weight`, a node that was added or removed its `presence`, which is 1 or 0.
    public let changes: [Change]

    /// The subjects that can be changed.
    public enum Subject: Equatable, Sendable {
        /// The state of a node.
        case node(Int)

        /// A parameter of the model.
        case parameter(String)

        /// A node that was added or removed.
        case presence(ofNode: Int)

        /// The edge between two nodes.
        case edge(source: Int, target: Int)

        /// Anything in the model, under the name that its author gave the change.
        case model(String)
    }

    /// A number and what became of it.
    public struct Change: Equatable, Sendable {
        /// The name of the field or parameter.
        public let name: String

        /// The value before; `nil` for an edge that was not there.
        public let old: Double?

        /// The value after; `nil` for an edge that is no longer there.
        public let new: Double?
    }
}

/// Tells everybody who changes what in a simulation; see ``Simulation/interventions``.
public final class InterventionLog: ObservableObject {
    /// Carries the interventions.
    public let messenger = Messenger<Intervention>()

    init() {}

    var isObserved: Bool { messenger.observationCount > 0 }
}
