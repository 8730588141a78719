import Particles
import SimulationEngine

/// Reads a scenario about boids:
///
///     box: …                          the room, periodic, in two or three dimensions
///     particles: {random: …}          random positions; see ``RandomParticleReader``
///     model:
///       boids:
///         radius: …                   optional: how far boids see, 1 unless given
///         separation-radius: …        optional: below which distance others are too near, 0.4 radii unless given
///         separation: …               optional: how strongly they fly away from those, 0.5 unless given
///         alignment: …                optional: how strongly they take the velocity of others, 1 unless given
///         cohesion: …                 optional: how strongly they fly towards others, 0.5 unless given
///         speed: […, …]               optional: the least and the greatest speed, [0.5, 1] unless given
///     integrate: {method: synchronous, step: …}
///     threads: …                      optional: how many threads share the work, 1 unless given
struct BoidsReader {
    let seed: UInt64

    func read(_ root: Section) -> (any RunnableExperiment)? {
        let threads = root.optional("threads").map { $0.integer(.closed(1...1024)) } ?? 1
        root.noteDefault("threads", "1")
        let placement = root.required("particles", for: "the particles").flatMap { value in
            value.section { SwarmReader.placement($0) }
        }
        let box = root.required("box", for: "the room of the particles").flatMap {
            BoxReader(lattice: nil).read($0, hasSource: true)
        }
        let model = root.required("model", for: "the rules of motion")
        let rules = model.flatMap { $0.variant(of: ["boids"]) }.flatMap { readRules($0.value) }
        let integration = root.required("integrate", for: "how the state is moved on, and until when").flatMap {
            IntegrationReader(methods: [.synchronous], hasFreeSteps: true, watchedIn: root).read($0)
        }
        let watching = WatchingReader(
            model: BoidsModel.self, nodeNames: nil, nodeCount: placement?.count, integration: integration, box: box
        ).read(root)
        guard let threads, let placement, let box, let rules, let integration, let watching else { return nil }
        do {
            let boids = try BoidsModel(
                placement, in: box, rules: rules, timeStep: integration.step, streams: try RandomStreams(seed: seed),
                threads: threads)
            return Experiment(model: boids, integrator: SwarmRule(), integration: integration, watching: watching)
        } catch let error as RandomPlacementError {
            root.optional("particles")?.report("\(error)")
        } catch {
            model?.report("\(error)")
        }
        return nil
    }

    private func readRules(_ value: Value) -> BoidsModel.Rules? {
        value.section { section in
            let number = { (key: String, range: NumberRange, standard: Double) -> Double? in
                section.noteDefault(key, standard.plain)
                return section.optional(key).map { $0.number(range) } ?? standard
            }
            let radius = number("radius", .positive, 1)
            let separationRadius = number("separation-radius", .positive, 0.4 * (radius ?? 1))
            let separation = number("separation", .nonNegative, 0.5)
            let alignment = number("alignment", .nonNegative, 1)
            let cohesion = number("cohesion", .nonNegative, 0.5)
            let speed = section.optional("speed").map { self.speed($0) } ?? 0.5...1
            section.noteDefault("speed", "[0.5, 1]")
            guard let radius, let separationRadius, let separation, let alignment, let cohesion, let speed else {
                return nil
            }
            return BoidsModel.Rules(
                radius: radius, separationRadius: separationRadius, separation: separation, alignment: alignment,
                cohesion: cohesion, speed: speed)
        }
    }

    private func speed(_ value: Value) -> ClosedRange<Double>? {
        guard let bounds = value.list(.exactly(2), of: "speeds", { $0.number(.nonNegative) }) else { return nil }
        guard bounds[0] <= bounds[1], bounds[1] > 0 else {
            value.report("the greatest speed must be greater than 0 and not less than the least one")
            return nil
        }
        return bounds[0]...bounds[1]
    }
}
