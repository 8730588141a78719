import GSL
import SimulationEngine
import TestSupport
import Testing

@testable import Recording

/// Statistics that go on from a checkpoint after any number of samples are, to the last bit, those without; and whatever
/// stands in a checkpoint, they refuse it or go on.
@Suite struct StatisticsCheckpointTests {
    /// Some 70 samples, of which five levels of a correlator and of blocking are made.
    private static let samples = AutoregressiveProcess.shortSeries
    private static let breaks = [0, 1, 4, 5, 6, 31, 40, 69]

    private func expectSame<Statistic: Resumable>(
        _ make: () throws -> Statistic, add: (Statistic, Double) -> Void, _ results: (Statistic) -> [Double]
    ) throws {
        let whole = try make()
        for sample in Self.samples { add(whole, sample) }
        for end in Self.breaks {
            let first = try make()
            for sample in Self.samples[..<end] { add(first, sample) }
            let written = StateArchive()
            try first.archiveState(in: written)
            let second = try make()
            let read = StateArchive(reading: written.contents)
            try second.archiveState(in: read)
            #expect(read.remainingCount == 0)
            for sample in Self.samples[end...] { add(second, sample) }
            #expect(results(second).map(\.bitPattern) == results(whole).map(\.bitPattern), "after \(end) samples")
            if end == 31 { try expectNoTrap(written.contents, make, add: add, results) }
        }
    }

    private func expectNoTrap<Statistic: Resumable>(
        _ contents: [UInt8], _ make: () throws -> Statistic, add: (Statistic, Double) -> Void,
        _ results: (Statistic) -> [Double]
    ) throws {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<100 {
            let statistic = try make()
            do throws(CheckpointError) {
                try statistic.archiveState(in: StateArchive(reading: DamagedBytes.damaged(contents, &random)))
            } catch {
                continue
            }
            _ = results(statistic)
            for sample in Self.samples.prefix(20) { add(statistic, sample) }
            _ = results(statistic)
        }
    }

    @Test("A sketch goes on with as many numbers as fill several levels")
    func sketch() throws {
        var (first, whole) = (QuantileSketch(), QuantileSketch())
        for index in 0..<20_000 {
            let number = Double(index * 7919 % 20_011)
            whole.add(number)
            first.add(number)
            guard index == 12_345 else { continue }
            let written = StateArchive()
            try first.archive(in: written)
            first = QuantileSketch()
            try first.archive(in: StateArchive(reading: written.contents))
        }
        #expect(first == whole)
        #expect(whole.rankError > 0)
    }

    @Test("A sketch that does not keep what it has to is refused")
    func impossibleSketches() throws {
        var whole = QuantileSketch()
        for index in 0..<20_000 { whole.add(Double(index * 7919 % 20_011)) }
        let damages: [(inout QuantileSketch) -> Void] = [
            { $0.count += 1 }, { $0.count = 1 << 53 }, { $0.count = 0 }, { $0.thinningCounts[0] = -1 },
            { $0.thinningCounts[1] = .max }, { $0.thinningCounts.removeLast() }, { $0.levels[0].removeAll() },
            { $0.levels[0].append(0) }, { $0.levels[1].removeLast() }, { $0.levels[0][3] = .nan },
            {
                $0.levels.append([1])
                $0.thinningCounts.append(0)
            },
        ]
        for (number, damage) in damages.enumerated() {
            var sketch = whole
            damage(&sketch)
            let written = StateArchive()
            // What is written is checked as well.
            #expect(throws: CheckpointError.self, "\(number)") { try sketch.archive(in: written) }
            #expect(throws: CheckpointError.self, "\(number)") {
                try sketch.archive(in: StateArchive(reading: written.contents))
            }
        }
    }

    @Test("Levels of a correlation that do not follow from each other, and sums that no pairs have, are refused")
    func impossibleCorrelations() throws {
        let damages: [(MultipleTauScheme<ProductKernel>) -> Void] = [
            { $0.levels[0].sampleCount += 1 }, { $0.levels[1].sampleCount = 1 << 53 }, { $0.levels.removeLast() },
            { $0.levels[1].newest = 0 }, { $0.levels[0].sums[1].termCount = .max },
            { $0.levels[2].sums[3].termCount = -1 }, { $0.levels[0].sums[0].termCount = 141 },
        ]
        for (number, damage) in damages.enumerated() {
            let correlation = try VectorAutocorrelation(nodeCount: 1, dimension: 2, points: 4, ratio: 2)
            for sample in Self.samples { correlation.add([sample, -sample].span) }
            #expect(throws: Never.self) { try correlation.archiveState(in: StateArchive()) }
            damage(correlation.scheme)
            #expect(throws: CheckpointError.self, "\(number)") { try correlation.archiveState(in: StateArchive()) }
        }
    }

    @Test("Levels of blocks that do not follow from each other are refused")
    func impossibleBlocks() throws {
        var whole = BlockAverage()
        for sample in Self.samples { whole.add(sample) }
        let damages: [(inout BlockAverage) -> Void] = [
            { $0.levels[0].moments.count = 1 << 53 }, { $0.levels[2].moments.count = 3 }, { $0.levels.removeLast() },
            { $0.levels[1].half = $0.levels[1].half == nil ? 1 : nil }, { $0.unit.exponent = .min },
            { $0.unit.exponent = 1024 },
        ]
        for (number, damage) in damages.enumerated() {
            var blocks = whole
            damage(&blocks)
            #expect(throws: CheckpointError.self, "\(number)") { try blocks.archiveState(in: StateArchive()) }
        }
    }

    @Test func moments() throws {
        try expectSame {
            try RunningStatistics()
        } add: {
            $0.add($1)
        } _: {
            [$0.mean, $0.variance, $0.skewness, $0.kurtosis, $0.minimum, $0.maximum, Double($0.count)]
        }
    }

    @Test func histogram() throws {
        try expectSame {
            try Histogram(edges: [-1, 0, 0.25, 1])
        } add: {
            $0.add($1)
        } _: {
            ($0.counts + [$0.underflow, $0.overflow, $0.notANumberCount]).map { Double($0) }
        }
    }

    @Test func autocorrelation() throws {
        try expectSame {
            try Autocorrelation(points: 4, ratio: 2)
        } add: {
            $0.add($1)
        } _: {
            $0.autocovariance.flatMap { [Double($0.lag), $0.value, Double($0.pairCount)] } + [$0.mean]
        }
    }

    @Test func displacement() throws {
        try expectSame {
            try MeanSquaredDisplacement(nodeCount: 2, dimension: 1, points: 4, ratio: 2)
        } add: { displacement, sample in
            displacement.add([sample, 1 - sample].span)
        } _: {
            $0.displacement.map(\.value)
        }
    }

    @Test func vectorAutocorrelation() throws {
        try expectSame {
            try VectorAutocorrelation(nodeCount: 1, dimension: 2, points: 4, ratio: 2)
        } add: { correlation, sample in
            correlation.add([sample, 1 - sample].span)
        } _: {
            $0.correlation.map(\.value)
        }
    }

    @Test func diffusion() throws {
        try expectSame {
            try DiffusionCoefficient(nodeCount: 3, dimension: 1, interval: 0.5, lags: 1...4, groups: 2)
        } add: {
            $0.add(positions: [$1, 2 * $1, -$1], velocities: [$1, $1 * $1, 1])
        } _: { diffusion in
            [diffusion.einstein, diffusion.greenKubo].flatMap { [$0?.value ?? .nan, $0?.error ?? .nan] }
        }
    }

    @Test func spectrum() throws {
        try expectSame {
            try PowerSpectrum(segment: 8, interval: 0.5)
        } add: {
            $0.add($1)
        } _: {
            $0.density + [Double($0.segmentCount)]
        }
    }

    @Test("So are all statistics of a series together, with the error of the mean by blocking")
    func series() throws {
        let options = SeriesStatistics.Options(
            quantiles: [0.1, 0.5], histogramEdges: [-1, 0, 1], autocorrelation: .init(points: 4), spectrumSegment: 8)
        try expectSame {
            try SeriesStatistics(options, interval: 0.5)
        } add: {
            $0.add($1)
        } _: { statistics in
            var numbers = statistics.rows.flatMap { [$0.value, $0.error] }
            numbers += statistics.histogram?.density ?? []
            numbers += statistics.autocorrelation?.autocovariance.map(\.value) ?? []
            numbers += statistics.spectrum?.density ?? []
            return numbers
        }
    }

    @Test("An error goes on with all levels of blocks", arguments: [1, 0x1p-1000])
    func blocks(unit: Double) throws {
        let series = try AutoregressiveProcess(coefficient: 0.5, seed: 6).series(count: 1500).map { $0 * unit }
        var whole = BlockAverage()
        for sample in series { whole.add(sample) }
        #expect(whole.standardError != nil)
        for end in [0, 1, 2, 9, 700, 1499] {
            var first = BlockAverage()
            for sample in series[..<end] { first.add(sample) }
            let written = StateArchive()
            try first.archiveState(in: written)
            var second = BlockAverage()
            try second.archiveState(in: StateArchive(reading: written.contents))
            for sample in series[end...] { second.add(sample) }
            #expect(second.standardError == whole.standardError && second.mean == whole.mean, "after \(end) samples")
            #expect(second.longRunVariance == whole.longRunVariance)
        }
    }

    @Test("Numbers that are none are remembered")
    func gaps() throws {
        let options = SeriesStatistics.Options()
        let first = try SeriesStatistics(options, interval: nil)
        first.add(.nan)
        let written = StateArchive()
        try first.archiveState(in: written)
        let second = try SeriesStatistics(options, interval: nil)
        try second.archiveState(in: StateArchive(reading: written.contents))
        second.add(1)
        #expect(second.rows.allSatisfy { $0.gap == .notANumber })
    }

    @Test("What belongs to other statistics is refused")
    func otherStatistics() throws {
        let archive = StateArchive()
        try Histogram(edges: [0, 1, 2]).archiveState(in: archive)
        #expect(throws: CheckpointError.doesNotMatch(what: "the number of bins", found: "2", expected: "3")) {
            try Histogram(edges: [0, 1, 2, 3]).archiveState(in: StateArchive(reading: archive.contents))
        }
        #expect(throws: CheckpointError.self) {
            try Histogram(edges: [0, 1, 2]).archiveState(in: StateArchive(reading: archive.contents.dropLast()))
        }
        let spectrum = StateArchive()
        try PowerSpectrum(segment: 8, interval: 1).archiveState(in: spectrum)
        #expect(
            throws: CheckpointError.doesNotMatch(
                what: "the number of frequencies of a spectrum", found: "5", expected: "3"),
            performing: {
                try PowerSpectrum(segment: 4, interval: 1)
                    .archiveState(in: StateArchive(reading: spectrum.contents))
            })
    }
}

extension AutoregressiveProcess {
    /// Numbers that depend on each other.
    fileprivate static var shortSeries: [Double] {
        (try? AutoregressiveProcess(coefficient: 0.5, seed: 5).series(count: 70)) ?? []
    }
}
