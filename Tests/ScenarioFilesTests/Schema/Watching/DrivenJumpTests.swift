import Foundation
import ScenarioTestSupport
import Testing

@testable import ScenarioFiles

/// What is driven by formulas that jump or have kinks, by all methods of adaptive steps against closed forms.
@Suite struct DrivenJumpTests {
    private static let methods = ["rk2", "rk4", "rkf45", "rkck", "rk8pd", "msadams", "msbdf", "bsimp", "rk4imp"]

    private func end(of rate: String, from start: Double, drivenAs course: String, _ method: String) throws -> Double {
        let folder = try ScenarioFolder()
        let results = try folder.run(
            """
            graph: {isolated: {nodes: 1}}
            model: {equations: {variables: {x: \(start), u: 0}, rates: {x: \(rate), u: 0}}}
            intervene: [{drive: {node: 0, field: u, as: "\(course)"}}]
            integrate: {method: \(method), tolerance: 1e-9, until: 5}
            observe: [{nodes: all, every: 5, name: nodes}]

            """)
        return try withExtendedLifetime(folder) {
            try #require(try results.column(2, of: "nodes.csv").last.flatMap { Double($0) })
        }
    }

    @Test(arguments: methods) func aSquareWave(method: String) throws {
        var (state, time, sign) = (1.0, 0.0, 1.0)
        while time < 5 {
            let next = min(time + .pi / 3, 5)
            state = sign + (state - sign) * exp(time - next)
            (time, sign) = (next, -sign)
        }
        #expect(abs(try end(of: "-x + u", from: 1, drivenAs: "sign(sin(3 * time))", method) - state) < 1e-6)
    }

    @Test(arguments: methods) func aRectifiedSine(method: String) throws {
        #expect(abs(try end(of: "u", from: 0, drivenAs: "abs(sin(time))", method) - (3 - cos(5 - .pi))) < 1e-6)
    }

    @Test(arguments: methods) func aPulse(method: String) throws {
        let course = "if(time > 1 and time < 1.5, 4, 0)"
        #expect(abs(try end(of: "u - 0.1 * x", from: 1, drivenAs: course, method) - pulsed) < 1e-6)
    }

    /// At 2 + tan 0.3, and at 2.5.
    @Test(
        "a switch by a function of which no ranges are known", arguments: methods,
        [("atan2(time - 2, 1) > 0.3", 2.3093362496096233), ("spline(time, 0, 0, 10, 10) > 2.5", 2.5)])
    func aSwitchOfUnknownRange(method: String, switched: (condition: String, time: Double)) throws {
        let (before, after) = (exp(-0.3 * switched.time), exp(-0.3 * (5 - switched.time)))
        let state = ((before - 1) * after + 1 - after) / 0.3
        let course = "if(\(switched.condition), 1, -1)"
        #expect(abs(try end(of: "u - 0.3 * x", from: 0, drivenAs: course, method) - state) < 1e-6)
    }

    private var pulsed: Double { exp(-0.5) + 40 * (exp(-0.35) - exp(-0.4)) }
}
