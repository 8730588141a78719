/// A field of many nodes after the last steps, less a level, and the search for those that have come from below it.
final class PassageScan {
    /// The values at the ends of a step.
    struct Ends {
        let start: Double
        let end: Double
        let startTime: Double
        let endTime: Double
    }

    /// The positions of nodes that deserve a closer look after a step.
    struct Findings {
        /// Of those that were below the level before the step and are not after it.
        var passed: [Int] = []

        /// Of those that were and are below the level, but near it.
        var near: [Int] = []
    }

    let nodes: [Int]

    /// Whether the nodes follow one another, so that their numbers need not be read.
    private let areConsecutive: Bool

    private let level: Double
    private let sign: Double
    private let copyField: (UnsafeBufferPointer<Int>, UnsafeMutableBufferPointer<Double>) -> Void

    /// The latest first. Padded, so that whole groups can be read.
    var columns: [UnsafeMutablePointer<Double>]
    var columnTimes: [Double] = []

    /// Values that are tested together.
    private typealias Group = SIMD16<UInt64>

    /// Nodes whose values are read and tested while they are in the processor's first cache: whole groups.
    private static let blockCount = 1024

    /// `depth` is the number of columns that are kept.
    init(
        nodes: [Int], level: Double, sign: Double, depth: Int,
        copyField: @escaping (UnsafeBufferPointer<Int>, UnsafeMutableBufferPointer<Double>) -> Void
    ) {
        self.nodes = nodes
        areConsecutive = zip(nodes, nodes.dropFirst()).allSatisfy { $1 - $0 == 1 }
        self.level = level
        self.sign = sign
        self.copyField = copyField
        let width = Group.scalarCount
        let paddedCount = max(1, (nodes.count + width - 1) / width) * width
        columns = (0..<depth).map { _ in
            let column = UnsafeMutableRawPointer.allocate(
                byteCount: paddedCount * MemoryLayout<Double>.stride, alignment: MemoryLayout<Group>.alignment
            ).bindMemory(to: Double.self, capacity: paddedCount)
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
        readBlocks { _ in }
    }

    /// Takes note of the values after a step.
    ///
    /// - Parameters:
    ///   - time: The end of the step.
    ///   - reach: Tells for the length of a step which product of the distances at its ends is near; 0 if none is.
    /// - Returns: The nodes that may have passed.
    func advance(to time: Double, near reach: (_ step: Double) -> Double) -> Findings {
        columns.insert(columns.removeLast(), at: 0)
        columnTimes.insert(time, at: 0)
        if columnTimes.count > columns.count { columnTimes.removeLast() }
        let product = reach(columnTimes[0] - columnTimes[1])
        var findings = Findings()
        readBlocks { block in
            findPassages(in: block, &findings.passed)
            if product > 0 { findNear(product, in: block, &findings.near) }
        }
        return findings
    }

    private func readBlocks(_ body: (Range<Int>) -> Void) {
        let factor = sign
        // With this order of operations, a value at the level is at +0 from either side.
        let offset = sign * level
        for start in stride(from: 0, to: nodes.count, by: Self.blockCount) {
            let block = start..<min(start + Self.blockCount, nodes.count)
            let latest = UnsafeMutableBufferPointer(start: columns[0] + start, count: block.count)
            withNodes(in: block) { copyField($0, latest) }
            for index in 0..<latest.count { latest[index] = (factor * latest[index] - offset) + 0 }
            body(block)
        }
    }

    private func withNodes(in block: Range<Int>, _ body: (UnsafeBufferPointer<Int>) -> Void) {
        guard areConsecutive else {
            return nodes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[block])) }
        }
        withUnsafeTemporaryAllocation(of: Int.self, capacity: block.count) { numbers in
            let first = nodes[block.lowerBound]
            for index in 0..<block.count { numbers.initializeElement(at: index, to: first + index) }
            body(UnsafeBufferPointer(numbers))
        }
    }
}

// MARK: - Searching

extension PassageScan {
    /// The nodes that have reached the level, whenever that was.
    var positionsBeyondLevel: [Int] { (0..<nodes.count).filter { columns[0][$0] >= 0 } }

    /// The time of the latest values.
    var lastTime: Double { columnTimes[0] }

    /// A passage changes the sign, so that most groups are told by a bit of their values.
    private func findPassages(in block: Range<Int>, _ positions: inout [Int]) {
        let (new, old) = (columns[0], columns[1])
        let (newBits, oldBits) = (UnsafeRawPointer(new), UnsafeRawPointer(old))
        for group in stride(from: block.lowerBound, to: block.upperBound, by: Group.scalarCount) {
            let offset = group * MemoryLayout<Double>.stride
            let changed =
                oldBits.load(fromByteOffset: offset, as: Group.self)
                & ~newBits.load(fromByteOffset: offset, as: Group.self)
            guard changed.unionOfBits >> 63 == 1 else { continue }
            for position in group..<group + Group.scalarCount where old[position] < 0 && new[position] >= 0 {
                positions.append(position)
            }
        }
    }

    private func findNear(_ product: Double, in block: Range<Int>, _ positions: inout [Int]) {
        let (new, old) = (columns[0], columns[1])
        for position in block where old[position] * new[position] < product {
            if old[position] < 0, new[position] < 0 { positions.append(position) }
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

extension SIMD16<UInt64> {
    /// The bits that one of the numbers has.
    fileprivate var unionOfBits: UInt64 {
        let eight = lowHalf | highHalf
        let four = eight.lowHalf | eight.highHalf
        let two = four.lowHalf | four.highHalf
        return two.x | two.y
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
