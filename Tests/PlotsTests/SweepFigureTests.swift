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
        #expect(pictures.names == ["infected", "infected-course", "statistics"])
        let panel = try #require(pictures.figure("statistics")).panels[0]
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

    @Test func `the course of each point has a band of its errors`() throws {
        let vary = "  {vary: {model.sir.infection: [0.1, 0.5]}, replicates: 3}"
        let panel = try #require(try folder.pictures(ofSweep: Self.walk + vary).figure("infected-course")).panels[0]
        #expect(panel.x.label == "time" && panel.y.label == "infected")
        #expect(panel.series.map(\.label) == [nil, "infection = 0.1", nil, "infection = 0.5"])
        for (band, line) in [(panel.series[0], panel.series[1]), (panel.series[2], panel.series[3])] {
            #expect(band.style == .band && line.style == .line && band.rows.count == 4)
            #expect(line.rows.map { $0[0] } == [0, 1, 2, 3])
            // The errors are what the figure at the end has, too.
            for (ends, mean) in zip(band.rows, line.rows) { #expect(abs(ends[1] + ends[2] - 2 * mean[1]) < 1e-9) }
            #expect(band.rows[2][2] > band.rows[2][1])
        }
        let ends = try #require(try folder.pictures(ofSweep: Self.walk + vary).figure("infected")).panels[0]
        let (end, band) = (ends.series[0].rows[1], panel.series[2].rows[3])
        #expect(abs(band[1] - (end[1] - end[2])) < 1e-9 && abs(band[2] - (end[1] + end[2])) < 1e-9)
    }

    @Test func `replicates alone have a course, and of many points some are shown`() throws {
        let alone = try folder.pictures(ofSweep: Self.walk + "  {replicates: 3}")
        #expect(alone.names == ["infected-course"])
        #expect(try #require(alone.figure("infected-course")).panels[0].series.map(\.label) == [nil, nil])
        let values = (1...20).map { "0.\($0 + 10)" }.joined(separator: ", ")
        let many = try folder.pictures(ofSweep: Self.walk + "  {vary: {model.sir.infection: [\(values)]}}")
        let labels = try #require(many.figure("infected-course")).panels[0].series.compactMap(\.label)
        #expect(labels.count == 6 && labels.first == "infection = 0.11" && labels.last == "infection = 0.3")
    }
}
