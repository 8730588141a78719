import EngineTestSupport
import Particles
import Testing

@Suite struct LatticeTests {
    /// The distances to and the numbers of the nearest and second nearest neighbours, in lattice constants.
    static let shells: [(Lattice.Kind, nearest: (Double, Int), second: (Double, Int))] = [
        (.sc, (1, 6), (2.0.squareRoot(), 12)),
        (.bcc, (0.75.squareRoot(), 8), (1, 6)),
        (.fcc, (0.5.squareRoot(), 12), (1, 6)),
        (.square, (1, 4), (2.0.squareRoot(), 4)),
        (.hexagonal, (1, 6), (3.0.squareRoot(), 6)),
    ]

    @Test("Each particle has the neighbours of its lattice, also across the bounds", arguments: 0..<5)
    func neighbours(index: Int) throws {
        let (kind, nearest, second) = Self.shells[index]
        let lattice = try Lattice(kind, cells: [Int](repeating: 4, count: kind.dimensions), constant: 1.5)
        let box = try lattice.box(.periodic)
        let positions = lattice.positions
        #expect(positions.count == lattice.particleCount)
        for i in [0, positions.count / 2 + 1] {
            let distances = positions.indices.filter { $0 != i }.map { j -> Double in
                let vector = box.shortest(positions[i] - positions[j])
                return (vector * vector).sum().squareRoot() / 1.5
            }
            for (distance, count) in [nearest, second] {
                #expect(distances.count { abs($0 - distance) < 1e-12 } == count)
            }
            #expect(distances.allSatisfy { $0 > nearest.0 - 1e-12 })
        }
    }

    @Test("A density is met to rounding", arguments: Lattice.Kind.allCases)
    func density(kind: Lattice.Kind) throws {
        for density in [0.8442, 1e-9, 3e7] {
            let lattice = try Lattice(kind, cells: [Int](repeating: 3, count: kind.dimensions), density: density)
            let volume = try #require(try lattice.box(.periodic).volume)
            #expect(abs(Double(lattice.particleCount) / volume / density - 1) < 1e-14)
        }
    }

    @Test("What is no lattice is refused")
    func refusals() {
        #expect(throws: LatticeError.wrongDimensions(2, expected: 3)) {
            try Lattice(.fcc, cells: [2, 2], constant: 1)
        }
        #expect(throws: LatticeError.invalidCells([2, 0])) { try Lattice(.square, cells: [2, 0], constant: 1) }
        #expect(throws: LatticeError.invalidCells([.max, .max])) {
            try Lattice(.square, cells: [.max, .max], constant: 1)
        }
        expectRefusal(of: "density", is: "0") { try Lattice(.square, cells: [2, 2], density: 0) }
        expectRefusal(of: "constant", is: "-1") {
            try Lattice(.square, cells: [2, 2], constant: -1)
        }
    }
}
