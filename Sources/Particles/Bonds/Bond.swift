/// Two particles that are bonded to each other, by their numbers.
public struct Bond: Hashable, Sendable {
    /// One of the two.
    public var first: Int

    /// The other one.
    public var second: Int

    /// Creates a bond.
    public init(_ first: Int, _ second: Int) {
        self.first = first
        self.second = second
    }

    /// The bonds of chains: of particles 0 to *n* − 1, of *n* to 2 *n* − 1, and so on.
    ///
    /// - Parameters:
    ///   - count: How many chains there are.
    ///   - length: The number *n* of particles of each.
    /// - Returns: The bonds along the chains, one chain after the other.
    /// - Precondition: There are fewer than 2³¹ particles, as everywhere.
    public static func chains(_ count: Int, ofLength length: Int) -> [Bond] {
        guard length > 1 else { return [] }
        checkParticles(ofChains: count, ofLength: length)
        return (0..<max(count, 0)).flatMap { chain in
            (1..<length).map { Bond(chain * length + $0 - 1, chain * length + $0) }
        }
    }
}

/// Three particles, the middle one of which is the apex of an angle, by their numbers.
public struct Angle: Hashable, Sendable {
    /// A particle at the end of one leg.
    public var first: Int

    /// The particle at the apex.
    public var apex: Int

    /// A particle at the end of the other leg.
    public var last: Int

    /// Creates an angle.
    public init(_ first: Int, _ apex: Int, _ last: Int) {
        self.first = first
        self.apex = apex
        self.last = last
    }

    /// The angles between the bonds of chains that follow each other, as ``Bond/chains(_:ofLength:)`` has them.
    ///
    /// - Precondition: As there.
    public static func chains(_ count: Int, ofLength length: Int) -> [Angle] {
        guard length > 2 else { return [] }
        checkParticles(ofChains: count, ofLength: length)
        return (0..<max(count, 0)).flatMap { chain in
            (2..<length).map { Angle(chain * length + $0 - 2, chain * length + $0 - 1, chain * length + $0) }
        }
    }
}

private func checkParticles(ofChains count: Int, ofLength length: Int) {
    let (particles, overflow) = max(count, 0).multipliedReportingOverflow(by: length)
    precondition(!overflow && particles <= Int(Int32.max), "\(count) chains of \(length) have too many particles")
}

/// Knows which particles are bonded to each other.
package protocol BondedParticles {
    var bonds: [Bond] { get }
}

extension ParticleSystem {
    /// The bonds of all its forces.
    package var bonds: [Bond] { forces.flatMap { ($0 as? any BondedParticles)?.bonds ?? [] } }
}
