import CMath
import SimulationEngine

/// Tells which bodies of a planetary system come within three mutual Hill radii of each other, each two once:
///
///     d < 3 R,   R = ((mᵢ + mⱼ) / 3M)^(1/3) (rᵢ + rⱼ) / 2
///
/// where *r* are the distances from the star, whose mass is *M*. There a method that splits motion into Kepler's orbits and small
/// kicks, such as ``WisdomHolman``, does not resolve what happens. Two bodies without mass do not disturb each other.
///
///     let encounters = CloseEncounters(of: system)
///     watcher.observe(simulation.clock) { moment in for encounter in encounters.next() { … } }
///
/// Mutual Hill radius: B. Gladman, Icarus 106 (1993) 247, DOI 10.1006/icar.1993.1169; three of them as the limit of a close
/// encounter: J. E. Chambers, Monthly Notices of the Royal Astronomical Society 304 (1999) 793,
/// DOI 10.1046/j.1365-8711.1999.02379.x.
public final class CloseEncounters {
    /// Two bodies that are near to each other.
    public struct Encounter: Equatable, Sendable {
        /// One of the two.
        public let first: Int

        /// The other one.
        public let second: Int

        /// How far they are from each other.
        public let distance: Double

        /// Their mutual Hill radius.
        public let hillRadius: Double
    }

    private let system: ParticleSystem

    /// The bodies with mass, without the star.
    private let planets: [Int]

    /// ((mᵢ + mⱼ) / 3M)^(1/3) for each planet and each body.
    private let reaches: [[Double]]
    private var known: Set<SIMD2<Int>> = []

    // Places relative to the star, and their squared distances from it.
    private var places: [SIMD3<Double>]
    private var squares: [Double]

    /// Creates a list without entries for a system whose first particle is the star.
    public init(of system: ParticleSystem) {
        self.system = system
        places = [SIMD3<Double>](repeating: .zero, count: system.nodeCount)
        squares = [Double](repeating: 0, count: system.nodeCount)
        let (masses, star) = (system.masses, system.masses.first ?? 0)
        planets = star > 0 ? masses.indices.dropFirst().filter { masses[$0] > 0 } : []
        reaches = planets.map { planet in masses.map { cbrt((masses[planet] + $0) / (3 * star)) } }
    }

    /// The number of pairs that have been told.
    public var count: Int { known.count }

    /// The encounters of the present state that have not been told before, in the order of the bodies.
    ///
    /// - Complexity: O(n p) for n bodies, p of which are planets with mass.
    public func next() -> [Encounter] {
        let count = places.count
        let star = place(0)
        for body in 0..<count {
            places[body] = place(body) - star
            squares[body] = (places[body] * places[body]).sum()
        }
        var encounters: [Encounter] = []
        for (planet, reaches) in zip(planets, reaches) {
            for other in 1..<count where other > planet || system.masses[other] == 0 {
                let vector = places[planet] - places[other]
                let (squaredDistance, reach) = ((vector * vector).sum(), reaches[other])
                // A mean is at most the root of the mean square, so that most pairs need no roots.
                guard squaredDistance < 4.5 * reach * reach * (squares[planet] + squares[other]) else { continue }
                let radius = reach * (squares[planet].squareRoot() + squares[other].squareRoot()) / 2
                guard squaredDistance < 9 * radius * radius else { continue }
                let pair = SIMD2(min(planet, other), max(planet, other))
                guard known.insert(pair).inserted else { continue }
                encounters.append(
                    Encounter(
                        first: pair.x, second: pair.y, distance: squaredDistance.squareRoot(), hillRadius: radius))
            }
        }
        return encounters.sorted { ($0.first, $0.second) < ($1.first, $1.second) }
    }

    private func place(_ body: Int) -> SIMD3<Double> {
        SIMD3(system.state[0, body], system.state[1, body], system.state[2, body])
    }
}

extension CloseEncounters: Resumable {
    /// Archives which bodies have met.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        var pairs = known.map { [$0.x, $0.y] }.sorted { ($0[0], $0[1]) < ($1[0], $1[1]) }.flatMap { $0 }
        try archive.values(&pairs)
        guard archive.isReading else { return }
        known = Set(stride(from: 0, to: pairs.count - 1, by: 2).map { SIMD2(pairs[$0], pairs[$0 + 1]) })
    }
}
