/// The words of the field, of papers and of other programs for what scenarios call otherwise, so that a suggestion finds it.
///
/// Names are in lower case with hyphens, as ``Swift/String/nearest(in:)`` compares them; of several meanings the first that is
/// possible where the word stands is suggested.
package enum FieldWords {
    /// The name that is meant by a word, among those that are possible.
    package static func meaning(of word: String, in names: [String]) -> String? {
        for line in meanings.split(separator: "\n") {
            let sides = line.split(separator: "=").map { $0.split(separator: " ").map(String.init) }
            if sides[0].contains(word) { return sides[1].first(where: names.contains) }
        }
        return nil
    }

    /// How a name's value follows from that of the word of which it is a meaning, where the two are not the same.
    package static func conversion(of word: String, to name: String) -> String? {
        switch (word, name) {
        case ("beta", "temperature"): "1/beta"
        case ("n-steps", "until"), ("nsteps", "until"): "a time: the number of steps times 'step'"
        default: nil
        }
    }

    /// The words, and after an equals sign their meanings. This is a text since a dictionary of literals takes a second to compile.
    private static let meanings = """
        network topology = graph
        dynamics = model
        system = model particles
        atoms = particles
        forces potential pair-style force-field = interactions
        run = integrate
        integrator solver = integrate method
        output record dump monitor = observe
        perturb events = intervene
        cell = box
        dt timestep time-step delta-t h = step
        t-end t-max tmax tend duration end end-time = until
        n-steps nsteps = until steps
        interval period stride = every
        rtol = relative tolerance
        atol = absolute tolerance
        tol = tolerance
        verlet velocity-verlet stormer-verlet nve rattle = leapfrog
        symplectic = leapfrog yoshida-4
        nvt = nose-hoover langevin
        bd = brownian
        ld = langevin
        whfast wh = wisdom-holman
        ias15 dopri8 dop853 = rk8pd
        euler = euler-maruyama runge-kutta-4
        rk45 = rkf45
        dopri5 = rkf45 rk8pd
        bdf lsoda = msbdf
        adams = msadams
        gillespie ssa kmc = event-driven
        tau-leap = tau-leaping
        mcmc = metropolis
        monte-carlo = metropolis sweeps
        gibbs = heat-bath
        cluster = wolff
        asynchronous = sweeps
        parallel = synchronous
        cellular-automaton ca = elementary
        game-of-life conway = life
        rbn = boolean-network
        random-walk walkers = random-walks
        lif = integrate-and-fire
        fhn = fitzhugh-nagumo
        hh = hodgkin-huxley
        pagerank = page-rank
        hk = hegselmann-krause
        bounded-confidence = deffuant
        linear-threshold watts-threshold = threshold-cascade
        heat = diffusion
        predator-prey = lotka-volterra
        contact-process = sis
        reactions = compartments
        n = nodes count
        size = nodes count sides
        vertices = nodes
        p = probability rewiring
        m = edges-per-node edges mass
        er gnp gnm = erdos-renyi
        ba scale-free = barabasi-albert
        ws small-world = watts-strogatz
        sbm = stochastic-block
        grid = lattice
        cycle = ring
        empty = isolated
        edgelist = edge-list
        lj = lennard-jones
        wca = weeks-chandler-andersen
        electrostatics = coulomb
        springs = bonds
        spring = harmonic stiffness bonds
        rc r-c r-cut rcut = cutoff
        beta = infection inverse-temperature temperature
        gamma = recovery friction damping
        lambda = infection
        mu = recovery mean
        k = coupling neighbours degree stiffness
        kappa j = coupling
        omega natural-frequency = frequency
        theta = phase threshold
        alpha = phase-lag
        eta = noise
        sigma = noise deviation
        std = deviation
        t temp kt = temperature
        tau = relaxation-time
        g = constant
        eps = epsilon softening
        rho = density
        r = radius
        q = charge
        a = semi-major-axis
        e = eccentricity
        i = inclination
        i0 seeds = initial
        """
}
