/// How the values of an expression for many nodes become one number or a few.
///
///     let definition = try QuantityDefinition<Gas, QuantityVector>(
///         "speed", .quantiles([0.25, 0.5, 0.75]), of: FieldExpression("hypot(vx, vy)", for: gas))
///     let quartiles = try simulation.quantity(definition)
///
/// Truth values count as 1 and 0, so that the mean of a truth expression is the fraction of the nodes of which it is
/// true. What is not a number makes all reductions not a number, but for ``count`` and ``histogram(edges:)``.
///
/// ## Sums
/// They are taken in the order of the nodes by one thread, with compensation: the same nodes give the same bytes. With
/// *u* = 2⁻⁵³, the error of a sum of *n* values is at most *u*|Σ*x*| + ((*n*−1)*u*/(1−(*n*−1)*u*))² Σ|*x*|
/// (T. Ogita, S. M. Rump, S. Oishi, *Accurate sum and dot product*, 2005, doi:10.1137/030601818, Proposition 4.5).
public enum Reduction: Equatable, Sendable {
    /// The number of nodes, or of those of which a truth expression is true. 0 for no nodes.
    case count

    /// The sum. 0 for no nodes.
    case sum

    /// The arithmetic mean. Not a number for no nodes.
    case mean

    /// The variance of a sample, Σ(*x* − mean)²/(*n* − 1). Not a number for fewer than two nodes.
    ///
    /// In two passes with correction, so that a large mean takes no digits (T. F. Chan, G. H. Golub, R. J. LeVeque,
    /// *Algorithms for computing the sample variance*, 1983, doi:10.1080/00031305.1983.10483115).
    case variance

    /// The square root of the ``variance``.
    case standardDeviation

    /// The smallest value. Not a number for no nodes.
    case minimum

    /// The largest value. Not a number for no nodes.
    case maximum

    /// Quantiles for given fractions from 0 to 1, in their order, by linear interpolation between the values at
    /// (*n* − 1)*q* (type 7 of R. J. Hyndman, Y. Fan, *Sample quantiles in statistical packages*, 1996,
    /// doi:10.1080/00031305.1996.10473566). Not a number for no nodes.
    ///
    /// - Complexity: O(*n*) for each fraction as a rule, O(*n* log *n*) at worst.
    case quantiles([Double])

    /// The numbers of values between neighbouring edges, the lower one included and the upper one not, but for the last
    /// bin, which includes both. Other values, and what is not a number, are not counted. The edges ascend; the first
    /// and the last may be infinite.
    ///
    /// - Complexity: O(*n* log *bins*).
    case histogram(edges: [Double])
}

extension Reduction {
    /// True if its numbers say how many nodes there are of something.
    var isCount: Bool {
        switch self {
        case .count, .histogram: true
        case .sum, .mean, .variance, .standardDeviation, .minimum, .maximum, .quantiles: false
        }
    }

    /// The suffixes of the name of the quantity that name its columns.
    var columnSuffixes: [String] {
        switch self {
        case .quantiles(let fractions):
            fractions.map { "-" + $0.shortDescription }
        case .histogram(let edges):
            zip(edges, edges.dropFirst()).map { "-\($0.shortDescription):\($1.shortDescription)" }
        case .count, .sum, .mean, .variance, .standardDeviation, .minimum, .maximum:
            [""]
        }
    }

    func check() throws(ReductionError) {
        switch self {
        case .quantiles(let fractions):
            if fractions.isEmpty { throw .noQuantiles }
            for fraction in fractions where !(0...1).contains(fraction) { throw .quantileOutOfRange(fraction) }
        case .histogram(let edges):
            guard edges.count >= 2 else { throw .tooFewEdges(edges.count) }
            for (lower, upper) in zip(edges, edges.dropFirst()) where !(lower < upper) {
                throw .edgesNotAscending(lower, upper)
            }
        case .count, .sum, .mean, .variance, .standardDeviation, .minimum, .maximum:
            break
        }
    }
}

extension Double {
    /// The shortest text that stands for the number, without a fraction where it has none.
    fileprivate var shortDescription: String {
        Int(exactly: self).map(String.init) ?? description
    }
}
