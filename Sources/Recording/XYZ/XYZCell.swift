/// The periodic cell of a trajectory: the three vectors that span it, and along which of them it repeats.
public struct XYZCell: Equatable, Sendable {
    /// The vectors a, b and c.
    public let vectors: (a: SIMD3<Double>, b: SIMD3<Double>, c: SIMD3<Double>)

    /// Where the vectors begin.
    public let origin: SIMD3<Double>

    /// True for vectors along which it repeats.
    public let isPeriodic: SIMDMask<SIMD3<Int64>>

    /// Creates a cell.
    public init(
        a: SIMD3<Double>, b: SIMD3<Double>, c: SIMD3<Double>, origin: SIMD3<Double> = .zero,
        isPeriodic: SIMDMask<SIMD3<Int64>> = .init(repeating: true)
    ) {
        vectors = (a, b, c)
        self.origin = origin
        self.isPeriodic = isPeriodic
    }

    /// Tests if two cells are the same.
    public static func == (left: XYZCell, right: XYZCell) -> Bool {
        left.vectors == right.vectors && left.origin == right.origin && left.isPeriodic == right.isPeriodic
    }
}
