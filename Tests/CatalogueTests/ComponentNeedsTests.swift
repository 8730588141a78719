import Descriptions
import ScenarioTestSupport
import Testing

@testable import Catalogue
@testable import ScenarioFiles

@Suite("What components need")
struct ComponentNeedsTests {
    private static let box = "box: {x: {periodic: [0, 9]}, y: {periodic: [0, 9]}, z: {periodic: [0, 9]}}"

    @Test(
        "is said by describe",
        arguments: [
            (
                "vicsek",
                ["Needs 2 dimensions.", "Needs a box that is periodic in all directions.", "Moved by synchronous."]
            ),
            ("ewald", ["Needs 3 dimensions.", "Needs a box that is periodic in all directions."]),
            ("radial-distribution", ["Needs a box that is periodic in all directions."]),
            (
                "rossler",
                ["With noise moved by euler-maruyama, heun or milstein.", "Its numbers have no units of their own."]
            ),
            ("hodgkin-huxley", ["Time is in ms.", "in mS/cm^2"]),
            ("si", ["Needs edges whose weights are not negative."]),
            ("leapfrog", ["Moves equations of motion of second order."]),
        ])
    func words(name: String, sentences: [String]) throws {
        let text = try ComponentCatalogue.text(of: name)
        for sentence in sentences { #expect(text.contains(sentence), "\(text)") }
    }

    @Test(
        "of the room is what scenarios are refused without",
        arguments: [
            ("vicsek", "particles: {random: {count: 9}}\nmodel: {vicsek: {noise: 0.1}}"),
            ("boids", "particles: {random: {count: 9}}\nmodel: {boids: {}}"),
            (
                "ewald",
                "particles: {lattice: {sc: {cells: 3, constant: 3}}, charge: [1, -1]}\ninteractions: [{coulomb: {method: ewald}}]"
            ),
        ])
    func rooms(name: String, start: String) throws {
        let needs = try #require(
            ComponentCatalogue.kinds.flatMap(\.components).first { $0.name == name }.map(\.room))
        let integrate = "\nintegrate: {method: \(name == "ewald" ? "leapfrog" : "synchronous"), step: 1, until: 1}\n"
        let axes = [
            (2, "x: {periodic: [0, 9]}, y: {periodic: [0, 9]}"),
            (3, "x: {periodic: [0, 9]}, y: {periodic: [0, 9]}, z: {periodic: [0, 9]}"),
        ]
        for (dimensions, sides) in axes {
            let told = try ScenarioFolder().problems("\(start)\nbox: {\(sides)}\(integrate)")
            let isLattice = name == "ewald" && dimensions == 2
            #expect((told == nil) == needs.dimensions.contains(dimensions) || isLattice, "\(told ?? "")")
        }
        let sides = axes[needs.dimensions.lowerBound - 2].1.replacing("x: {periodic", with: "x: {reflecting")
        let told = try ScenarioFolder().problems("\(start)\nbox: {\(sides)}\(integrate)")
        #expect(needs.isPeriodic && told != nil)
    }

    @Test("of a method is what the messages of scenarios list")
    func methods() throws {
        let told = try ScenarioFolder().problems(
            "graph: {ring: {nodes: 9}}\nmodel: {ising: {temperature: 1}}\nintegrate: {method: rk4, until: 1}\n")
        #expect(
            told?.contains("metropolis") == true && told?.contains("wolff") == true && told?.contains("rkf45") == false)
    }
}
