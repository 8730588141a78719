import Descriptions
import Foundation
import ScenarioTestSupport
import Testing

@testable import Catalogue
@testable import ScenarioFiles

@Suite("New scenarios")
struct NewScenarioTests {
    /// Runs a scenario up to a part of its end.
    private func run(_ text: String, in folder: ScenarioFolder, to name: String) throws -> ScenarioFolder.Results {
        let until = try #require(text.matches(of: /until: (\d+)/).last.flatMap { Double($0.1) })
        let method = text.matches(of: /method: ([a-z-]+)[,\n]/).last.map { String($0.1) }
        let counts = method.flatMap(IntegrationMethod.init(named:))?.countsSweeps ?? false
        return try folder.run(text, set: ["integrate.until=\(counts ? 2 : until / 20)"], to: name)
    }

    @Test("with each component run, and record something", arguments: NewScenario.kinds.map(\.id))
    func runs(kind id: ComponentKind) throws {
        let kind = ComponentCatalogue.kind(id)
        let folder = try ScenarioFolder()
        for component in kind.components {
            let text = try #require(NewScenario(with: component, of: kind)).text
            for parameter in component.parameters {
                #expect(text.contains(parameter.name + ": "), "\(component.name) does not tell of '\(parameter.name)'")
            }
            let results = try run(text, in: folder, to: component.name)
            let tables = try results.files().filter { $0.hasSuffix(".csv") }
            #expect(!tables.isEmpty)
            for table in tables {
                let rows = try results.text(table).split(separator: "\n")
                #expect(rows.count > 1, "\(component.name): \(table) is empty")
                #expect(!rows.contains { $0.contains("nan") }, "\(component.name): \(table)")
            }
        }
    }

    @Test("say the same with their defaults written out", arguments: NewScenario.kinds.map(\.id))
    func defaults(kind id: ComponentKind) throws {
        let kind = ComponentCatalogue.kind(id)
        let folder = try ScenarioFolder()
        for component in kind.components {
            var text = try #require(NewScenario(with: component, of: kind)).text
            for parameter in component.parameters {
                guard case .default = parameter.necessity else { continue }
                text = text.replacing("#\(parameter.name): ", with: "\(parameter.name): ")
            }
            let problems = try folder.problems(text)
            #expect(problems == nil, "\(problems ?? "")")
        }
    }

    /// What a key may need beside it that a comment cannot give: in the place of another one, a number for each of the nodes, or a key that
    /// stands behind a '#' as well.
    private static let needs = [
        "not both", "has no meaning without", "there must be one for each vertex", "missing key 'cutoff'",
        "missing key 'damping'", "missing key 'wave-cutoff'",
    ]

    /// Does what the comments before a line say that it needs: takes lines in the place of those of the same key, or beside it, or writes a
    /// file.
    private func complete(_ lines: inout [String], before index: Int, in folder: ScenarioFolder) throws -> Int {
        let comments = lines[..<index].reversed().prefix { $0.contains(##/^ *# /##) }
        let needs = comments.compactMap { $0.firstMatch(of: ##/^ *# with: (.*)$/##).map { String($0.1) } }
        for need in needs {
            if let file = need.firstMatch(of: ##/^a file (\S+) /##) {
                let rows = need.matches(of: ##/'([^']+)'/##).map { $0.1 + "\n" }
                _ = try folder.directory.write(rows.joined(), to: String(file.1))
                continue
            }
            let key = try #require(need.firstMatch(of: ##/^[a-z-]+: /##)).0
            if let place = lines.firstIndex(where: { $0.trimmingPrefix(##/ *#?/##).hasPrefix(key) }) {
                lines[place] = String(lines[place].prefix { $0 == " " }) + need
            } else {
                lines.insert(String(lines[index].prefix { $0 == " " }) + need, at: index + 1)
            }
        }
        return needs.count
    }

    @Test("say nothing behind a '#' that is refused without it", arguments: NewScenario.kinds.map(\.id))
    func comments(kind id: ComponentKind) throws {
        let kind = ComponentCatalogue.kind(id)
        let folder = try ScenarioFolder()
        for component in kind.components {
            let lines = try #require(NewScenario(with: component, of: kind)).text.split(separator: "\n")
            for (index, line) in lines.enumerated() where line.contains(##/^ *#[a-z-]+: /##) {
                var lines = lines.map(String.init)
                lines[index] = String(line.replacing("#", with: "", maxReplacements: 1))
                let needs = try complete(&lines, before: index, in: folder)
                guard let problems = try folder.problems(lines.joined(separator: "\n") + "\n") else { continue }
                #expect(needs == 0, "\(component.name): \(line)\n\(problems)")
                let errors = problems.split(separator: "\n").filter { $0.contains(": error: ") }
                let areNeeds = errors.allSatisfy { error in Self.needs.contains { error.contains($0) } }
                #expect(areNeeds && !errors.isEmpty, "\(component.name): \(line)\n\(problems)")
            }
        }
    }

    @Test("are those of what there is")
    func unknown() {
        let error = #expect(throws: UnknownComponent.self) { try NewScenario(with: "kuramotto") }
        #expect(error?.description == "There is no component 'kuramotto'; did you mean 'kuramoto'?")
    }
}
