import Foundation
import ScenarioTestSupport
import Testing

@testable import ScenarioFiles

@Suite("What is driven or pinned in a scenario") struct DrivenFieldTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    /// θ′ = sin(φ − θ) with φ = sin 2t + 1, from 0 to the time 4, by SciPy's `solve_ivp` (DOP853 at 1e-13).
    private static let free = 1.1838254243293

    private func phases(method: String, every: Double, step: String = "") throws -> [String] {
        let results = try folder.run(
            """
            graph: {complete: {nodes: 2}}
            model: {kuramoto: {coupling: 1, frequency: 0, phase: 0}}
            integrate: {\(method)\(step), until: 4}
            observe: [{nodes: all, every: \(every)}]
            intervene: [{drive: {node: 1, field: phase, as: sin(2 * time) + 1}}]
            """, to: "every-\(every)\(step.filter(\.isNumber))")
        return Array(try results.column(2, of: "nodes.csv").suffix(2))
    }

    @Test(
        "the free one of two oscillators goes the same way however often its phase is recorded",
        arguments: ["rkf45", "rk8pd", "rkck"])
    func recording(method: String) throws {
        let rows = try [4, 2, 1, 0.5, 0.1].map {
            try phases(method: "method: \(method), tolerance: {absolute: 1e-10, relative: 1e-10}", every: $0)
        }
        for row in rows {
            #expect(row == rows[0])
            let numbers = row.map { Double($0) ?? .nan }
            #expect(abs(numbers[0] - Self.free) < 1e-8)
            #expect(abs(numbers[1] - sin(8) - 1) < 1e-15)
        }
    }

    @Test("Runge and Kutta's method is of fourth order beside what is driven")
    func order() throws {
        let errors = try [0.2, 0.1, 0.05].map { step in
            let row = try phases(method: "method: runge-kutta-4", every: 4, step: ", step: \(step)")
            return abs((Double(row[0]) ?? .nan) - Self.free)
        }
        for (error, next) in zip(errors, errors.dropFirst()) { #expect(abs(log2(error / next) - 4) < 0.3, "\(errors)") }
    }

    /// The positions and velocities of the first of two particles that do not feel each other, each 1.
    private func particles(_ interventions: String, method: String, until end: Double = 2) throws -> [[Double]] {
        try folder.directory.write("mass,x,y,z\n1,1,0,0\n1,0,1,0\n", to: "pair.csv")
        let results = try folder.run(
            """
            particles: {file: pair.csv}
            interactions: [{uniform-field: {acceleration: [0, 2, 0]}}]
            integrate: {\(method), step: 0.125, until: \(end)}
            observe: [{nodes: [0], fields: [x, vx], every: 1}]
            intervene: \(interventions)
            """, to: "results-\(interventions.utf8.count)")
        let (x, v) = (try results.numbers(2, of: "nodes.csv"), try results.numbers(3, of: "nodes.csv"))
        return zip(x, v).map { [$0, $1] }
    }

    @Test(
        "a kick of all does not move what is pinned, nor what is driven",
        arguments: [
            "method: leapfrog", "method: yoshida-4", "method: runge-kutta-4", "method: rkf45",
        ])
    func kicks(method: String) throws {
        #expect(
            try particles("[{pin: {nodes: [0]}}, {when: {at: 0.5}, kick: {nodes: all, vx: 1}}]", method: method)
                == [[1, 0], [1, 0], [1, 0]])
        let driven = try particles(
            "[{drive: {node: 0, field: x, as: time^2}}, {when: {at: 1}, kick: {nodes: all, vx: -50}}]", method: method)
        #expect(driven == [[1, 0], [1, 2], [4, 4]])
    }

    @Test("a particle that was driven by time^2 has the velocity 2 when it is released at 1")
    func release() throws {
        let rows = try particles(
            "[{drive: {node: 0, field: x, as: time^2}, release: {at: 1}}]", method: "method: leapfrog")
        #expect(rows == [[1, 0], [1, 2], [3, 2]])
    }
}
