import CKernels
import Networks
import SimulationEngine
import Testing

/// The kernels for square tori against a reference that looks at one spin after the other.
@Suite struct SpinKernelTests {
    private struct Shape: CustomTestStringConvertible {
        let width: Int
        let height: Int
        var testDescription: String { "\(width) x \(height)" }

        init(_ width: Int, _ height: Int) {
            self.width = width
            self.height = height
        }
    }

    /// The spins of a torus as a matrix, and the words that the kernels see.
    private struct Lattice {
        let shape: Shape
        var spins: [[Int]]

        var rowWords: Int { (shape.width / 2 + 63) / 64 }

        func words(_ color: Int) -> [UInt64] {
            var words = [UInt64](repeating: 0, count: (rowWords * shape.height + 7) / 8 * 8)
            for y in 0..<shape.height {
                for x in 0..<shape.width where (x + y) % 2 == color && spins[y][x] == 1 {
                    words[y * rowWords + x / 128] |= 1 << UInt64(x / 2 % 64)
                }
            }
            return words
        }

        func alignedNeighbours(_ x: Int, _ y: Int) -> Int {
            let (w, h) = (shape.width, shape.height)
            return [(x + 1, y), (x + w - 1, y), (x, y + 1), (x, y + h - 1)]
                .count { spins[$0.1 % h][$0.0 % w] == spins[y][x] }
        }

        /// Updates the spins of a colour one by one.
        mutating func sweep(_ color: Int, _ probability: (_ aligned: Int, _ spin: Int) -> Double, seed: UInt64) {
            for y in 0..<shape.height {
                for x in 0..<shape.width where (x + y) % 2 == color {
                    let word = y * rowWords + x / 128
                    let flips = probability(alignedNeighbours(x, y), spins[y][x])
                    let digits = digits(word: word, bit: x / 2 % 64, seed: seed)
                    if flips >= 1 || firstOneMeets(UInt64(flips * 0x1p64), digits) { spins[y][x] *= -1 }
                }
            }
        }

        /// The random bits of a spin, in order.
        private func digits(word: Int, bit: Int, seed: UInt64) -> [UInt64] {
            (0..<16).flatMap { call in
                var random = RandomWords(
                    key: (seed, 5), counter: (UInt64(8 * call + word % 8), UInt64(word / 8), 77, 0))
                let block = random.nextBlock()
                return [block.0, block.1, block.2, block.3].map { $0 >> UInt64(bit) & 1 }
            }
        }

        private func firstOneMeets(_ probability: UInt64, _ digits: [UInt64]) -> Bool {
            guard let position = digits.firstIndex(of: 1) else { return false }
            return probability >> UInt64(63 - position) & 1 == 1
        }
    }

    private static let shapes = [
        Shape(4, 4), Shape(6, 10), Shape(128, 4), Shape(130, 6), Shape(254, 4), Shape(256, 12), Shape(1024, 4),
        Shape(2048, 4),
    ]

    private func lattice(_ shape: Shape) -> Lattice {
        var random = RandomWords(key: (UInt64(shape.width), 0), counter: (0, 0, 0, 0))
        return Lattice(
            shape: shape,
            spins: (0..<shape.height).map { _ in (0..<shape.width).map { _ in random.uniform() < 0.7 ? 1 : -1 } })
    }

    private func rule(_ probability: (_ aligned: Int, _ spin: Int) -> Double, hasDirection: Bool) -> sk_rule {
        var rule = sk_rule()
        rule.has_direction = hasDirection ? 1 : 0
        var classes: [Int32] = []
        var probabilities: [UInt64] = []
        for number in 0..<(hasDirection ? 10 : 5) {
            let value = probability(number % 5, number < 5 ? -1 : 1)
            if value >= 1 {
                rule.certain |= 1 << UInt32(number)
            } else if value > 0 {
                classes.append(Int32(number))
                probabilities.append(UInt64(value * 0x1p64))
            }
        }
        rule.count = Int32(classes.count)
        withUnsafeMutableBytes(of: &rule.classes) { $0.copyBytes(from: classes.withUnsafeBytes { Array($0) }) }
        withUnsafeMutableBytes(of: &rule.probabilities) {
            $0.copyBytes(from: probabilities.withUnsafeBytes { Array($0) })
        }
        return rule
    }

    private func expectAgreement(
        _ shape: Shape, hasDirection: Bool, _ probability: (_ aligned: Int, _ spin: Int) -> Double
    ) {
        for color in 0..<2 {
            let start = lattice(shape)
            var expected = start
            expected.sweep(color, probability, seed: 9)
            #expect(expected.spins != start.spins)
            let other = start.words(1 - color)
            for set in 0...k_best_instruction_set().rawValue {
                var own = start.words(color)
                var rule = rule(probability, hasDirection: hasDirection)
                var stream = sk_stream(key: (9, 5), step: 77)
                let count = own.count / Int(sk_block)
                own.withUnsafeMutableBufferPointer { own in
                    other.withUnsafeBufferPointer { other in
                        var lattice = sk_lattice(
                            own: own.baseAddress, other: other.baseAddress, rows: Int32(shape.height),
                            columns: Int32(shape.width / 2), color: Int32(color))
                        sk_sweep(k_instruction_set(set), &lattice, &rule, &stream, 0, 1)
                        sk_sweep(k_instruction_set(set), &lattice, &rule, &stream, 1, Int64(count - 1))
                    }
                }
                #expect(own == expected.words(color), "set \(set), colour \(color)")
            }
        }
    }

    @Test("flips of some classes for certain and of others by chance", arguments: shapes)
    private func metropolis(_ shape: Shape) {
        expectAgreement(shape, hasDirection: false) { aligned, _ in [1, 1, 1, 0.1716, 0.0294][aligned] }
    }

    @Test("flips that all are by chance and depend on the direction", arguments: shapes)
    private func glauber(_ shape: Shape) {
        expectAgreement(shape, hasDirection: true) { aligned, spin in
            spin == 1 ? [0.9, 0.7, 0.5, 0.25, 0x1p-9][aligned] : [1, 0.8, 0.4, 0.3, 0][aligned]
        }
    }

    @Test("pairs that point the same way are counted", arguments: shapes)
    private func pairs(_ shape: Shape) {
        let lattice = lattice(shape)
        var expected = 0
        for y in 0..<shape.height {
            for x in 0..<shape.width { expected += lattice.alignedNeighbours(x, y) }
        }
        for color in 0..<2 {
            for set in 0...k_best_instruction_set().rawValue {
                var own = lattice.words(color)
                let count = own.withUnsafeMutableBufferPointer { own in
                    lattice.words(1 - color).withUnsafeBufferPointer { other in
                        var seen = sk_lattice(
                            own: own.baseAddress, other: other.baseAddress, rows: Int32(shape.height),
                            columns: Int32(shape.width / 2), color: Int32(color))
                        return sk_aligned_pairs(k_instruction_set(set), &seen)
                    }
                }
                #expect(Int(count) == expected / 2)
            }
        }
    }
}
