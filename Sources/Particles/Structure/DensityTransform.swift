import CMath
import GSL

/// Σⱼ exp(−i k · rⱼ) of all wave vectors of a box at once, by a Fourier transform of a density on a grid.
///
/// Each particle is spread over *w* = 8 points of the grid in each direction by φ(z) = exp(β (√(1 − z²) − 1)), with β = 2.3
/// *w*, on a grid at least twice as fine as the shortest wave needs; the transform of the grid is divided by that of φ. The error
/// is some 10⁻⁷ of that of the direct sum. A. H. Barnett, J. Magland and L. af Klinteberg, *A parallel nonuniform fast
/// Fourier transform library based on an "exponential of semicircle" kernel*, SIAM J. Sci. Comput. 41 (2019) C479, DOI
/// 10.1137/18M120885X.
final class DensityTransform {
    private static let width = 8
    private static let steepness = 2.3 * Double(width)

    private let box: Box
    private let vectors: WaveVectors

    /// How many points the grid has in each direction; 1 in *z* in two dimensions.
    private let shape: SIMD3<Int>

    private let transform: ComplexFourierTransform

    /// Real and imaginary part of each point, in *x* first.
    private var grid: [Double]

    /// By which the transform of the grid is multiplied, for 0 to the greatest number of waves in each direction.
    private let corrections: [[Double]]

    init(of vectors: WaveVectors) throws {
        self.vectors = vectors
        box = vectors.box
        var shape = SIMD3<Int>.one
        for axis in 0..<box.dimensions {
            shape[axis] = Self.smoothLength(from: max(2 * (2 * vectors.greatest[axis] + 1), 2 * Self.width))
        }
        self.shape = shape
        transform = try ComplexFourierTransform(shape: (0..<box.dimensions).map { shape[$0] })
        grid = [Double](repeating: 0, count: 2 * shape.x * shape.y * shape.z)
        corrections = (0..<3).map { axis in
            (0...vectors.greatest[axis]).map { shape[axis] == 1 ? 1 : 1 / Self.spread(waves: $0, of: shape[axis]) }
        }
    }

    func compute(_ positions: [SIMD3<Double>], into amplitudes: inout [SIMD2<Double>]) {
        grid.withUnsafeMutableBufferPointer { grid in
            grid.update(repeating: 0)
            for position in positions { spread(position, over: grid) }
            transform.transform(grid)
            for (index, vector) in vectors.list.enumerated() {
                var (point, correction) = (SIMD3<Int>.zero, 1.0)
                for axis in 0..<3 {
                    let number = vector.numbers[axis]
                    point[axis] = number < 0 ? number + shape[axis] : number
                    correction *= corrections[axis][abs(number)]
                }
                let offset = 2 * ((point.z * shape.y + point.y) * shape.x + point.x)
                amplitudes[index] = SIMD2(grid[offset], grid[offset + 1]) * correction
            }
        }
    }

    private func spread(_ position: SIMD3<Double>, over grid: UnsafeMutableBufferPointer<Double>) {
        let place = box.wrapped(position) - box.lowerBounds
        let x = weights(place, 0)
        let y = weights(place, 1)
        let z = weights(place, 2)
        for k in 0..<(shape.z == 1 ? 1 : Self.width) {
            let layer = wrapped(z.first + k, shape.z)
            for j in 0..<Self.width {
                let line = (layer * shape.y + wrapped(y.first + j, shape.y)) * shape.x
                let weight = z.values[k] * y.values[j]
                for i in 0..<Self.width {
                    grid[2 * (line + wrapped(x.first + i, shape.x))] += weight * x.values[i]
                }
            }
        }
    }

    private func wrapped(_ point: Int, _ count: Int) -> Int {
        point < 0 ? point + count : point >= count ? point - count : point
    }

    /// The first point of the grid that a particle is spread over, and its parts at the points from there on.
    private func weights(_ place: SIMD3<Double>, _ axis: Int) -> (first: Int, values: SIMD8<Double>) {
        guard shape[axis] > 1 else { return (0, SIMD8(repeating: 1)) }
        let point = min(max(0, place[axis] / box.periods[axis]), 1) * Double(shape[axis])
        let first = (point - Double(Self.width) / 2).rounded(.up)
        var values = SIMD8<Double>.zero
        for index in 0..<Self.width {
            let z = (first + Double(index) - point) / (Double(Self.width) / 2)
            values[index] = Self.kernel(z)
        }
        return (Int(first), values)
    }

    private static func kernel(_ z: Double) -> Double {
        exp(steepness * (max(0, 1 - z * z).squareRoot() - 1))
    }

    /// The Fourier transform of φ on a grid of unit distance, ∫ φ(2t/w) cos(2π n t/m) dt, by the rule of rectangles in the
    /// angle θ with sin θ = 2t/w, in which the integrand ends at e⁻ᵝ.
    private static func spread(waves: Int, of length: Int) -> Double {
        let (count, half) = (400, Double(width) / 2)
        var sum = 0.0
        for index in 0..<count {
            let angle = .pi * ((Double(index) + 0.5) / Double(count) - 0.5)
            let phase = 2 * .pi * Double(waves) * half * sin(angle) / Double(length)
            sum += exp(steepness * (cos(angle) - 1)) * cos(angle) * cos(phase)
        }
        return sum * half * .pi / Double(count)
    }

    /// The least number from a bound on that has no other prime factors than 2, 3 and 5, for which transforms are fast.
    private static func smoothLength(from bound: Int) -> Int {
        var length = bound
        while true {
            var rest = length
            for factor in [2, 3, 5] { while rest.isMultiple(of: factor) { rest /= factor } }
            if rest == 1 { return length }
            length += 1
        }
    }
}
