import CMath

/// Counts the distances between particles at one moment, with the nearest images, by a grid of cells that are at least as
/// wide as the greatest distance.
struct PairCounting {
    private let maximum: Double
    private let periods: SIMD3<Double>

    /// How many cells there are. Along an axis with room for fewer than three there is one, which has itself for its only
    /// neighbour.
    private let cells: SIMD3<Int>

    /// Where the particles of each cell begin, and where those of the last one end.
    private let starts: [Int]

    // Sorted by cells.
    private let places: [SIMD3<Double>]
    private let isSecond: [Bool]?

    init(box: Box, maximum: Double, selection: PairSelection, positions: [SIMD3<Double>]) {
        self.maximum = maximum
        periods = box.periods
        var cells = SIMD3<Int>.one
        // Not many more cells than particles, however short the distance is.
        let most = 1 + pow(Double(selection.particles.count), 1 / Double(box.dimensions))
        for axis in 0..<box.dimensions {
            let count = Int(min(box.periods[axis] / maximum, most))
            cells[axis] = count < 3 ? 1 : count
        }
        self.cells = cells
        let places = selection.particles.map { box.wrapped(positions[$0]) - box.lowerBounds }
        let cellOf = places.map { place in
            var cell = SIMD3<Int>.zero
            for axis in 0..<box.dimensions {
                let part = place[axis] / box.periods[axis] * Double(cells[axis])
                // A place that is not finite is in any cell, since it is at no distance from others.
                cell[axis] = part > 0 ? Int(min(part, Double(cells[axis] - 1))) : 0
            }
            return (cell.z * cells.y + cell.y) * cells.x + cell.x
        }
        var starts = [Int](repeating: 0, count: cells.x * cells.y * cells.z + 1)
        for cell in cellOf { starts[cell + 1] += 1 }
        for cell in 1..<starts.count { starts[cell] += starts[cell - 1] }
        self.starts = starts
        var order = [Int](repeating: 0, count: places.count)
        for (index, cell) in cellOf.enumerated() {
            order[starts[cell]] = index
            starts[cell] += 1
        }
        self.places = order.map { places[$0] }
        isSecond = selection.isSecond.map { isSecond in order.map { isSecond[$0] } }
    }

    /// Adds to a histogram of distances whose bins reach from 0 to the greatest distance.
    func count(into counts: inout [Int]) {
        let offsets = neighbourOffsets
        counts.withUnsafeMutableBufferPointer { counts in
            places.withUnsafeBufferPointer { places in
                for number in 0..<cells.x * cells.y * cells.z {
                    let cell = SIMD3(number % cells.x, number / cells.x % cells.y, number / cells.x / cells.y)
                    for offset in offsets {
                        count(number, self.number(of: wrapped(cell &+ offset)), in: places, into: counts)
                    }
                }
            }
        }
    }

    /// Half of the neighbours, and the cell itself.
    private var neighbourOffsets: [SIMD3<Int>] {
        let reach = SIMD3(cells.x > 1 ? 1 : 0, cells.y > 1 ? 1 : 0, cells.z > 1 ? 1 : 0)
        var offsets: [SIMD3<Int>] = []
        for k in -reach.z...reach.z {
            for j in -reach.y...reach.y {
                for i in -reach.x...reach.x where (k, j, i) >= (0, 0, 0) { offsets.append(SIMD3(i, j, k)) }
            }
        }
        return offsets
    }

    private func wrapped(_ cell: SIMD3<Int>) -> SIMD3<Int> {
        var cell = cell
        for axis in 0..<3 {
            if cell[axis] < 0 { cell[axis] += cells[axis] }
            if cell[axis] >= cells[axis] { cell[axis] -= cells[axis] }
        }
        return cell
    }

    private func number(of cell: SIMD3<Int>) -> Int {
        (cell.z * cells.y + cell.y) * cells.x + cell.x
    }

    private func count(
        _ first: Int, _ second: Int, in places: UnsafeBufferPointer<SIMD3<Double>>,
        into counts: UnsafeMutableBufferPointer<Int>
    ) {
        let (half, squaredMaximum, inverseWidth) = (periods / 2, maximum * maximum, Double(counts.count) / maximum)
        let end = starts[second + 1]
        for i in starts[first]..<starts[first + 1] {
            let center = places[i]
            for j in (first == second ? i + 1 : starts[second])..<end {
                var difference = places[j] - center
                // Both are in the box, so that the nearest image is one box away at most.
                difference.replace(with: difference - periods, where: difference .> half)
                difference.replace(with: difference + periods, where: difference .< -half)
                let squaredDistance = (difference * difference).sum()
                guard squaredDistance < squaredMaximum else { continue }
                if let isSecond, isSecond[i] == isSecond[j] { continue }
                counts[min(Int(squaredDistance.squareRoot() * inverseWidth), counts.count - 1)] += 1
            }
        }
    }
}
