import TestSupport
import Testing

@testable import Plots

@Suite struct SweepFigureTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private static let walk = """
        name: Walk
        seed: 5
        graph: {barabasi-albert: {nodes: 40, edges-per-node: 2}}
        model: {sir: {infection: 0.5, recovery: 1, initial: {infected: 0.1}}}
        integrate: {method: event-driven, until: 3, step: 1}
        observe: [{quantity: infected, every: 1}, {statistics: {of: recovered}, every: 1}]
        sweep:

        """

    @Test func `a key has a line with errors for each value of the other`() throws {
        let pictures = try folder.pictures(
            ofSweep: Self.walk
                + "  {vary: {model.sir.infection: [0.1, 0.5, 2], graph.barabasi-albert.nodes: [40, 60]}, replicates: 3}"
        )
        #expect(pictures.names == ["infected", "statistics"])
        let panel = pictures.figures[1].panels[0]
        #expect(panel.x.label == "model.sir.infection" && panel.y.label == "recovered")
        #expect(panel.series.map(\.label) == ["nodes = 40", "nodes = 60"])
        for series in panel.series {
            #expect(series.style == .errors && series.rows.map { $0[0] } == [0.1, 0.5, 2])
            // More infect more, and three replicates of an epidemic are not equal.
            #expect(series.rows[0][1] < series.rows[2][1] && series.rows[2][2] > 0)
        }
    }

    @Test func `two keys of many numbers are a map`() throws {
        let pictures = try folder.pictures(
            ofSweep: Self.walk
                + "  {vary: {model.sir.infection: [0.1, 0.2, 0.3, 0.4, 0.5], model.sir.recovery: [1, 2, 3, 4, 5]}}")
        let panel = try #require(pictures.figure("infected")).panels[0]
        #expect(panel.series[0].style == .cells && panel.series[0].rows.count == 25)
        #expect(
            [panel.x.label, panel.y.label, panel.colour?.label] == [
                "model.sir.infection", "model.sir.recovery", "infected",
            ])
    }
}
