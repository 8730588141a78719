import Descriptions
import SimulationEngine

/// The parameters that models with named states and formulas have in common.
enum StateFormulas {
    static let states = Parameter<[String]>(
        "states", "the names of the states, of the first of which all nodes are unless something else is said",
        kind: .list(of: .text, count: 2...256))

    static let parameters = FormulaParameters<MeasuredNumbers>.parameter(
        "a number of all nodes, or one of each", MeasuredNumbers.kind, unit: MeasuredNumbers.unitOfItsOwn)

    static let initial = Parameter<FormulaParameters<CellChoice>>(
        "initial",
        "with which probability a node is in which state at the beginning, or a list of the nodes that are in it",
        kind: .record([
            ParameterDescription(
                "state", "the probability that a node is in this state, or the nodes that are",
                .either(.number(.fraction), or: .nodes), .open(example: "alive"))
        ]))

    /// The quantities of models that rewire edges, with what they are.
    static let quantitiesOfRewiring = [
        ("rewirings", "how many edges have been rewired"),
        ("active-edges", "the fraction of edges between different states"),
    ]

    /// Looks whether states have the names of quantities.
    ///
    /// - Throws: `ParameterError`.
    static func check(
        _ states: [String], besides quantities: [(name: String, meaning: String)]
    ) throws(ParameterError) {
        for (name, meaning) in quantities {
            // Formulas and conditions say names with '_' for '-'.
            guard let state = states.first(where: { $0.withUnderscores == name.withUnderscores }) else { continue }
            throw .unfit("states", because: "has '\(state)', which is \(meaning)")
        }
    }

    /// In which states nodes are at the beginning.
    struct Beginning: Sendable {
        private let states: [String]
        private let shares: [Double]
        private let listed: [(node: Int, state: UInt8)]

        /// - Throws: `ParameterError` if probabilities add up to more than 1, or a state is unknown.
        init(_ initial: FormulaParameters<CellChoice>, _ states: [String]) throws(ParameterError) {
            self.states = states
            var shares = [Double](repeating: 0, count: states.count)
            var listed: [(Int, UInt8)] = []
            for (name, choice) in zip(initial.names, initial.values) {
                guard let state = states.firstIndex(of: name) else {
                    throw .unfit(
                        "initial",
                        because: "has '\(name)', which is none of the states \(states.joined(separator: ", "))")
                }
                switch choice {
                case .part(let part): shares[state] = part
                case .listed(let nodes): listed += nodes.map { ($0, UInt8(state)) }
                }
            }
            let sum = shares.reduce(0, +)
            guard sum <= 1 + 1e-12 else {
                throw .unfit("initial", because: "adds up to \(sum.plain), but must not to more than 1")
            }
            if initial.names.contains(states[0]), listed.isEmpty, abs(sum - 1) > 1e-9 {
                throw .unfit(
                    "initial", because: "adds up to \(sum.plain), but must add up to 1 where '\(states[0])' is given")
            }
            shares[0] = max(0, 1 - shares.dropFirst().reduce(0, +))
            (self.shares, self.listed) = (shares, listed)
        }

        /// The number of the state of each vertex.
        func states(of graph: Graph, _ streams: RandomStreams) throws(MonteCarloError) -> [UInt8] {
            var numbers = streams.states(shares, of: graph)
            for (node, state) in listed {
                guard numbers.indices.contains(node) else {
                    throw .outOfRange(
                        "a node", value: Double(node), lowest: 0, greatest: Double(graph.vertexCount - 1))
                }
                numbers[node] = state
            }
            return numbers
        }
    }
}
