import Foundation
import TestSupport
import Testing

@testable import Plots

/// What a page draws of the tables of a run.
@Suite struct RecordedCurveTests {
    @Test func `curves are the numbers of the tables, the first and the last among them`() throws {
        let folder = try TemporaryDirectory()
        _ = try folder.pictures(
            of: """
                name: Walk
                seed: 5
                graph: {ring: {nodes: 40}}
                model: {kuramoto: {coupling: 1, phase: {uniform: [0, 6]}, frequency: {uniform: [0, 1]}}}
                integrate: {method: runge-kutta-4, step: 0.5, until: 10}
                observe:
                  - {quantity: order-parameter, every: 0.5, name: order}
                  - {quantity: {name: lead, maximum: phase}, every: 0.5, name: leads}
                  - {quantity: {histogram: {of: phase, range: [0, 7], bins: 9}}, every: 1}
                  - {quantity: {name: mean, mean: phase}, every: 1, format: json-lines}
                  - {quantity: order-parameter, every: 5, name: rare}
                """)
        let curves = try RecordedCurves(of: folder.path(of: "results"), atMost: 5).curves
        #expect(curves.map(\.name) == ["lead", "order-parameter"])
        for (curve, table) in zip(curves, ["leads", "order"]) {
            let rows = try String(contentsOfFile: folder.path(of: "results/\(table).csv"), encoding: .utf8)
                .split(separator: "\n").dropFirst().map { $0.split(separator: ",").compactMap { Double($0) } }
            #expect(rows.count == 21)
            #expect(curve.points.map { [$0.time, $0.value] } == [0, 5, 10, 15, 20].map { rows[$0] })
        }
    }
}
