import Networks
import SimulationEngine

/// Reads one of the models that are moved on by an update rule:
///
///     voter: {opinions: 2, shares: …, noise: 0}
///     majority: {shares: …, noise: 0}
///     sznajd: {opinions: 2, shares: …}
///     deffuant: {tolerance: …, convergence: 0.5, opinion: …}
///     hegselmann-krause: {tolerance: …, opinion: …}
///     threshold-cascade: {threshold: …, active: 1}
///     schelling: {wanted: …, groups: 2, vacant: 0.1}
///     life: {rule: B3/S23, alive: …}
///
/// `shares` are the probabilities of the opinions at the beginning, equal unless given; `opinion` and `threshold` are numbers
/// for each vertex; `order` of those whose vertices are updated one after the other is 'random' unless given.
struct UpdateRuleReader: NetworkModelReader {
    static let names = [
        "voter", "majority", "sznajd", "deffuant", "hegselmann-krause", "threshold-cascade", "schelling", "life",
    ]

    let root: Section
    let data: DataFiles
    let graph: Graph?
    let streams: RandomStreams
    let threads: Int

    func read(_ name: String?, _ parameters: Value?) -> (any RunnableExperiment)? {
        guard let name, let parameters else { return nil }
        return switch name {
        case "voter": sweeps(of: parameters, voter)
        case "majority": sweeps(of: parameters, majority)
        case "sznajd": sweeps(of: parameters, sznajd)
        case "deffuant": sweeps(of: parameters, deffuant)
        case "hegselmann-krause": steps(of: parameters, hegselmannKrause)
        case "threshold-cascade": steps(of: parameters, thresholdCascade)
        case "schelling": sweeps(of: parameters, schelling)
        default: steps(of: parameters, life)
        }
    }

    /// Makes a model on a graph.
    typealias Making<Model> = (Graph) throws -> Model

    /// The experiment with a model whose vertices are updated one after the other.
    private func sweeps<Model: AsynchronousRule>(
        of parameters: Value, _ read: (Section) -> Making<Model>?
    ) -> (any RunnableExperiment)? {
        let read: (make: Making<Model>, order: RuleSweeps<Model>.Order)? = parameters.section { section in
            section.noteDefault("order", "random")
            let order = section.optional("order").map { $0.choice(of: RuleSweeps<Model>.Order.self) } ?? .random
            let make = read(section)
            guard let make, let order else { return nil }
            return (make, order)
        }
        return experiment(
            of: Model.self, methods: .serving(.oneByOne),
            make: read.map { read in
                { [streams] graph, _ in
                    (try read.make(graph), RuleSweeps<Model>(order: read.order, streams: streams))
                }
            })
    }

    /// The experiment with a model whose vertices are updated at once.
    private func steps<Model: SynchronousRule>(
        of parameters: Value, _ read: (Section) -> Making<Model>?
    ) -> (any RunnableExperiment)? {
        let make = parameters.section(read)
        return synchronous(make)
    }
}

// MARK: - Opinions

extension UpdateRuleReader {
    private func voter(_ section: Section) -> Making<VoterModel>? {
        let opinions = opinions(section, upTo: 256)
        let noise = section.number("noise", preset: 0, .closed(0...1))
        guard let opinions, let noise else { return nil }
        return { graph in
            try VoterModel(
                graph: graph, states: drawn(opinions, graph), opinions: opinions.count, noise: noise)
        }
    }

    private func majority(_ section: Section) -> Making<MajorityModel>? {
        let shares = shares(section, count: 2)
        let noise = section.number("noise", preset: 0, .closed(0...1))
        guard let shares, let noise else { return nil }
        return { try MajorityModel(graph: $0, states: drawn(shares, $0), noise: noise) }
    }

    private func sznajd(_ section: Section) -> Making<SznajdModel>? {
        guard let opinions = opinions(section, upTo: 256) else { return nil }
        return { try SznajdModel(graph: $0, states: drawn(opinions, $0)) }
    }

    private func deffuant(_ section: Section) -> Making<DeffuantModel>? {
        let tolerance = tolerance(section)
        let convergence = section.number("convergence", preset: 0.5, .closed(0...0.5))
        let numbers = opinionNumbers(section)
        guard let tolerance, let convergence, let numbers else { return nil }
        return { graph in
            try DeffuantModel(
                graph: graph, opinions: drawn(numbers, graph), tolerance: tolerance, convergence: convergence)
        }
    }

    private func hegselmannKrause(_ section: Section) -> Making<HegselmannKrauseModel>? {
        let tolerance = tolerance(section)
        let numbers = opinionNumbers(section)
        guard let tolerance, let numbers else { return nil }
        return { try HegselmannKrauseModel(graph: $0, opinions: drawn(numbers, $0), tolerance: tolerance) }
    }

    private func tolerance(_ section: Section) -> Double? {
        section.required("tolerance", for: "the difference up to which opinions attract each other")
            .flatMap { $0.number(.nonNegative) }
    }

    private func opinionNumbers(_ section: Section) -> NodeNumbers? {
        section.noteDefault("opinion", "{uniform: [0, 1]}")
        guard let value = section.optional("opinion") else { return .drawn(.uniform(lower: 0, upper: 1)) }
        return NodeNumbersReader(nodeCount: graph?.vertexCount).read(value)
    }
}

// MARK: - Other models

extension UpdateRuleReader {
    private func thresholdCascade(_ section: Section) -> Making<ThresholdCascadeModel>? {
        let numbers = section.required("threshold", for: "the part of active neighbours that makes a node active")
            .flatMap { NodeNumbersReader(nodeCount: graph?.vertexCount, range: .closed(0.0...1.0)).read($0) }
        section.noteDefault("active", "1")
        let count =
            section.optional("active")
            .map { $0.integer(.closed(0...(graph?.vertexCount ?? Int(Int32.max)))) } ?? 1
        guard let numbers, let count else { return nil }
        return { graph in
            var random = streams.words(for: .choiceOfNodes)
            let active = Array((0..<graph.vertexCount).shuffled(using: &random).prefix(count))
            return try ThresholdCascadeModel(graph: graph, thresholds: drawn(numbers, graph), active: active)
        }
    }

    private func schelling(_ section: Section) -> Making<SchellingModel>? {
        let wanted = section.required("wanted", for: "the part of neighbours of its own group that an agent wants")
            .flatMap { $0.number(.closed(0.0...1.0)) }
        let count = section.integer("groups", preset: 2, 1...255)
        let vacant = section.number("vacant", preset: 0.1, .closed(0...1))
        guard let wanted, let count, let vacant else { return nil }
        let shares = [vacant] + [Double](repeating: (1 - vacant) / Double(count), count: count)
        return { try SchellingModel(graph: $0, states: drawn(shares, $0), groups: count, wanted: wanted) }
    }

    private func life(_ section: Section) -> Making<LifeLikeAutomaton>? {
        section.noteDefault("rule", "B3/S23")
        let rule = section.optional("rule").map(lifeLikeRule) ?? .life
        let cells = cells("alive", of: section)
        guard let rule, let cells else { return nil }
        return { try LifeLikeAutomaton(graph: $0, rule: rule, cells: cells($0)) }
    }

    private func lifeLikeRule(_ value: Value) -> LifeLikeRule? {
        guard let text = value.string() else { return nil }
        do {
            return try LifeLikeRule(text)
        } catch {
            value.report("\(error)")
            return nil
        }
    }
}

// MARK: - Parts

extension UpdateRuleReader {
    /// The shares of a number of opinions.
    private func opinions(_ section: Section, upTo greatest: Int) -> [Double]? {
        guard let count = section.integer("opinions", preset: 2, 2...greatest) else { return nil }
        return shares(section, count: count)
    }

    /// The probabilities of states, which add up to 1.
    private func shares(_ section: Section, count: Int) -> [Double]? {
        guard let value = section.optional("shares") else {
            return [Double](repeating: 1 / Double(count), count: count)
        }
        guard let shares = value.list(.exactly(count), of: "numbers", { $0.number(.closed(0.0...1.0)) }) else {
            return nil
        }
        let sum = shares.reduce(0, +)
        guard abs(sum - 1) < 1e-9 else {
            value.report("the shares add up to \(sum.plain)", expected: "shares that add up to 1")
            return nil
        }
        return shares
    }

    private func drawn(_ numbers: NodeNumbers, _ graph: Graph) -> [Double] {
        numbers.numbers(from: streams, for: .initialState, nodeCount: graph.vertexCount)
    }
}
