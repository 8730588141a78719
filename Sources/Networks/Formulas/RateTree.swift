import SimulationEngine

/// Rates of vertices, and their sums by blocks of 64, by blocks of such sums, and so on: a vertex is chosen in proportion to its rate
/// by going down.
///
/// A sum is always formed anew from what it is the sum of, so that no rounding error stays, and all rates may be anything.
///
/// C. K. Wong and M. C. Easton, *An efficient method for weighted sampling without replacement*, SIAM Journal on Computing 9
/// (1980) 111, DOI 10.1137/0209009.
///
/// Memory: 8 bytes a vertex, and a 63rd of that.
struct RateTree {
    private static let width = 64

    /// The rates, then the sums of their blocks, and so on up to the last level, which is one block.
    private let levels: [ScratchMemory<Double>]

    /// Creates a tree of rates that are 0.
    init(count: Int) {
        var levels: [ScratchMemory<Double>] = []
        var blockCount = max(1, count)
        repeat {
            blockCount = (blockCount + Self.width - 1) / Self.width
            levels.append(ScratchMemory(count: blockCount * Self.width, repeating: 0))
        } while blockCount > 1
        self.levels = levels
    }

    /// The sum of all rates.
    var total: Double { Self.sum(levels[levels.count - 1].pointer) }

    /// The rate of a vertex.
    subscript(vertex: Int) -> Double { levels[0].pointer[vertex] }

    /// Gives a vertex a rate; ``update(_:)`` has to be called before anything is chosen.
    @inline(__always)
    func setLeaf(_ vertex: Int, _ rate: Double) { levels[0].pointer[vertex] = rate }

    /// Forms the sums anew that a vertex' rate is in.
    @inline(__always)
    func update(_ vertex: Int) {
        var block = vertex / Self.width
        for level in 1..<max(1, levels.count) {
            levels[level].pointer[block] = Self.sum(levels[level - 1].pointer + block * Self.width)
            block /= Self.width
        }
    }

    /// Forms all sums anew.
    func updateAll() {
        for level in 1..<max(1, levels.count) {
            let target = levels[level]
            let blockCount = levels[level - 1].capacity / Self.width
            for block in 0..<blockCount {
                target.pointer[block] = Self.sum(levels[level - 1].pointer + block * Self.width)
            }
        }
    }

    /// The vertex that a number from 0 to below the total means.
    func vertex(at number: Double) -> Int {
        var (number, block) = (number, 0)
        for level in levels.reversed() {
            let sums = level.pointer + block * Self.width
            var index = 0
            var last = 0
            while index < Self.width {
                let sum = sums[index]
                if sum > 0 {
                    last = index
                    if number < sum { break }
                    number -= sum
                }
                index += 1
            }
            // Rounding may lead beyond the last one that has a rate.
            if index == Self.width { number = sums[last].nextDown }
            block = block * Self.width + min(last, index)
        }
        return block
    }

    /// The sum of a block, in eight sums side by side.
    @inline(__always)
    private static func sum(_ numbers: UnsafePointer<Double>) -> Double {
        let vectors = UnsafeRawPointer(numbers).assumingMemoryBound(to: SIMD8<Double>.self)
        var sum = vectors[0]
        for index in 1..<width / 8 { sum += vectors[index] }
        return ((sum[0] + sum[4]) + (sum[2] + sum[6])) + ((sum[1] + sum[5]) + (sum[3] + sum[7]))
    }
}
