import Descriptions
import GSL
import ScenarioFiles
import SimulationEngine

/// The points of a design: which values the keys of a sweep have together.
///
/// A point is a row with a value for each key, as YAML on one line.
struct SweepPoints {
    private typealias Factor = SweepSpecification.Factor

    /// - Complexity: O(points × factors).
    /// - Throws: ``SweepError``; `GSLError` if there is no memory.
    static func rows(of sweep: SweepSpecification) throws -> [[String]] {
        let factors = sweep.factors
        guard !factors.isEmpty else { return [[]] }
        if let search = sweep.search {
            return try rows(of: sweep.withoutSearch).flatMap { others in
                [0.0, 1].map { end in point(of: sweep, others, at: search.keys.map { _ in end }) }
            }
        }
        switch sweep.design {
        case .grid:
            let lists = factors.map(values)
            let product = lists.reduce(1) {
                $0.multipliedReportingOverflow(by: $1.count).overflow ? .max : $0 * $1.count
            }
            guard product <= greatestCount else { throw SweepError.tooManyPoints(product, greatest: greatestCount) }
            return lists.reduce([[]]) { rows, list in rows.flatMap { row in list.map { row + [$0] } } }
        case .zip:
            let lists = factors.map(values)
            return (0..<(lists.first?.count ?? 0)).map { row in lists.map { $0[row] } }
        case .random, .latinHypercube, .sobol, .halton:
            return try samples(sweep).map { sample in zip(factors, sample).map(value) }
        }
    }

    static let greatestCount = 10_000_000

    /// A point of a sweep that looks for values of some of its keys, which lie at a place whose coordinates are parts of their ranges. The
    /// values of the others are given.
    static func point(of sweep: SweepSpecification, _ others: [String], at place: [Double]) -> [String] {
        var others = others[...]
        return sweep.factors.map { factor in
            guard let index = sweep.search?.keys.firstIndex(of: factor.path) else { return others.removeFirst() }
            return value(of: factor, at: place[index])
        }
    }
}

// MARK: - All values

extension SweepPoints {
    /// The values of a key of a grid.
    static func values(of factor: SweepSpecification.Factor) -> [String] {
        switch factor.values {
        case .listed(let list): return list
        case .range(let range):
            let last = Double(max(1, (range.count ?? 1) - 1))
            return (0..<(range.count ?? 0)).map { text(of: number(Double($0) / last, in: range)) }
        case .drawn: return []
        }
    }

    /// The number at a part of the way from one end to the other. Ends are themselves; what lies between has twelve digits, so that
    /// ranges give the numbers that people would write.
    private static func number(_ part: Double, in range: SweepSpecification.Range) -> Double {
        let between =
            switch range.scale {
            case .linear: range.from + (range.to - range.from) * part
            case .logarithmic: exponential(part, in: range)
            }
        if range.areIntegers { return between.rounded() }
        return part == 0 ? range.from : part == 1 ? range.to : between.withTwelveDigits
    }

    private static func exponential(_ part: Double, in range: SweepSpecification.Range) -> Double {
        reproducibleExp(reproducibleLog(range.from) * (1 - part) + reproducibleLog(range.to) * part)
    }

    private static func text(of number: Double) -> String { number.plain }
}

// MARK: - Samples

extension SweepPoints {
    /// Points of the unit cube.
    private static func samples(_ sweep: SweepSpecification) throws -> [[Double]] {
        let count = sweep.points ?? 0
        let dimension = sweep.factors.count
        let streams = try RandomStreams(seed: sweep.seed)
        switch sweep.design {
        case .sobol, .halton:
            let kind = sweep.design == .sobol ? QuasiRandomSequence.Kind.sobol : .halton
            guard dimension <= kind.greatestDimension else {
                throw SweepError.tooManyKeys(dimension, of: sweep.design.rawValue, greatest: kind.greatestDimension)
            }
            let sequence = try QuasiRandomSequence(kind, dimension: dimension)
            return (0..<count).map { _ in sequence.next() }
        case .latinHypercube:
            let strata = (0..<dimension).map { permutation(of: count, streams.stream(for: .sweep, node: $0, step: 0)) }
            return (0..<count).map { point in
                (0..<dimension).map { key in
                    (Double(strata[key][point]) + streams.part(ofPoint: point, key)) / Double(count)
                }
            }
        case .random, .grid, .zip:
            // Each number has a stream of its own, so that more points leave the others as they are.
            return (0..<count).map { point in
                (0..<dimension).map { streams.part(ofPoint: point, $0) }
            }
        }
    }

    private static func permutation(of count: Int, _ generator: RandomGenerator) -> [Int] {
        var order = Array(0..<count)
        for place in stride(from: count - 1, to: 0, by: -1) {
            order.swapAt(place, Int(generator.uniform(in: 0..<Double(place + 1))))
        }
        return order
    }

    /// The value of a key below which a part of its values lies.
    private static func value(of factor: Factor, at part: Double) -> String {
        switch factor.values {
        case .listed(let list): return list[min(list.count - 1, Int(part * Double(list.count)))]
        case .range(let range):
            // Each whole number is as likely as the others.
            guard range.areIntegers, range.scale == .linear else { return text(of: number(part, in: range)) }
            let (first, last) = (range.from.rounded(), range.to.rounded())
            return text(of: min(last, first + (part * (last - first + 1)).rounded(.down)))
        case .drawn(let law): return text(of: Distribution(law).quantile(part).withTwelveDigits)
        }
    }
}

extension RandomPurpose {
    /// The design of a sweep.
    fileprivate static let sweep = RandomPurpose(number: 2_000)
}

extension RandomStreams {
    /// A number between 0 and 1, of a point in a direction.
    fileprivate func part(ofPoint point: Int, _ direction: Int) -> Double {
        stream(for: .sweep, node: point, step: 1 + direction).uniform(in: Double.leastNormalMagnitude..<1)
    }
}

extension Double {
    /// The number rounded to twelve significant digits.
    fileprivate var withTwelveDigits: Double {
        guard isFinite, self != 0 else { return self }
        // Powers of ten up to this are exact.
        var (scale, digits) = (1.0, magnitude)
        while digits < 1e11, scale < 1e22 { (scale, digits) = (scale * 10, magnitude * scale * 10) }
        return (1e11..<1e12).contains(digits) ? (self * scale).rounded() / scale : self
    }
}
