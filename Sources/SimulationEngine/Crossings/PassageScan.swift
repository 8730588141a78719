/// A field of many nodes after the last steps, less a level, and the search for those that have come from below it.
final class PassageScan {
    /// The values at the ends of a step.
    struct Ends {
        let start: Double
        let end: Double
        let startTime: Double
        let endTime: Double
    }

    let nodes: [Int]
    private let level: Double
    private let sign: Double
    private let copyField: (UnsafeBufferPointer<Int>, UnsafeMutableBufferPointer<Double>) -> Void

    /// The latest first. Padded, so that whole vectors can be read.
    var columns: [UnsafeMutablePointer<Double>]
    var columnTimes: [Double] = []
    private let paddedCount: Int

    private typealias Vector = SIMD8<Double>

    /// `depth` is the number of columns that are kept.
    init(
        nodes: [Int], level: Double, sign: Double, depth: Int,
        copyField: @escaping (UnsafeBufferPointer<Int>, UnsafeMutableBufferPointer<Double>) -> Void
    ) {
        self.nodes = nodes
        self.level = level
        self.sign = sign
        self.copyField = copyField
        let width = Vector.scalarCount
        let paddedCount = (nodes.count + width - 1) / width * width
        self.paddedCount = paddedCount
        columns = (0..<depth).map { _ in
            let column = UnsafeMutableRawPointer.allocate(
                byteCount: max(1, paddedCount) * MemoryLayout<Double>.stride, alignment: MemoryLayout<Vector>.alignment
            ).bindMemory(to: Double.self, capacity: max(1, paddedCount))
            // What pads never reaches the level.
            column.initialize(repeating: -.infinity, count: paddedCount)
            return column
        }
    }

    deinit {
        for column in columns { UnsafeMutableRawPointer(column).deallocate() }
    }

    /// Forgets what was before.
    func begin(at time: Double) {
        columnTimes = [time]
        read()
    }

    /// Takes note of the values after a step.
    func advance(to time: Double) {
        columns.insert(columns.removeLast(), at: 0)
        columnTimes.insert(time, at: 0)
        if columnTimes.count > columns.count { columnTimes.removeLast() }
        read()
    }

    private func read() {
        let latest = UnsafeMutableBufferPointer(start: columns[0], count: nodes.count)
        nodes.withUnsafeBufferPointer { copyField($0, latest) }
        for index in 0..<nodes.count { latest[index] = sign * (latest[index] - level) }
    }
}

// MARK: - Searching

extension PassageScan {
    /// The nodes that have reached the level, whenever that was.
    var positionsBeyondLevel: [Int] { (0..<nodes.count).filter { columns[0][$0] >= 0 } }

    /// The time of the latest values.
    var lastTime: Double { columnTimes[0] }

    /// The length of the last step.
    var lastStep: Double { columnTimes[0] - columnTimes[1] }

    /// Calls a closure for each node that was below the level before the last step and is not after it.
    func forEachPassage(_ body: (Int) -> Void) {
        scan { old, new in
            (old .< Vector.zero) .& (new .>= Vector.zero)
        } _: {
            body($0)
        }
    }

    /// Calls a closure for each node that was and is below the level, with a product of its distances from it that is
    /// less than a given one.
    func forEachNear(_ product: Double, _ body: (Int) -> Void) {
        let product = Vector(repeating: product)
        scan { old, new in
            (old .< Vector.zero) .& (new .< Vector.zero) .& (old * new .< product)
        } _: {
            body($0)
        }
    }

    private func scan(
        _ test: (Vector, Vector) -> SIMDMask<Vector.MaskStorage>, _ body: (Int) -> Void
    ) {
        let width = Vector.scalarCount
        let new = UnsafeMutableRawPointer(columns[0]).assumingMemoryBound(to: Vector.self)
        let old = UnsafeMutableRawPointer(columns[1]).assumingMemoryBound(to: Vector.self)
        for block in 0..<paddedCount / width {
            let mask = test(old[block], new[block])
            guard any(mask) else { continue }
            for lane in 0..<width where mask[lane] { body(block * width + lane) }
        }
    }

    /// The values of a node at the ends of the last step.
    func ends(of position: Int) -> Ends {
        Ends(
            start: columns[1][position], end: columns[0][position], startTime: columnTimes[1], endTime: columnTimes[0])
    }

    /// The time in the last step at which the polynomial through the last values, four at most, reaches the level.
    func interpolatedTime(of position: Int) -> Double {
        let polynomial = polynomial(of: position)
        let end = columnTimes[0]
        // The value is below the level at the low end, and not below it at the high end, up to rounding.
        var (low, high) = (columnTimes[1], end)
        let (first, last) = (columns[1][position], columns[0][position])
        var time = low + (high - low) * first / (first - last)
        while low < high {
            let (value, slope) = polynomial.valueAndSlope(at: time - end)
            if value < 0 { low = time } else { high = time }
            let next = time - value / slope
            // Newton's method where it stays inside, bisection elsewhere.
            let isInside = next > low && next < high
            let better = isInside ? next : low + (high - low) / 2
            if abs(better - time) <= 2 * time.ulp || !isInside && (better <= low || better >= high) { return better }
            time = better
        }
        return time
    }

    private func polynomial(of position: Int) -> NewtonPolynomial {
        var values = SIMD4<Double>.zero
        var times = SIMD4<Double>.zero
        let count = columnTimes.count
        for index in 0..<count {
            values[index] = columns[index][position]
            times[index] = columnTimes[index] - columnTimes[0]
        }
        return NewtonPolynomial(values: values, times: times, count: count)
    }
}

/// The polynomial through up to four values, by Newton's divided differences.
private struct NewtonPolynomial {
    private var coefficients: SIMD4<Double>
    private let times: SIMD4<Double>
    private let count: Int

    init(values: SIMD4<Double>, times: SIMD4<Double>, count: Int) {
        var coefficients = values
        for order in 1..<count {
            for index in stride(from: count - 1, through: order, by: -1) {
                coefficients[index] =
                    (coefficients[index] - coefficients[index - 1]) / (times[index] - times[index - order])
            }
        }
        self.coefficients = coefficients
        self.times = times
        self.count = count
    }

    /// By Horner's scheme.
    func valueAndSlope(at time: Double) -> (Double, Double) {
        var value = coefficients[count - 1]
        var slope = 0.0
        for index in stride(from: count - 2, through: 0, by: -1) {
            let distance = time - times[index]
            slope = slope * distance + value
            value = value * distance + coefficients[index]
        }
        return (value, slope)
    }
}
