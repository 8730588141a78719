import EngineTestSupport
import Particles
import Testing

@Suite("Named interactions of pairs")
struct PairPotentialsTests {
    @Test("refuse each value that is not possible", arguments: PairPotentials.all.map(\.description.name))
    func domains(name: String) throws {
        let component = try #require(PairPotentials.all.first { $0.description.name == name })
        #expect(component.unexpectedRefusals() == [])
    }

    @Test("make forces of what is possible", arguments: PairPotentials.all.map(\.description.name))
    func forces(name: String) throws {
        let component = try #require(PairPotentials.all.first { $0.description.name == name })
        let contents = component.description.parameters.map {
            $0.necessity == .required ? Optional($0.kind.possible) : nil
        }
        #expect(throws: Never.self) { try component.made(of: contents)(PairForceOptions()) }
    }
}
