import Descriptions
import Networks
import Particles

/// All components that scenarios can name, by their kinds.
public enum ComponentCatalogue {
    /// How a component is written.
    public enum Form: Sendable {
        /// As a mapping with one key, its name, and a mapping of its parameters behind that.
        case key

        /// As a mapping of its parameters, and of `method`, which is its name.
        case method

        /// As a mapping of its parameters.
        case mapping
    }

    /// Components that stand in the same place of a scenario.
    public struct Kind: Sendable {
        /// What they are.
        public let name: String

        /// The components.
        public let components: [ComponentDescription]

        /// The lines of a scenario up to where a component stands.
        let place: String

        /// How a component is written.
        public let form: Form

        fileprivate init(
            _ name: String, in place: String, as form: Form = .key, _ components: [ComponentDescription]
        ) {
            (self.name, self.components) = (name, components)
            (self.place, self.form) = (place, form)
        }
    }

    /// All kinds.
    public static let kinds = [
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
        Kind("levels that are watched", in: "stop:\n  - crossing: ", as: .mapping, [CrossingKeys.description]),
    ]

    /// The names of all components, each once.
    public static var names: [String] {
        var known: Set<String> = []
        return kinds.flatMap(\.components).map(\.name).filter { known.insert($0).inserted }
    }
}

// MARK: - Examples

extension ComponentCatalogue.Kind {
    /// The lines of a scenario with a component and the parameters that it must have.
    func example(of component: ComponentDescription) -> String {
        var members = component.parameters.filter(\.isInExamples).map(\.example)
        if name == "epidemics" { members.append("initial: {infected: 0.01}") }
        switch form {
        case .key: return "\(place)\(component.name): {\(members.joined(separator: ", "))}"
        case .mapping: return "\(place){\(members.joined(separator: ", "))}"
        case .method: break
        }
        if name == "methods of integration" { members.append("step: 1, until: 10") }
        return "\(place){\((["method: \(component.name)"] + members).joined(separator: ", "))}"
    }
}

extension ParameterDescription {
    /// Whether it must be given, if only in place of others.
    fileprivate var isInExamples: Bool {
        switch necessity {
        case .required: true
        case .oneOf(let names): names.first == name
        default: false
        }
    }
}

extension ParameterDescription {
    /// The key with a value, as scenarios write it.
    fileprivate var example: String { "\(name): \(exampleContent?.words ?? kind.sample)" }
}

extension ParameterKind {
    /// A value, as scenarios write it.
    fileprivate var sample: String {
        switch self {
        case .number(.between(let least, let greatest)): ((least + greatest) / 2).plain
        case .number, .nodeNumbers(.any), .nodeNumbers(.nonNegative), .nodeNumbers(.positive): "1"
        case .nodeNumbers: "0.5"
        case .integer(let range): String(range.lowerBound)
        case .flag: "true"
        case .choice(let names), .word(let names, _): names[0]
        case .list(let kind, let count):
            "[\((0..<max(2, count.lowerBound)).map { _ in kind.sample }.joined(separator: ", "))]"
        case .vector: "[0, 0, 1]"
        case .either(let kind, _): kind.sample
        case .keyed(let name, let kind): "{\(name): \(kind.sample)}"
        case .record(let parameters): "{\(parameters.filter(\.isInExamples).map(\.example).joined(separator: ", "))}"
        case .text, .name, .file: "text"
        case .expression: "1"
        case .condition: "time > 1"
        case .node: "0"
        case .component: "{}"
        case .nodes: "[0]"
        }
    }
}
