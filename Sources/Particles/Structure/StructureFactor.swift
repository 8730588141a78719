/// The static structure factor of particles in a periodic box, averaged over moments and over the directions of waves:
///
///     S(k) = ⟨|Σⱼ exp(−i k · rⱼ)|²⟩ / n
///
/// The wave vectors are those of the box, k = 2π (n₁/L₁, n₂/L₂, n₃/L₃), but for 0; those that are equally long to within
/// 10⁻⁹ are one shell. An ideal gas has S = 1.
///
/// Where particles come and go, it is ⟨|Σⱼ exp(−i k · rⱼ)|²⟩ / ⟨n⟩.
///
/// J.-P. Hansen and I. R. McDonald, *Theory of Simple Liquids* (4th ed. 2013), section 4.1.
public final class StructureFactor {
    /// How the sums over particles are computed.
    public enum Method: String, CaseIterable, Sendable {
        /// Term by term, O(*n*) for each wave vector.
        case direct

        /// By a Fourier transform of a density on a grid: O(*n* + *m* log *m*) for *m* points of the grid. It is exact to
        /// 10⁻⁶ √*n* in each sum.
        case fourier
    }

    /// The waves of one wave number.
    public struct Shell: Equatable, Sendable {
        /// The wave number |k|.
        public let waveNumber: Double

        /// *S* of it.
        public let value: Double

        /// The number of wave vectors, of which k and −k count as two.
        public let vectorCount: Int
    }

    /// The most wave vectors, of which k and −k count as one.
    package static let maximumVectorCount = 1 << 21

    /// The number of particles at all moments together.
    var particleSum = 0

    /// How many moments were added.
    public internal(set) var momentCount = 0

    /// How the sums are computed.
    package let method: Method

    private let vectors: WaveVectors
    private let transform: DensityTransform?
    var amplitudes: [SIMD2<Double>]
    var sums: [Double]

    /// The positions of moments that were given up, in their order.
    var waiting: [[SIMD3<Double>]] = []

    /// How many particles of the first of these the amplitudes have.
    var summedCount = 0

    /// True if all moments were added to their end.
    public var isComplete: Bool { waiting.isEmpty }

    /// Begins to sum up.
    ///
    /// - Parameters:
    ///   - box: The box, periodic in all directions.
    ///   - maximum: The greatest wave number.
    ///   - method: How the sums are computed.
    /// - Throws: ``StructureError``; `StatisticsError` if there is no memory for a Fourier transform.
    public init(
        in box: Box, upTo maximum: Double, method: Method = .fourier
    ) throws {
        vectors = try WaveVectors(of: box, upTo: maximum)
        transform = method == .fourier ? try DensityTransform(of: vectors) : nil
        self.method = method
        amplitudes = [SIMD2<Double>](repeating: .zero, count: vectors.list.count)
        sums = [Double](repeating: 0, count: vectors.list.count)
    }

    /// Checks that there are waves up to a wave number in a box, and not too many.
    ///
    /// - Throws: ``StructureError``.
    public static func check(_ box: Box, maximum: Double) throws(StructureError) {
        _ = try WaveVectors.greatestNumbers(of: box, upTo: maximum)
    }

    /// Adds one moment.
    ///
    /// - Parameters:
    ///   - positions: The positions of all particles, wrapped or not.
    ///   - shouldGiveUp: Is asked now and then, by the direct method, whether to leave the rest for ``goOn(unless:)`` or the next
    ///     moment. Should cost little.
    public func add(_ positions: [SIMD3<Double>], unless shouldGiveUp: () -> Bool = { false }) {
        waiting.append(positions)
        goOn(unless: shouldGiveUp)
    }

    /// Goes on with moments that were given up, to the same sums to the last bit.
    ///
    /// - Parameter shouldGiveUp: Is asked now and then whether to leave the rest for later.
    public func goOn(unless shouldGiveUp: () -> Bool = { false }) {
        while let positions = waiting.first {
            guard positions.allSatisfy({ ($0 * 0).sum() == 0 }) else {
                // A place that is not finite has no amplitude, however the others are added up.
                sums.withUnsafeMutableBufferPointer { $0.update(repeating: .nan) }
                endMoment()
                continue
            }
            guard sumUp(positions, unless: shouldGiveUp) else { return }
            for index in sums.indices {
                sums[index] += (amplitudes[index] * amplitudes[index]).sum()
            }
            endMoment()
        }
    }

    /// Computes the amplitudes of a moment.
    ///
    /// - Returns: True if they are those of all particles.
    private func sumUp(_ positions: [SIMD3<Double>], unless shouldGiveUp: () -> Bool) -> Bool {
        if let transform {
            transform.compute(positions, into: &amplitudes)
            return true
        }
        if summedCount == 0 { amplitudes.withUnsafeMutableBufferPointer { $0.update(repeating: .zero) } }
        // Some ten thousand terms, less than a millisecond.
        let pieceLength = (1 << 16) / vectors.list.count + 1
        while summedCount < positions.count {
            let end = min(positions.count, summedCount + pieceLength)
            vectors.add(positions[summedCount..<end], to: &amplitudes)
            summedCount = end
            if end < positions.count, shouldGiveUp() { return false }
        }
        return true
    }

    private func endMoment() {
        particleSum += waiting.removeFirst().count
        momentCount += 1
        summedCount = 0
    }

    /// The structure factor in the order of wave numbers, of moments that were added to their end; none if there was none.
    public var shells: [Shell] {
        guard particleSum > 0 else { return [] }
        return vectors.shells.map { members in
            let sum = members.reduce(0.0) { $0 + sums[$1] }
            return Shell(
                waveNumber: vectors.list[members.lowerBound].length,
                value: sum / Double(members.count) / Double(particleSum),
                vectorCount: 2 * members.count)
        }
    }
}
