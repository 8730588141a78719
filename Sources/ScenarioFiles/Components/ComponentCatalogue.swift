import Descriptions
import Networks
import Particles
import Recording
import SimulationEngine

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
        /// Which kind it is.
        package let id: ComponentKind

        /// The components.
        package let components: [ComponentDescription]

        /// The lines of a scenario up to where a component stands.
        let place: String

        /// How a component is written.
        package let form: Form

        /// The keys that stand beside the parameters of a component.
        package let beside: @Sendable (ComponentDescription) -> [ParameterDescription]

        fileprivate init(
            _ id: ComponentKind, in place: String, as form: Form = .key, _ components: [ComponentDescription],
            beside: @escaping @Sendable (ComponentDescription) -> [ParameterDescription] = { _ in [] }
        ) {
            (self.id, self.components) = (id, components)
            (self.place, self.form, self.beside) = (place, form, beside)
        }

        /// The name of the kind, a plural.
        package var name: String { id.rawValue }
    }

    /// All kinds.
    package static let kinds = ComponentKind.allCases.map(kind)

    /// Those that watch a model, whichever it is.
    private static let watching = WatchingComponents<KuramotoModel>()

    /// The components of a kind, and how they are written.
    package static func kind(_ id: ComponentKind) -> Kind {
        switch id {
        case .pairInteractions:
            Kind(id, in: "interactions:\n  - ", Interactions.ofPairs.map(\.description)) { _ in [ExclusionKeys.exclude]
            }
        case .chargeInteractions:
            Kind(id, in: "interactions:\n  - coulomb: ", as: .method, Interactions.ofCharges.map(\.description)) { _ in
                [ExclusionKeys.exclude]
            }
        case .fields: Kind(id, in: "interactions:\n  - ", Interactions.others.map(\.description))
        case .bondLaws:
            Kind(
                id, in: "interactions:\n  - bonds:\n      chain: {length: 10}\n      ",
                Interactions.alongBonds.map(\.description))
        case .angleLaws:
            Kind(
                id, in: "interactions:\n  - angles:\n      chain: {length: 10}\n      ",
                Interactions.ofAngles.map(\.description))
        case .crystals: Kind(id, in: "particles:\n  lattice:\n    ", Lattice.all.map(\.description))
        case .otherParticles:
            Kind(
                id, in: "particles:\n  ", [RandomPlacement.component.description] + Stars.all.map(\.description))
        case .orbits: Kind(id, in: "particles:\n  ", [OrbitKeys.description])
        case .particles: Kind(id, in: "particles: ", as: .mapping, [ParticleKeys.description])
        case .boxes: Kind(id, in: "box: ", as: .mapping, [BoxKeys.description])
        case .units: Kind(id, in: "units: ", as: .mapping, [UnitKeys.description])
        case .minimisation: Kind(id, in: "minimise: ", as: .mapping, [MinimizationKeys.description])
        case .swarms: Kind(id, in: "model:\n  ", Swarms.all.map { $0.description })
        case .graphs: Kind(id, in: "graph:\n  ", GraphGenerators.all.map(\.description))
        case .graphFiles: Kind(id, in: "graph:\n  ", [EdgeListKeys.description])
        case .graphEquations:
            Kind(
                id, in: "model:\n  ", [KuramotoDraft.component.description] + NamedDynamics.all.map { $0.description }
            ) { component in
                let model = NamedDynamics.all.first { $0.name == component.name }
                return model.map { [NoiseKeys.noise(of: $0.variables.map(\.name))] } ?? []
            }
        case .ownEquations: Kind(id, in: "model:\n  ", [EquationKeys.description, EquationKeys.Map.description])
        case .epidemics:
            Kind(id, in: "model:\n  ", Epidemics.all.map { $0.description }) { component in
                let epidemic = Epidemics.all.first { $0.description.name == component.name }
                return epidemic.map { [EpidemicReader.initial(of: $0)] } ?? []
            }
        case .ownCompartments:
            Kind(id, in: "model:\n  ", [CompartmentKeys.description, TransitionModel.component.description])
        case .spins:
            Kind(id, in: "model:\n  ", [IsingModel.component.description, PottsModel.component.description]) { _ in
                [UpdateKeys.order(SweepOrder.random).description, UpdateKeys.clusters.description]
            }
        case .updateRules:
            Kind(
                id, in: "model:\n  ",
                UpdateRules.oneByOne.map { $0.description } + UpdateRules.atOnce.map { $0.description }
                    + [RuleParts.component.description]
            ) { component in
                if component == RuleParts.component.description { return [UpdateKeys.orderOfAll.description] }
                return UpdateRules.isOneByOne(component)
                    ? [UpdateKeys.order(RuleSweeps<PottsModel>.Order.random).description] : []
            }
        case .methods:
            Kind(id, in: "integrate: ", as: .method, IntegrationMethod.all.map(\.component.description)) {
                IntegrationKeys.all(of: IntegrationMethod(named: $0.name))
            }
        case .observations:
            Kind(id, in: "observe:\n  - ", as: .mapping, watching.observations)
        case .tableFormats:
            Kind(
                id, in: "observe:\n  - nodes: all\n    format: ", as: .nameOrKey,
                TableFormat.all.map { ComponentDescription(name: $0.name, summary: $0.summary, parameters: []) })
        case .graphMeasures:
            Kind(id, in: "observe:\n  - graph:\n    - ", as: .nameOrKey, GraphMeasure.allCases.map(\.description))
        case .definedQuantities:
            Kind(id, in: "observe:\n  - quantity: ", as: .mapping, watching.reductions)
        case .schedules: Kind(id, in: "stop:\n  - when: ", as: .mapping, [ScheduleKeys.Times.description])
        case .crossings: Kind(id, in: "stop:\n  - crossing: ", as: .mapping, [CrossingKeys.description])
        case .interventions:
            Kind(id, in: "intervene:\n  - ", as: .mapping, watching.interventions)
        case .stopConditions:
            Kind(id, in: "stop:\n  - ", as: .mapping, watching.stopConditions)
        case .requirements:
            Kind(
                id, in: "require:\n  - ", as: .mapping, [RequirementKeys.ofField, RequirementKeys.ofQuantity])
        }
    }

    /// The names of all components, each once.
    package static var names: [String] {
        var known: Set<String> = []
        return kinds.flatMap(\.components).map(\.name).filter { known.insert($0).inserted }
    }
}

/// The components that watch a model, whose words are the same for all models.
private struct WatchingComponents<Model: SimulationModel>: Sendable {
    let observations: [ComponentDescription]
    let reductions: [ComponentDescription]
    let interventions: [ComponentDescription]
    let stopConditions: [ComponentDescription]

    // Compiled for all models together: a version for one brings with it one of all that reads these components.
    @_semantics("optimize.sil.specialize.generic.never")
    init() {
        observations = Observations<Model>.all.map(\.description)
        reductions = Reductions<Model>.all.map(\.description)
        interventions = Interventions<Model>.all.map(\.description)
        stopConditions = StopConditions<Model>.all.map(\.description)
    }
}

// MARK: - Examples

extension ComponentCatalogue.Kind {
    /// The lines of a scenario with a component and the parameters that it must have.
    package func example(of component: ComponentDescription) -> String {
        place + written(component, with: component.parameters + besideInExamples(component))
    }

    /// The parameters that stand beside a component in examples, other than its name.
    package func besideInExamples(_ component: ComponentDescription) -> [ParameterDescription] {
        beside(component).filter { $0.isInExamples && (form != .method || $0.name != "method") }
    }

    /// A component with those of some parameters that it must have.
    fileprivate func written(_ component: ComponentDescription, with parameters: [ParameterDescription]) -> String {
        let members = parameters.filter(\.isInExamples).map(\.example)
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
    /// True if it must be given, if only in place of others, or no example is a good one without it.
    package var isInExamples: Bool {
        switch necessity {
        case .required, .open: true
        case .oneOf(let names): names.first == name
        case .optional, .derived, .default, .alternative, .companion, .proportional: exampleContent != nil
        }
    }

    /// The key with a value, as scenarios write it.
    package var example: String {
        let key = if case .open(let name) = necessity { name } else { name }
        return "\(key): \(exampleContent?.words ?? kind.sample)"
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
    package var sample: String {
        switch self {
        case .number(.between(let least, let greatest)): ((least + greatest) / 2).plain
        case .number, .nodeNumbers(.any), .nodeNumbers(.nonNegative), .nodeNumbers(.positive): "1"
        case .nodeNumbers: "0.5"
        case .integer(let range): String(range.lowerBound)
        case .flag: "true"
        case .choice(let names), .word(let names, _): names[0]
        case .list(.expression, let count):
            "[\(repeatElement("1 + time", count: max(1, count.lowerBound)).joined(separator: ", "))]"
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
        case .component(let id): ComponentCatalogue.kind(id).sample
        }
    }
}

extension ComponentCatalogue.Kind {
    /// The first of its components without what stands beside it, as scenarios write it.
    fileprivate var sample: String { components.first.map { written($0, with: $0.parameters) } ?? "" }
}
