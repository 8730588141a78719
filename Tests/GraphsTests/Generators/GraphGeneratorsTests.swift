import EngineTestSupport
import Graphs
import Testing

@Suite("Graph generators")
struct GraphGeneratorsTests {
    @Test("have names of their own")
    func names() {
        let names = GraphGenerators.all.map(\.description.name)
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { $0.allSatisfy { $0.isLowercase || $0 == "-" } })
    }

    @Test("refuse each value that is not possible", arguments: GraphGenerators.all.map(\.description.name))
    func domains(name: String) throws {
        let generator = try #require(GraphGenerators.all.first { $0.description.name == name })
        #expect(generator.unexpectedRefusals() == [])
    }
}
