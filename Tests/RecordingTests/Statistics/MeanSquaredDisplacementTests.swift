import GSL
import Recording
import Testing

@Suite struct MeanSquaredDisplacementTests {
    @Test("free flight is ballistic at every lag")
    func freeFlight() throws {
        let displacement = try MeanSquaredDisplacement(nodeCount: 2, dimension: 3)
        let velocities = [1.0, 2, -2, 0, 0.5, 0]
        for step in 0..<1000 {
            let positions = velocities.map { 10 + $0 * Double(step) }
            displacement.add(positions.span)
        }
        let points = displacement.displacement
        #expect(points.count > 50)
        for point in points {
            // (9 + 0.25) / 2, in numbers that are exact.
            #expect(point.value == 4.625 * Double(point.lag * point.lag))
        }
    }

    /// Nodes with velocities 1 and 3 along x; the second is there up to step 20.
    @Test("a node that has gone is left out of the pairs that it has missed")
    func goneNode() throws {
        let displacement = try MeanSquaredDisplacement(nodeCount: 2, dimension: 3)
        let correlation = try VectorAutocorrelation(nodeCount: 2, dimension: 3)
        for step in 0..<200 {
            let isThere = step <= 20
            func add(_ numbers: [Double], to body: (Span<Double>) -> Void) { body(numbers.span) }
            let gone = [Double](repeating: .nan, count: 3)
            add([Double(step), 5, 0] + (isThere ? [3 * Double(step), 0, 1] : gone), to: displacement.add)
            add([1, 0, 0] + (isThere ? [3, 0, 0] : gone), to: correlation.add)
        }
        for point in displacement.displacement where point.lag < 16 {
            let (first, second) = (Double(200 - point.lag), Double(21 - point.lag))
            let expected = Double(point.lag * point.lag) * (first + 9 * second) / (first + second)
            #expect(abs(point.value - expected) <= 1e-12 * expected)
            #expect(point.pairCount == 200 - point.lag)
        }
        // Beyond the time that the second node was there only the first one counts.
        let late = try #require(displacement.displacement.first { $0.lag == 64 })
        #expect(late.value == 64 * 64)
        #expect(correlation.correlation.allSatisfy { $0.value.isFinite })
        #expect(correlation.correlation.first { $0.lag == 64 }?.value == 1)
    }

    @Test("a random walk's is that of the whole record, from the origins of each level", arguments: [(16, 2), (8, 4)])
    func wholeRecord(scheme: (points: Int, ratio: Int)) throws {
        let generator = try RandomGenerator(key: (3, 3))
        let (nodeCount, dimension, count) = (5, 3, 700)
        var positions = [Double](repeating: 0, count: nodeCount * dimension)
        var path: [[Double]] = []
        let displacement = try MeanSquaredDisplacement(
            nodeCount: nodeCount, dimension: dimension, points: scheme.points, ratio: scheme.ratio)
        for _ in 0..<count {
            for index in positions.indices { positions[index] += generator.normal(mean: 0, deviation: 1) }
            path.append(positions)
            displacement.add(positions.span)
        }
        var unit = 1
        for point in displacement.displacement {
            if point.lag >= scheme.points * unit { unit *= scheme.ratio }
            let origins = Array(stride(from: unit - 1, to: count - point.lag, by: unit))
            let squares = origins.map { origin in
                zip(path[origin + point.lag], path[origin]).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
            }
            let expected = squares.reduce(0, +) / Double(squares.count * nodeCount)
            #expect(point.pairCount == squares.count)
            #expect(abs(point.value / expected.nextUp - 1) < 1e-12 || point.lag == 0)
        }
        #expect(displacement.displacement[0].value == 0)
    }

    /// (1000 − l) displacements of one node and (500 − l) of the other.
    @Test("a node that goes counts as long as it is there at both ends of a lag")
    func gaps() throws {
        let displacement = try MeanSquaredDisplacement(nodeCount: 2, dimension: 3)
        let correlation = try VectorAutocorrelation(nodeCount: 2, dimension: 3)
        let velocities = [1.0, 2, -2, 0, 0.5, 0]
        for step in 0..<1000 {
            let isThere = { (index: Int) in index < 3 || step < 500 }
            let positions = velocities.indices.map { isThere($0) ? 10 + velocities[$0] * Double(step) : .nan }
            displacement.add(positions.span)
            velocities.indices.map { isThere($0) ? velocities[$0] : .nan }.withUnsafeBufferPointer {
                correlation.add($0.span)
            }
        }
        let points = displacement.displacement
        #expect(points.count > 50)
        for (point, product) in zip(points, correlation.correlation).prefix(16) {
            let (first, second) = (1000 - Double(point.lag), 500 - Double(point.lag))
            let mean = (9 * first + 0.25 * second) / (first + second)
            #expect(abs(point.value - mean * Double(point.lag * point.lag)) < 1e-9)
            #expect(abs(product.value - mean) < 1e-12)
        }
        // Beyond the time of the second one there is the first one alone.
        for point in points where point.lag > 500 {
            #expect(abs(point.value / Double(point.lag * point.lag) - 9) < 1e-9)
        }
    }
}
