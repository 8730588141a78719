import Networks
import Particles

extension Observations {
    /// In this model.
    static var possible: KeyedComponents<Reader> {
        // Once a run: compiled for all models together, since a version for each would be most of the time that a build takes.
        @_semantics("optimize.sil.specialize.generic.never")
        get {
            KeyedComponents(of: Self.self) {
                ofAll + (Model.self is any ParticleModel.Type ? ofParticles : [])
                    + (Model.self is any GraphModel.Type ? ofGraphs : [])
            }
        }
    }

    /// In models of particles.
    static var ofParticles: [Kind] {
        [
            Kind(RadialDistributionKeys.description) { RadialDistributionReader(context: $0).read($1, $2) },
            Kind(StructureFactorKeys.description) { StructureFactorReader(context: $0).read($1, $2) },
            Kind(DiffusionKeys.description) { DiffusionReader(context: $0).read($1, $2) },
        ]
    }

    /// In models on graphs.
    static var ofGraphs: [Kind] {
        [
            Kind(GraphMeasureKeys.description) { GraphMeasureReader(context: $0).read($1, $2) },
            Kind(GraphFileObservation.description) { GraphFileObservationReader(context: $0).read($1, $2) },
            Kind(CauseKeys.causes) { CauseReader(context: $0).causes($1, $2) },
            Kind(CauseKeys.tree) { CauseReader(context: $0).tree($1, $2) },
        ]
    }

    static var all: [Kind] { ofAll + ofParticles + ofGraphs }
}
