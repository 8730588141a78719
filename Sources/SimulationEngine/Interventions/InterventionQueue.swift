import ObserverCore

/// A wish to change the state of a model from outside.
struct InterventionRequest<Model: SimulationModel> {
    /// The change that is wished.
    enum Change {
        case node(Int, to: Model.NodeState)
        case kick(Int, (inout Model.NodeState) -> Void)
        case parameter(Int, to: Double)
        case model(name: String, (Model) -> Void)
        case birth((Model) throws -> Void)
        case structure(String, (Model) throws -> Void)
        case edge(source: Int, target: Int, weight: Double?)

        /// An act of the model itself at a time.
        case event((_ time: Double) throws -> Bool)

        /// Asks for changes when its turn has come, which are made before those that were asked for after it.
        case changesInTurn(() throws -> Void)
    }

    let change: Change

    /// `nil` stands for what is changed itself.
    let author: AnyAuthor?

    /// True if it adds a node.
    var isBirth: Bool {
        if case .birth = change { true } else { false }
    }
}

/// The interventions that wait for the step to be over, in the order in which they were asked for.
final class InterventionQueue<Model: SimulationModel> {
    @exclusivity(unchecked)
    private var waiting: [InterventionRequest<Model>] = [] { didSet { isEmpty = waiting.isEmpty } }

    /// Is asked to apply an intervention; returns `false` if it has to wait.
    var applyAtOnce: (InterventionRequest<Model>) -> Bool = { _ in false }

    /// Asked for at each step, at which an array of a type that is not known would be slow to tell.
    @exclusivity(unchecked)
    private(set) var isEmpty = true

    func add(_ change: InterventionRequest<Model>.Change, from author: AnyAuthor?) {
        // An author that is just dying cannot be kept.
        weak let livingAuthor = author
        let request = InterventionRequest(change: change, author: livingAuthor)
        guard !applyAtOnce(request) else { return }
        waiting.append(request)
    }

    /// The requests of a closure, apart from those that wait.
    func requests(madeBy action: () -> Void) -> [InterventionRequest<Model>] {
        let before = takeAll()
        action()
        defer { waiting = before }
        return waiting
    }

    /// Hands over those that wait. What observers ask for while these are applied waits for the next time.
    func takeAll() -> [InterventionRequest<Model>] {
        waiting.takeAll()
    }
}
