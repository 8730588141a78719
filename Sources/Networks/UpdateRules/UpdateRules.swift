import Descriptions
import SimulationEngine

/// A model with an update rule that scenarios can name.
package protocol NamedRule: UpdateRuleModel, DescribedModel, Resumable, SendableMetatype {
    /// The component that makes it.
    static var component: Component<RuleMaking<Self>> { get }

    /// The edges that the graph of a file may have besides single ones between different vertices; no others unless implemented.
    static var allowedEdges: Graph.AllowedEdges { get }

    /// True if the weights of edges must not be negative; they may be unless implemented.
    static var needsNonNegativeWeights: Bool { get }

    /// True if results depend on the weights of edges; all edges are alike unless implemented.
    static var readsWeights: Bool { get }
}

extension NamedRule {
    /// The component without what it makes.
    package static var description: ComponentDescription { component.description }

    /// The same for all instances.
    public var fields: [String] { Self.names.fields }

    /// The state, and no parameters.
    package static var names: ModelNames { ModelNames(fields: ["state"]) }

    /// Nothing.
    package static var allowedEdges: Graph.AllowedEdges { [] }

    /// They may be.
    package static var needsNonNegativeWeights: Bool { false }

    /// They do not.
    package static var readsWeights: Bool { false }
}

/// Makes a model on a graph.
package struct RuleMaking<Model>: Sendable {
    /// The number of nodes where these are not the vertices of the graph.
    package let nodeCount: Int?

    /// Makes it.
    package let make: @Sendable (Graph, RandomStreams) throws -> Model

    /// Creates what makes a model.
    package init(nodeCount: Int? = nil, _ make: @escaping @Sendable (Graph, RandomStreams) throws -> Model) {
        self.nodeCount = nodeCount
        self.make = make
    }
}

/// The models with update rules that can be named.
package enum UpdateRules {
    /// Those whose vertices are updated one after the other.
    package static let oneByOne: [any (AsynchronousRule & NamedRule).Type] = [
        VoterModel.self, MajorityModel.self, SznajdModel.self, DeffuantModel.self, SchellingModel.self,
    ]

    /// Those whose nodes change at once.
    package static let atOnce: [any (SynchronousRule & NamedRule).Type] = [
        HegselmannKrauseModel.self, ThresholdCascadeModel.self, LifeLikeAutomaton.self, ElementaryAutomaton.self,
        BooleanNetwork.self, RandomWalks.self, PageRank.self, SpikingNeurons.self,
    ]

    /// Tests if a component is one of those whose vertices are updated one after the other.
    package static func isOneByOne(_ component: ComponentDescription) -> Bool {
        oneByOne.contains { $0.description.name == component.name }
    }
}

// MARK: - Parts of them

extension UpdateRules {
    static let opinions = Parameter("opinions", "the number of opinions", in: 2...256, default: 2)
    static let noise = Parameter("noise", "the probability of doing something else", .fraction, default: 0)
    static let tolerance = Parameter(
        "tolerance", "the difference up to which opinions attract each other", .nonNegative)
    static let opinion = Parameter(
        nodes: "opinion", "the opinion of each node at the beginning", default: .uniform(lower: 0, upper: 1))
    static let shares = Parameter<[Double]>(
        "shares", "the probabilities of the opinions at the beginning, equal unless given",
        kind: .list(of: .number(.fraction), count: 1...256)
    ).optional

    /// Which cells are true at the beginning.
    static func cells(_ name: String, default value: CellChoice? = nil) -> Parameter<CellChoice> {
        Parameter(
            name, "the part of cells that live at the beginning, or a list of these cells",
            kind: .either(.number(.fraction), or: .nodes), default: value)
    }

    /// The probabilities of a number of states, equal unless given.
    static func shares(_ shares: [Double]?, of count: Int) throws(ParameterError) -> [Double] {
        guard let shares else { return [Double](repeating: 1 / Double(count), count: count) }
        guard shares.count == count else {
            throw .unfit("shares", because: "must have \(count) items, not \(shares.count)")
        }
        let sum = shares.reduce(0, +)
        guard abs(sum - 1) < 1e-9 else {
            throw .unfit("shares", because: "add up to \(sum.plain), but must add up to 1")
        }
        return shares
    }
}

/// Cells, drawn with a probability or listed.
enum CellChoice: ParameterValue {
    case part(Double)
    case listed([Int])

    init?(_ content: ParameterContent) {
        if let part = Double(content) {
            self = .part(part)
        } else {
            guard let cells = [Int](content) else { return nil }
            self = .listed(cells)
        }
    }

    var content: ParameterContent {
        switch self {
        case .part(let part): part.content
        case .listed(let cells): cells.content
        }
    }
}

extension RandomStreams {
    /// A state for each vertex, each with the probability that is its share.
    func states(_ shares: [Double], of graph: Graph) -> [UInt8] {
        var random = words(for: .initialState)
        return (0..<graph.vertexCount).map { _ in
            var level = random.uniform()
            let state = shares.firstIndex { share in
                level -= share
                return level < 0
            }
            return UInt8(state ?? shares.lastIndex { $0 > 0 } ?? 0)
        }
    }

    /// Which cells of a graph are true.
    func cells(_ choice: CellChoice, of graph: Graph) -> [Bool] {
        switch choice {
        case .part(let part): return states([1 - part, part], of: graph).map { $0 == 1 }
        case .listed(let listed):
            var cells = [Bool](repeating: false, count: graph.vertexCount)
            for cell in listed { cells[cell] = true }
            return cells
        }
    }

    /// The initial state of each vertex.
    func initialStates(_ numbers: NodeNumbers, of graph: Graph) -> [Double] {
        self.numbers(from: numbers, for: .initialState, nodeCount: graph.vertexCount)
    }
}
