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
    public static let maximumVectorCount = 1 << 21

    /// The number of particles at all moments together.
    var particleSum = 0

    /// How many moments were added.
    public internal(set) var momentCount = 0

    /// How the sums are computed.
    public let method: Method

    private let vectors: WaveVectors
    private let transform: DensityTransform?
    private var amplitudes: [SIMD2<Double>]
    var sums: [Double]

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

    /// Whether there are waves up to a wave number in a box, and not too many.
    ///
    /// - Throws: ``StructureError``.
    public static func check(_ box: Box, maximum: Double) throws(StructureError) {
        _ = try WaveVectors.greatestNumbers(of: box, upTo: maximum)
    }

    /// Adds one moment.
    ///
    /// - Parameter positions: The positions of all particles, wrapped or not.
    public func add(_ positions: [SIMD3<Double>]) {
        particleSum += positions.count
        momentCount += 1
        guard positions.allSatisfy({ ($0 * 0).sum() == 0 }) else {
            // A place that is not finite has no amplitude, however the others are added up.
            return sums.withUnsafeMutableBufferPointer { $0.update(repeating: .nan) }
        }
        if let transform {
            transform.compute(positions, into: &amplitudes)
        } else {
            vectors.sum(over: positions, into: &amplitudes)
        }
        for index in sums.indices {
            sums[index] += (amplitudes[index] * amplitudes[index]).sum()
        }
    }

    /// The structure factor in the order of wave numbers; none if there was no moment.
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
