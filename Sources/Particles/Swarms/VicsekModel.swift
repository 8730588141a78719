import CMath
import Descriptions
import GSL
import SimulationEngine

extension RandomPurpose {
    /// The noise in the directions of a swarm.
    package static let directionNoise = RandomPurpose(number: 21)

    /// The initial directions of a swarm.
    package static let initialDirection = RandomPurpose(ofBeginning: 22)
}

/// Self-driven particles of one speed in a periodic plane, each of which takes the mean direction of all within a radius
/// around it, itself included, with some noise:
///
///     xᵢ(t + 1) = xᵢ(t) + vᵢ(t)        θᵢ(t + 1) = arg Σⱼ exp(iθⱼ(t)) + Δθ        v = speed · (cos θ, sin θ)
///
/// with Δθ drawn evenly from −η/2 to η/2. All particles are moved at the same time, and a step is a unit of time. T. Vicsek,
/// A. Czirók, E. Ben-Jacob, I. Cohen and O. Shochet, *Novel type of phase transition in a system of self-driven particles*,
/// Physical Review Letters 75 (1995) 1226, DOI 10.1103/PhysRevLett.75.1226.
///
/// With **vectorial** noise each neighbour is misjudged on its own: θᵢ = arg (Σⱼ exp(iθⱼ) + η nᵢ exp(iξᵢ)), with nᵢ neighbours and ξ
/// from the whole circle; η is from 0 to 1. G. Grégoire and H. Chaté, Physical Review Letters 92 (2004) 025702, DOI
/// 10.1103/PhysRevLett.92.025702.
///
/// The results are the same bytes for any number of threads.
public final class VicsekModel: NamedSwarm {
    private static let noise = Parameter(
        "noise", "the noise η: an angle up to 2π, or a part up to 1 if it is vectorial", .nonNegative
    ).example(1.5)
    private static let speed = Parameter(
        "speed", "the speed: how far each particle goes in a unit of time, which is a step", .positive,
        dimension: .velocity, default: 0.03)

    /// As scenarios name it.
    package static let component = Component<@Sendable (SwarmBeginning) throws -> VicsekModel>(
        "vicsek", "particles of one speed, each of which takes the mean direction of all around it, with some noise",
        equation: "θᵢ(t + 1) = arg Σⱼ exp(iθⱼ(t)) + Δθ",
        synonyms: ["self-propelled particles", "active matter"],
        references: [
            Reference(
                "T. Vicsek, A. Czirók, E. Ben-Jacob, I. Cohen and O. Shochet",
                "Novel type of phase transition in a system of self-driven particles", "Physical Review Letters", "75",
                page: "1226", year: 1995, doi: "10.1103/PhysRevLett.75.1226"),
            Reference(
                "G. Grégoire and H. Chaté", "Onset of collective and cohesive motion", "Physical Review Letters", "92",
                page: "025702", year: 2004, doi: "10.1103/PhysRevLett.92.025702"),
        ],
        noise, Parameter("kind", "how directions are disturbed", default: Noise.angular), speed, Swarms.radius
    ) { noise, kind, speed, radius in
        { beginning in
            try VicsekModel(
                beginning.placement, in: beginning.box, noise: noise, kind: kind, speed: speed, radius: radius,
                streams: beginning.streams, threads: beginning.threads)
        }
    }.needing(room)

    private static let room = RoomNeeds(dimensions: 2...2, isPeriodic: true)

    /// A step is a unit of time.
    public static var hasFreeSteps: Bool { false }

    /// How directions are disturbed.
    public enum Noise: String, CaseIterable, ParameterValue {
        /// The mean direction is turned by an angle.
        case angular

        /// A vector of random direction is added to the sum over neighbours.
        case vectorial
    }

    /// The positions and velocities. *z* and *vz* are 0.
    public let state: StateVector

    /// The box, periodic in *x* and *y*.
    public let box: Box

    /// The noise η: an angle from 0 to 2π, or, if it is vectorial, a part from 0 to 1.
    public private(set) var noise: Double

    /// How directions are disturbed.
    package let noiseKind: Noise

    /// How far each particle goes in a step.
    package let speed: Double

    /// Within which distance particles are neighbours.
    package let radius: Double

    /// A step is a unit of time.
    public var timeStep: Double { 1 }

    private let streams: RandomStreams
    let neighbours: SwarmNeighbours
    private var headings: [SIMD2<Double>]

    /// Creates particles at random places with random directions.
    ///
    /// - Parameters:
    ///   - placement: How many particles, and how far from each other.
    ///   - box: The box, in two dimensions and periodic.
    ///   - noise: The noise η.
    ///   - kind: How directions are disturbed.
    ///   - speed: How far each particle goes in a step.
    ///   - radius: Within which distance particles are neighbours, at most half of the box.
    ///   - streams: The random numbers.
    ///   - threads: How many threads share the work.
    /// - Throws: ``SwarmError``, ``RandomPlacementError``.
    public init(
        _ placement: RandomPlacement, in box: Box, noise: Double, kind: Noise = .angular,
        speed: Double = 0.03,
        radius: Double = 1,
        streams: RandomStreams, threads: Int = 1
    ) throws {
        try SwarmError.check(box, Self.room, radius: radius)
        try Self.check(noise, kind)
        try SwarmError.check(speed, Self.speed)
        let positions = try placement.positions(in: box, from: streams)
        let count = positions.count
        state = StateVector(columnCount: 6, rowCount: count)
        self.box = box
        self.noise = noise
        self.noiseKind = kind
        self.speed = speed
        self.radius = radius
        self.streams = streams
        headings = [SIMD2<Double>](repeating: .zero, count: count)
        neighbours = SwarmNeighbours(radius: radius, in: box, count: count, threads: threads)
        for (node, position) in positions.enumerated() {
            var words = streams.words(for: .initialDirection, node: node)
            let angle = 2 * .pi * words.uniform()
            setNodeState(
                ParticleState(
                    position: position, velocity: SIMD3(speed * cos(angle), speed * sin(angle), 0)), at: node)
        }
    }

    private static func check(_ noise: Double, _ kind: Noise) throws(SwarmError) {
        let greatest = kind == .angular ? 2 * Double.pi : 1
        guard noise >= 0, noise <= greatest else { throw .invalidNoise(noise, greatest: greatest) }
    }

    /// Moves all particles, and turns them to where those around them went before.
    ///
    /// - Complexity: O(*n m*) for *n* particles with *m* neighbours.
    public func advance(step: Int) -> Bool {
        let count = nodeCount
        let start = UnsafePointer(state.elements.baseAddress.unsafelyUnwrapped)
        guard state.elements.allSatisfy(\.isFinite), neighbours.follow(start) else { return false }
        let (vx, vy) = (start + 3 * count, start + 4 * count)
        headings.withUnsafeMutableBufferPointer { headings in
            neighbours.forEachParticle { particle, row in
                var (sum, seen) = (SIMD2(vx[particle], vy[particle]), 1)
                row.forEach { other, _ in
                    sum += SIMD2(vx[other], vy[other])
                    seen += 1
                }
                headings[particle] = heading(of: particle, sum, seen, step)
            }
        }
        for node in 0..<count {
            state[0, node] += state[3, node]
            state[1, node] += state[4, node]
            state[3, node] = speed * headings[node].x
            state[4, node] = speed * headings[node].y
        }
        return true
    }

    /// The direction of a particle after a step.
    private func heading(of node: Int, _ sum: SIMD2<Double>, _ neighbours: Int, _ step: Int) -> SIMD2<
        Double
    > {
        var words = streams.words(for: .directionNoise, node: node, step: step)
        let number = words.uniform() - 0.5
        switch noiseKind {
        case .angular:
            let angle = atan2(sum.y, sum.x) + noise * number
            return SIMD2(cos(angle), sin(angle))
        case .vectorial:
            let length = noise * Double(neighbours) * speed
            let disturbed = sum + length * SIMD2(cos(2 * .pi * number), sin(2 * .pi * number))
            let angle = atan2(disturbed.y, disturbed.x)
            return SIMD2(cos(angle), sin(angle))
        }
    }

    package static let names = ParticleSystem.names.with(parameters: ["noise"])

    /// The noise η.
    public func parameter(at index: Int) -> Double { noise }

    /// A noise out of range.
    public func refusal(ofParameter index: Int, value: Double) -> (any Error)? {
        do throws(SwarmError) {
            try Self.check(value, noiseKind)
            return nil
        } catch {
            return error
        }
    }

    /// Sets the noise η.
    public func setParameter(_ value: Double, at index: Int) { noise = value }

    /// The polarisation.
    public static var quantities: SwarmQuantities<VicsekModel> { SwarmQuantities() }
}
