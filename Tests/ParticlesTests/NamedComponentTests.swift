import Descriptions
import EngineTestSupport
import Particles
import Testing

/// All that scenarios can name.
@Suite("Named components of particles")
struct NamedComponentTests {
    private static let all = Interactions.ofPairs + Interactions.ofCharges + Interactions.others

    @Test("refuse each value that is not possible, and have names and sentences")
    func domains() {
        func look<Product>(_ components: [Component<Product>]) {
            #expect(components.flatMap { $0.unexpectedRefusals() } == [])
            #expect(components.flatMap(\.description.problems) == [])
            #expect(Set(components.map(\.description.name)).count == components.count)
        }
        look(Self.all)
        look(Interactions.alongBonds)
        look(Interactions.ofAngles)
        look(Lattice.all)
        look(Stars.all)
        look([RandomPlacement.component])
        look([VicsekModel.component])
        look([BoidsModel.component])
        #expect(Swarms.all.count == 2)
    }

    @Test("make forces of what is possible", arguments: all.map(\.description.name))
    func forces(name: String) throws {
        let component = try #require(Self.all[name])
        let contents = component.description.parameters.map {
            $0.necessity == .required || $0.exampleContent != nil ? $0.exampleContent ?? $0.kind.possible : nil
        }
        #expect(throws: Never.self) { try component.made(of: contents)(ForceOptions()) }
    }
}
