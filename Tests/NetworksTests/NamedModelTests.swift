import Descriptions
import EngineTestSupport
import Networks
import Testing

/// All models that scenarios can name.
@Suite("Named models of networks")
struct NamedModelTests {
    private func look<Product>(_ component: Component<Product>) {
        #expect(component.unexpectedRefusals() == [], "\(component.description.name)")
        #expect(component.description.problems == [])
    }

    @Test("refuse each value that is not possible, and have names and sentences")
    func domains() {
        func lookAt(_ epidemic: some NamedEpidemic) { look(epidemic.component) }
        func lookAt(_ rule: (some NamedRule).Type) { look(rule.component) }
        for epidemic in Epidemics.all { lookAt(epidemic) }
        for rule in UpdateRules.oneByOne { lookAt(rule) }
        for rule in UpdateRules.atOnce { lookAt(rule) }
        look(IsingModel.component)
        look(PottsModel.component)
        look(KuramotoDraft.component)
        for dynamics in NamedDynamics.all { look(Component(dynamics.description) { _ in }) }
    }

    @Test("have names of their own")
    func names() {
        let names =
            Epidemics.all.map { $0.description.name }
            + UpdateRules.oneByOne.map { $0.description.name }
            + UpdateRules.atOnce.map { $0.description.name } + NamedDynamics.all.map { $0.name }
        #expect(Set(names).count == names.count)
    }
}
