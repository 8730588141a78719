import Descriptions
import Foundation
import ScenarioTestSupport
import SimulationEngine
import TestSupport
import Testing

@testable import Catalogue
@testable import ScenarioFiles

@Suite("The catalogue of components")
struct ComponentCatalogueTests {
    private static let lattice = "particles: {lattice: {sc: {cells: 10, constant: 1}}, charge: [1, -1]}"
    private static let steps = "integrate: {method: leapfrog, step: 0.001, until: 0.001}"
    private static let edge = "{periodic: [0, 20]}"
    private static let network = "model: {consensus: {}}\nintegrate: {method: rk4, until: 1}"

    /// What else a scenario with a component of a kind says; one of several.
    private static func rests(of kind: ComponentKind) -> [String] {
        switch kind {
        case .pairInteractions, .chargeInteractions, .fields, .bondLaws, .angleLaws:
            ["periodic", "reflecting"].map { "\(lattice)\nbox: \($0)\n\(steps)" }
        case .crystals, .otherParticles:
            ["[0, 0, 1]", "[0, 1]"].flatMap { vector in
                ["", "box: {x: \(edge), y: \(edge), z: \(edge)}\n"].map {
                    "interactions: [{uniform-field: {acceleration: \(vector)}}]\n\($0)\(steps)"
                }
            }
        case .orbits, .particles: ["model: {gravity: {constant: 1}}\n\(steps)"]
        case .boxes: ["particles: {lattice: {square: {cells: 4, constant: 1}}}\ninteractions: []\n\(steps)"]
        case .units, .minimisation:
            ["\(lattice)\ninteractions: [{lennard-jones: {cutoff: 1, sigma: 0.4}}]\n\(steps)"]
        case .graphFiles: [network]
        case .swarms:
            [
                "particles: {random: {count: 20}}\nbox: {x: \(edge), y: \(edge)}\n"
                    + "integrate: {method: synchronous, step: 1, until: 1}"
            ]
        case .graphs: [network]
        case .observations, .tableFormats, .graphMeasures, .definedQuantities,
            .schedules, .crossings, .interventions, .stopConditions, .requirements:
            [
                "graph: {ring: {nodes: 10}}\nmodel: {kuramoto: {coupling: 1, frequency: 1}}\n"
                    + "integrate: {method: rk4, step: 0.1, until: 10}",
                "particles: {lattice: {sc: {cells: 3, constant: 7}}}\nbox: periodic\n"
                    + "interactions: [{lennard-jones: {cutoff: 2.5}}]\n"
                    + "integrate: {method: leapfrog, step: 0.1, until: 10}",
                "graph: {ring: {nodes: 10}}\nmodel: {si: {infection: 1, initial: {infected: 0.1}}}\n"
                    + "integrate: {method: event-driven, until: 10}",
            ]
        case .methods:
            [
                "graph: {ring: {nodes: 10}}\nmodel: {consensus: {}}",
                "graph: {ring: {nodes: 10}}\nmodel: {consensus: {noise: 0.1}}",
                "\(lattice)\ninteractions: [{lennard-jones: {cutoff: 1, sigma: 0.4}}]",
                "particles: {orbits: {constant: 1, primary: {mass: 1}, bodies: [{mass: 1e-3, semi-major-axis: 1}]}}\n"
                    + "model: {gravity: {constant: 1}}",
                "graph: {ring: {nodes: 10}}\nmodel: {si: {infection: 1, initial: {infected: 0.1}}}",
                "graph: {ring: {nodes: 10}}\nmodel: {ising: {temperature: 1}}",
                "graph: {ring: {nodes: 10}}\nmodel: {potts: {values: 3, temperature: 1}}",
                "graph: {ring: {nodes: 10}}\nmodel: {voter: {}}", "graph: {ring: {nodes: 10}}\nmodel: {page-rank: {}}",
            ]
        case .graphEquations, .ownEquations, .epidemics, .ownCompartments, .spins, .updateRules:
            ["rk4", "event-driven", "metropolis", "sweeps", "synchronous"].flatMap { method in
                ["ring: {nodes: 100}", "moore-lattice: {sides: [10, 10]}"].map {
                    "graph: {\($0)}\nintegrate: {method: \(method), until: 1}"
                }
            }
        }
    }

    @Test("has examples that can be run", arguments: ComponentKind.allCases)
    func examples(kind id: ComponentKind) throws {
        let kind = ComponentCatalogue.kind(id)
        let folder = try ScenarioFolder()
        for component in kind.components {
            let example = kind.example(of: component)
            let told = try Self.rests(of: id).map { try folder.problems("\(example)\n\($0)\n") }
            #expect(told.contains(nil), "\(example)\n\(told.compactMap { $0 }.joined(separator: "\n"))")
        }
    }

    @Test("is searched by words in names, sentences, parameters and references")
    func search() {
        #expect(ComponentCatalogue.list(of: ["Onset", "cohesive"]).contains("vicsek"))
        #expect(ComponentCatalogue.list(of: ["lennard"]).split(separator: "\n").count == 3)
        #expect(ComponentCatalogue.list(of: ["unicorn"]) == "")
        #expect(!ComponentCatalogue.isAnything(about: [""]) && !ComponentCatalogue.isAnything(about: ["-", " "]))
        for (words, name) in [
            ("velocity verlet", "leapfrog"), ("erdos renyi", "erdos-renyi"), ("watts strogatz", "watts-strogatz"),
            ("Gillespie", "event-driven"), ("henon", "plummer"), ("Störmer-Verlet", "leapfrog"),
        ] {
            #expect(ComponentCatalogue.list(of: [words]).contains("  \(name) "), "\(words)")
        }
        #expect(ComponentCatalogue.list(of: []).split(separator: "\n").count > ComponentCatalogue.names.count)
    }

    @Test("describes what a name or an abbreviation of the field means, whatever its case")
    func abbreviations() throws {
        for (words, name) in [
            ("Lennard-Jones", "lennard-jones"), ("lennard jones", "lennard-jones"), ("LJ", "lennard-jones"),
            ("WCA", "weeks-chandler-andersen"), ("MSD", "displacement"), ("rdf", "radial-distribution"),
            ("BA", "barabasi-albert"), ("ER", "erdos-renyi"), ("WS", "watts-strogatz"), ("SIR", "sir"),
            ("SSA", "event-driven"), ("FIRE", "minimise"), ("HH", "hodgkin-huxley"),
        ] {
            #expect(try ComponentCatalogue.text(of: words).hasPrefix("\(name) ("), "\(words)")
        }
        #expect(try ComponentCatalogue.text(of: "bounded confidence").hasPrefix("Several are about"))
    }

    @Test("describes all that there is, and suggests names")
    func descriptions() throws {
        for name in ComponentCatalogue.names {
            let text = try ComponentCatalogue.text(of: name)
            #expect(text.contains("Example:"))
        }
        let method = try ComponentCatalogue.text(of: "rk8pd")
        #expect(method.contains("of order 8 with errors estimated by one of order 7"))
        #expect(method.contains("References:\n  P. J. Prince") && method.contains("DOI 10.1016/0771-050X(81)90010-3"))
        #expect(try ComponentCatalogue.text(of: "harmonic").contains("(laws of angles)"))
        #expect(try ComponentCatalogue.text(of: "velocity verlet").hasPrefix("leapfrog (methods of integration)"))
        let gillespie = try ComponentCatalogue.text(of: "gillespie")
        #expect(gillespie.hasPrefix("Several are about 'gillespie':\n\nmethods of integration\n  event-driven "))
        let error = #expect(throws: UnknownComponent.self) { try ComponentCatalogue.text(of: "morze") }
        #expect(error?.description == "There is no component 'morze'; did you mean 'morse'?")
    }

    @Test("tells of the functions of formulas, each of which it knows")
    func functions() throws {
        for name in ["norm", "dot", "cross", "distance"] {
            let text = try ComponentCatalogue.text(of: name)
            #expect(text.contains("\(name)(a") && text.contains("functions of formulas"), "\(text)")
        }
        let vectors = try ComponentCatalogue.text(of: "vectors")
        #expect(vectors.contains("\nfunctions of formulas\n") && vectors.contains("  cross(a, b)"), "\(vectors)")
        #expect(try ComponentCatalogue.text(of: "count").contains("count(neighbours, S)"))
        let error = #expect(throws: UnknownComponent.self) { try ComponentCatalogue.text(of: "distanc3") }
        #expect(error?.description.contains("did you mean 'distance'?") == true)
        let unknown = #expect(throws: ExpressionError.self) { try FieldExpression("nothing(1)", fields: []) }
        guard case .unknownFunction(_, let known) = unknown?.problem else {
            Issue.record("\(String(describing: unknown))")
            return
        }
        #expect(Set(FormulaFunction.all.map(\.name)) == Set(known + ["delayed", "count"]))
    }

    @Test("tells of the functions that the manual names, and the manual of all of them")
    func functionsOfManual() throws {
        let path = packageFolder + "/Sources/ScenarioFiles/ScenarioFiles.docc/ScenarioFormat.md"
        let manual = try String(contentsOfFile: path, encoding: .utf8)
        let sentence = manual.components(separatedBy: "parentheses, and the functions\n").last?
            .components(separatedBy: "Lists are vectors").first
        let words = try #require(sentence).split(separator: "`", omittingEmptySubsequences: false)
        let listed = words.indices.filter { $0 % 2 == 1 }.map { words[$0].prefix { $0 != "(" } }
        let called = FormulaFunction.all.map(\.name).filter { manual.contains("`\($0)(") }
        #expect(Set(listed.map(String.init)).union(called) == Set(FormulaFunction.all.map(\.name)))
        #expect(Set(listed).count == listed.count && listed.count > 20)
    }

    @Test("is found by names without accents, whatever letters references have")
    func letters() {
        for component in ComponentCatalogue.kinds.flatMap(\.components) {
            for reference in component.references {
                let others = reference.words.searched.filter { !$0.isASCII && $0.isLetter }
                #expect(others.isEmpty, "\(reference.words)")
            }
        }
    }

    @Test("is what the documentation shows")
    func documentation() throws {
        let path = packageFolder + "/Sources/ScenarioFiles/ScenarioFiles.docc/Components.md"
        let written = try String(contentsOfFile: path, encoding: .utf8)
        #expect(
            written == ComponentCatalogue.markdown + "\n",
            "Components.md is stale: write it by 'observatory models --markdown'")
    }
}
