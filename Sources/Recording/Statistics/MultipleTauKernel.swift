/// What a ``MultipleTauScheme`` averages, and what it passes from a level to the next.
protocol MultipleTauKernel {
    /// What is kept of the pairs of samples at one lag.
    associatedtype Sums

    /// What is kept of no pairs.
    static var noPairs: Sums { get }

    /// Adds a pair of samples, which is the `pairCount`-th.
    static func add(
        _ sample: UnsafePointer<Double>, _ earlier: UnsafePointer<Double>, count: Int, to sums: inout Sums,
        pairCount: Int)

    /// The average over the pairs.
    static func average(of sums: Sums, pairCount: Int) -> Double

    /// Joins the samples that become one of the next level, from position 0 to the number of them − 1.
    static func join(
        _ sample: UnsafePointer<Double>, at position: Int, of ratio: Int, to joined: UnsafeMutablePointer<Double>,
        count: Int)
}

/// A kernel that averages a number of each pair.
protocol SummingKernel: MultipleTauKernel where Sums == Double {
    /// The number of a pair.
    static func compare(_ sample: UnsafePointer<Double>, _ earlier: UnsafePointer<Double>, count: Int) -> Double
}

extension SummingKernel {
    static var noPairs: Double { 0 }

    static func add(
        _ sample: UnsafePointer<Double>, _ earlier: UnsafePointer<Double>, count: Int, to sums: inout Double,
        pairCount: Int
    ) {
        sums += compare(sample, earlier, count: count)
    }

    static func average(of sums: Double, pairCount: Int) -> Double { sums / Double(pairCount) }
}

/// Products of samples, which are averaged for the next level.
enum ProductKernel: SummingKernel {
    static func compare(_ sample: UnsafePointer<Double>, _ earlier: UnsafePointer<Double>, count: Int) -> Double {
        sumOverComponents(sample, earlier, count: count) { $0 * $1 }
    }

    static func join(
        _ sample: UnsafePointer<Double>, at position: Int, of ratio: Int, to joined: UnsafeMutablePointer<Double>,
        count: Int
    ) {
        for index in 0..<count {
            let sum = position == 0 ? sample[index] : joined[index] + sample[index]
            joined[index] = position == ratio - 1 ? sum / Double(ratio) : sum
        }
    }
}

/// The covariance of the samples of pairs, of one component: from the mean of the later samples and the mean of the earlier
/// ones. Samples are averaged for the next level.
///
/// The sum of products is updated by the deviations from the present means, as in ``Moments``.
enum CovarianceKernel: MultipleTauKernel {
    struct Sums {
        var mean = 0.0
        var earlierMean = 0.0
        var products = 0.0
    }

    static var noPairs: Sums { Sums() }

    static func add(
        _ sample: UnsafePointer<Double>, _ earlier: UnsafePointer<Double>, count: Int, to sums: inout Sums,
        pairCount: Int
    ) {
        let part = 1 / Double(pairCount)
        let deviation = sample[0] - sums.mean
        sums.mean += deviation * part
        sums.earlierMean += (earlier[0] - sums.earlierMean) * part
        sums.products += deviation * (earlier[0] - sums.earlierMean)
    }

    static func average(of sums: Sums, pairCount: Int) -> Double { sums.products / Double(pairCount) }

    static func join(
        _ sample: UnsafePointer<Double>, at position: Int, of ratio: Int, to joined: UnsafeMutablePointer<Double>,
        count: Int
    ) {
        ProductKernel.join(sample, at: position, of: ratio, to: joined, count: count)
    }
}

/// Squared distances of samples, of which the next level gets the last ones as they are.
enum SquaredDistanceKernel: SummingKernel {
    static func compare(_ sample: UnsafePointer<Double>, _ earlier: UnsafePointer<Double>, count: Int) -> Double {
        sumOverComponents(sample, earlier, count: count) { ($0 - $1) * ($0 - $1) }
    }

    static func join(
        _ sample: UnsafePointer<Double>, at position: Int, of ratio: Int, to joined: UnsafeMutablePointer<Double>,
        count: Int
    ) {
        if position == ratio - 1 { joined.update(from: sample, count: count) }
    }
}

/// The sum of a function of pairs of numbers, with four partial sums, which the processor adds side by side.
@inline(__always)
private func sumOverComponents(
    _ first: UnsafePointer<Double>, _ second: UnsafePointer<Double>, count: Int,
    _ term: (SIMD4<Double>, SIMD4<Double>) -> SIMD4<Double>
) -> Double {
    var sums = SIMD4<Double>.zero
    let (firstBytes, secondBytes) = (UnsafeRawPointer(first), UnsafeRawPointer(second))
    let whole = count & ~3
    for index in stride(from: 0, to: whole, by: 4) {
        let offset = index * MemoryLayout<Double>.stride
        sums += term(
            firstBytes.loadUnaligned(fromByteOffset: offset, as: SIMD4<Double>.self),
            secondBytes.loadUnaligned(fromByteOffset: offset, as: SIMD4<Double>.self))
    }
    var (firstRest, secondRest) = (SIMD4<Double>.zero, SIMD4<Double>.zero)
    for index in whole..<count {
        firstRest[index - whole] = first[index]
        secondRest[index - whole] = second[index]
    }
    return (sums + term(firstRest, secondRest)).sum()
}
