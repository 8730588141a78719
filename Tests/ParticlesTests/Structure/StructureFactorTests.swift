import Foundation
import Particles
import SimulationEngine
import Testing
import TestSupport

@Suite struct StructureFactorTests {
    private static func randomPlaces(_ count: Int, in box: Box, seed: UInt64) -> [SIMD3<Double>] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { _ in
            var place = SIMD3<Double>.zero
            for axis in 0..<box.dimensions { place[axis] = Double.random(in: -20..<20, using: &generator) }
            return place
        }
    }

    /// Of n particles on an fcc lattice, S is n at the vectors of the reciprocal lattice, which is body-centred with the constant
    /// 4π/a, and 0 at all others: 8 at √3, 6 at 2, 12 at √8, 24 at √11 times 2π/a.
    @Test("A crystal scatters at the vectors of its reciprocal lattice", arguments: StructureFactor.Method.allCases)
    func crystal(method: StructureFactor.Method) throws {
        let lattice = try Lattice(.fcc, cells: [3, 3, 3], constant: 1.5)
        let count = Double(lattice.particleCount)
        let factor = try StructureFactor(
            in: try lattice.box(.periodic), upTo: 14.5, method: method)
        factor.add(lattice.positions)
        let unit = 2 * Double.pi / 1.5
        let peaks = [(3.0, 8.0), (8, 12), (11, 24)]
        for shell in factor.shells {
            let square = pow(shell.waveNumber / unit, 2)
            if let (_, members) = peaks.first(where: { abs(square - $0.0) < 1e-9 }) {
                let others = Double(shell.vectorCount) - members
                #expect(others >= 0)
                #expect(abs(shell.value * Double(shell.vectorCount) - count * members) < 1e-4)
            } else if abs(square - 4) > 1e-9 {
                #expect(abs(shell.value) < 1e-4)
            } else {
                #expect(abs(shell.value * Double(shell.vectorCount) - count * 6) < 1e-4)
            }
        }
        #expect(factor.shells.map(\.waveNumber) == factor.shells.map(\.waveNumber).sorted())
    }

    @Test("Both methods agree, in two and in three dimensions and in boxes of any edges", arguments: [2, 3])
    func methods(dimensions: Int) throws {
        let axes: [Box.Axis] = [.periodic(-1, 4), .periodic(2, 9), .periodic(0, 6)]
        let box = try Box(Array(axes.prefix(dimensions)))
        let places = Self.randomPlaces(60, in: box, seed: 11)
        let direct = try StructureFactor(in: box, upTo: 6, method: .direct)
        let fourier = try StructureFactor(in: box, upTo: 6)
        for factor in [direct, fourier] {
            factor.add(places)
            factor.add(places.map { $0 * 1.1 })
        }
        #expect(direct.shells.count == fourier.shells.count)
        for (a, b) in zip(direct.shells, fourier.shells) {
            #expect(a.waveNumber == b.waveNumber && a.vectorCount == b.vectorCount)
            #expect(abs(a.value - b.value) < 2e-6)
        }
    }

    /// ⟨|Σ exp(−i k · r)|²⟩ / ⟨n⟩ of two moments with 7 and 5 particles, by the definition.
    @Test("Where particles come and go, squares are averaged over the mean number")
    func changingNumbers() throws {
        let box = try Box(x: .periodic(0, 6), y: .periodic(0, 6))
        let places = Self.randomPlaces(7, in: box, seed: 3)
        let both = try StructureFactor(in: box, upTo: 2.2, method: .direct)
        let parts = try (0..<2).map { _ in try StructureFactor(in: box, upTo: 2.2, method: .direct) }
        for (part, count) in zip(parts, [7, 5]) {
            for factor in [both, part] { factor.add(Array(places.prefix(count))) }
        }
        for (shell, (seven, five)) in zip(both.shells, zip(parts[0].shells, parts[1].shells)) {
            #expect(abs(shell.value - (7 * seven.value + 5 * five.value) / 12) < 1e-13)
        }
    }

    /// By the definition, of one moment.
    @Test("The direct sum is the definition")
    func definition() throws {
        let box = try Box(x: .periodic(0, 2), y: .periodic(0, 3))
        let places = Self.randomPlaces(7, in: box, seed: 5)
        let factor = try StructureFactor(in: box, upTo: 2.2, method: .direct)
        factor.add(places)
        // 2π/3 alone: 2π/2 is longer.
        let sums = places.reduce(SIMD2<Double>.zero) { sum, place in
            sum + SIMD2(cos(2 * .pi / 3 * place.y), sin(2 * .pi / 3 * place.y))
        }
        let shell = try #require(factor.shells.first)
        #expect(factor.shells.count == 1)
        #expect(abs(shell.waveNumber - 2 * .pi / 3) < 1e-15)
        #expect(shell.vectorCount == 2)
        #expect(abs(shell.value - (sums * sums).sum() / 7) < 1e-13)
    }

    @Test("A direct sum that is given up again and again, and goes on from a checkpoint, is the same to the last bit")
    func interruptions() throws {
        let box = try Box(x: .periodic(0, 6), y: .periodic(0, 6), z: .periodic(0, 6))
        let moments = (1...3).map { Self.randomPlaces(200, in: box, seed: $0) }
        let whole = try StructureFactor(in: box, upTo: 8.5, method: .direct)
        for places in moments { whole.add(places) }
        var factor = try StructureFactor(in: box, upTo: 8.5, method: .direct)
        for places in moments { factor.add(places, unless: { true }) }
        var countOfBreaks = 0
        while !factor.isComplete {
            countOfBreaks += 1
            let archive = StateArchive()
            try factor.archiveState(in: archive)
            factor = try StructureFactor(in: box, upTo: 8.5, method: .direct)
            try factor.archiveState(in: StateArchive(reading: archive.contents))
            factor.goOn(unless: { true })
        }
        #expect(countOfBreaks > 3)
        #expect(factor.shells == whole.shells && factor.momentCount == 3)
    }

    /// |Σ exp(−i k · r)|² / n has mean 1 and variance 1. Error probability: 4.5 standard deviations, 7 × 10⁻⁶.
    @Test("An ideal gas has a structure factor of 1")
    func idealGas() throws {
        let box = try Box(x: .periodic(0, 10), y: .periodic(0, 10), z: .periodic(0, 10))
        let factor = try StructureFactor(in: box, upTo: 2.5)
        for moment in 0..<4 { factor.add(Self.randomPlaces(100, in: box, seed: UInt64(moment + 1))) }
        let vectors = factor.shells.reduce(0) { $0 + $1.vectorCount }
        let mean = factor.shells.reduce(0.0) { $0 + $1.value * Double($1.vectorCount) } / Double(vectors)
        #expect(abs(mean - 1) < 4.5 / (Double(vectors / 2) * 4).squareRoot())
    }

    @Test("What cannot be computed is refused")
    func refusals() throws {
        let box = try Box(x: .periodic(0, 10), y: .periodic(0, 10))
        #expect(throws: StructureError.notPeriodic(axis: 0)) {
            try StructureFactor(in: .openPlane, upTo: 1)
        }
        #expect(throws: StructureError.invalidMaximum("wave number", -1)) {
            try StructureFactor(in: box, upTo: -1)
        }
        #expect(throws: StructureError.noWaveVectors(maximum: 0.6, least: 2 * .pi / 10)) {
            try StructureFactor(in: box, upTo: 0.6)
        }
        #expect {
            try StructureFactor.check(box, maximum: 1e6)
        } throws: { error in
            guard case .tooManyWaveVectors(_, let greatest)? = error as? StructureError else { return false }
            return (try? StructureFactor.check(box, maximum: greatest)) != nil
        }
    }
}
