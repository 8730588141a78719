import Descriptions
import ScenarioTestSupport
import Testing

@testable import Catalogue
@testable import ScenarioFiles

/// Parameters of models that can be set during a run.
@Suite struct SettableParameterTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    @Test(
        "can be set to what a scenario may give them, and to nothing else: of all models, before the run",
        arguments: [".nan", ".inf", "-1", "-0.001", "0", "0.3", "2", "7", "1e300"])
    func refusals(value: String) throws {
        var count = 0
        for kind in NewScenario.kinds {
            for component in kind.components {
                guard let text = NewScenario(with: component, of: kind)?.text,
                    text.contains("model:\n  \(component.name):")
                else { continue }
                func problems(_ name: String, _ value: String) throws -> String? {
                    try folder.problems(text + "\nintervene: [{parameter: {\(name): \(value)}, when: {at: 1}}]\n")
                }
                let unknown = try problems("no-such-name", "1") ?? ""
                guard let known = unknown.split(separator: "known keys: ").dropFirst().first else {
                    #expect(unknown.contains("no parameters that can be changed"), "\(component.name): \(unknown)")
                    continue
                }
                for name in known.prefix(while: { $0 != "\n" }).split(separator: ", ") {
                    // Where a scenario names its parameters itself, they have a block of their own.
                    let isNamed = component.parameters.contains { $0.name == name }
                    let key = "model.\(component.name).\(isNamed ? "" : "parameters.")\(name)"
                    let atBeginning = try folder.problems(text, set: ["\(key)=\(value)"])
                    let later = try problems(String(name), value)
                    #expect(
                        (atBeginning == nil) == (later == nil),
                        "\(component.name).\(name): \(atBeginning ?? "possible"), but \(later ?? "possible")")
                    count += 1
                }
            }
        }
        #expect(count > 60)
    }
}
