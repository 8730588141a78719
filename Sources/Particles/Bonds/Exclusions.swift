/// Pairs of particles between which other forces are left out or weakened, because few bonds lie between them.
///
///     let exclusions = try Exclusions(bonds)                          // without bonded particles
///     let exclusions = try Exclusions(bonds, weights: [0, 0, 0.5])    // half of what is three bonds apart
///     let force = try PairForce(LennardJones(cutoff: 2.5), excluding: exclusions)
///
/// Where bonds form rings, the shortest way between two particles counts. What molecular force fields call pairs 1-2, 1-3
/// and 1-4 are particles that are one, two and three bonds apart.
public struct Exclusions: Equatable, Sendable {
    /// The weights of the interaction of particles that are one bond apart, two, and three: 0 is nothing, 1 all of it.
    package let weights: [Double]

    /// Where the partners of each particle begin, and where those of the last one end.
    private let starts: [Int]

    /// The particles that each particle does not fully act on, in rising order.
    private let partners: [Int32]

    /// The weights of their interactions.
    private let remainders: [Double]

    /// Finds the pairs.
    ///
    /// - Parameters:
    ///   - bonds: The bonds. One that stands twice counts once.
    ///   - weights: The factors of the interaction of particles that are one bond apart, and perhaps two, and three; those
    ///     further apart are not concerned.
    /// - Throws: ``BondError`` if there are no bonds, if one is that of a particle with itself or has a negative number, if
    ///   there are not one to three weights, or if one is not from 0 to 1.
    /// - Complexity: O(*b* + *p*) for *b* bonds and *p* pairs up to so many bonds apart, but for sorting.
    public init(_ bonds: [Bond], weights: [Double] = [0]) throws(BondError) {
        guard !bonds.isEmpty else { throw .noBonds }
        guard (1...3).contains(weights.count) else { throw .wrongWeightCount(weights.count) }
        for weight in weights {
            guard (0...1).contains(weight) else { throw .invalidWeight(weight) }
        }
        for bond in bonds where max(bond.first, bond.second) >= Int(Int32.max) {
            throw .missingParticle(max(bond.first, bond.second), in: bond.particles, count: Int(Int32.max))
        }
        let count = 1 + (bonds.map { max($0.first, $0.second) }.max() ?? 0)
        var bonded = [[Int]](repeating: [], count: max(count, 0))
        for bond in bonds {
            guard bond.first != bond.second else { throw .sameParticle(bond.first, in: bond.particles) }
            guard min(bond.first, bond.second) >= 0 else {
                throw .missingParticle(min(bond.first, bond.second), in: bond.particles, count: max(count, 1))
            }
            bonded[bond.first].append(bond.second)
            bonded[bond.second].append(bond.first)
        }
        self.weights = weights
        var starts = [0]
        var partners: [Int32] = []
        var remainders: [Double] = []
        var reachedFrom = [Int](repeating: -1, count: count)
        for particle in 0..<count {
            var found: [(partner: Int, weight: Double)] = []
            var shell = [particle]
            reachedFrom[particle] = particle
            for weight in weights {
                var next: [Int] = []
                for partner in shell.flatMap({ bonded[$0] }) where reachedFrom[partner] != particle {
                    reachedFrom[partner] = particle
                    next.append(partner)
                }
                if weight < 1 { found += next.map { ($0, weight) } }
                shell = next
            }
            found.sort { $0.partner < $1.partner }
            partners += found.map { Int32($0.partner) }
            remainders += found.map(\.weight)
            starts.append(partners.count)
        }
        self.starts = starts
        self.partners = partners
        self.remainders = remainders
    }

    /// The number of pairs.
    public var pairCount: Int { partners.count / 2 }

    /// The weight of the interaction of two particles: 1 if they are not concerned.
    public func weight(_ first: Int, _ second: Int) -> Double {
        guard first >= 0, first < starts.count - 1 else { return 1 }
        let row = starts[first]..<starts[first + 1]
        return row.first { Int(partners[$0]) == second }.map { remainders[$0] } ?? 1
    }

    /// Refuses particles of which some are missing.
    func check(_ particles: ParticleColumns) throws(ParticleError) {
        for particle in starts.indices.dropLast() where particle >= particles.count {
            guard let partner = partners[starts[particle]..<starts[particle + 1]].first else { continue }
            throw .bond(.missingParticle(particle, in: [Int(partner), particle], count: particles.count))
        }
    }

    /// Calls a closure with the rows of all particles.
    func withRows<Result>(_ body: (ExclusionRows) -> Result) -> Result {
        starts.withUnsafeBufferPointer { starts in
            partners.withUnsafeBufferPointer { partners in
                remainders.withUnsafeBufferPointer { remainders in
                    body(ExclusionRows(starts: starts, partners: partners, remainders: remainders))
                }
            }
        }
    }
}

/// The particles that each particle does not fully act on.
struct ExclusionRows {
    fileprivate let starts: UnsafeBufferPointer<Int>
    fileprivate let partners: UnsafeBufferPointer<Int32>
    fileprivate let remainders: UnsafeBufferPointer<Double>

    /// The partners of a particle, of which there are none for the last particles.
    @inline(__always)
    func partners(of particle: Int) -> UnsafeBufferPointer<Int32> {
        UnsafeBufferPointer(rebasing: partners[row(particle)])
    }

    /// The weights of the interactions with them.
    @inline(__always)
    func remainders(of particle: Int) -> UnsafeBufferPointer<Double> {
        UnsafeBufferPointer(rebasing: remainders[row(particle)])
    }

    private func row(_ particle: Int) -> Range<Int> {
        particle + 1 < starts.count ? starts[particle]..<starts[particle + 1] : 0..<0
    }
}
