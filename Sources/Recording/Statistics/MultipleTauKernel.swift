/// The kernel of a ``MultipleTauScheme``.
protocol MultipleTauKernel {
    /// The sums over the pairs of samples at one lag.
    associatedtype Sums: BitwiseCopyable

    /// The sums over no pairs.
    static var noPairs: Sums { get }

    /// Adds a pair of samples, which is the `pairCount`-th.
    static func add(
        _ sample: UnsafePointer<Double>, _ earlier: UnsafePointer<Double>, count: Int, to sums: inout Sums,
        pairCount: Int)

    /// The average over the pairs, divided by a number, or `nil` if no pair has told anything.
    static func average(of sums: Sums, pairCount: Int, componentCount: Int, dividedBy divisor: Double) -> Double?

    /// Tests if so many pairs can have such sums, which a checkpoint has told.
    static func isPossible(_ sums: Sums, pairCount: Int, componentCount: Int) -> Bool
}

/// A kernel that averages a sum over the components of each pair. Terms that are not numbers are left out: those of nodes
/// that were not there.
protocol SummingKernel: MultipleTauKernel where Sums == ComponentSums {
    /// The terms of four components.
    static func terms(_ sample: SIMD4<Double>, _ earlier: SIMD4<Double>) -> SIMD4<Double>
}

/// The sum of the terms of components and pairs, and how many there are.
struct ComponentSums: BitwiseCopyable {
    var total = 0.0
    var termCount = 0
}

extension SummingKernel {
    static var noPairs: ComponentSums { ComponentSums() }

    static func add(
        _ sample: UnsafePointer<Double>, _ earlier: UnsafePointer<Double>, count: Int, to sums: inout ComponentSums,
        pairCount: Int
    ) {
        let sum = sumOverComponents(sample, earlier, count: count, terms)
        guard sum.isNaN else {
            sums.total += sum
            sums.termCount += count
            return
        }
        for index in 0..<count {
            let term = terms(SIMD4(repeating: sample[index]), SIMD4(repeating: earlier[index])).x
            guard !term.isNaN else { continue }
            sums.total += term
            sums.termCount += 1
        }
    }

    static func average(
        of sums: ComponentSums, pairCount: Int, componentCount: Int, dividedBy divisor: Double
    ) -> Double? {
        guard sums.termCount > 0 else { return nil }
        // How many whole samples the terms are worth: the number of pairs if no term was left out.
        return sums.total / (Double(sums.termCount) / Double(componentCount) * divisor)
    }

    static func isPossible(_ sums: ComponentSums, pairCount: Int, componentCount: Int) -> Bool {
        // Their product may be too large for an integer.
        (0...1 << 62).contains(sums.termCount) && Double(sums.termCount) <= Double(pairCount) * Double(componentCount)
    }
}

/// Products of samples.
enum ProductKernel: SummingKernel {
    static func terms(_ sample: SIMD4<Double>, _ earlier: SIMD4<Double>) -> SIMD4<Double> { sample * earlier }
}

/// The covariance of the samples of pairs, of one component: from the mean of the later samples and the mean of the earlier
/// ones.
///
/// The sum of products is updated by the deviations from the present means, as in ``Moments``.
enum CovarianceKernel: MultipleTauKernel {
    struct Sums: BitwiseCopyable {
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

    static func average(of sums: Sums, pairCount: Int, componentCount: Int, dividedBy divisor: Double) -> Double? {
        sums.products / (Double(pairCount) * divisor)
    }

    /// They are not counted here.
    static func isPossible(_ sums: Sums, pairCount: Int, componentCount: Int) -> Bool { true }
}

/// Squared distances of samples.
enum SquaredDistanceKernel: SummingKernel {
    static func terms(_ sample: SIMD4<Double>, _ earlier: SIMD4<Double>) -> SIMD4<Double> {
        (sample - earlier) * (sample - earlier)
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
