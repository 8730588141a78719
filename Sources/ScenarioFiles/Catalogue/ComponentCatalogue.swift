import Descriptions
import Networks
import Particles
import Recording

/// All components that scenarios can name, by their kinds.
package enum ComponentCatalogue {
    /// How a component is written.
    package enum Form: Sendable {
        /// As a mapping with one key, its name, and a mapping of its parameters behind that.
        case key

        /// As a mapping of its parameters, and of `method`, which is its name.
        case method

        /// As a mapping of its parameters.
        case mapping

        /// As its name alone, or with a key where it has parameters.
        case nameOrKey
    }

    /// Components that stand in the same place of a scenario.
    package struct Kind: Sendable {
        /// What they are.
        package let name: String

        /// The components.
        package let components: [ComponentDescription]

        /// The lines of a scenario up to where a component stands.
        let place: String

        /// How a component is written.
        package let form: Form

        fileprivate init(
            _ name: String, in place: String, as form: Form = .key, _ components: [ComponentDescription]
        ) {
            (self.name, self.components) = (name, components)
            (self.place, self.form) = (place, form)
        }
    }

    /// All kinds.
    package static let kinds = [
        Kind("interactions of pairs", in: "interactions:\n  - ", Interactions.ofPairs.map(\.description)),
        Kind(
            "Coulomb's law", in: "interactions:\n  - coulomb: ", as: .method, Interactions.ofCharges.map(\.description)
        ),
        Kind("gravity and fields", in: "interactions:\n  - ", Interactions.others.map(\.description)),
        Kind(
            "laws along bonds", in: "interactions:\n  - bonds:\n      chain: {length: 10}\n      ",
            Interactions.alongBonds.map(\.description)),
        Kind(
            "laws of angles", in: "interactions:\n  - angles:\n      chain: {length: 10}\n      ",
            Interactions.ofAngles.map(\.description)),
        Kind("crystals", in: "particles:\n  lattice:\n    ", Lattice.all.map(\.description)),
        Kind(
            "other particles", in: "particles:\n  ",
            [RandomPlacement.component.description] + Stars.all.map(\.description)),
        Kind("bodies on orbits", in: "particles:\n  ", [OrbitKeys.description]),
        Kind("particles", in: "particles: ", as: .mapping, [ParticleKeys.description]),
        Kind("boxes", in: "box: ", as: .mapping, [BoxKeys.description]),
        Kind("units", in: "units: ", as: .mapping, [UnitKeys.description]),
        Kind("minimisation", in: "minimise: ", as: .mapping, [MinimizationKeys.description]),
        Kind("swarms", in: "model:\n  ", Swarms.all.map { $0.description }),
        Kind("graphs", in: "graph:\n  ", GraphGenerators.all.map(\.description)),
        Kind("graphs from files", in: "graph:\n  ", [EdgeListKeys.description]),
        Kind(
            "differential equations on graphs", in: "model:\n  ",
            [KuramotoDraft.component.description] + NamedDynamics.all.map { $0.description }),
        Kind("epidemics", in: "model:\n  ", Epidemics.all.map { $0.description }),
        Kind("compartment models of one's own", in: "model:\n  ", [CompartmentKeys.description]),
        Kind("spins", in: "model:\n  ", [IsingModel.component.description, PottsModel.component.description]),
        Kind(
            "models with update rules", in: "model:\n  ",
            UpdateRules.oneByOne.map { $0.description } + UpdateRules.atOnce.map { $0.description }
        ),
        Kind(
            "methods of integration", in: "integrate: ", as: .method,
            IntegrationMethod.all.map(\.component.description)),
        Kind("observations", in: "observe:\n  - ", as: .mapping, Observations<KuramotoModel>.all.map(\.description)),
        Kind(
            "formats of tables", in: "observe:\n  - nodes: all\n    format: ", as: .nameOrKey,
            TableFormat.all.map { ComponentDescription(name: $0.name, summary: $0.summary, parameters: []) }),
        Kind(
            "measures of graphs", in: "observe:\n  - graph:\n    - ", as: .nameOrKey,
            GraphMeasure.allCases.map(\.description)),
        Kind(
            "quantities that are defined", in: "observe:\n  - quantity: ", as: .mapping,
            Reductions<KuramotoModel>.all.map(\.description)),
        Kind("times and conditions", in: "stop:\n  - when: ", as: .mapping, [ScheduleKeys.Times.description]),
        Kind("levels that are watched", in: "stop:\n  - crossing: ", as: .mapping, [CrossingKeys.description]),
        Kind(
            "interventions", in: "intervene:\n  - ", as: .mapping, Interventions<KuramotoModel>.all.map(\.description)),
        Kind("reasons to stop", in: "stop:\n  - ", as: .mapping, StopConditions<KuramotoModel>.all.map(\.description)),
        Kind(
            "requirements", in: "require:\n  - ", as: .mapping,
            [RequirementKeys.ofField, RequirementKeys.ofQuantity]),
    ]

    /// The kind of a name, if there is one.
    static func kind(_ name: String) -> Kind? { kinds.first { $0.name == name } }

    /// The names of all components, each once.
    package static var names: [String] {
        var known: Set<String> = []
        return kinds.flatMap(\.components).map(\.name).filter { known.insert($0).inserted }
    }
}

// MARK: - Examples

extension ComponentCatalogue.Kind {
    /// The lines of a scenario with a component and the parameters that it must have.
    func example(of component: ComponentDescription) -> String {
        var members = component.parameters.filter(\.isInExamples).map(\.example)
        if name == "times and conditions" { members.append("every: 1") }
        if name == "epidemics" { members.append("initial: {infected: 0.01}") }
        if name == "methods of integration" { members.append("step: 1, until: 10") }
        return place + written(component, with: members)
    }

    /// A component with the parameters that it must have.
    fileprivate func written(_ component: ComponentDescription, with members: [String]? = nil) -> String {
        let members = members ?? component.parameters.filter(\.isInExamples).map(\.example)
        let mapping = { (members: [String]) in "{\(members.joined(separator: ", "))}" }
        return switch form {
        case .nameOrKey where members.isEmpty: component.name
        case .key, .nameOrKey: "\(component.name): \(mapping(members))"
        case .mapping: mapping(members)
        case .method: mapping(["method: \(component.name)"] + members)
        }
    }
}

extension ParameterDescription {
    /// Values for which the simplest ones make no good example.
    private static let samples = [
        "lags": "[1, 2]", "range": "[0, 1], bins: 10", "within": "[-100, 100]", "to": "1",
    ]

    /// Whether it must be given, if only in place of others.
    fileprivate var isInExamples: Bool {
        switch necessity {
        case .required, .open: true
        case .oneOf(let names): names.first == name
        default: false
        }
    }

    /// The key with a value, as scenarios write it.
    fileprivate var example: String {
        if necessity == .open { return "\(name == "field" ? "phase" : "coupling"): \(kind.sample)" }
        return "\(name): \(exampleContent?.words ?? Self.samples[name] ?? kind.sample)"
    }
}

extension [ParameterDescription] {
    /// The keys of an example: those that must be given, or all if none must.
    fileprivate var examples: [String] {
        let needed = filter(\.isInExamples)
        return (needed.isEmpty ? self : needed).map(\.example)
    }
}

extension ParameterKind {
    /// A value, as scenarios write it.
    var sample: String {
        switch self {
        case .number(.between(let least, let greatest)): ((least + greatest) / 2).plain
        case .number, .nodeNumbers(.any), .nodeNumbers(.nonNegative), .nodeNumbers(.positive): "1"
        case .nodeNumbers: "0.5"
        case .integer(let range): String(range.lowerBound)
        case .flag: "true"
        case .choice(let names), .word(let names, _): names[0]
        case .list(.expression, _): "[1 + time]"
        case .list(let kind, let count):
            "[\((0..<max(2, count.lowerBound)).map { _ in kind.sample }.joined(separator: ", "))]"
        case .vector: "[0, 0, 1]"
        case .either(let kind, _): kind.sample
        case .keyed(let name, let kind): "{\(name): \(kind.sample)}"
        case .record(let parameters): "{\(parameters.examples.joined(separator: ", "))}"
        case .text: "text"
        case .nodes: "[0]"
        case .expression: "1 + time"
        case .condition: "time > 1"
        case .name: "phase"
        case .node: "0"
        case .file: "file.csv"
        case .component(let name):
            ComponentCatalogue.kinds.first { $0.name == name }.flatMap { kind in
                kind.components.first.map { kind.written($0) }
            } ?? ""
        }
    }
}
