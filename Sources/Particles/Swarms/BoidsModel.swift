import Descriptions
import GSL
import SimulationEngine

/// Boids: birds in a periodic box of two or three dimensions that steer by what they see of others within a radius,
///
///     dvᵢ/dt = s Σⱼ (rᵢ − rⱼ) / |rᵢ − rⱼ|²  +  a (⟨v⟩ᵢ − vᵢ)  +  c (⟨r⟩ᵢ − rᵢ)
///
/// away from those that are nearer than a separation (*s*), along the mean velocity of those that they see (*a*), and towards
/// their mean position (*c*), and that fly at a speed between two limits. All steer at the same time: velocities first, then
/// positions, by steps of Euler's method. C. W. Reynolds, *Flocks, herds and schools: a distributed behavioral model*, Computer
/// Graphics 21 (1987) 25, DOI 10.1145/37402.37406.
///
/// The results are the same bytes for any number of threads.
public final class BoidsModel: NamedSwarm {
    private static let defaults = Rules()
    private static let separationRadius = Parameter(
        "separation-radius", "below which distance others are too near", .positive, dimension: .length)
    private static let partOfRadius = 0.4
    private static let rules = [
        Parameter(
            "separation", "how strongly boids fly away from those that are too near", .nonNegative,
            dimension: Dimension(length: 2, time: -2), default: defaults.separation),
        Parameter(
            "alignment", "how strongly they take the velocity of others", .nonNegative, dimension: .inverseTime,
            default: defaults.alignment),
        Parameter(
            "cohesion", "how strongly they fly towards others", .nonNegative, dimension: Dimension(time: -2),
            default: defaults.cohesion),
    ]
    private static let speed = Parameter<[Double]>(
        "speed", "the least and the greatest speed", kind: .list(of: .number(.nonNegative), count: 2...2),
        dimension: .velocity, default: [defaults.speed.lowerBound, defaults.speed.upperBound])

    /// As scenarios name it.
    package static let component = Component<@Sendable (SwarmBeginning) throws -> BoidsModel>(
        "boids", "birds that steer by separation, alignment and cohesion",
        equation: "dvᵢ/dt = s Σⱼ (rᵢ − rⱼ) / |rᵢ − rⱼ|² + a (⟨v⟩ᵢ − vᵢ) + c (⟨r⟩ᵢ − rᵢ)",
        synonyms: ["flocking"],
        references: [
            Reference(
                "C. W. Reynolds", "Flocks, herds and schools: a distributed behavioral model", "Computer Graphics",
                "21", page: "25", year: 1987, doi: "10.1145/37402.37406")
        ],
        Swarms.radius, separationRadius.proportional(to: "radius", factor: partOfRadius), rules[0], rules[1], rules[2],
        speed
    ) { radius, separationRadius, separation, alignment, cohesion, speed in
        guard speed[0] <= speed[1], speed[1] > 0 else {
            throw ParameterError.unfit(
                "speed", because: "is wrong: the greatest speed must be greater than 0 and not less than the least one")
        }
        let rules = Rules(
            radius: radius, separationRadius: separationRadius ?? partOfRadius * radius, separation: separation,
            alignment: alignment, cohesion: cohesion, speed: speed[0]...speed[1])
        return { beginning in
            try BoidsModel(
                beginning.placement, in: beginning.box, rules: rules, timeStep: beginning.timeStep,
                streams: beginning.streams, threads: beginning.threads)
        }
    }.needing(room)

    private static let room = RoomNeeds(isPeriodic: true)

    /// A step of Euler's method has any length.
    public static var hasFreeSteps: Bool { true }

    /// How boids steer.
    public struct Rules: Equatable, Sendable {
        /// How far they see.
        public var radius: Double

        /// The distance below which others are too near.
        public var separationRadius: Double

        /// How strongly they fly away from those that are too near, *s*.
        public var separation: Double

        /// How strongly they take the velocity of others, *a*.
        public var alignment: Double

        /// How strongly they fly towards others, *c*.
        public var cohesion: Double

        /// The least and the greatest speed.
        public var speed: ClosedRange<Double>

        /// Creates rules.
        public init(
            radius: Double = 1, separationRadius: Double = 0.4, separation: Double = 0.5,
            alignment: Double = 1,
            cohesion: Double = 0.5, speed: ClosedRange<Double> = 0.5...1
        ) {
            self.radius = radius
            self.separationRadius = separationRadius
            self.separation = separation
            self.alignment = alignment
            self.cohesion = cohesion
            self.speed = speed
        }
    }

    /// The positions and velocities. In two dimensions *z* and *vz* are 0.
    public let state: StateVector

    /// The box, periodic in all directions.
    public let box: Box

    /// How boids steer.
    public private(set) var rules: Rules

    /// The length of a step.
    public let timeStep: Double

    let neighbours: SwarmNeighbours
    private var next: [SIMD3<Double>]

    /// Creates boids at random places that fly in random directions at the greatest speed.
    ///
    /// - Parameters:
    ///   - placement: How many boids, and how far from each other.
    ///   - box: The box, periodic in all directions.
    ///   - rules: How they steer.
    ///   - timeStep: The length of a step.
    ///   - streams: The random numbers.
    ///   - threads: How many threads share the work.
    /// - Throws: ``SwarmError``, ``RandomPlacementError``.
    public init(
        _ placement: RandomPlacement, in box: Box, rules: Rules = Rules(), timeStep: Double,
        streams: RandomStreams,
        threads: Int = 1
    ) throws {
        try SwarmError.check(box, Self.room, radius: rules.radius)
        try SwarmError.check(rules.separationRadius, Self.separationRadius)
        try SwarmError.check(timeStep, Parameter("step", "the length of a step", .positive, dimension: .time))
        guard rules.separationRadius <= rules.radius else {
            throw SwarmError.separationTooLong(rules.separationRadius, radius: rules.radius)
        }
        for (path, parameter) in zip(Self.rulePaths, Self.rules) {
            try SwarmError.check(rules[keyPath: path], parameter)
        }
        try SwarmError.check([rules.speed.lowerBound, rules.speed.upperBound], Self.speed)
        guard rules.speed.upperBound > 0 else { throw SwarmError.atRest }
        let positions = try placement.positions(in: box, from: streams)
        state = StateVector(columnCount: 6, rowCount: positions.count)
        self.box = box
        self.rules = rules
        self.timeStep = timeStep
        next = [SIMD3<Double>](repeating: .zero, count: positions.count)
        neighbours = SwarmNeighbours(
            radius: rules.radius, in: box, count: positions.count, threads: threads)
        for (node, position) in positions.enumerated() {
            let generator = streams.stream(for: .initialDirection, node: node)
            var direction = SIMD3<Double>.zero
            for axis in 0..<box.dimensions { direction[axis] = generator.normal(mean: 0, deviation: 1) }
            let velocity = Self.limited(direction, to: rules.speed.upperBound...rules.speed.upperBound)
            setNodeState(ParticleState(position: position, velocity: velocity), at: node)
        }
    }

    /// The vector with a length in a range; none has no direction, and remains.
    private static func limited(_ vector: SIMD3<Double>, to range: ClosedRange<Double>) -> SIMD3<
        Double
    > {
        let length = (vector * vector).sum().squareRoot()
        guard length > 0 else { return vector }
        return vector * (min(max(length, range.lowerBound), range.upperBound) / length)
    }

    /// Lets all boids steer and then fly for a step.
    ///
    /// - Complexity: O(*n m*) for *n* boids that see *m* others.
    public func advance(step: Int) -> Bool {
        let count = nodeCount
        let start = UnsafePointer(state.elements.baseAddress.unsafelyUnwrapped)
        guard state.elements.allSatisfy(\.isFinite), neighbours.follow(start) else { return false }
        let (vx, vy, vz) = (start + 3 * count, start + 4 * count, start + 5 * count)
        next.withUnsafeMutableBufferPointer { next in
            neighbours.forEachParticle { boid, row in
                let velocity = SIMD3(vx[boid], vy[boid], vz[boid])
                var (away, course, middle, seen) = (
                    SIMD3<Double>.zero, SIMD3<Double>.zero, SIMD3<Double>.zero, 0.0
                )
                let squaredSeparation = rules.separationRadius * rules.separationRadius
                row.forEach { other, vector in
                    course += SIMD3(vx[other], vy[other], vz[other])
                    middle += vector
                    seen += 1
                    let squaredDistance = (vector * vector).sum()
                    // Two in one place have no direction away from each other.
                    if squaredDistance < squaredSeparation, squaredDistance > 0 {
                        away -= vector / squaredDistance
                    }
                }
                var rate = rules.separation * away
                if seen > 0 {
                    let alignment = rules.alignment * (course / seen - velocity)
                    rate += alignment + rules.cohesion * (middle / seen)
                }
                next[boid] = Self.limited(velocity + timeStep * rate, to: rules.speed)
            }
        }
        for boid in 0..<count {
            for axis in 0..<3 {
                state[3 + axis, boid] = next[boid][axis]
                state[axis, boid] += timeStep * next[boid][axis]
            }
        }
        return true
    }

    package static let names = ParticleSystem.names.with(parameters: rules.map(\.description.name))

    private static let rulePaths: [WritableKeyPath<Rules, Double> & Sendable] = [
        \.separation, \.alignment, \.cohesion,
    ]

    /// How strongly boids follow a rule.
    public func parameter(at index: Int) -> Double { rules[keyPath: Self.rulePaths[index]] }

    /// Sets how strongly boids follow a rule.
    public func setParameter(_ value: Double, at index: Int) {
        rules[keyPath: Self.rulePaths[index]] = value
    }

    /// The polarisation.
    public static var quantities: SwarmQuantities<BoidsModel> { SwarmQuantities() }
}
