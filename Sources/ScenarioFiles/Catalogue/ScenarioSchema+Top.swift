import Descriptions
import Networks

extension ScenarioSchema {
    /// The top of the schema.
    static var root: [(String, JSONValue)] {
        let keys = ScenarioKeys.all + ScenarioKeys.ofParticles + [ScenarioKeys.graph]
        var properties: [(String, JSONValue)] = []
        for key in keys where key.name != ScenarioKeys.model.name { properties.append((key.name, property(key))) }
        let models = [ScenarioKeys.motion.kind, ScenarioKeys.model.kind].flatMap(\.alternatives)
        properties.append((ScenarioKeys.model.name, described(alternatives(models), ScenarioKeys.model.summary)))
        return [
            ("type", .string("object")), ("properties", .object(of: properties)),
            ("required", .strings([ScenarioKeys.integrate.name])),
            ("oneOf", .array(["particles", "graph"].map { .fields(["required": .strings([$0])]) })),
            ("additionalProperties", .bool(false)),
        ]
    }

    /// The keys beside the parameters of a component.
    static func beside(_ component: ComponentDescription, of kind: ComponentCatalogue.Kind) -> [ParameterDescription] {
        switch kind.name {
        case "interactions of pairs", "Coulomb's law": return [ExclusionKeys.exclude]
        case "epidemics": return [EpidemicReader.initial]
        case "spins": return [UpdateKeys.order(SweepOrder.random).description, UpdateKeys.clusters.description]
        case "models with update rules":
            let isOneByOne = UpdateRules.oneByOne.contains { $0.description.name == component.name }
            return isOneByOne ? [UpdateKeys.order(RuleSweeps<PottsModel>.Order.random).description] : []
        case "differential equations on graphs":
            let model = NamedDynamics.all.first { $0.name == component.name }
            return model.map { [NoiseKeys.noise(of: $0.variables.map(\.name))] } ?? []
        case "methods of integration": return IntegrationKeys.all
        default: return []
        }
    }
}
