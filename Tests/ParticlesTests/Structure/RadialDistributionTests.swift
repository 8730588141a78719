import Foundation
import Particles
import Testing
import TestSupport

@Suite struct RadialDistributionTests {
    private static func randomPlaces(_ count: Int, in box: Box, seed: UInt64) -> [SIMD3<Double>] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { _ in
            var place = SIMD3<Double>.zero
            for axis in 0..<box.dimensions {
                let (lower, upper) = box.axes[axis].bounds ?? (0, 0)
                place[axis] = Double.random(in: lower..<upper, using: &generator)
            }
            return place
        }
    }

    /// All pairs one by one.
    private static func directCounts(
        _ places: [SIMD3<Double>], in box: Box, upTo maximum: Double, bins: Int, where isPair: (Int, Int) -> Bool
    ) -> [Int] {
        var counts = [Int](repeating: 0, count: bins)
        for i in places.indices {
            for j in places.indices where j > i && isPair(i, j) {
                let vector = box.shortest(places[i] - places[j])
                let distance = (vector * vector).sum().squareRoot()
                if distance < maximum { counts[Int(distance / maximum * Double(bins))] += 1 }
            }
        }
        return counts
    }

    /// A grid of cells as wide as such a distance has 10¹⁵ of them.
    @Test("distances far below those of most particles are counted, too, without memory for all of the box")
    func shortDistances() throws {
        let box = try Box(x: .periodic(0, 100), y: .periodic(0, 100), z: .periodic(0, 100))
        var places = Self.randomPlaces(40, in: box, seed: 4)
        places[7] = places[3] + [0, 0.000_45, 0]
        places[9] = [0, 50, 50]
        places[11] = [99.999_75, 50, 50]
        let distribution = try RadialDistribution(in: box, types: [Int](repeating: 0, count: 40), upTo: 1e-3, bins: 10)
        distribution.add(places)
        let found = distribution.bins.indices.filter { distribution.bins[$0].value > 0 }
        #expect(found == [2, 4])
    }

    typealias Shell = (squaredDistance: Double, count: Int)

    private static let shells: [(Lattice.Kind, [Shell])] = [
        (.sc, [(1, 6), (2, 12), (3, 8)]),
        (.bcc, [(0.75, 8), (1, 6), (2, 12)]),
        (.fcc, [(0.5, 12), (1, 6), (1.5, 24)]),
        (.square, [(1, 4), (2, 4), (4, 4)]),
        (.hexagonal, [(1, 6), (3, 6), (4, 6)]),
    ]

    /// Neighbours of a particle of a crystal, as any book of crystallography has them.
    @Test(
        "Crystals have the shells of neighbours that they are known for",
        arguments: shells)
    func crystals(kind: Lattice.Kind, shells: [Shell]) throws {
        let lattice = try Lattice(kind, cells: [Int](repeating: 5, count: kind.dimensions), constant: 1)
        let box = try lattice.box(.periodic)
        let maximum = 2.15
        let distribution = try RadialDistribution(
            in: box, types: [Int](repeating: 0, count: lattice.particleCount), upTo: maximum, bins: 200)
        distribution.add(lattice.positions.map { $0 + SIMD3(0.01, -0.02, 0) })
        var coordination = 0.0
        let found = distribution.bins.compactMap { bin -> (Double, Double)? in
            defer { coordination = bin.coordination }
            return bin.value > 0 ? (bin.upper, bin.coordination - coordination) : nil
        }
        for (shell, expected) in zip(found, shells) {
            #expect(abs(shell.0 - expected.squaredDistance.squareRoot()) <= maximum / 200)
            #expect(abs(shell.1 - Double(expected.count)) < 1e-12)
        }
        #expect(found.count >= shells.count)
    }

    @Test("Cells find the pairs that a sum over all finds, of all particles and of two types", arguments: [2, 3])
    func cells(dimensions: Int) throws {
        let axes: [Box.Axis] = [.periodic(-1, 9), .periodic(2, 6.5), .periodic(0, 12)]
        let box = try Box(Array(axes.prefix(dimensions)))
        let places = Self.randomPlaces(300, in: box, seed: 3).map { $0 + SIMD3(20, -9, 0) }
        let types = places.indices.map { $0 % 3 }
        for maximum in [0.9, 1.4, 2.25] {
            for (pair, isPair) in [
                (nil, { (_: Int, _: Int) in true }),
                ((1, 1), { types[$0] == 1 && types[$1] == 1 }),
                ((2, 0), { Set([types[$0], types[$1]]) == Set([0, 2]) }),
            ] as [((Int, Int)?, (Int, Int) -> Bool)] {
                let distribution = try RadialDistribution(
                    in: box, types: types, between: pair, upTo: maximum, bins: 20)
                distribution.add(places)
                let direct = Self.directCounts(places, in: box, upTo: maximum, bins: 20, where: isPair)
                let pairs = Double(direct.reduce(0, +))
                let centers = pair == nil ? 300.0 : 100
                let factor = pair.map { $0 != $1 } == true ? 1.0 : 2
                let last = try #require(distribution.bins.last)
                #expect(abs(last.coordination - factor * pairs / centers) < 1e-12)
                #expect(distribution.bins.map { $0.value > 0 } == direct.map { $0 > 0 })
            }
        }
    }

    /// The number of pairs in a bin has a binomial distribution to within correlations of the order 1/n. Error probability:
    /// 30 bins at 4.5 standard deviations, 2 × 10⁻⁴ altogether.
    @Test("An ideal gas is evenly distributed, in two and in three dimensions", arguments: [2, 3])
    func idealGas(dimensions: Int) throws {
        let box = try Box([Box.Axis](repeating: .periodic(0, 10), count: dimensions))
        let count = 200
        let distribution = try RadialDistribution(
            in: box, types: [Int](repeating: 0, count: count), upTo: 5, bins: 15)
        for moment in 0..<20 { distribution.add(Self.randomPlaces(count, in: box, seed: UInt64(50 + moment))) }
        let volume = try #require(box.volume)
        for bin in distribution.bins {
            let shell =
                dimensions == 2
                ? .pi * (bin.upper * bin.upper - bin.lower * bin.lower)
                : 4 / 3 * .pi * (pow(bin.upper, 3) - pow(bin.lower, 3))
            let expected = 20 * Double(count * (count - 1) / 2) * shell / volume
            #expect(abs(bin.value - 1) < 4.5 / expected.squareRoot())
        }
        #expect(distribution.momentCount == 20)
    }

    @Test("What cannot be counted is refused")
    func refusals() throws {
        let box = try Box(x: .periodic(0, 4), y: .periodic(0, 6), z: .periodic(0, 6))
        func make(
            _ box: Box, _ maximum: Double, _ bins: Int, _ types: [Int] = [0, 0, 1], _ pair: (Int, Int)? = nil
        ) throws {
            _ = try RadialDistribution(in: box, types: types, between: pair, upTo: maximum, bins: bins)
        }
        #expect(throws: StructureError.notPeriodic(axis: 0)) { try make(.open, 1, 1) }
        #expect(throws: StructureError.distanceTooLong(2.5, axis: 0, period: 4)) { try make(box, 2.5, 1) }
        #expect(throws: StructureError.invalidMaximum("distance", 0)) { try make(box, 0, 1) }
        #expect(throws: StructureError.invalidBinCount(0)) { try make(box, 1, 0) }
        #expect(throws: StructureError.noPairs(types: [1, 1])) { try make(box, 1, 1, [0, 0, 1], (1, 1)) }
        #expect(throws: StructureError.noPairs(types: [])) { try make(box, 1, 1, [0]) }
        #expect(
            StructureError.distanceTooLong(2.5, axis: 0, period: 4).description
                == "the distance 2.5 is greater than half of the box, which is 4.0 long in x: it must be at most 2.0")
    }

    /// Three particles of which one goes: pairs at 1, 1.5 and √3.25, then at 1 alone. Of 3 + 1 pairs two are at 1.
    @Test("Where particles come and go, pairs are those of each moment")
    func changingNumbers() throws {
        let box = try Box(x: .periodic(0, 8), y: .periodic(0, 8), z: .periodic(0, 8))
        let places: [SIMD3<Double>] = [[0, 0, 0], [1, 0, 0], [0, 1.5, 0]]
        let distribution = try RadialDistribution(in: box, types: [0, 0, 1], upTo: 2, bins: 8)
        distribution.add(places, types: [0, 0, 1])
        distribution.add(Array(places.prefix(2)), types: [0, 0])
        let bin = distribution.bins[4]
        #expect(bin.lower == 1)
        let shell = 4 / 3 * Double.pi * (1.25 * 1.25 * 1.25 - 1)
        #expect(abs(bin.value - 2 * 512 / (4 * shell)) < 1e-12)
        // Each of five particles has 2 · 2 / 5 neighbours up to there.
        #expect(abs(bin.coordination - 0.8) < 1e-15)
        let between = try RadialDistribution(in: box, types: [0, 0, 1], between: (0, 1), upTo: 2, bins: 8)
        between.add(places)
        between.add(Array(places.prefix(2)), types: [0, 0])
        #expect(between.bins[6].value > 0)
        #expect(abs(between.bins[7].coordination - 0.5) < 1e-15)
    }
}
