import GSL
import ScenarioFiles

/// The outcome of a search for values of keys.
public enum SearchOutcome: Equatable, Sendable {
    /// It has not ended.
    case unfinished

    /// It has ended without a result, for this reason.
    case failed(SweepError)

    /// The findings, for each combination of the values of the other keys.
    case found([SweepOptimum])
}

/// The values of keys for which a quantity is least, or has the value that was asked for.
public struct SweepOptimum: Equatable, Sendable {
    /// The values of all keys of the sweep, as YAML on one line.
    public let values: [String]

    /// The standard errors of those that were looked for, over replicates; `nil` for the others, and where there is only one replicate
    /// or what was found lies at a bound.
    public let errors: [Double?]

    /// The mean of the quantity over replicates.
    public let quantity: Double

    /// Its standard error; `nil` of one replicate.
    public let quantityError: Double?

    /// At how many points the quantity was computed.
    public let evaluations: Int
}

/// A search for the values of some keys of a sweep, by evaluations, each of which is the mean of a quantity over the replicates of a
/// point.
///
/// Its next step follows from the values alone, so that it can be gone through again with those that are known. All points share
/// their random numbers: what is looked for is a minimum or a root of one function, which does not jump from call to call.
final class SweepSearch {
    /// The quantity of each replicate of a point.
    typealias Evaluation = (_ point: [String]) throws -> [Double]

    /// The points that were looked at, in their order, also that at which the evaluation threw.
    private(set) var points: [[String]] = []

    private let sweep: SweepSpecification
    private let search: SweepSpecification.Search
    private let evaluate: Evaluation
    private var known: [[String]: [Double]] = [:]

    /// The values of the keys that are not looked for.
    private var others: [String] = []
    private var evaluations = 0

    init(_ search: SweepSpecification.Search, of sweep: SweepSpecification, evaluate: @escaping Evaluation) {
        (self.sweep, self.search, self.evaluate) = (sweep, search, evaluate)
    }

    /// Looks for all that is to be found.
    ///
    /// - Throws: Errors of the evaluation; ``SweepError`` if there is nothing to be found.
    func optima() throws -> [SweepOptimum] {
        try SweepPoints.rows(of: sweep.withoutSearch).map { row in
            (others, evaluations) = (row, 0)
            do {
                switch search.goal {
                case .minimum: return try optimum(at: minimum())
                case .value(let value): return try optimum(at: root(value))
                }
            } catch let error as GSLError where error.isIterationLimit {
                throw SweepError.tooManyEvaluations(search.greatestCount)
            }
        }
    }

    private func minimum() throws -> [Double] {
        let centre = search.keys.map { _ in 0.5 }
        return try findMinimum(
            from: centre, step: 0.25, size: search.tolerance, maximumIterations: search.greatestCount
        ) { place in place.allSatisfy((0...1).contains) ? try mean(at: place) : .infinity }.arguments
    }

    private func root(_ value: Double) throws -> [Double] {
        let (lower, upper) = (try mean(at: [0]) - value, try mean(at: [1]) - value)
        guard (lower >= 0) != (upper >= 0) else {
            throw SweepError.noRoot(search.quantity, value, atBounds: [lower + value, upper + value])
        }
        let root = try findRoot(
            between: (0, lower), and: (1, upper), tolerance: search.tolerance, maximumIterations: search.greatestCount
        ) { try mean(at: [$0]) - value }
        return [root.argument]
    }

    // MARK: Evaluations

    private func mean(at place: [Double]) throws -> Double { SampleMean(try numbers(at: place)).mean }

    /// The quantity of each replicate at a place, whose coordinates are parts of the ranges of the keys.
    private func numbers(at place: [Double]) throws -> [Double] {
        let point = SweepPoints.point(of: sweep, others, at: place)
        if let numbers = known[point] { return numbers }
        guard evaluations < search.greatestCount else {
            throw SweepError.tooManyEvaluations(search.greatestCount)
        }
        evaluations += 1
        points.append(point)
        let numbers = try evaluate(point)
        guard numbers.allSatisfy(\.isFinite) else {
            throw SweepError.notFinite(search.quantity, at: zip(sweep.factors, point).map { "\($0.path)=\($1)" })
        }
        known[point] = numbers
        return numbers
    }

    // MARK: Results

    private func optimum(at place: [Double]) throws -> SweepOptimum {
        let here = SampleMean(try numbers(at: place))
        let errors = here.error == nil ? nil : try self.errors(at: place)
        let values = SweepPoints.point(of: sweep, others, at: place)
        return SweepOptimum(
            values: values,
            errors: sweep.factors.map { factor in
                search.keys.firstIndex(of: factor.path).flatMap { errors?[$0] }
            },
            quantity: here.mean, quantityError: here.error, evaluations: evaluations)
    }

    /// The standard errors of the values of the keys, in their units, by the numbers of all replicates at places around.
    private func errors(at place: [Double]) throws -> [Double]? {
        let stencil = SearchStencil(around: place)
        let errors =
            switch search.goal {
            case .minimum: try stencil.errorsOfMinimum { try numbers(at: $0) }
            case .value: try stencil.errorOfRoot { try numbers(at: $0) }
            }
        // How much a key changes with its coordinate.
        return errors?.enumerated().compactMap { key, error in
            let ends = [stencil.lower[key], stencil.upper[key]].map { SweepPoints.point(of: sweep, others, at: $0) }
            guard let index = sweep.factors.firstIndex(where: { $0.path == search.keys[key] }),
                let lower = Double(ends[0][index]), let upper = Double(ends[1][index])
            else { return nil }
            return error * (upper - lower) / stencil.width(key)
        }
    }
}
