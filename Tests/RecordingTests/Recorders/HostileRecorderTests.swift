import GSL
import Recording
import SimulationEngine
import TestSupport
import Testing

/// Whatever a recorder is asked for, it is recorded, or refused by a typed error; nothing traps.
@Suite struct HostileRecorderTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private static let counts = [Int.min, -1, 0, 1, 2, 3, 4, 7, 1000, 65_537, 1 << 40, Int.max]
    private static let numbers: [Double] = [
        0, -0.0, 1, -1, 0.5, .leastNonzeroMagnitude, 1e308, -1e308, .nan, .infinity, -.infinity, 3,
    ]
    private static let fieldNames = ["x", "y", "vx", "position", "velocity", "", "time", "node", "X", "x\n"]

    @Test("it is recorded or refused", arguments: [1, 2, 3, 4] as [UInt64])
    func sweep(seed: UInt64) throws {
        var draw = Draw(random: SeededGenerator(seed: seed))
        var (recorded, refused) = (0, 0)
        for _ in 0..<150 {
            let count = draw.random.below(4)
            let names = draw.random.below(2) == 0 ? nil : Array(["a", "b", ""].prefix(count))
            let simulation = try drifting(count, names: names)
            if draw.random.below(4) == 0, count > 0 { simulation.model.columns[2][0] = draw.one(of: Self.numbers) }
            do {
                let recorder = try recorder(simulation, &draw)
                try simulation.run(steps: draw.one(of: [0, 1, 40]))
                try recorder.finish()
                try recorder.finish()
                recorded += 1
            } catch is RecordingError {
                refused += 1
            } catch is StatisticsError {
                refused += 1
            } catch is SimulationError {
                refused += 1
            }
        }
        #expect(recorded > 30 && refused > 30)
    }

    @Test("an interval that is none is refused", arguments: [0, -1, .nan, .infinity] as [Double])
    func intervals(interval: Double) throws {
        let simulation = try drifting(2)
        let clock = simulation.clock
        #expect(throws: StatisticsError.self) {
            try StatisticsRecorder(
                simulation, of: "n", at: clock, interval: interval, to: .memory(RecordedTable()),
                parts: { _ in .memory(RecordedTable()) }, { 0 })
        }
        #expect(throws: StatisticsError.self) {
            try NodeCorrelationRecorder(
                .autocorrelation, of: ["velocity"], in: simulation, at: clock, interval: interval,
                to: .memory(RecordedTable()))
        }
    }

    @Test("a trajectory has no two columns of a name", arguments: ["id", "vx", "masses", "species", "velo"])
    func columns(name: String) throws {
        let simulation = try drifting(2)
        #expect(throws: RecordingError.duplicateColumn(name)) {
            try XYZRecorder(
                simulation, nodes: .all, fields: name == "vx" ? ["position", "vx"] : [], at: simulation.clock,
                to: directory.path(of: "t.xyz"),
                properties: XYZProperties(["masses", name].map { .reals($0) { _ in 1 } }))
        }
    }

    /// What is asked for, drawn at random.
    private struct Draw {
        var random: SeededGenerator

        mutating func one<Element>(of elements: [Element]) -> Element { elements[random.below(elements.count)] }

        mutating func several<Element>(of elements: [Element], atMost count: Int = 4) -> [Element] {
            (0..<random.below(count + 1)).map { _ in one(of: elements) }
        }

        mutating func selection() throws -> NodeSelection {
            switch random.below(4) {
            case 0: .all
            case 1: .nodes(several(of: HostileRecorderTests.counts))
            case 2:
                .expected(
                    several(of: HostileRecorderTests.counts).map(NodeReference.number)
                        + several(of: ["a", "", "b"], atMost: 1).map(NodeReference.name))
            default: .nodes(several(of: [0, 1, 2]))
            }
        }

        mutating func lags() -> SeriesStatistics.Options.Autocorrelation {
            .init(points: one(of: HostileRecorderTests.counts), ratio: one(of: HostileRecorderTests.counts))
        }

        mutating func options() -> SeriesStatistics.Options {
            let isHostile = random.below(3) > 0
            return SeriesStatistics.Options(
                quantiles: isHostile ? several(of: HostileRecorderTests.numbers) : [0, 1, 1],
                histogramEdges: random.below(2) == 0 ? nil : several(of: HostileRecorderTests.numbers),
                autocorrelation: random.below(2) == 0 ? nil : lags(),
                spectrumSegment: random.below(2) == 0 ? nil : one(of: HostileRecorderTests.counts))
        }
    }

    /// A table with three moments, or a ring of them.
    private func destination(_ draw: inout Draw) -> TableDestination {
        let name = "\(draw.random.next()).csv"
        switch draw.random.below(4) {
        case 0: return .csv(directory.path(of: name))
        case 1: return .jsonLines(directory.path(of: name))
        case 2: return .memory(RecordedTable())
        default:
            return .ring(last: draw.one(of: Self.counts), of: .memory(RecordedTable())) { _ in }
        }
    }

    /// Makes a recorder of the simulation, which may be refused.
    private func recorder(_ simulation: Simulation<GridModel>, _ draw: inout Draw) throws -> any Recorder {
        let trigger = try simulation.every(steps: max(1, draw.one(of: [1, 2, 5, Int.max])))
        let interval = draw.random.below(2) == 0 ? nil : draw.one(of: Self.numbers)
        let values = draw.several(of: Self.numbers)
        var place = 0
        let number: () -> Double = {
            place += 1
            return values.isEmpty ? 0 : values[place % values.count]
        }
        let fields = draw.several(of: Self.fieldNames, atMost: 3)
        let target = destination(&draw)
        switch draw.random.below(7) {
        case 0: return try NodeRecorder(simulation, nodes: draw.selection(), fields: fields, at: trigger, to: target)
        case 1:
            let quantities = [simulation.quantities.width, simulation.quantities.centre] as [any AnyQuantity]
            return try QuantityRecorder(simulation, quantities: draw.several(of: quantities), at: trigger, to: target)
        case 2:
            let options = draw.options()
            return try StatisticsRecorder(
                simulation, of: "n\"\n", options, at: trigger, interval: interval, to: target,
                parts: { _ in .memory(RecordedTable()) }, number)
        case 3:
            let functions: [NodeCorrelationRecorder<GridModel>.Function] = [.meanSquaredDisplacement, .autocorrelation]
            return try NodeCorrelationRecorder(
                draw.one(of: functions), of: fields, in: simulation,
                nodes: draw.random.below(2) == 0 ? nil : draw.several(of: Self.counts), lags: draw.lags(), at: trigger,
                interval: interval, to: target)
        case 4:
            let names = draw.several(of: ["masses", "charges", "id", "pos", "vx", "velo"])
            return try XYZRecorder(
                simulation, nodes: draw.selection(), fields: fields, at: trigger,
                to: directory.path(of: "\(draw.random.next()).xyz"),
                properties: XYZProperties(names.map { .reals($0) { _ in .nan } }, species: { _ in " \n" }))
        case 5:
            let columns = draw.several(of: Self.fieldNames)
            return try MeasureRecorder(
                simulation, at: trigger, columns: columns, to: target, measure: { [1, 2] },
                append: { _, _, table in for _ in columns { table.append(number()) } })
        default:
            let crossing = try simulation.crossing(of: "n", level: draw.one(of: Self.numbers)) { _ in number() }
            return try CrossingRecorder(simulation, of: crossing, to: target)
        }
    }
}
