/// A workload that is measured. See ``Contestant`` for what is done in each.
public enum Workload: String, CaseIterable, Sendable {
    /// One object and many observers.
    case fanOut = "fan-out"
    /// Many objects with an observation each, and one observer.
    case population
    /// The same, changed by the loop that one would write.
    case populationLoop = "population-loop"
    /// Many objects that nobody observes.
    case unobserved
    /// Ending an observation among many and beginning another.
    case churn
    /// Messages that are mapped, filtered and mapped on their way.
    case chain
    /// The same by closures that capture what they need.
    case capturingChain = "chain-capturing"
    /// The death of an observer of many objects.
    case death
    /// One closure that observes many objects.
    case collection
    /// Messages that are sent while another one is being delivered.
    case reentrant = "re-entrant"
}

extension Workload {
    /// The counts at which it is measured unless others are asked for, up to the largest.
    public func usualCounts(upTo largest: Int) -> [Int] {
        let fitting = usualCounts.filter { $0 <= largest }
        return fitting.isEmpty ? [largest] : fitting
    }

    private var usualCounts: [Int] {
        switch self {
        case .population: [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000]
        case .fanOut, .populationLoop, .unobserved, .collection:
            [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000]
        case .churn: [1000, 100_000, 1_000_000]
        case .chain, .capturingChain: [1, 1000, 100_000, 1_000_000]
        case .death: [1000, 10_000, 100_000, 1_000_000, 10_000_000]
        case .reentrant: [1000, 10_000, 100_000, 1_000_000]
        }
    }

    /// The messages that have to be received if nothing is lost and nothing comes twice.
    func expectedReception(_ work: Work) -> Reception {
        let count = Double(work.count)
        let rounds = Double(work.rounds)
        let groups = Double(work.groupCount)
        // 1 + 2 + … + rounds, which each observation receives that lasts for all rounds.
        let series = rounds * (rounds + 1) / 2
        return switch self {
        case .fanOut, .populationLoop, .collection: Reception(messages: rounds * count, sum: count * series)
        case .population: Reception(messages: rounds * groups * count, sum: groups * count * series)
        case .unobserved: Reception(messages: 0, sum: count * rounds)
        case .churn: Reception(messages: count, sum: count)
        case .chain: Reception(messages: 2 * rounds * count, sum: count * (2 * series + rounds + series))
        case .capturingChain: Reception(messages: rounds * count, sum: count * (2 * series + rounds))
        case .death: Reception(messages: rounds * groups * count, sum: rounds * groups * count)
        case .reentrant: Reception(messages: rounds * (count + 1), sum: rounds * (count * (count + 1) / 2 - 1))
        }
    }
}
