import Particles
import SimulationEngine

/// Reads a scenario about collective motion: particles at random positions in a periodic box, and one of `Swarms`.
struct SwarmReader {
    let seed: UInt64
    let luck: UInt32?

    static let methods = [IntegrationMethod].serving(.atOnce)

    /// The swarm that a scenario is about, if it is about collective motion.
    static func swarm(meantBy root: Section) -> (any NamedSwarm.Type)? {
        Swarms.all.first { root.optional("model")?.hasKey($0.name) == true }
    }

    func read<Model: NamedSwarm>(_ type: Model.Type, _ root: Section) -> (any RunnableExperiment)? {
        let threads = root.value(of: ScenarioKeys.threads)
        let placement = root.given(ScenarioKeys.particles).flatMap { value in
            // All move alike, whatever mass and charge are written.
            value.section(of: [ParticleKeys.random, ParticleKeys.mass.description, ParticleKeys.charge]) {
                ParticleReader.readRandom($0)?.placement
            }
        }
        let box = root.required(ScenarioKeys.box.name, for: "the room of the particles").flatMap {
            BoxReader(lattice: nil).read($0, hasSource: true)
        }
        let model = root.required("model", for: "the rules of motion")
        let make = model.flatMap { $0.variant(of: [Model.name]) }.flatMap { variant in
            variant.value.section { $0.make(Model.component) }
        }
        let integration = readIntegration(of: type, root)
        let system = WatchedSystem(
            names: Model.names, nodeNames: nil, nodeCount: placement?.count, integration: integration,
            space: box)
        let watching = WatchingReader<Model>(of: system, kinds: Observations.possible).read(root)
        guard let threads, let placement, let box, let make, let integration, let watching else { return nil }
        do {
            let beginning = SwarmBeginning(
                placement, in: box, timeStep: integration.step, streams: try RandomStreams(seed: seed, luck: luck),
                threads: threads)
            return Experiment(
                model: try make(beginning), integrator: SwarmRule(), integration: integration, watching: watching)
        } catch let error as RandomPlacementError {
            root.optional("particles")?.report("\(error)")
        } catch {
            model?.report("\(error)")
        }
        return nil
    }

    private func readIntegration<Model: NamedSwarm>(of type: Model.Type, _ root: Section) -> Integration? {
        guard let value = root.given(ScenarioKeys.integrate),
            let integration = IntegrationReader(
                methods: Self.methods, hasFreeSteps: Model.hasFreeSteps, watchedIn: root
            ).read(value)
        else { return nil }
        guard Model.hasFreeSteps || integration.step == 1 else {
            value.report("a step of '\(Model.name)' is a unit of time", expected: "step: 1")
            return nil
        }
        return integration
    }
}

extension NamedSwarm {
    fileprivate static var name: String { description.name }
}
