import TestSupport

/// A model and a method, drawn at random, as the top of a scenario.
struct RandomSystem {
    /// What the method knows of the trajectory between two moments.
    enum Kind: CaseIterable {
        case adaptive, fixed, noisy, jumps, sweeps
    }

    let kind: Kind

    /// All of the scenario but `integrate` and how it is watched.
    let subject: String
    let method: String
    let until: Double

    /// The lengths of steps that must not matter, the finest one first; there is one where the method has no other.
    let steps: [Double]

    /// A length of time of which all steps are parts.
    let unit: Double
    let fields: [String]
    let quantities: [String]

    /// Whether fields and quantities are whole numbers.
    var fieldIsInteger = false
    var quantityIsInteger = false

    /// Changes of which interventions may make one.
    let actions: [String]

    /// Whether what is done by a rule is done once only; `nil` where that is drawn.
    var actsOnce: Bool?

    func integrate(step: Double?) -> String {
        "integrate: {method: \(method)\(step.map { ", step: \($0.decimal)" } ?? ""), until: \(until.decimal)}"
    }
}

extension RandomSystem {
    /// Two of the few cases of the test suite: of the method that takes longest, and of a method that begins anew at each of many
    /// moments. Both take a minute where they last as long as others.
    static let caseOfBsimp: UInt64 = 11
    static let caseOfRepeatedActions: UInt64 = 12

    private static let isOfSuite = DifferentialTests.isOfSuite
    private static let adaptiveMethods =
        ["rkf45", "rkck", "rk8pd", "rk4", "rk2", "msadams"] + (isOfSuite ? [] : ["bsimp"])

    /// The part of its time that a case lasts.
    private static let part = isOfSuite ? 0.4 : 1
    private static let shortPart = 0.1

    /// Draws a system; the number of the case says of which kind.
    init(number: UInt64, _ random: inout SeededGenerator) {
        switch number % 10 {
        case 1 where Self.isOfSuite && number == Self.caseOfBsimp:
            self = Self.equations("bsimp", .adaptive, lasting: Self.shortPart, &random)
        case 2 where Self.isOfSuite && number == Self.caseOfRepeatedActions:
            self = Self.equations(random.pick(Self.adaptiveMethods), .adaptive, lasting: Self.shortPart, &random)
            actsOnce = false
        case 0, 1, 2: self = Self.equations(random.pick(Self.adaptiveMethods), .adaptive, &random)
        case 3: self = Self.equations("runge-kutta-4", .fixed, &random)
        case 4: self = Self.equations(random.pick(["euler-maruyama", "heun", "milstein"]), .noisy, &random)
        case 5: self = Self.epidemic("event-driven", &random)
        case 6: self = Self.epidemic(random.pick(["tau-leaping", "event-driven"]), &random)
        case 7: self = Self.sweeps(&random)
        case 8: self = Self.particles(random.pick(["rkf45", "rk8pd"]), .adaptive, &random)
        default:
            let method = random.pick(["leapfrog", "yoshida-4", "runge-kutta-4", "nose-hoover", "berendsen", "langevin"])
            self = Self.particles(method, method == "langevin" ? .noisy : .fixed, &random)
        }
    }

    // MARK: Differential equations on graphs

    private static func equations(
        _ method: String, _ kind: Kind, lasting part: Double = part, _ random: inout SeededGenerator
    ) -> RandomSystem {
        let models: [(model: String, fields: [String], until: Double)] = [
            ("fitzhugh-nagumo: {current: 0.5, coupling: 0.1, v: {uniform: [-2, 2]}NOISE}", ["v", "w"], 100),
            ("lorenz: {x: {uniform: [1, 5]}, coupling: 0.1NOISE}", ["x", "y", "z"], 5),
            ("rossler: {x: {uniform: [1, 5]}, coupling: 0.01NOISE}", ["x", "y"], 20),
            ("kuramoto: {coupling: 0.3, frequency: {normal: {mean: 0, deviation: 1}}NOISE}", ["phase"], 10),
            ("hodgkin-huxley: {current: 10, v: {uniform: [-70, -60]}NOISE}", ["v", "n"], 40),
        ]
        let isStiff = method == "rk2" || method == "bsimp"
        let chosen = models[random.below(isStiff ? 4 : models.count)]
        let isKuramoto = chosen.fields == ["phase"]
        let noise = kind != .noisy ? "" : isKuramoto ? ", noise: 0.2" : ", noise: 0.1"
        let field = chosen.fields[0]
        let tolerance = kind == .adaptive ? ", tolerance: \(method == "rk2" ? "1e-5" : "1e-8")" : ""
        let graphs = ["ring: {nodes: 4}", "isolated: {nodes: 3}", "complete: {nodes: 3}", "path: {nodes: 2}"]
        let graph = random.pick(graphs)
        let until = chosen.until * part
        let (unit, fine) = (until / 20, chosen.until / 2000)
        return RandomSystem(
            kind: kind,
            subject: "graph: {\(graph)}\nmodel: {\(chosen.model.replacing("NOISE", with: noise))}",
            method: method + tolerance, until: until,
            steps: kind == .adaptive ? [fine, unit / 10, unit / 4, unit / 2, unit] : [fine], unit: unit,
            fields: chosen.fields,
            quantities: isKuramoto
                ? ["order-parameter"] : ["{mean: \(field)}", "{maximum: \(field)}", "{variance: \(field)}"],
            actions: ["kick: {nodes: [0], \(field): 0.3}", "set: {nodes: [1], \(field): 0.5}"],
            actsOnce: kind == .adaptive && isOfSuite ? true : nil)
    }

    // MARK: Jumps

    private static func epidemic(_ method: String, _ random: inout SeededGenerator) -> RandomSystem {
        let model = random.pick([
            "sir: {infection: 0.8, recovery: 1, initial: {infected: {count: 5}}}",
            "sis: {infection: 0.6, recovery: 1, initial: {infected: {count: 5}}}",
            "sirs: {infection: 0.8, recovery: 1, waning: 0.5, initial: {infected: {count: 5}}}",
            "seir: {infection: 1, onset: 1, recovery: 1, initial: {infected: {count: 5}}}",
        ])
        let graph = random.pick([
            "watts-strogatz: {nodes: 60, neighbours: 4, rewiring: 0.1}", "erdos-renyi: {nodes: 60, edges: 150}",
        ])
        return RandomSystem(
            kind: .jumps, subject: "graph: {\(graph)}\nmodel: {\(model)}",
            method: method + (method == "tau-leaping" ? ", leap: 0.02" : ""), until: 10,
            steps: [0.02, 0.1, 0.25, 0.5], unit: 0.5, fields: ["compartment"], quantities: ["infected", "susceptible"],
            fieldIsInteger: true, quantityIsInteger: true,
            actions: ["parameter: {infection: 0.1}", "set: {nodes: [7, 11], compartment: infected}"])
    }

    private static func sweeps(_ random: inout SeededGenerator) -> RandomSystem {
        let torus = "lattice: {sides: [6, 6], periodic: true}"
        let spins = random.pick(["metropolis", "glauber", "wolff"])
        let models: [(String, String, String, [String], [String])] = [
            ("ising: {temperature: 2.3}", torus, spins, ["magnetisation", "energy"], ["parameter: {temperature: 4}"]),
            (
                "voter: {opinions: 2, noise: 0.01}", torus, "sweeps", ["mean-state", "greatest-share"],
                ["parameter: {noise: 0.2}"]
            ),
            ("majority: {noise: 0.1}", torus, "sweeps", ["mean-state"], ["parameter: {noise: 0.3}"]),
            (
                "elementary: {rule: 110, alive: 0.5}", "ring: {nodes: 40}", "synchronous", ["population"],
                ["set: {nodes: [3], state: 1}"]
            ),
            ("random-walks: {walkers: 8}", torus, "synchronous", ["coverage"], ["parameter: {laziness: 0.5}"]),
        ]
        let (model, graph, method, quantities, actions) = random.pick(models)
        let field = model.hasPrefix("ising") ? "spin" : model.hasPrefix("random") ? "vertex" : "state"
        return RandomSystem(
            kind: .sweeps, subject: "graph: {\(graph)}\nmodel: {\(model)}", method: method, until: 200,
            steps: [1, 2, 5, 10], unit: 10, fields: [field], quantities: quantities, fieldIsInteger: true,
            actions: actions)
    }

    // MARK: Particles

    private static func particles(_ method: String, _ kind: Kind, _ random: inout SeededGenerator) -> RandomSystem {
        let thermostats = [
            "nose-hoover": ", temperature: 1, relaxation-time: 1", "berendsen": ", temperature: 1, relaxation-time: 1",
            "langevin": ", temperature: 1, friction: 0.5",
        ]
        let (unit, fine) = (0.5 * part, 0.005)
        return RandomSystem(
            kind: kind,
            subject: """
                box: open
                particles: {lattice: {square: {cells: 2, constant: 1.3}}, temperature: 1}
                interactions: [{weeks-chandler-andersen: {}}, {harmonic-trap: {stiffness: 2, centre: [0.6, 0.6]}}]
                """,
            method: method + (kind == .adaptive ? ", tolerance: 1e-9" : thermostats[method] ?? ""), until: 20 * unit,
            steps: kind == .adaptive ? [fine, unit / 10, unit / 4, unit] : [fine], unit: unit,
            fields: ["x", "vy"], quantities: ["kinetic-energy", "{mean: x}"],
            actions: ["kick: {nodes: [0], vx: 0.3}", "set: {nodes: [1], vy: 0.5}"],
            actsOnce: kind == .adaptive && isOfSuite ? true : nil)
    }
}

// MARK: - Drawing and writing

extension SeededGenerator {
    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
    mutating func uniform(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &self) }
}

extension Double {
    /// The number with six decimals at most, as it is read back.
    var decimal: String {
        let rounded = (self * 1e6).rounded() / 1e6
        return rounded == rounded.rounded() && magnitude < 1e9 ? "\(Int(rounded))" : "\(rounded)"
    }
}
