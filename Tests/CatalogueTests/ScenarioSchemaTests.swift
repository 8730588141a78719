import Foundation
import ScenarioTestSupport
import TestSupport
import Testing

@testable import Catalogue
@testable import ScenarioFiles

/// `.ci/schema` checks scenarios by the schema with a validator that is not ours.
@Suite("The JSON Schema of scenarios")
struct ScenarioSchemaTests {
    private static let folder = packageFolder + "/Scenarios"

    @Test("is what lies beside the scenarios")
    func file() throws {
        let written = try String(contentsOfFile: Self.folder + "/observatory.schema.json", encoding: .utf8)
        #expect(
            written == ScenarioSchema.text + "\n",
            "Scenarios/observatory.schema.json is stale: write it by 'observatory schema'")
    }

    @Test("is named by each scenario that is shipped")
    func modelines() throws {
        for file in try FileManager.default.contentsOfDirectory(atPath: Self.folder) where file.hasSuffix(".yml") {
            let text = try String(contentsOfFile: "\(Self.folder)/\(file)", encoding: .utf8)
            #expect(text.hasPrefix("# yaml-language-server: $schema=observatory.schema.json\n"), "\(file)")
        }
    }

    @Test("is JSON, of which all references lead somewhere")
    func references() throws {
        let schema = try JSONSerialization.jsonObject(with: Data(ScenarioSchema.text.utf8))
        let places = ScenarioSchema.text.matches(of: #/"\$ref": "#/([^"]*)"/#).map { $0.1 }
        #expect(places.count > 100)
        for place in Set(places) {
            let end = place.split(separator: "/").reduce(schema) { ($0 as? [String: Any])?[String($1)] as Any }
            #expect(end is [String: Any], "\(place)")
        }
    }

    @Test("has nothing in the place of what must be a value")
    func nothing() throws {
        let folder = try ScenarioFolder()
        func isPossible(_ variables: String) throws -> Bool {
            try folder.problems(
                """
                graph: {ring: {nodes: 3}}
                model: {equations: {\(variables), edges: {all: edge.w}, rates: {x: all}}}
                integrate: {method: runge-kutta-4, step: 1, until: 1}

                """) == nil
        }
        #expect(try isPossible("variables: {x: }, edge-variables: {w: 1}"))
        #expect(try !isPossible("variables: {x: 1}, edge-variables: {w: }"))
        let schema = try JSONSerialization.jsonObject(with: Data(ScenarioSchema.text.utf8))
        func takesNothing(_ key: String) -> Bool {
            let path = [
                "definitions", "differential-equations-of-one-s-own", "properties", "equations", "properties", key,
            ]
            let place = (path + ["additionalProperties"]).reduce(schema) { ($0 as? [String: Any])?[$1] as Any }
            let forms = (place as? [String: Any])?["anyOf"] as? [[String: Any]] ?? []
            return forms.contains { ($0["type"] as? [String])?.contains("null") == true }
        }
        #expect(takesNothing("variables"))
        #expect(!takesNothing("edge-variables"))
    }
}
