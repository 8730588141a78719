/// The words of the field, of papers and of other programs for what scenarios call otherwise, so that a suggestion finds it.
///
/// Names are in lower case with hyphens, as ``Swift/String/nearest(in:)`` compares them; of several meanings the first that is
/// possible where the word stands is suggested.
package enum FieldWords {
    /// The name that is meant by a word, among those that are possible.
    package static func meaning(of word: String, in names: [String]) -> String? {
        meanings[word]?.first(where: names.contains)
    }

    /// How a name's value follows from that of the word of which it is a meaning, where the two are not the same.
    package static func conversion(of word: String, to name: String) -> String? {
        switch (word, name) {
        case ("beta", "temperature"): "1/beta"
        case ("n-steps", "until"), ("nsteps", "until"): "a time: the number of steps times 'step'"
        default: nil
        }
    }

    private static let meanings: [String: [String]] = [
        // Blocks
        "network": ["graph"], "topology": ["graph"], "dynamics": ["model"], "system": ["model", "particles"],
        "atoms": ["particles"], "forces": ["interactions"], "potential": ["interactions"],
        "pair-style": ["interactions"],
        "force-field": ["interactions"], "run": ["integrate"], "integrator": ["integrate", "method"],
        "solver": ["integrate", "method"], "output": ["observe"], "record": ["observe"], "dump": ["observe"],
        "monitor": ["observe"], "perturb": ["intervene"], "events": ["intervene"], "cell": ["box"],
        // Time
        "dt": ["step"], "timestep": ["step"], "time-step": ["step"], "delta-t": ["step"], "h": ["step"],
        "t-end": ["until"], "t-max": ["until"], "tmax": ["until"], "tend": ["until"], "duration": ["until"],
        "end": ["until"], "end-time": ["until"], "n-steps": ["until", "steps"], "nsteps": ["until", "steps"],
        "interval": ["every"], "period": ["every"], "stride": ["every"], "rtol": ["relative", "tolerance"],
        "atol": ["absolute", "tolerance"], "tol": ["tolerance"],
        // Methods
        "verlet": ["leapfrog"], "velocity-verlet": ["leapfrog"], "stormer-verlet": ["leapfrog"],
        "symplectic": ["leapfrog", "yoshida-4"], "nve": ["leapfrog"], "nvt": ["nose-hoover", "langevin"],
        "rattle": ["leapfrog"], "bd": ["brownian"], "ld": ["langevin"], "whfast": ["wisdom-holman"],
        "wh": ["wisdom-holman"],
        "ias15": ["rk8pd"], "euler": ["euler-maruyama", "runge-kutta-4"], "rk45": ["rkf45"],
        "dopri5": ["rkf45", "rk8pd"],
        "dopri8": ["rk8pd"], "dop853": ["rk8pd"], "bdf": ["msbdf"], "adams": ["msadams"], "lsoda": ["msbdf"],
        "gillespie": ["event-driven"], "ssa": ["event-driven"], "kmc": ["event-driven"], "tau-leap": ["tau-leaping"],
        "mcmc": ["metropolis"], "monte-carlo": ["metropolis", "sweeps"], "gibbs": ["heat-bath"],
        "cluster": ["wolff"], "asynchronous": ["sweeps"], "parallel": ["synchronous"],
        // Models
        "cellular-automaton": ["elementary"], "ca": ["elementary"],
        "game-of-life": ["life"], "conway": ["life"], "rbn": ["boolean-network"], "random-walk": ["random-walks"],
        "walkers": ["random-walks"], "lif": ["integrate-and-fire"], "fhn": ["fitzhugh-nagumo"],
        "hh": ["hodgkin-huxley"],
        "pagerank": ["page-rank"], "hk": ["hegselmann-krause"], "bounded-confidence": ["deffuant"],
        "linear-threshold": ["threshold-cascade"], "watts-threshold": ["threshold-cascade"], "heat": ["diffusion"],
        "predator-prey": ["lotka-volterra"], "contact-process": ["sis"], "reactions": ["compartments"],
        // Graphs
        "n": ["nodes", "count"], "size": ["nodes", "count", "sides"], "vertices": ["nodes"],
        "p": ["probability", "rewiring"],
        "m": ["edges-per-node", "edges", "mass"], "er": ["erdos-renyi"], "gnp": ["erdos-renyi"], "gnm": ["erdos-renyi"],
        "ba": ["barabasi-albert"], "scale-free": ["barabasi-albert"], "ws": ["watts-strogatz"],
        "small-world": ["watts-strogatz"], "sbm": ["stochastic-block"], "grid": ["lattice"], "cycle": ["ring"],
        "empty": ["isolated"], "edgelist": ["edge-list"],
        // Interactions
        "lj": ["lennard-jones"], "wca": ["weeks-chandler-andersen"], "electrostatics": ["coulomb"],
        "springs": ["bonds"], "spring": ["harmonic", "stiffness", "bonds"], "rc": ["cutoff"], "r-c": ["cutoff"],
        "r-cut": ["cutoff"], "rcut": ["cutoff"],
        // Parameters
        "beta": ["infection", "inverse-temperature", "temperature"], "gamma": ["recovery", "friction", "damping"],
        "lambda": ["infection"], "mu": ["recovery", "mean"], "k": ["coupling", "neighbours", "degree", "stiffness"],
        "kappa": ["coupling"], "j": ["coupling"], "omega": ["frequency"], "natural-frequency": ["frequency"],
        "theta": ["phase", "threshold"], "alpha": ["phase-lag"], "eta": ["noise"], "sigma": ["noise", "deviation"],
        "std": ["deviation"], "t": ["temperature"], "temp": ["temperature"], "kt": ["temperature"],
        "tau": ["relaxation-time"], "g": ["constant"], "eps": ["epsilon", "softening"], "rho": ["density"],
        "r": ["radius"],
        "q": ["charge"], "a": ["semi-major-axis"], "e": ["eccentricity"], "i": ["inclination"], "i0": ["initial"],
        "seeds": ["initial"],
    ]
}
