import Descriptions
import ScenarioFiles

extension ScenarioSchema {
    /// The top of the schema.
    static var root: [(String, JSONValue)] {
        let keys = ScenarioKeys.all + ScenarioKeys.ofParticles + [ScenarioKeys.graph, ScenarioKeys.graphSeed]
        var properties: [(String, JSONValue)] = []
        for key in keys where key.name != ScenarioKeys.model.name { properties.append((key.name, property(key))) }
        let models = [ScenarioKeys.motion.kind, ScenarioKeys.model.kind].flatMap(\.alternatives)
        properties.append((ScenarioKeys.model.name, described(alternatives(models), ScenarioKeys.model.summary)))
        return [
            ("type", .string("object")), ("properties", .object(of: properties)),
            ("required", .strings([ScenarioKeys.integrate.name])),
            ("oneOf", .array([ofParticles, required("graph", "model")])),
            ("additionalProperties", .bool(false)),
        ]
    }

    /// Particles have forces, or rules of motion.
    private static var ofParticles: JSONValue {
        .fields([
            "required": .strings(["particles"]), "anyOf": .array([required("interactions"), required("model")]),
        ])
    }

    private static func required(_ keys: String...) -> JSONValue { .fields(["required": .strings(keys)]) }
}
