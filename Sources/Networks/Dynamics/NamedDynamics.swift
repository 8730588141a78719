/// The differential equations on graphs that can be named, besides those of oscillators.
public enum NamedDynamics {
    /// All of them.
    public static let all: [any NetworkDynamics.Type] = [
        Consensus.self, Diffusion.self, FitzHughNagumo.self, HodgkinHuxley.self, Lorenz.self, LotkaVolterra.self,
        MeanFieldSIR.self, MeanFieldSIS.self, MimuraMurray.self, Replicator.self, Rossler.self, WilsonCowan.self,
    ]
}
