import Descriptions
import Networks
import ScenarioFiles

/// The rest of a new scenario besides its component, such that it shows something within seconds.
struct NewScenarioRecipe {
    /// The scenario, in which the component stands at an `@`.
    let template: String

    /// The values of parameters that must be given or make the example a good one, for components that have them.
    let values: [String: String]

    /// What stands behind a '#' where a parameter need not be given, for those of which it follows from the rest what is possible.
    let comments: [String: String]

    /// What such parameters need beside them: lines, in the place of those of the same key where there are some, or a file.
    let companions: [String: [String]]

    private init(
        _ template: String, _ values: [String: String] = [:], comments: [String: String] = [:],
        companions: [String: [String]] = [:]
    ) {
        (self.template, self.values, self.comments, self.companions) = (template, values, comments, companions)
    }

    /// The recipe of a component, or else that of its kind; `nil` if scenarios are not begun with components of the kind.
    init?(for component: ComponentDescription, of kind: ComponentKind) {
        guard let ofKind = Self.ofKind(kind, component) else { return nil }
        self = Self.ofName(component.name) ?? ofKind
    }

    // MARK: Blocks

    private static let energies = """
        observe:
          - quantities: [temperature, potential-energy, total-energy]
            every: 0.05
            name: energy
        """
    private static let leapfrog = "integrate: {method: leapfrog, step: 0.005, until: 5}\n" + energies
    private static let fcc =
        "box: periodic\nparticles:\n  lattice: {fcc: {cells: 5, density: 0.8442}}\n  temperature: 1.44\n"
    private static let smallWorld = "graph:\n  watts-strogatz: {nodes: 100, neighbours: 6, rewiring: 0.2}\n"
    private static let hub = "graph:\n  barabasi-albert: {nodes: 2000, edges-per-node: 3}\n"
    private static let torus = "graph:\n  lattice: {sides: [50, 50], periodic: true}\n"
    private static let cells = "graph:\n  moore-lattice: {sides: [50, 50], periodic: true}\n"
    private static let complete = "graph:\n  complete: {nodes: 300}\n"
    private static let oscillators =
        "model:\n  kuramoto: {coupling: 1, frequency: {normal: {mean: 0, deviation: 0.5}}}\n"
    private static let order = "observe:\n  - quantity: order-parameter\n    every: 0.1\n"
    private static let model = "model:\n  @\n"

    private static func table(_ quantities: String, every: String = "1") -> String {
        "observe:\n  - quantities: [\(quantities)]\n    every: \(every)\n    name: quantities\n"
    }

    private static func steps(_ method: String, until: Int) -> String {
        "integrate: {method: \(method), until: \(until)}\n"
    }

    private static let fluid = Self(
        fcc + "interactions:\n  - @\n" + leapfrog,
        ["energy": "4 * epsilon * (1 / r^12 - 1 / r^6)", "parameters": "{epsilon: 1}"])

    /// A file that the scenario does not come with.
    private static let tables = ["tables": "{gain: {file: gain.csv}}"]
    private static let filesOfTables = ["tables": ["a file gain.csv with lines such as 'x,y', '0,0' and '1,1'"]]

    private static func salt(_ box: String) -> Self {
        Self(
            "box: \(box)\nparticles:\n  lattice: {bcc: {cells: 4, density: 0.8}}\n  charge: [1, -1]\n  temperature: 1\n"
                + "interactions:\n  - weeks-chandler-andersen: {}\n  - coulomb:\n      @\n" + leapfrog)
    }

    private static let field = Self(
        "box: open\nparticles:\n  lattice: {sc: {cells: 4, constant: 1.5}}\n  charge: 1\n  temperature: 1\n"
            + "interactions:\n  - weeks-chandler-andersen: {}\n  - @\n" + leapfrog,
        ["energy": "0.5 * stiffness * (x^2 + y^2)", "parameters": "{stiffness: 1}"])

    private static func chains(_ bonds: String, _ values: [String: String] = [:]) -> Self {
        Self(
            "box: periodic\nparticles:\n  lattice: {sc: {cells: 10, constant: 1.05}}\n  temperature: 1\ninteractions:\n"
                + "  - weeks-chandler-andersen: {}\n\(bonds)\n"
                + "integrate: {method: langevin, temperature: 1, friction: 0.5, step: 0.005, until: 2}\n\(energies)",
            values)
    }

    private static let stars = Self(
        "particles:\n  @\nmodel:\n  gravity: {constant: 1, softening: 0.05}\n"
            + "integrate: {method: leapfrog, step: 0.01, until: 5}\n"
            + table("kinetic-energy, potential-energy, total-energy", every: "0.05"), ["count": "200"])

    /// Opinions, voltages or whatever the first variable is, with its mean and how far nodes are from each other.
    private static func equations(
        _ variable: String, until: Double = 20, every: Double = 0.1, _ values: [String: String],
        comments: [String: String] = [:], companions: [String: [String]] = [:]
    ) -> Self {
        Self(
            smallWorld + model + "integrate: {method: rkf45, tolerance: 1e-6, until: \(until.plain)}\n"
                + """
                observe:
                  - quantity: {mean: \(variable), name: mean}
                    every: \(every.plain)
                  - quantity: {deviation: \(variable), name: deviation}
                    every: \(every.plain)
                  - nodes: [0, 1, 2]
                    every: \(every.plain)
                """, values, comments: comments, companions: companions)
    }

    /// The names of all compartments of an epidemic.
    private static func compartments(of component: ComponentDescription) -> String {
        let epidemic = Epidemics.all.first { $0.description.name == component.name }
        return (epidemic?.compartments ?? []).joined(separator: ", ")
    }

    // MARK: Kinds

    /// The recipe of a component that has none of its own.
    private static func ofKind(_ kind: ComponentKind, _ component: ComponentDescription) -> Self? {
        switch kind {
        case .pairInteractions: fluid
        case .chargeInteractions: salt("periodic")
        case .fields: field
        case .bondLaws:
            chains(
                "  - bonds:\n      chain: {length: 10}\n      @",
                ["length": "1", "energy": "stiffness * (r - rest)^4", "parameters": "{stiffness: 50}"])
        case .angleLaws:
            chains(
                "  - bonds:\n      chain: {length: 10}\n      harmonic: {stiffness: 300}\n  - angles:\n"
                    + "      chain: {length: 10}\n      @",
                ["energy": "stiffness * (1 + cos(theta))", "parameters": "{stiffness: 5}"])
        case .crystals:
            Self(
                "box: periodic\nparticles:\n  lattice:\n    @\n  temperature: 1\n"
                    + "interactions:\n  - lennard-jones: {cutoff: 2.5}\n" + leapfrog, ["cells": "6", "density": "0.8"])
        case .otherParticles: stars
        case .swarms:
            Self(
                "box: {x: {periodic: [0, 10]}, y: {periodic: [0, 10]}}\nparticles:\n  random: {count: 300}\n" + model
                    + "integrate: {method: synchronous, step: 1, until: 300}\n" + table("polarisation"))
        case .graphs:
            Self("graph:\n  @\n\(oscillators)integrate: {method: rkf45, until: 20}\n\(order)")
        case .epidemics:
            Self(
                hub + model + "integrate: {method: event-driven, until: 20}\n"
                    + table(compartments(of: component), every: "0.1"))
        case .updateRules:
            Self(
                torus + model
                    + steps(UpdateRules.isOneByOne(component) ? "sweeps" : "synchronous", until: 100)
                    + "observe: [{nodes: all}]\n")
        case .graphEquations, .spins: equations(component.parameters.last?.name ?? "time", [:])
        case .ownEquations where component == EquationKeys.Map.description:
            Self(
                torus + model + steps("synchronous", until: 100)
                    + "observe: [{quantity: {mean: x, name: mean}, every: 1}]\n",
                [
                    "variables": "{x: {uniform: [0, 1]}}", "parameters": "{growth: 3.9, coupling: 0.1}",
                    "let": "{image: growth * x * (1 - x)}", "edges": "{pull: {mean: from.image}}",
                    "next": "{x: (1 - coupling) * image + coupling * pull}",
                ], comments: tables.merging(["edge-variables": "{efficacy: 0.5 * weight}"]) { $1 },
                companions: filesOfTables)
        case .ownEquations:
            equations(
                "v",
                [
                    "variables": "{v: {uniform: [-1, 1]}, w: 0}", "parameters": "{current: 0.5, strength: 0.1}",
                    "edges": "{pull: strength * (from.v - v)}",
                    "rates": "{v: v - v^3 / 3 - w + current + pull, w: 0.08 * (v + 0.7 - 0.8 * w)}",
                ],
                comments: tables.merging([
                    "let": "{cubic: v - v^3 / 3}", "edge-variables": "{efficacy: 0.5 * weight}", "noise": "{v: 0.1}",
                    "events": "[{when: v > 1.5, set: {w: w + 0.5}}]", "time-unit": "\"1\"",
                ]) { $1 },
                companions: filesOfTables.merging([
                    "noise": ["integrate: {method: euler-maruyama, step: 0.01, until: 20}"]
                ]) { $1 })
        case .methods: IntegrationMethod(named: component.name).map { Self(of: $0) }
        case .orbits, .particles, .boxes, .units, .minimisation, .graphFiles, .ownCompartments, .observations,
            .tableFormats, .graphMeasures, .definedQuantities, .schedules, .crossings, .interventions, .stopConditions,
            .requirements:
            nil
        }
    }

    /// A scenario that the method moves on.
    private init(of method: IntegrationMethod) {
        // Without inertia particles that touch are driven apart at once.
        let length = method.name == "brownian" ? "0.0001" : "0.01"
        let step = method.has(.ownSteps) || method.countsSweeps ? "" : "  step: \(length)\n"
        let integrate =
            "integrate:\n  @\n\(step)  until: \(method.countsSweeps ? 100 : method.name == "brownian" ? 1 : 10)\n"
        let fluid = Self.fcc + "interactions:\n  - lennard-jones: {cutoff: 2.5}\n" + integrate + Self.energies
        // Of the equations that a method serves, the first in the list.
        switch IntegrationMethod.Equations.allCases.first(where: method.equations.contains) {
        case .firstOrder, nil: self = Self(Self.smallWorld + Self.oscillators + integrate + Self.order)
        case .secondOrder: self = Self(fluid)
        case .thermal: self = Self(fluid)
        case .stochastic:
            let noisy = "model:\n  kuramoto: {coupling: 1, frequency: 0, noise: 0.5}\n"
            self = Self(Self.smallWorld + noisy + integrate + Self.order)
        case .planetary: self = Self(Self.planets + integrate + Self.orbits)
        case .jumps, .transitions:
            let model = "model:\n  sir: {infection: 0.3, recovery: 1, initial: {infected: 0.01}}\n"
            self = Self(Self.hub + model + integrate + Self.table("susceptible, infected, recovered", every: "0.1"))
        case .isingSpins:
            let model = "model:\n  ising: {temperature: 2.2}\n"
            self = Self(Self.torus + model + integrate + Self.table("energy, magnetisation"))
        case .pottsSpins:
            let model = "model:\n  potts: {values: 3, temperature: 0.9}\n"
            self = Self(Self.torus + model + integrate + Self.table("energy, magnetisation"))
        case .oneByOne:
            self = Self(Self.torus + "model:\n  voter: {}\n" + integrate + Self.table("greatest-share, active-edges"))
        case .atOnce:
            self = Self(Self.cells + "model:\n  life: {alive: 0.3}\n" + integrate + Self.table("population, density"))
        }
    }

    private static let planets = """
        particles:
          orbits:
            constant: 1
            primary: {name: star, mass: 1}
            bodies:
              - {name: inner, mass: 0.001, semi-major-axis: 1, eccentricity: 0.1}
              - {name: outer, mass: 0.0003, semi-major-axis: 2, eccentricity: 0.05, mean-anomaly: 90}
        model:
          gravity: {constant: 1}

        """
    private static let orbits = """
        observe:
          - quantity: total-energy
            every: 0.1
          - nodes: all
            fields: [position]
            every: 0.1
        """

    // MARK: Components

    private static func ofName(_ name: String) -> Self? {
        switch name {
        case "direct":
            salt("reflecting")
        case "gravity":
            Self(
                "particles:\n  plummer: {count: 200}\ninteractions:\n  - @\n"
                    + "integrate: {method: leapfrog, step: 0.01, until: 5}\n"
                    + table("kinetic-energy, potential-energy, total-energy", every: "0.05"),
                ["softening": "0.05"])
        case "square", "hexagonal":
            flat
        case "random":
            Self(
                "box: {x: {periodic: [0, 10]}, y: {periodic: [0, 10]}, z: {periodic: [0, 10]}}\nparticles:\n  @\n"
                    + "  temperature: 1\ninteractions:\n  - weeks-chandler-andersen: {}\n" + leapfrog,
                ["count": "300", "minimum-distance": "0.95"])
        case "boids":
            Self(
                "box: {x: {periodic: [0, 8]}, y: {periodic: [0, 8]}, z: {periodic: [0, 8]}}\nparticles:\n"
                    + "  random: {count: 300}\n\(model)integrate: {method: synchronous, step: 0.05, until: 30}\n"
                    + table("polarisation", every: "0.5"), ["radius": "1.5", "separation-radius": "0.5"])
        case "kuramoto":
            Self(
                smallWorld + model + "integrate: {method: rkf45, until: 50}\n" + order,
                ["coupling": "0.3", "frequency": "{normal: {mean: 0, deviation: 0.5}}"],
                companions: ["noise": ["integrate: {method: euler-maruyama, step: 0.01, until: 50}"]])
        case "consensus":
            equations("opinion", ["opinion": "{uniform: [0, 1]}"])
        case "diffusion":
            equations("concentration", ["concentration": "{uniform: [0, 1]}"])
        case "fitzhugh-nagumo":
            equations(
                "v", until: 200, every: 0.5, ["current": "0.5", "coupling": "0.05", "v": "{uniform: [-1.5, 1.5]}"])
        case "hodgkin-huxley":
            equations(
                "v", until: 100, ["current": "10", "coupling": "0.05", "v": "{uniform: [-70, -50]}"])
        case "lorenz":
            equations("x", until: 30, every: 0.05, ["coupling": "1", "x": "{uniform: [-5, 5]}"])
        case "rossler":
            equations("x", until: 100, ["coupling": "0.1", "x": "{uniform: [-3, 3]}"])
        case "lotka-volterra":
            equations("population", ["coupling": "-0.1", "population": "{uniform: [0.5, 1.5]}"])
        case "mean-field-sir":
            equations("infected", ["infection": "0.5"])
        case "mean-field-sis":
            equations("infected", ["infection": "0.3"])
        case "mimura-murray":
            equations("u", until: 100, every: 0.5, ["u": "{uniform: [4.9, 5.1]}"])
        case "replicator":
            equations("first", ["first": "{uniform: [0.1, 0.9]}"])
        case "wilson-cowan":
            equations("excitatory", until: 50, ["excitatory": "{uniform: [0, 0.4]}"])
        case "ising":
            Self(
                torus + model + steps("metropolis", until: 500) + table("energy, magnetisation, absolute-magnetisation")
            )
        case "potts":
            Self(
                torus + model + steps("heat-bath", until: 500) + table("energy, magnetisation"))
        case "voter":
            Self(torus + model + steps("sweeps", until: 300) + table("greatest-share, active-edges"))
        case "majority":
            Self(
                torus + model + steps("sweeps", until: 300) + table("greatest-share, active-edges"), ["noise": "0.05"])
        case "sznajd":
            Self(torus + model + steps("sweeps", until: 100) + table("greatest-share, active-edges"))
        case "deffuant":
            Self(
                complete + model + steps("sweeps", until: 100) + table("clusters, major-clusters, variance"))
        case "hegselmann-krause":
            Self(
                complete + model + steps("synchronous", until: 30) + table("clusters, major-clusters, variance"))
        case "schelling":
            Self(
                cells + model + steps("sweeps", until: 100) + table("similarity, unhappy"))
        case "threshold-cascade":
            Self(
                "graph:\n  erdos-renyi: {nodes: 2000, probability: 0.002}\n" + model + steps("synchronous", until: 40)
                    + table("active"), ["active": "10"])
        case "life":
            Self(cells + model + steps("synchronous", until: 200) + table("population, density"))
        case "rule":
            Self(
                torus + model + steps("synchronous", until: 100) + "observe: [{nodes: all}]\n",
                [
                    "next":
                        "\"if(count(neighbours, alive) == born or state == alive and count(neighbours, alive) == 2, alive, "
                        + "dead)\"",
                    "parameters": "{born: 3}",
                ], companions: ["rewire": ["order: random", "integrate: {method: sweeps, until: 100}"]])
        case "elementary":
            Self(
                "graph:\n  ring: {nodes: 200}\n" + model + steps("synchronous", until: 200)
                    + table("population, density") + "  - nodes: all\n    every: 1\n", ["rule": "30", "alive": "[100]"])
        case "boolean-network":
            Self(
                "graph:\n  random-inputs: {nodes: 200, inputs: 2}\n" + model + steps("synchronous", until: 200)
                    + table("population, density"))
        case "random-walks":
            Self(
                smallWorld + model + steps("synchronous", until: 100) + table("coverage"))
        case "page-rank":
            Self(
                "graph:\n  random-inputs: {nodes: 200, inputs: 5}\n" + model + steps("synchronous", until: 50)
                    + table("greatest-rank") + "  - nodes: all\n    when: end\n")
        case "integrate-and-fire":
            Self(
                "graph:\n  random-inputs: {nodes: 200, inputs: 10}\n" + model + steps("synchronous", until: 1000)
                    + table("spikes, mean-voltage"), ["synapse": "0.02"])
        default: nil
        }
    }

    private static let flat = Self(
        "box: periodic\nparticles:\n  lattice:\n    @\n  temperature: 0.5\n"
            + "interactions:\n  - lennard-jones: {cutoff: 2.5}\n" + leapfrog, ["cells": "12", "density": "0.8"])
}
