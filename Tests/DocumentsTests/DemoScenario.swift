import EngineTestSupport

@testable import Documents

/// A small schema in the manner of the real one.
struct DemoScenario: Equatable {
    var name: String
    var seed: UInt64
    var integrate: Integrate
    var mass: Distribution
    var watch: [Int]

    struct Integrate: Equatable {
        var method: Method
        var tolerance: Double
        var step: Double
        var until: Double
    }

    enum Method: String, CaseIterable {
        case leapfrog
        case rungeKutta4 = "runge-kutta-4"
        case rk8pd
    }

    enum Distribution: Equatable {
        case constant(Double)
        case normal(mean: Double, deviation: Double)
        case uniform([Double])
    }
}

extension DemoScenario {
    static let text = """
        # A comment
        name: "Outer solar system"
        seed: 42
        integrate: {method: rk8pd, tolerance: 1e-12, step: 100, until: 365250}
        mass:
          normal:
            mean: 0
            deviation: 1.5
        watch: [0, 17, 4711]
        """

    static func read(_ root: Section) -> DemoScenario? {
        let name = root.required("name", for: "the title of the results")?.string()
        let seed = root.optional("seed")?.unsignedInteger() ?? 0
        let integrate = root.required("integrate", for: "how time advances")?.section(Integrate.read)
        let mass = root.optional("mass").map(Distribution.read) ?? .constant(1)
        let watch = root.optional("watch")?.list(orLone: true, of: "nodes") { $0.integer(.nonNegative) } ?? []
        guard let name, let integrate, let mass else { return nil }
        return DemoScenario(name: name, seed: seed, integrate: integrate, mass: mass, watch: watch)
    }
}

extension DemoScenario.Integrate {
    static func read(_ section: Section) -> DemoScenario.Integrate? {
        let method = section.optional("method").map { $0.choice(of: DemoScenario.Method.self) } ?? .leapfrog
        let tolerance = section.optional("tolerance")?.number(.positive) ?? 1e-9
        let step = section.required("step", for: "the length of a step")?.number(.positive)
        let end = section.required("until", for: "the end of the run")
        let until = end?.number(.positive)
        if let step, let until, until < step { end?.report("'until' lies before the end of the first step") }
        guard let method, let step, let until else { return nil }
        return DemoScenario.Integrate(method: method, tolerance: tolerance, step: step, until: until)
    }
}

extension DemoScenario.Distribution {
    static func read(_ value: Value) -> DemoScenario.Distribution? {
        switch value.form {
        case .scalar: return value.number().map { .constant($0) }
        case .mapping:
            guard let (name, value) = value.variant(of: ["normal", "uniform"]) else { return nil }
            return name == "normal" ? value.section(normal) : uniform(value)
        case .nothing, .list:
            value.refuse(expected: "a number or a distribution")
            return nil
        }
    }

    private static func normal(_ section: Section) -> DemoScenario.Distribution? {
        let mean = section.required("mean", for: "the centre")?.number()
        let deviation = section.required("deviation", for: "the standard deviation")?.number(.nonNegative)
        guard let mean, let deviation else { return nil }
        return .normal(mean: mean, deviation: deviation)
    }

    private static func uniform(_ value: Value) -> DemoScenario.Distribution? {
        value.list(.exactly(2), of: "numbers") { $0.number() }.map { .uniform($0) }
    }
}
