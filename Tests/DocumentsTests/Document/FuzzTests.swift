import Testing

@testable import Documents

@Suite struct FuzzTests {
    private func mutated(_ bytes: [UInt8], using generator: inout SplitMix) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
            let start = Int.random(in: bytes.indices, using: &generator)
            let end = min(bytes.count, start + Int.random(in: 1...12, using: &generator))
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: bytes[start] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            case 1: bytes.removeSubrange(start..<end)
            case 2: bytes.insert(contentsOf: bytes[start..<end], at: end)
            case 3: bytes[start] = Array("{}[]:,'\"#&*!|>%@\t\n -?~".utf8).randomElement(using: &generator) ?? 0
            default:
                let line = bytes.split(separator: 10).randomElement(using: &generator) ?? []
                bytes.insert(contentsOf: line + [10], at: start)
            }
        }
        return bytes
    }

    private func isInside(_ location: TextLocation) -> Bool {
        let lines = location.source.lines
        guard location.line > 0 else { return location.column == 0 }
        return location.line <= lines.count && location.column >= 1
            && location.column <= lines[location.line - 1].count + 1
            && location.column - 1 + location.length <= max(lines[location.line - 1].count, location.column)
    }

    @Test func damagedScenariosAreReadOrRefused() throws {
        var generator = SplitMix(state: 20_240_601)
        var refused = 0
        let original = Array(DemoScenario.text.utf8)
        for round in 0..<2_000 {
            let bytes = mutated(original, using: &generator)
            do {
                let document = try Document(SourceText(name: "fuzz.yml", bytes: bytes))
                let scenario = try document.read(DemoScenario.read)
                let written = try document.yaml()
                let again = try Document(SourceText(name: "again.yml", text: written)).read(DemoScenario.read)
                #expect(again == scenario, "round \(round): \(written)")
            } catch let error as ScenarioError {
                refused += 1
                #expect(!error.diagnostics.isEmpty)
                #expect(error.diagnostics.allSatisfy { isInside($0.location) }, "round \(round): \(error)")
                #expect(error.description.hasSuffix(error.summary))
            }
        }
        #expect(refused > 500 && refused < 2_000)
    }

    @Test func damagedOverridesAreAppliedOrRefused() throws {
        var generator = SplitMix(state: 77)
        let original = Array("integrate.step={a: [1, 'x'], b: 2}".utf8)
        for _ in 0..<500 {
            let text = String(decoding: mutated(original, using: &generator), as: UTF8.self)
            let document = try Document(
                SourceText(name: "demo.yml", text: DemoScenario.text), overrides: [Override(text)])
            #expect(document.problems.allSatisfy { isInside($0.location) }, "\(text)")
        }
    }
}
