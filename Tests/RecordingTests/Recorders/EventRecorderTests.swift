import ObserverCore
import Recording
import SimulationEngine
import Testing

/// Of what happens, not of moments.
@Suite struct EventRecorderTests {
    @Test("Who joins a group, leaves it and changes in it is told after the step in which it does")
    func groups() throws {
        let simulation = try drifting(3)
        let table = RecordedTable()
        // Node i is at i + k after k steps of 0.5.
        let group = simulation.group { (2...3).contains($0[0]) }
        let recorder = try GroupChangeRecorder(simulation, changesOf: group, fields: ["x"], to: .memory(table))
        try simulation.run(steps: 2)
        try recorder.finish()
        #expect(table.columns == ["time", "node", "change", "x"])
        #expect(table.numbers(of: "time") == [0.5, 0.5, 1, 1, 1])
        #expect(table.texts(of: "node") == ["1", "2", "0", "1", "2"])
        #expect(table.texts(of: "change") == ["joined", "changed", "joined", "changed", "left"])
        #expect(table.numbers(of: "x") == [2, 3, 2, 3, 4])
    }

    @Test("What changes can be told with what it was before, member or not", arguments: [false, true])
    func old(membershipsOnly: Bool) throws {
        let simulation = try drifting(3)
        let table = RecordedTable()
        let group = simulation.group { (2...3).contains($0[0]) }
        let recorder = try GroupChangeRecorder(
            simulation, changesOf: group, fields: ["y", "x"], old: true, membershipsOnly: membershipsOnly,
            to: .memory(table))
        try simulation.run(steps: 2)
        try recorder.finish()
        // Node i goes from (i, 10 i) by (1, 0.25) a step.
        let kept = membershipsOnly ? [0, 2, 4] : [0, 1, 2, 3, 4]
        func expected(_ numbers: [Double]) -> [Double] { kept.map { numbers[$0] } }
        #expect(table.columns == ["time", "node", "change", "y", "x", "old-y", "old-x"])
        #expect(table.numbers(of: "time") == expected([0.5, 0.5, 1, 1, 1]))
        #expect(table.numbers(of: "x") == expected([2, 3, 2, 3, 4]))
        #expect(table.numbers(of: "old-x") == expected([1, 2, 1, 2, 3]))
        #expect(table.numbers(of: "y") == expected([10.25, 20.25, 0.5, 10.5, 20.5]))
        #expect(table.numbers(of: "old-y") == expected([10, 20, 0.25, 10.25, 20.25]))
    }

    @Test("More changes than are read at once are told in order")
    func manyChanges() throws {
        let simulation = try drifting(1000)
        let table = RecordedTable()
        let recorder = try GroupChangeRecorder(
            simulation, changesOf: simulation.allNodes, fields: ["x"], old: true, to: .memory(table))
        try simulation.run(steps: 2)
        try recorder.finish()
        // Node i is at i + k after k steps.
        func positions(after steps: Int) -> [Double] { (0..<1000).map { Double($0 + steps) } }
        let nodes = (0..<2000).map { String($0 % 1000) }
        #expect(table.texts(of: "node") == nodes)
        let (old, new) = (positions(after: 0) + positions(after: 1), positions(after: 1) + positions(after: 2))
        #expect(table.numbers(of: "old-x") == old)
        #expect(table.numbers(of: "x") == new)
    }

    @Test("Changes of members can be left out")
    func memberships() throws {
        let simulation = try drifting(3)
        let table = RecordedTable()
        let group = simulation.group { (2...3).contains($0[0]) }
        let recorder = try GroupChangeRecorder(
            simulation, changesOf: group, fields: ["x"], membershipsOnly: true, to: .memory(table))
        try simulation.run(steps: 2)
        try recorder.finish()
        #expect(table.texts(of: "change") == ["joined", "joined", "left"])
    }

    @Test("Crossings of a number stand at their interpolated times")
    func crossings() throws {
        let simulation = try drifting(2)
        let table = RecordedTable()
        let crossing = try simulation.crossing(of: simulation.quantities.width, level: 3.5)
        let recorder = try CrossingRecorder(simulation, of: crossing, to: .memory(table))
        try simulation.run(steps: 3)
        try recorder.finish()
        // The width is 1 + k after k steps of 0.5: 3.5 after two and a half.
        #expect(table.columns == ["time", "direction"])
        #expect(table.numbers(of: "time") == [1.25])
        #expect(table.texts(of: "direction") == ["upwards"])
    }

    @Test("First passages begin with the nodes that have passed already")
    func passages() throws {
        let simulation = try drifting(3, names: ["a", "b", "c"])
        let table = RecordedTable()
        let passages = try simulation.firstPassages(of: "x", level: 1.5)
        let recorder = try CrossingRecorder(simulation, of: passages, to: .memory(table))
        try simulation.run(steps: 3)
        try recorder.finish()
        #expect(table.columns == ["time", "node", "direction"])
        #expect(table.texts(of: "node") == ["c", "b", "a"])
        let times = try #require(table.numbers(of: "time"))
        #expect(zip(times, [0, 0.25, 0.75]).allSatisfy { abs($0 - $1) < 1e-15 })
    }

    @Test("An intervention stands there with its author, and with each number that it changed")
    func interventions() throws {
        final class Pilot: Observer, NamedAuthor {
            let receiver = Receiver()
            let authorName = "the pilot"
        }
        let simulation = try drifting(2, names: ["a", "b"])
        let table = RecordedTable()
        let recorder = try InterventionRecorder(simulation, to: .memory(table))
        let pilot = Pilot()
        pilot.observe(try simulation.trigger(.at(times: [1]))) { [unowned simulation] (_: Moment) in
            try? simulation.kick(node: 1, as: pilot) { state in
                state[0] = -1
                state[3] += 2
            }
            simulation.intervene("turn around", as: pilot) { $0.columns[2][0] = -1 }
        }
        try simulation.run(steps: 3)
        try recorder.finish()
        #expect(table.columns == ["time", "step", "author", "subject", "number", "old", "new"])
        #expect(table.numbers(of: "time") == [1, 1, 1])
        #expect(table.numbers(of: "step") == [2, 2, 2])
        #expect(table.texts(of: "author") == ["the pilot", "the pilot", "the pilot"])
        #expect(table.texts(of: "subject") == ["b", "b", "turn around"])
        #expect(table.texts(of: "number") == ["x", "vy", ""])
        #expect(table.numbers(of: "old")?.prefix(2) == [3, 0.25])
        #expect(table.numbers(of: "new")?.prefix(2) == [-1, 2.25])
    }

    @Test("Statistics are those of the whole series, and are written when the recorder finishes")
    func statistics() throws {
        let simulation = try drifting(1)
        let table = RecordedTable()
        let histogram = RecordedTable()
        let recorder = try StatisticsRecorder(
            simulation, of: "width", .init(quantiles: [0.5], histogramEdges: [0, 2, 10]), at: simulation.clock,
            to: .memory(table), parts: { _ in .memory(histogram) }
        ) { [unowned simulation] in simulation.quantities.width.value }
        try simulation.run(steps: 4)
        #expect(table.rowCount == 0)
        try recorder.finish()
        // Of 0, 1, 2, 3, 4.
        #expect(table.columns == ["of", "statistic", "value", "error", "count", "note"])
        let values = Dictionary(
            uniqueKeysWithValues: zip(
                try #require(table.texts(of: "statistic")), try #require(table.numbers(of: "value"))))
        #expect(values["mean"] == 2)
        #expect(values["variance"] == 2.5)
        #expect(values["minimum"] == 0)
        #expect(values["maximum"] == 4)
        #expect(values["quantile-0.5"] == 2)
        #expect(table.texts(of: "of")?.first == "width")
        #expect(table.numbers(of: "count")?.first == 5)
        // Too few for an error.
        #expect(table.texts(of: "error")?.first == "")
        #expect(table.texts(of: "note")?.first == "too-short")
        #expect(table.texts(of: "note")?.dropFirst().dropLast().allSatisfy { $0 == "" } == true)
        #expect(histogram.columns == ["from", "to", "count", "density"])
        #expect(histogram.numbers(of: "count") == [2, 3])
        #expect(histogram.numbers(of: "density") == [0.2, 0.075])
    }

    @Test("An autocorrelation and a spectrum have the times of their samples")
    func correlations() throws {
        let simulation = try drifting(1)
        let (table, correlation, spectrum) = (RecordedTable(), RecordedTable(), RecordedTable())
        let recorder = try StatisticsRecorder(
            simulation, of: "sign", .init(autocorrelation: .init(points: 4, ratio: 2), spectrumSegment: 4),
            at: simulation.every(steps: 2), to: .memory(table),
            parts: { $0 == "spectrum" ? .memory(spectrum) : .memory(correlation) }
        ) { [unowned simulation] in simulation.moment.step.isMultiple(of: 4) ? 1 : -1 }
        try simulation.run(steps: 126)
        try recorder.finish()
        // Samples 1, -1, 1, … a time unit apart.
        #expect(correlation.columns == ["lag", "time", "covariance", "correlation", "pairs"])
        #expect(correlation.numbers(of: "time")?.prefix(4) == [0, 1, 2, 3])
        // Of the 63 pairs of neighbours, the first ones have a mean of 1/63 and the second ones of -1/63.
        let expected = [1, -1 + 1 / 3969.0, 1]
        let correlations = try #require(correlation.numbers(of: "correlation"))
        #expect(zip(correlations, expected).allSatisfy { abs($0 - $1) < 1e-14 })
        // A frequency of a half an interval is the highest that can be told.
        #expect(spectrum.numbers(of: "frequency") == [0, 0.25, 0.5])
    }
}
