import ObserverCore

/// Counts how long observers go on answering each other's changes, without time moving on.
struct InterventionCycle {
    /// How many times a round of changes may be answered by another one.
    static let longestChain = 100

    private var rounds = 0

    /// Counts a round of changes, and throws ``SimulationError/interventionCycle(rounds:participants:)`` when there is no
    /// end to them.
    mutating func noteRound<Model>(
        of requests: [InterventionRequest<Model>], in model: Model
    ) throws(SimulationError) {
        rounds += 1
        guard rounds > Self.longestChain else { return }
        var participants: [String] = []
        for request in requests {
            let participant = request.participant(in: model)
            if !participants.contains(participant), participants.count < 10 { participants.append(participant) }
        }
        throw .interventionCycle(rounds: rounds, participants: participants)
    }
}

extension InterventionRequest {
    /// Who changes what, in words.
    func participant(in model: Model) -> String {
        let subject =
            switch change {
            case .node(let node, _), .kick(let node, _): "node " + (model.name(of: node)?.inQuotes ?? String(node))
            case .parameter(let index, _): "parameter " + model.parameters[index].inQuotes
            case .model(let name, _): name.inQuotes
            case .birth: "a new node"
            case .structure(let name, _): name
            case .edge(let source, let target, _): "the edge from \(source) to \(target)"
            case .event: "what events change"
            case .changesInTurn: "what depends on others"
            }
        return author.map { "\(name(ofAuthor: $0)) changes \(subject)" } ?? "an observer changes \(subject)"
    }
}

extension String {
    fileprivate var inQuotes: String { "'\(self)'" }
}

/// An author of changes that goes by a name of its own rather than by that of its type.
public protocol NamedAuthor: AnyObject {
    /// The name, as it stands in records and errors.
    var authorName: String { get }
}
