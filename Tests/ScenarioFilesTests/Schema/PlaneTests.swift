import EngineTestSupport
import ScenarioTestSupport
import TestSupport
import Testing

@testable import ScenarioFiles

/// Particles in two dimensions, whose positions and velocities are vectors of two components.
@Suite struct PlaneTests {
    private let folder: ScenarioFolder

    init() throws { folder = try ScenarioFolder() }

    private func text(
        _ intervention: String, box: String = "{x: open, y: open}", interactions: String = "[]"
    ) -> String {
        """
        particles: {file: points.csv}
        box: \(box)
        interactions: \(interactions)
        integrate: {method: runge-kutta-4, step: 0.25, until: 1}
        observe: [{nodes: [1], fields: [x, y, z, vx, vy, vz], every: 1}]
        intervene: [\(intervention)]

        """
    }

    @Test("interventions set and kick vectors of two components in a plane, and new particles have them")
    func vectors() throws {
        let set = try folder.run(text("{set: {node: 1, position: [5, 2 * x], velocity: [1, -1]}}"), to: "set")
        #expect(try set.lastLine("nodes.csv") == "1.0,1,6.0,1.0,0.0,1.0,-1.0,0.0")
        let three = try folder.run(text("{set: {node: 1, position: [5, 2 * x, 0], velocity: [1, -1, 0]}}"), to: "three")
        #expect(try three.text("nodes.csv") == set.text("nodes.csv"))
        let kicked = try folder.run(text("{kick: {node: 1, velocity: [1, 2]}}"), to: "kick")
        #expect(try kicked.lastLine("nodes.csv") == "1.0,1,2.0,2.0,0.0,1.0,2.0,0.0")
        let added = text("{add-node: {like: 1, position: [7, 8]}}").replacing("nodes: [1]", with: "nodes: all")
        let last = try folder.run(added.replacing("every: 1", with: "when: end"), to: "add").lastLine("nodes.csv")
        #expect(last?.hasSuffix(",7.0,8.0,0.0,0.0,0.0,0.0") == true, "\(last ?? "none")")
    }

    @Test("in space a vector has three components")
    func space() throws {
        let written = text("{set: {node: 1, position: [5, 2]}}", box: "open")
        let problems = try #require(try folder.problems(written))
        #expect(problems.contains("error: 'position' must have 3 items, not 2") && problems.hasSuffix("1 error"))
        let four = try #require(try folder.problems(text("{set: {node: 1, velocity: [1, 2, 3, 4]}}")))
        #expect(four.contains("error: 'velocity' must have 2 to 3 items, not 4"), "\(four)")
    }

    @Test(
        "nothing follows from what is wrong with the box of a plane",
        arguments: [("{x: open, y: @opne}", "did you mean 'open'"), ("{x: open, y: {periodic: [0, @1O]}}", "'1O'")])
    func wrongBox(box: String, message: String) throws {
        let forces = "[{field: {force: [-x, -y]}}, {field: {energy: \"dot(position, [x, y])\"}}]"
        let marked = MarkedText(text("{set: {node: 1, position: [5, 2]}}", box: box, interactions: forces))
        let problems = try #require(try folder.problems(marked.text))
        let place = try #require(marked.place)
        #expect(problems.contains("test.yml:\(place.line + 1):\(place.column + 1): error: "), "\(problems)")
        #expect(problems.contains(message) && problems.hasSuffix("1 error"), "\(problems)")
        let inSpace = try #require(try folder.problems(marked.text.replacing("-x, -y", with: "-x, -y, 0")))
        #expect(inSpace.contains("'force' has 3 formulas in 2 dimensions"), "\(inSpace)")
        #expect(inSpace.hasSuffix("2 errors"))
    }
}

extension ScenarioFolder.Results {
    fileprivate func lastLine(_ file: String) throws -> String? {
        try text(file).split(separator: "\n").last.map(String.init)
    }
}
