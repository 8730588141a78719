import EngineTestSupport
import Particles
import SimulationEngine
import Testing

@Suite struct RandomPlacementTests {
    private func leastDistance(_ positions: [SIMD3<Double>], in box: Box) -> Double {
        var least = Double.infinity
        for i in positions.indices {
            for j in 0..<i {
                let vector = box.shortest(positions[i] - positions[j])
                least = min(least, (vector * vector).sum())
            }
        }
        return least.squareRoot()
    }

    @Test(
        "No two positions are nearer than the least distance, also across periodic bounds",
        arguments: [
            (try Box(x: .periodic(0, 6), y: .periodic(-3, 3), z: .periodic(1, 7)), 150, 0.9),
            (try Box(x: .periodic(0, 2.1), y: .periodic(0, 30), z: .reflecting(0, 2)), 80, 1.0),
            (try Box(x: .periodic(0, 12), y: .reflecting(-2, 4)), 40, 1.0),
        ])
    func distances(box: Box, count: Int, distance: Double) throws {
        let positions = try RandomPlacement(count: count, minimumDistance: distance)
            .positions(in: box, from: RandomStreams(seed: 5))
        #expect(positions.count == count)
        #expect((distance...1.1 * distance).contains(leastDistance(positions, in: box)))
        for position in positions {
            for axis in 0..<box.dimensions {
                let (lower, upper) = try #require(box.axes[axis].bounds)
                #expect((lower...upper).contains(position[axis]))
            }
        }
    }

    /// The mean of 1000 numbers between 0 and 1 deviates by 1/√12000 = 0.0091. Error probability for three axes at 4.5
    /// standard deviations: 2 × 10⁻⁵.
    @Test("Positions are evenly spread, those of a seed always the same, and of another one others")
    func spread() throws {
        let box = try Box(x: .periodic(0, 1), y: .periodic(0, 1), z: .periodic(0, 1))
        let placement = RandomPlacement(count: 1000)
        let positions = try placement.positions(in: box, from: RandomStreams(seed: 1))
        let mean = positions.reduce(.zero, +) / 1000
        for number in [mean.x, mean.y, mean.z] { #expect(abs(number - 0.5) < 4.5 * 0.0091) }
        #expect(try placement.positions(in: box, from: RandomStreams(seed: 1)) == positions)
        #expect(try placement.positions(in: box, from: RandomStreams(seed: 2)) != positions)
    }

    @Test("What cannot be placed is refused")
    func refusals() throws {
        let box = try Box(x: .periodic(0, 5), y: .periodic(0, 5))
        func place(_ placement: RandomPlacement, in box: Box = box) throws {
            _ = try placement.positions(in: box, from: RandomStreams(seed: 1))
        }
        expectRefusal(of: "count", is: "0") { try place(RandomPlacement(count: 0)) }
        expectRefusal(of: "minimum-distance", is: "-1") {
            try place(RandomPlacement(count: 1, minimumDistance: -1))
        }
        #expect(throws: RandomPlacementError.openBox(axis: 1)) {
            try place(RandomPlacement(count: 1), in: Box(x: .periodic(0, 1), y: .open))
        }
        #expect(throws: RandomPlacementError.full(placed: 0, count: 1, minimumDistance: 6)) {
            try place(RandomPlacement(count: 1, minimumDistance: 6))
        }
        // Discs of diameter 1 jam at 55 % of the plane: 25 · 0.547 / (π/4) = 17.4 of them.
        #expect {
            try place(RandomPlacement(count: 30, minimumDistance: 1))
        } throws: { error in
            guard case .full(let placed, 30, 1)? = error as? RandomPlacementError else { return false }
            return (14...20).contains(placed)
        }
    }
}
