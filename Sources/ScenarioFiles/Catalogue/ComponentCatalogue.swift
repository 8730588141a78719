import Descriptions
import Networks
import Particles

/// All components that scenarios can name, by their kinds.
public enum ComponentCatalogue {
    /// Components that stand in the same place of a scenario.
    public struct Kind: Sendable {
        /// What they are.
        public let name: String

        /// The components.
        public let components: [ComponentDescription]

        /// The lines of a scenario up to where a component stands.
        let place: String

        /// Whether a component is a key, with a mapping of its parameters, or the value of `method` beside these.
        let isKey: Bool

        fileprivate init(
            _ name: String, in place: String, isKey: Bool = true, _ components: [ComponentDescription]
        ) {
            (self.name, self.components) = (name, components)
            (self.place, self.isKey) = (place, isKey)
        }
    }

    /// All kinds.
    public static let kinds = [
        Kind("interactions of pairs", in: "interactions:\n  - ", Interactions.ofPairs.map(\.description)),
        Kind(
            "Coulomb's law", in: "interactions:\n  - coulomb: ", isKey: false, Interactions.ofCharges.map(\.description)
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
        Kind("swarms", in: "model:\n  ", Swarms.all.map { $0.description }),
        Kind("graphs", in: "graph:\n  ", GraphGenerators.all.map(\.description)),
        Kind(
            "differential equations on graphs", in: "model:\n  ",
            [KuramotoDraft.component.description] + NamedDynamics.all.map { $0.description }),
        Kind("epidemics", in: "model:\n  ", Epidemics.all.map { $0.description }),
        Kind("spins", in: "model:\n  ", [IsingModel.component.description, PottsModel.component.description]),
        Kind(
            "models with update rules", in: "model:\n  ",
            UpdateRules.oneByOne.map { $0.description } + UpdateRules.atOnce.map { $0.description }
        ),
        Kind(
            "methods of integration", in: "integrate: ", isKey: false,
            IntegrationMethod.allCases.map(\.row.component.description)),
    ]

    /// The names of all components, each once.
    public static var names: [String] {
        var known: Set<String> = []
        return kinds.flatMap(\.components).map(\.name).filter { known.insert($0).inserted }
    }
}

// MARK: - Examples

extension ComponentCatalogue.Kind {
    /// Values of parameters that must be given, for which the simplest ones make no good example.
    private static let samples = [
        "nodes": "100", "neighbours": "4", "degree": "3", "degrees": "[1, 2, 2, 1]", "edges-per-node": "2",
        "inputs": "2", "sides": "[10, 10]", "sizes": "[30, 30]", "probabilities": "[[0.3, 0.05], [0.05, 0.3]]",
        "radius": "0.2", "depth": "3", "branching": "2", "cells": "10", "count": "100", "walkers": "100", "rule": "90",
        "acceleration": "[0, 0, -1]", "values": "3",
    ]

    /// The lines of a scenario with a component and the parameters that it must have.
    func example(of component: ComponentDescription) -> String {
        var members = component.parameters.filter { $0.necessity == .required }.map {
            "\($0.name): \(Self.samples[$0.name] ?? $0.kind.sample)"
        }
        members += alternatives(of: component)
        if name == "epidemics" { members.append("initial: {infected: 0.01}") }
        if isKey { return "\(place)\(component.name): {\(members.joined(separator: ", "))}" }
        if name == "methods of integration" { members.append("step: 1, until: 10") }
        return "\(place){\((["method: \(component.name)"] + members).joined(separator: ", "))}"
    }

    /// One of several parameters of which one must be given.
    private func alternatives(of component: ComponentDescription) -> [String] {
        let optional = component.parameters.filter { $0.necessity == .optional }.map(\.name)
        if optional.contains("density") { return ["density: 1"] }
        return component.name == "erdos-renyi" ? ["probability: 0.1"] : []
    }
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
        case .record(let parameters): "{\(parameters.map { "\($0.name): \($0.kind.sample)" }.joined(separator: ", "))}"
        case .text: "text"
        case .nodes: "[0]"
        }
    }
}
