import Descriptions

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// An error in the parameters of Ewald's sum.
public enum EwaldError: ParameterFailure, Equatable, Sendable {
    /// The sum is over images in three directions.
    case notPeriodic(axis: Int)

    /// A parameter is not what it may be.
    case parameter(ParameterError)

    /// So many waves take more memory than a gigabyte; with what would be right, if there is something.
    case tooManyWaves(Double, advice: Advice?)

    /// With the given parameters the sums end where they are far from their limits: the root mean square errors of forces that
    /// are to be expected, in the units of ``EwaldParameters/estimatedErrors(spacing:)``, and the greatest one that is allowed.
    case inaccurate(pairs: Double, waves: Double, allowed: Double)

    /// The part of the sum over pairs cannot be formed.
    case pairs(PairPotentialError)

    /// A splitting with which there is room for all waves.
    public enum Advice: Equatable, Sendable {
        /// A cutoff of pairs that is at least so long.
        case cutoff(Double)

        /// An accuracy.
        case accuracy(Double)

        /// A cutoff of waves that is at most so long.
        case waveCutoff(Double)
    }

    static let accuracy = Parameter(
        "accuracy", "the root mean square error of forces, in units of that of two typical charges",
        .between(1e-14, 0.1))
    static let damping = Parameter(
        "damping", "the inverse length α at which the sum is split", .positive, dimension: .inverseLength)
    static let cutoff = Parameter(
        "cutoff", "the distance up to which pairs are summed up", .positive, dimension: .length)
    static let waveCutoff = Parameter(
        "wave-cutoff", "the magnitude up to which wave vectors are summed over", .positive, dimension: .inverseLength)

    static func check(_ splitting: EwaldSum.Splitting, skin: Double?) throws(EwaldError) {
        if let skin { try check(skin, Interactions.skin) }
        switch splitting {
        case .accuracy(let accuracy, let cutoff):
            try check(accuracy, Self.accuracy)
            if let cutoff { try check(cutoff, Self.cutoff) }
        case .parameters(let parameters):
            try check(parameters.damping, damping)
            try check(parameters.cutoff, cutoff)
            try check(parameters.waveCutoff, waveCutoff)
        }
    }
}

extension EwaldError: CustomStringConvertible {
    /// The error message: what is wrong, and what would be right.
    public var description: String {
        switch self {
        case .notPeriodic(let axis):
            "Ewald's sum is over images in three directions, but the box is not periodic in \(BoxError.axisNames[axis]): "
                + "make it so, or sum up charges directly in an open box"
        case .parameter(let error): error.description
        case .tooManyWaves(let count, let advice):
            "Ewald's sum would be over \(Self.rounded(count)) waves and take more than a gigabyte of memory: "
                + (advice.map(\.description) ?? "the box is too long for its width")
        case .inaccurate(let pairs, let waves, let allowed):
            "the expected error of forces in Ewald's sum is \(Self.rounded(pairs)) from the cutoff of pairs and "
                + "\(Self.rounded(waves)) from that of waves, in units of the force of two typical charges, but must be at "
                + "most \(allowed): "
                + (waves > pairs ? "waves must be summed up further" : "pairs must be summed up further")
                + ", or give an accuracy without a cutoff, damping and wave cutoff"
        case .pairs(let error): error.description
        }
    }

    /// A number with three digits.
    private static func rounded(_ x: Double) -> String {
        String(unsafeUninitializedCapacity: 32) { bytes in
            bytes.withMemoryRebound(to: CChar.self) { text in
                Int(withVaList([x]) { vsnprintf(text.baseAddress, text.count, "%.3g", $0) })
            }
        }
    }
}

extension EwaldError.Advice: CustomStringConvertible {
    /// A parameter that would be right.
    public var description: String {
        switch self {
        case .cutoff(let cutoff): "a cutoff of pairs of at least \(cutoff) would do"
        case .accuracy(let accuracy): "an accuracy of \(accuracy) would do"
        case .waveCutoff(let cutoff): "a wave cutoff of at most \(cutoff) would do"
        }
    }
}
