/// A bath that holds a temperature by friction and noise.
struct FrictionAndNoise {
    /// The temperature *T* of the bath.
    let temperature: Double

    /// The friction γ, an inverse time: without inertia a force *F* moves a mass *m* with the velocity *F*/(*m* γ).
    let friction: Double
    let streams: RandomStreams
    let noise: NormalNoise
    private(set) var inverseRootMasses: [Double]

    /// - Throws: ``ThermostatError`` for parameters that are not possible, and if a node has no mass.
    init(
        _ temperature: Double, _ friction: Double, _ streams: RandomStreams, actingOn model: some ThermalEquations
    ) throws(ThermostatError) {
        try ThermostatError.check(temperature, Thermostats.temperature)
        try ThermostatError.check(friction, Thermostats.friction)
        try ThermostatError.check(model.masses)
        (self.temperature, self.friction, self.streams) = (temperature, friction, streams)
        noise = streams.normalNoise(for: .noise)
        inverseRootMasses = model.masses.map { 1 / $0.squareRoot() }
        model.bath.exchangesMomentum = true
        model.bath.energy = .nan
    }

    /// Takes note of nodes that may have come.
    mutating func follow(_ model: some ThermalEquations) {
        guard inverseRootMasses.count != model.nodeCount else { return }
        inverseRootMasses = model.masses.map { 1 / $0.squareRoot() }
    }
}
