import Foundation
import Networks
import ScenarioTestSupport
import Testing

@testable import ScenarioFiles

/// Models that are read by the names of their variables and parameters.
@Suite struct DynamicsReaderTests {
    private func text(_ model: String, method: String = "runge-kutta-4", observe: String = "") -> String {
        """
        graph: {ring: {nodes: 3}}
        model: {\(model)}
        integrate: {method: \(method), step: 0.25, until: 1}
        observe: [\(observe)]

        """
    }

    @Test(
        "a parameter that the model cannot have ends the run also where an intervention sets it at a time that nobody knows before",
        arguments: [
            ("diffusion: {}", "diffusivity: -2 * time", "diffusivity is -1"),
            ("kuramoto: {coupling: 1, inertia: 2, frequency: 1, phase: 0}", "inertia: 0 * time", "inertia"),
            ("kuramoto: {coupling: 1, inertia: 2, frequency: 1, phase: 0}", "damping: -time", "damping"),
        ])
    func impossibleParameters(model: String, parameter: String, message: String) throws {
        let folder = try ScenarioFolder()
        let scenario = text(model) + "intervene: [{when: {if: time >= 0.5}, parameter: {\(parameter)}}]\n"
        let error = try #require(throws: NetworkModelError.self) { try folder.run(scenario) }
        #expect(error.description.contains(message), "\(error)")
    }

    @Test("each model is read and runs with its defaults", arguments: DynamicsReader.names)
    func defaults(_ name: String) throws {
        let folder = try ScenarioFolder()
        let results = try folder.run(text("\(name): {}", observe: "{nodes: all}"))
        #expect(try results.column(2, of: "nodes.csv").allSatisfy { Double($0)?.isFinite == true })
        // What is written out gives the same again.
        #expect(try results.text("scenario.yml").contains("threads: 1"))
    }

    @Test("parameters and initial values are numbers for each node")
    func numbers() throws {
        let folder = try ScenarioFolder()
        let results = try folder.run(
            text(
                "lotka-volterra: {growth: [1, 2, 3], self-limitation: 0, population: [1, 1, 2]}",
                observe: "{nodes: all, when: end}"))
        let values = try results.column(2, of: "nodes.csv").compactMap(Double.init)
        for (value, expected) in zip(values, [M_E, exp(2), 2 * exp(3)]) { #expect(abs(value / expected - 1) < 6e-3) }
    }

    @Test(
        "what is wrong is told",
        arguments: [
            ("diffusion: {diffusion: 1}", "unknown key 'diffusion' in 'diffusion'"),
            ("diffusion: {diffusivity: much}", "'diffusivity' must be a number, not the text 'much'"),
            ("diffusion: {diffusivity: -1}", "'diffusivity' must be 0 or greater"),
            ("diffusion: {concentration: [1, 2]}", "'concentration' must have 3 items, not 2"),
            ("mean-field-sis: {infected: 2}", "'infected' must be between 0 and 1"),
            ("diffusion: {noise: -1}", "'noise' must be 0 or greater"),
            ("diffusion: {noise: {v: {additive: 1}}}", "unknown key 'v' in 'noise'"),
            ("fitzhugh-nagumo: {noise: {v: {additive: -1}}}", "'additive' must be 0 or greater"),
        ])
    func refusal(_ model: String, _ message: String) throws {
        let method = model.contains("noise") ? "heun" : "runge-kutta-4"
        let problems = try #require(try ScenarioFolder().problems(text(model, method: method)))
        #expect(problems.contains("error: \(message)\n"), "\(problems)")
    }

    @Test("noise needs a method for it, and these need noise")
    func methods() throws {
        let folder = try ScenarioFolder()
        for method in ["euler-maruyama", "heun", "milstein"] {
            #expect(try folder.problems(text("diffusion: {noise: 0.1}", method: method)) == nil)
            #expect(try folder.problems(text("diffusion: {}", method: method)) != nil)
        }
        #expect(try folder.problems(text("diffusion: {noise: 0.1}")) != nil)
    }

    @Test("noise acts on the variables that it is given, and threads change no byte")
    func noise() throws {
        let folder = try ScenarioFolder()
        let scenario = text(
            "fitzhugh-nagumo: {epsilon: 0, noise: {v: {additive: 0.1, multiplicative: 0.2}}}", method: "milstein",
            observe: "{nodes: all, when: end}")
        let results = try folder.run(scenario)
        let (v, w) = (try results.column(2, of: "nodes.csv"), try results.column(3, of: "nodes.csv"))
        #expect(Set(v).count == 3)
        #expect(Set(w).count == 1)
        let threads = try folder.run(scenario + "threads: 3\n", to: "threads")
        #expect(try threads.text("nodes.csv") == results.text("nodes.csv"))
    }
}
