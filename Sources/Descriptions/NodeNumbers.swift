/// A number for each node, drawn from a distribution or listed.
public enum NodeNumbers: ParameterValue, Equatable {
    case drawn(Law)
    case listed([Double])

    /// The quantiles (i + 1/2) / n of a distribution of which n nodes have one each.
    case quantiles(Law)

    /// A distribution of numbers.
    public enum Law: Equatable, Sendable {
        case constant(Double)
        case uniform(lower: Double, upper: Double)
        case normal(mean: Double, deviation: Double)
        case cauchy(location: Double, scale: Double)
    }

    /// The numbers in a content.
    package init?(_ content: ParameterContent) {
        guard case .nodeNumbers(let numbers) = content else { return nil }
        self = numbers
    }

    /// The value, whatever its type.
    package var content: ParameterContent { .nodeNumbers(self) }
}

extension NodeNumbers {
    /// Tests if all numbers that are written out are possible. What is drawn is not known yet.
    func areWritten(within domain: ParameterDomain) -> Bool {
        switch self {
        case .drawn(.constant(let number)): domain.contains(number)
        case .listed(let numbers): numbers.allSatisfy(domain.contains)
        case .drawn, .quantiles: true
        }
    }

    /// The numbers as scenarios write them.
    var words: String {
        switch self {
        case .drawn(let law): law.words
        case .listed(let numbers): numbers.content.words
        case .quantiles(let law): "{quantiles: \(law.words)}"
        }
    }
}

extension NodeNumbers.Law {
    fileprivate var words: String {
        switch self {
        case .constant(let number): number.plain
        case .uniform(let lower, let upper): "{uniform: [\(lower.plain), \(upper.plain)]}"
        case .normal(let mean, let deviation): "{normal: {mean: \(mean.plain), deviation: \(deviation.plain)}}"
        case .cauchy(let location, let scale): "{cauchy: {location: \(location.plain), scale: \(scale.plain)}}"
        }
    }
}

extension Parameter where Value == NodeNumbers {
    /// Creates a parameter that is a number for each node.
    package init(
        nodes name: String, _ summary: String, _ domain: ParameterDomain = .any, dimension: Dimension = .one,
        unit: String? = nil, default value: NodeNumbers.Law? = nil
    ) {
        self.init(
            name, summary, kind: .nodeNumbers(domain), dimension: dimension, unit: unit,
            default: value.map(NodeNumbers.drawn))
    }
}
