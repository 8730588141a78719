import Descriptions
import Particles
import SimulationEngine

extension ParticleSystem.EnergyScale: ParameterValue {}

extension ParticleSystem.RecordedPositions: ParameterValue {}

/// The keys of `particles`, of which one says where they come from.
enum ParticleKeys {
    static let file = origin(
        "file", "a CSV file with the columns mass, x, y, z and name, type, charge, vx, vy, vz, or an extended XYZ file",
        .file
    ).example(.text("bodies.csv"))
    static let lattice = origin("lattice", "a crystal", .component(of: .crystals))
    static let random = origin(
        "random", "random positions in the box", .record(RandomPlacement.component.description.parameters))
    static let rules = (Stars.all.map(\.description) + [OrbitKeys.description]).map {
        origin($0.name, $0.summary, .record($0.parameters))
    }
    static let mass = Parameter(
        "mass", "the mass of each, or of those of which a file says none", .positive, dimension: .mass, default: 1)
    static let charge = ParameterDescription(
        "charge", "the charge of each, or charges that they have in turns",
        .either(.number(.any), or: .list(of: .number(.any), count: 1...ParameterKind.greatestCount)),
        .derived("0, or that of the file,"), dimension: .charge)
    static let temperature = Parameter(
        "temperature", "the temperature of their velocities at the beginning", .nonNegative, dimension: .energy
    ).optional
    static let energies = Parameter<ParticleSystem.EnergyScale>(
        "energies", "whether energies are those of all or per particle", default: .total)
    static let positions = Parameter<ParticleSystem.RecordedPositions>(
        "positions", "whether recorded positions are wrapped into a periodic box", default: .unwrapped)
    static let description = ComponentDescription(
        name: "particles", summary: "the particles of a scenario, and what is recorded of them",
        parameters: [file, lattice, random] + rules
            + [ParameterDescription](mass, charge, temperature, energies, positions))

    private static func origin(_ name: String, _ summary: String, _ kind: ParameterKind) -> ParameterDescription {
        ParameterDescription(name, summary, kind, .oneOf(["file", "lattice", "random"] + StellarSystemReader.keys))
    }
}

/// Reads a scenario about particles: their room, where they come from, and the forces on them; or one about collective motion, which
/// ``SwarmReader`` reads.
struct ParticleReader {
    private typealias Keys = ParticleKeys

    static let methods = [IntegrationMethod].serving(.secondOrder, .thermal, .planetary)

    let data: DataFiles
    let seed: UInt64
    let luck: UInt32?

    func read(_ root: Section) -> (any RunnableExperiment)? {
        root.describe(by: ScenarioKeys.ofParticles)
        if let swarm = SwarmReader.swarm(meantBy: root) { return SwarmReader(seed: seed, luck: luck).read(swarm, root) }
        let hasInteractions = root.keys.contains("interactions")
        let threads = root.value(of: ScenarioKeys.threads, notingDefault: hasInteractions)
        let particlesValue = root.given(ScenarioKeys.particles)
        let source = particlesValue.flatMap { readSource($0, attractEachOther: !hasInteractions) }
        if let box = source?.fileBox {
            root.noteDefault(ScenarioKeys.box, .text(box.yaml))
        } else if hasInteractions {
            root.noteDefault(ScenarioKeys.box, .text("open"))
        }
        let boxReader = BoxReader(lattice: source?.lattice)
        // A box of bare words takes its bounds from the lattice, whose own problems come first.
        let boxValue = root.given(ScenarioKeys.box)
        let box =
            boxValue == nil
            ? source.map { $0.fileBox ?? boxReader.defaultBox } : boxReader.read(boxValue, hasSource: source != nil)
        // What is wrong with forces is told as if nothing were wrong with the box.
        let dimensions = box?.dimensions ?? boxReader.dimensions(meantBy: boxValue)
        let context = InteractionContext(
            threads: threads ?? 1, data: data, seed: seed, particleCount: source?.count, names: source?.names,
            dimensions: dimensions)
        let forces = readForces(root, context)
        let minimise = root.read(ScenarioKeys.minimise, else: { _ in }) {
            MinimizationReader(context: context).read($0)
        }
        let integration = readIntegration(root, box: box, forces: forces ?? [])
        let system = WatchedSystem(
            names: ParticleSystem.names, nodeNames: source?.names, nodeCount: source?.count, integration: integration,
            space: box, dimensions: dimensions)
        let watching = WatchingReader<ParticleSystem>(of: system, kinds: Observations.possible).read(root)
        guard let source, let particlesValue, let box, let forces, let integration, var watching, let threads,
            let minimise
        else { return nil }
        let isChanged = root.optional("intervene") != nil
        watching.parts += [
            EnergyWatch.part(for: integration, forces: forces, isChanged: isChanged),
            EncounterWatch.part(for: integration),
        ].compactMap { root.value.placing($0) }
        var particles: [Particle] = []
        do {
            particles = try source.particles(in: box, seed: seed)
            let system = try ParticleSystem(
                particles, in: box, forces: forces, energyScale: source.energyScale,
                recordedPositions: source.recordedPositions)
            system.speciesOfTypes = source.speciesOfTypes
            return Experiment(
                model: system,
                integrator: try integration.integrator(
                    of: system, streams: try RandomStreams(seed: seed, luck: luck), threads: threads),
                integration: integration, watching: watching, prepare: minimise)
        } catch let error as ParticleError {
            if let file = source.file, error.culprit != nil {
                let errors = ParticleSystem.problems(
                    startingWith: error, of: particles, in: box, forces: forces, limit: ParticleFile.searchedProblems)
                if file.report(errors) { return nil }
            }
            let interactions =
                error.isAboutInteractions ? root.optional("interactions") ?? root.optional("model") : nil
            let culprit = error.isAboutFormula ? forces.firstIndex { error.isAbout($0, particles, in: box) } : nil
            (culprit.flatMap { interactions?.formula(ofField: $0) } ?? interactions ?? particlesValue)
                .report("\(error)")
        } catch {
            particlesValue.report("\(error)")
        }
        return nil
    }

    private func readIntegration(_ root: Section, box: Box?, forces: [any ParticleForce]) -> Integration? {
        root.read(ScenarioKeys.integrate) { value in
            let integration = IntegrationReader(
                methods: Self.methods, watchedIn: root
            )
            .read(value)
            guard let integration else { return nil }
            let method = integration.method
            let hasWalls = box?.axes.contains(where: \.isReflecting) ?? false
            let dependsOnVelocities = forces.contains { $0 is any VelocityDependentForce }
            if hasWalls, !method.has(.walls) {
                value.report(
                    "'\(method.name)' does not know of the walls of the box",
                    expected: "method: leapfrog, or a thermostat")
                return nil
            }
            if dependsOnVelocities, !method.has(.velocities) {
                value.report(
                    "'\(method.name)' takes forces at positions, but drag and magnetic fields depend on velocities",
                    expected: "method: leapfrog, langevin, runge-kutta-4, or an adaptive one such as rk8pd")
                return nil
            }
            let areMovedByRates = forces.contains {
                $0 is any VelocityDependentForce && !($0 is any ExactVelocityForce)
            }
            if areMovedByRates, !method.equations.contains(.firstOrder) {
                value.report(
                    "'\(method.name)' takes forces at positions, but a force by formula depends on velocities or on the time",
                    expected: "method: runge-kutta-4, or an adaptive one such as rk8pd")
                return nil
            }
            return integration
        }
    }

    // MARK: Particles

    private func readSource(_ value: Value, attractEachOther: Bool) -> ParticleSource? {
        value.section(of: Keys.description.parameters) { section in
            // Two bodies under gravity need not be told of what is meant for many.
            let scale = section.value(of: Keys.energies, notingDefault: !attractEachOther)
            let positions = section.value(of: Keys.positions, notingDefault: !attractEachOther)
            let temperature = section.value(of: Keys.temperature)
            let isCrystal = section.keys.contains("lattice")
            guard !isCrystal || !section.keys.contains("file") else {
                section.optional("file")?.report("particles are either a 'lattice' or from a 'file'")
                return nil
            }
            let rules = StellarSystemReader.keys.filter { section.keys.contains($0) }
            let isByRule = !rules.isEmpty
            let sources = ["file", "lattice", "random"].filter { section.keys.contains($0) } + rules
            guard !isByRule || sources.count == 1 else {
                let others = sources.dropLast().map { "'\($0)'" }.joined(separator: ", ")
                section.optional(sources[sources.count - 1])?.report("particles come from \(others) already")
                return nil
            }
            let isRandom = section.keys.contains("random")
            guard !isRandom || !isCrystal && !section.keys.contains("file") else {
                section.optional("random")?.report("particles are either 'random' or a 'lattice' or from a 'file'")
                return nil
            }
            let origin =
                isByRule
                ? readByRule(section, rules[0])
                : isCrystal
                    ? readCrystal(section)
                    : isRandom
                        ? readRandom(section)
                        : ParticleFileReader(data: data, attractEachOther: attractEachOther).read(section)
            guard let scale, let positions, let origin, let temperature else { return nil }
            return ParticleSource(
                origin: origin, temperature: temperature, energyScale: scale, recordedPositions: positions)
        }
    }

    private func readByRule(_ section: Section, _ key: String) -> ParticleSource.Origin? {
        section.optional(key).flatMap { StellarSystemReader(seed: seed).read(key, $0) }.map { .rule($0) }
    }

    private func readRandom(_ section: Section) -> ParticleSource.Origin? {
        guard let (placement, mass, charges) = Self.readRandom(section),
            section.optional("random")?.hasMemory(MemoryShortage(particleCount: placement.count)) == true
        else { return nil }
        return .random(placement, mass: mass, charges: charges)
    }

    /// Reads how many particles there are, at random positions, and what each is.
    static func readRandom(
        _ section: Section
    ) -> (placement: RandomPlacement, mass: Double, charges: ParticleSource.Charges)? {
        let mass = section.value(of: Keys.mass)
        let charges = ChargeReader().read(section)
        let placement = section.required(Keys.random.name, for: "the number of particles").flatMap { value in
            value.section { section in
                section.make(RandomPlacement.component) { placement -> RandomPlacement? in
                    let shortage = MemoryShortage(positionCount: placement.count)
                    return section.optional("count")?.hasMemory(shortage) == true ? placement : nil
                }
            }
        }
        guard let placement, let mass, let charges else { return nil }
        return (placement, mass, charges)
    }

    private func readCrystal(_ section: Section) -> ParticleSource.Origin? {
        let mass = section.value(of: Keys.mass)
        let charges = ChargeReader().read(section)
        let lattice = section.given(Keys.lattice).flatMap { value in
            readLattice(value).flatMap {
                value.hasMemory(MemoryShortage(particleCount: $0.particleCount)) ? $0 : nil
            }
        }
        guard let mass, let charges, let lattice else { return nil }
        return .crystal(lattice, mass: mass, charges: charges)
    }

    private func readLattice(_ value: Value) -> Lattice? {
        guard let (name, parameters) = value.variant(of: Lattice.all.map(\.description.name)) else { return nil }
        return Lattice.all[name].flatMap { lattice in parameters.section { $0.make(lattice) } }
    }

    // MARK: Forces

    private func readForces(_ root: Section, _ context: InteractionContext) -> [any ParticleForce]? {
        let model = root.optional("model")
        guard let interactions = root.optional("interactions") else {
            guard let model else {
                reportMissingForces(root)
                return nil
            }
            return readGravity(model, context).map { [$0] }
        }
        guard model == nil else {
            model?.report(
                "forces stand either under 'interactions' or under 'model'", expected: "gravity as an interaction")
            return nil
        }
        return InteractionReader(context: context).read(interactions)
    }

    private func reportMissingForces(_ root: Section) {
        // A misspelt key is told as such.
        guard !root.keys.contains(where: { $0.nearest(in: ["interactions", "model"]) != nil }) else { return }
        root.value.report(
            "missing key 'interactions' or 'model'",
            expected:
                "the forces on the particles: a list of 'interactions', [] if there are none, or gravity as 'model'")
    }

    private func readGravity(_ value: Value, _ context: InteractionContext) -> (any ParticleForce)? {
        guard let (name, parameters) = value.variant(of: ["gravity"]) else { return nil }
        return Interactions.others[name].flatMap { InteractionReader(context: context).other($0, parameters) }
    }
}

/// Particles as a scenario describes them.
struct ParticleSource {
    /// Where the particles come from.
    enum Origin {
        case file([Particle], box: Box?, ParticleFile, speciesOfTypes: [String])
        case crystal(Lattice, mass: Double, charges: Charges)
        case random(RandomPlacement, mass: Double, charges: Charges)
        case rule([Particle])
    }

    let origin: Origin
    let temperature: Double?
    let energyScale: ParticleSystem.EnergyScale
    let recordedPositions: ParticleSystem.RecordedPositions

    /// The number of particles.
    var count: Int {
        switch origin {
        case .file(let particles, _, _, _): particles.count
        case .crystal(let lattice, _, _): lattice.particleCount
        case .random(let placement, _, _): placement.count
        case .rule(let particles): particles.count
        }
    }

    /// The names, if all particles have one.
    var names: [String]? {
        switch origin {
        case .file(let particles, _, _, _), .rule(let particles): particles.map { $0.name }.allOrNone
        case .crystal, .random: nil
        }
    }

    /// The lattice, if there is one.
    var lattice: Lattice? {
        if case .crystal(let lattice, _, _) = origin { lattice } else { nil }
    }

    /// The box that a file tells, if it does.
    var fileBox: Box? {
        if case .file(_, let box, _, _) = origin { box } else { nil }
    }

    /// The file, if there is one.
    var file: ParticleFile? {
        if case .file(_, _, let file, _) = origin { file } else { nil }
    }

    /// The names of the types in a file, if it has such.
    var speciesOfTypes: [String] {
        if case .file(_, _, _, let species) = origin { species } else { [] }
    }

    /// Makes the particles, with the velocities of their temperature if they have one.
    func particles(in box: Box, seed: UInt64) throws -> [Particle] {
        var particles: [Particle]
        switch origin {
        case .file(let known, _, _, _), .rule(let known): particles = known
        case .crystal(let lattice, let mass, let charges):
            particles = charges.particles(at: lattice.positions, mass: mass)
        case .random(let placement, let mass, let charges):
            particles = charges.particles(
                at: try placement.positions(in: box, from: try RandomStreams(seed: seed)), mass: mass)
        }
        guard let temperature else { return particles }
        try particles.setVelocities(
            temperature: temperature, dimensions: box.dimensions, from: try RandomStreams(seed: seed))
        return particles
    }
}

extension Value {
    /// The formula of the field that is an item of interactions; `nil` if that is something else.
    fileprivate func formula(ofField index: Int) -> Value? {
        let field = members("field").first { $0.index == index }?.value
        return ["energy", "force"].lazy.compactMap { field?.member($0) }.first
    }
}

extension ParticleError {
    /// Tests if a force has this error by itself.
    fileprivate func isAbout(_ force: any ParticleForce, _ particles: [Particle], in box: Box) -> Bool {
        do throws(ParticleError) {
            _ = try ParticleSystem(particles, in: box, forces: [force])
            return false
        } catch { return "\(error)" == "\(self)" }
    }

    /// True of a formula of a field that is not what it must be at a particle.
    fileprivate var isAboutFormula: Bool {
        switch self {
        case .field(.notFinite), .field(.noSlope), .field(.notPeriodic): true
        default: false
        }
    }

    fileprivate var isAboutInteractions: Bool {
        switch self {
        case .cutoffTooLong, .unknownType, .bond, .field, .coulombInPeriodicBox, .gravityInPeriodicBox,
            .tailWithoutVolume, .tailBeyondWalls, .ewald, .notEnoughMemory:
            true
        default: false
        }
    }
}

extension Array where Element == String? {
    /// All elements, or `nil` if one is `nil`.
    fileprivate var allOrNone: [String]? {
        let elements = compactMap { $0 }
        return elements.count == count ? elements : nil
    }
}
