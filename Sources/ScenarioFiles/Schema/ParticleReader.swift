import Particles
import SimulationEngine

/// Reads a scenario about particles:
///
///     particles: {file: …}                    a CSV file with the columns mass, x, y, z and name, vx, vy, vz
///     model: {gravity: {constant: …}}         Newtonian gravity
struct ParticleReader {
    let data: DataFiles

    func read(_ root: Section) -> (any RunnableExperiment)? {
        let particles = root.required("particles", for: "the particles").flatMap { readParticles($0) }
        let gravity = root.required("model", for: "the forces between the particles").flatMap { readGravity($0) }
        let integration = root.required("integrate", for: "how the state is moved on, and until when").flatMap {
            IntegrationReader(methods: IntegrationMethod.forSecondOrder, observe: root.optional("observe")).read($0)
        }
        let observe = ObservationReader(
            model: ParticleSystem.self, nodeNames: particles?.map { $0.name }.allOrNone, nodeCount: particles?.count,
            integration: integration)
        root.noteDefault("observe", "[]")
        let observations = observe.read(root.optional("observe"))
        guard let particles, let gravity, let integration, let observations else { return nil }
        do {
            let system = try ParticleSystem(particles, forces: [gravity])
            return Experiment(
                model: system, integrator: try integration.integrator(ofSecondOrder: system),
                integration: integration, observations: observations)
        } catch {
            root.value.report("\(error)")
            return nil
        }
    }

    private func readParticles(_ value: Value) -> [Particle]? {
        value.section { section in
            section.required("file", for: "the CSV file of the particles").flatMap {
                data.read($0, at: "particles.file", Particle.particlesInDifferentPlaces)
            }
        }
    }

    private func readGravity(_ value: Value) -> NewtonianGravity? {
        guard let (_, parameters) = value.variant(of: ["gravity"]) else { return nil }
        return parameters.section { section in
            section.required("constant", for: "the gravitational constant G").flatMap { $0.number() }
                .flatMap { try? NewtonianGravity(constant: $0) }
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
