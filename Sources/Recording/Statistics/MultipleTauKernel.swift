/// What a ``MultipleTauScheme`` averages, and what it passes from a level to the next.
protocol MultipleTauKernel {
    /// The number that is averaged over pairs of samples.
    static func compare(_ sample: UnsafePointer<Double>, _ earlier: UnsafePointer<Double>, count: Int) -> Double

    /// Joins the samples that become one of the next level, from position 0 to the number of them − 1.
    static func join(
        _ sample: UnsafePointer<Double>, at position: Int, of ratio: Int, to joined: UnsafeMutablePointer<Double>,
        count: Int)
}

/// Products of samples, which are averaged for the next level.
enum ProductKernel: MultipleTauKernel {
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

/// Squared distances of samples, of which the next level gets the last ones as they are.
enum SquaredDistanceKernel: MultipleTauKernel {
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
