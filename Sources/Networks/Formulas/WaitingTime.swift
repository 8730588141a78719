import Descriptions
import GSL
import SimulationEngine

/// How long a vertex stays in a state before it leaves it by itself.
public enum WaitingTime: Equatable, Sendable {
    /// The same time always.
    case fixed(Double)

    /// A gamma distribution, of the mean *shape* · *scale*: with a whole *shape*, the sum of so many exponential times.
    case gamma(shape: Double, scale: Double)

    /// A Weibull distribution: a part exp(−(t/*scale*)^*shape*) waits longer than t.
    case weibull(shape: Double, scale: Double)

    /// Any time between two, each with the same density.
    case uniform(lower: Double, upper: Double)

    /// A table of times and of the probabilities not to wait longer, from 0 to 1, between which these are interpolated linearly.
    case tabulated([(time: Double, probability: Double)])

    /// Tests if two distributions are the same.
    public static func == (a: WaitingTime, b: WaitingTime) -> Bool { a.content == b.content }

    /// Draws a time from a stream of random numbers.
    func draw(from generator: RandomGenerator) -> Double {
        switch self {
        case .fixed(let time): time
        case .gamma(let shape, let scale): generator.gamma(shape: shape, scale: scale)
        case .weibull(let shape, let scale): generator.weibull(shape: shape, scale: scale)
        case .uniform(let lower, let upper): generator.uniform(in: lower..<upper)
        case .tabulated(let table): Self.time(of: generator.uniform(in: 0..<1), in: table)
        }
    }

    private static func time(of probability: Double, in table: [(time: Double, probability: Double)]) -> Double {
        let next = table.firstIndex { $0.probability > probability } ?? table.count - 1
        let (before, after) = (table[max(0, next - 1)], table[next])
        let step = after.probability - before.probability
        return step > 0
            ? before.time + (probability - before.probability) / step * (after.time - before.time) : after.time
    }
}

// MARK: - In scenarios

extension WaitingTime: ParameterValue {
    private static let shape = Parameter("shape", "the shape", .positive)
    private static let scale = Parameter("scale", "the scale, a time", .positive, dimension: .time)
    private static let names = ["gamma", "weibull", "uniform", "table"]
    private static let pair = ParameterKind.list(of: .number(.nonNegative), count: 2...2)

    /// A time, or a distribution of times.
    static let kind = ParameterKind.either(
        .number(.positive),
        or: .record([
            ParameterDescription(
                "gamma", "a gamma distribution, of the mean shape · scale",
                .record([shape.description, scale.description]),
                .oneOf(names)),
            ParameterDescription(
                "weibull", "a Weibull distribution", .record([shape.description, scale.description]), .oneOf(names)),
            ParameterDescription("uniform", "any time between two", pair, .oneOf(names), dimension: .time),
            ParameterDescription(
                "table", "times and the probabilities not to wait longer, from 0 to 1",
                .list(of: pair, count: 2...ParameterKind.greatestCount), .oneOf(names)),
        ]))

    /// The distribution in a content; `nil` if it is none.
    package init?(_ content: ParameterContent) {
        if let time = Double(content) {
            self = .fixed(time)
            return
        }
        guard case .record(let members) = content, members.count == 4 else { return nil }
        let given = members.indices.filter { members[$0] != nil }
        guard given.count == 1, let member = members[given[0]] else { return nil }
        self.init(member, number: given[0])
    }

    private init?(_ content: ParameterContent, number: Int) {
        switch (number, content) {
        case (0...1, .record(let members)):
            let numbers = members.compactMap { $0.flatMap(Double.init) }
            guard numbers.count == 2 else { return nil }
            self =
                number == 0
                ? .gamma(shape: numbers[0], scale: numbers[1]) : .weibull(shape: numbers[0], scale: numbers[1])
        case (2, _):
            guard let numbers = [Double](content), numbers.count == 2, numbers[0] < numbers[1] else { return nil }
            self = .uniform(lower: numbers[0], upper: numbers[1])
        case (3, _):
            guard let rows = [[Double]](content), rows.allSatisfy({ $0.count == 2 }) else { return nil }
            let table = rows.map { (time: $0[0], probability: $0[1]) }
            let isRising = zip(table, table.dropFirst()).allSatisfy {
                $0.time <= $1.time && $0.probability <= $1.probability
            }
            guard isRising, table.first?.probability == 0, table.last?.probability == 1 else { return nil }
            self = .tabulated(table)
        default: return nil
        }
    }

    /// The value, whatever its type.
    package var content: ParameterContent {
        var members = [ParameterContent?](repeating: nil, count: 4)
        switch self {
        case .fixed(let time): return time.content
        case .gamma(let shape, let scale): members[0] = .record([shape.content, scale.content])
        case .weibull(let shape, let scale): members[1] = .record([shape.content, scale.content])
        case .uniform(let lower, let upper): members[2] = [lower, upper].content
        case .tabulated(let table): members[3] = table.map { [$0.time, $0.probability] }.content
        }
        return .record(members)
    }
}
