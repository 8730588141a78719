import Descriptions
import GSL

extension RandomStreams {
    /// A number for each node.
    ///
    /// - Precondition: The number of nodes is not negative, and below 2³¹.
    /// - Complexity: O(n) for n nodes.
    package func numbers(from numbers: NodeNumbers, for purpose: RandomPurpose, nodeCount: Int) -> [Double] {
        switch numbers {
        case .drawn(let law): self.numbers(from: Distribution(law), for: purpose, nodeCount: nodeCount)
        case .listed(let numbers): numbers
        case .quantiles(let law):
            (0..<nodeCount).map { Distribution(law).quantile((Double($0) + 0.5) / Double(nodeCount)) }
        }
    }
}

extension Distribution {
    /// The distribution of a law.
    package init(_ law: NodeNumbers.Law) {
        self =
            switch law {
            case .constant(let number): .constant(number)
            case .uniform(let lower, let upper): .uniform(lower: lower, upper: upper)
            case .normal(let mean, let deviation): .normal(mean: mean, deviation: deviation)
            case .cauchy(let location, let scale): .cauchy(location: location, scale: scale)
            }
    }
}
