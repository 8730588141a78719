import Particles
import SimulationEngine

extension WatchedRun {
    /// A sample of particles that must be the same all the time: when some have come or gone, the run ends with an error.
    func samplingSameParticles(of model: any ParticleModel, _ sample: @escaping () -> Void) -> () -> Void {
        let count = model.nodeCount
        return { [unowned simulation] in
            do throws(StructureError) {
                try StructureError.check(model, hasParticles: count)
                sample()
            } catch {
                simulation.fail(with: error)
            }
        }
    }
}
