import Particles
import SimulationEngine

/// Reads a scenario about collective motion:
///
///     box: …                      the room, periodic
///     particles: {random: …}      random positions; see RandomParticleReader
///     model:
///       vicsek:
///         noise: …                the noise
///         kind: …                 optional: angular or vectorial; angular unless given
///         speed: …                optional: how far each particle goes in a step, 0.03 unless given
///         radius: …               optional: within which distance particles are seen, 1 unless given
///       boids: …                  or boids: see ``BoidsReader``
///     threads: …                  optional: how many threads share the work, 1 unless given
struct SwarmReader {
    let seed: UInt64

    private struct Vicsek {
        let noise: Double
        let kind: VicsekModel.Noise
        let speed: Double
        let radius: Double
    }

    /// Whether a scenario is about collective motion.
    static func isMeant(by root: Section) -> Bool {
        ["vicsek", "boids"].contains { root.optional("model")?.hasKey($0) == true }
    }

    func read(_ root: Section) -> (any RunnableExperiment)? {
        if root.optional("model")?.hasKey("boids") == true { return BoidsReader(seed: seed).read(root) }
        let threads = root.optional("threads").map { $0.integer(.closed(1...1024)) } ?? 1
        root.noteDefault("threads", "1")
        let placement = root.required("particles", for: "the particles").flatMap { value in
            value.section { Self.placement($0) }
        }
        let box = root.required("box", for: "the room of the particles").flatMap {
            BoxReader(lattice: nil).read($0, hasSource: true)
        }
        let model = root.required("model", for: "the rules of motion")
        let vicsek = model.flatMap { $0.variant(of: ["vicsek"]) }.flatMap { readVicsek($0.1) }
        let integration = readIntegration(root)
        let watching = WatchingReader(
            model: VicsekModel.self, nodeNames: nil, nodeCount: placement?.count, integration: integration, box: box
        ).read(root)
        guard let threads, let placement, let box, let vicsek, let integration, let watching else { return nil }
        do {
            let swarm = try VicsekModel(
                placement, in: box, noise: vicsek.noise, kind: vicsek.kind, speed: vicsek.speed,
                radius: vicsek.radius, streams: try RandomStreams(seed: seed), threads: threads)
            return Experiment(model: swarm, integrator: SwarmRule(), integration: integration, watching: watching)
        } catch let error as RandomPlacementError {
            root.optional("particles")?.report("\(error)")
        } catch {
            model?.report("\(error)")
        }
        return nil
    }

    /// Reads how many particles there are, at random positions.
    static func placement(_ section: Section) -> RandomPlacement? {
        guard section.required("random", for: "the number of particles") != nil,
            case .random(let placement, _, _)? = RandomParticleReader().read(section)
        else { return nil }
        return placement
    }

    private func readVicsek(_ value: Value) -> Vicsek? {
        value.section { section in
            let noise = section.required("noise", for: "the noise η in the directions").flatMap {
                $0.number(.nonNegative)
            }
            let kind: VicsekModel.Noise? = section.optional("kind").map { $0.choice() } ?? .angular
            section.noteDefault("kind", VicsekModel.Noise.angular.rawValue)
            let speed = section.optional("speed").map { $0.number(.positive) } ?? 0.03
            section.noteDefault("speed", "0.03")
            let radius = section.optional("radius").map { $0.number(.positive) } ?? 1
            section.noteDefault("radius", "1")
            guard let noise, let kind, let speed, let radius else { return nil }
            return Vicsek(noise: noise, kind: kind, speed: speed, radius: radius)
        }
    }

    private func readIntegration(_ root: Section) -> Integration? {
        let value = root.required("integrate", for: "how the state is moved on, and until when")
        guard let value, let integration = IntegrationReader(methods: [.synchronous], watchedIn: root).read(value)
        else {
            return nil
        }
        guard integration.step == 1 else {
            value.report("a step of 'vicsek' is a unit of time", expected: "step: 1")
            return nil
        }
        return integration
    }
}
