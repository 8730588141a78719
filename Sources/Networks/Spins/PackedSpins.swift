import CKernels
import SimulationEngine

/// The spins of a square torus as bits, 64 in a word: those of each colour of the checkerboard row by row.
///
/// The vertex at (x, y) has the colour (x + y) mod 2 and is the x / 2-th of its colour in the row. Its bit is 1 if the spin
/// points up. Bits behind the last one of a row are 0, and so are words behind the last row, up to a multiple of
/// `sk_block`.
///
/// Memory: 1 bit a spin, where half the width is a multiple of 64.
final class PackedSpins {
    let torus: SquareTorus

    /// The words of each colour.
    private let colors: (UnsafeMutablePointer<UInt64>, UnsafeMutablePointer<UInt64>)
    private let rowWords: Int
    private let wordCount: Int

    /// How many blocks of words each colour has.
    let blockCount: Int

    init(_ torus: SquareTorus) {
        self.torus = torus
        rowWords = (torus.width / 2 + 63) / 64
        wordCount = rowWords * torus.height
        let blockLength = Int(sk_block)
        blockCount = (wordCount + blockLength - 1) / blockLength
        colors = (Self.zeros(blockCount * blockLength), Self.zeros(blockCount * blockLength))
    }

    private static func zeros(_ count: Int) -> UnsafeMutablePointer<UInt64> {
        let words = UnsafeMutableRawPointer.allocate(byteCount: 8 * count, alignment: 64)
            .bindMemory(to: UInt64.self, capacity: count)
        words.initialize(repeating: 0, count: count)
        return words
    }

    deinit {
        UnsafeMutableRawPointer(colors.0).deallocate()
        UnsafeMutableRawPointer(colors.1).deallocate()
    }

    /// The words of a colour, whose number is 0 or 1.
    func words(_ color: Int) -> UnsafeMutablePointer<UInt64> {
        color == 0 ? colors.0 : colors.1
    }
}

// MARK: - Single spins

extension PackedSpins {
    subscript(vertex: Int) -> Int8 {
        get {
            let (word, bit) = place(of: vertex)
            return word.pointee >> bit & 1 == 1 ? 1 : -1
        }
        set {
            let (word, bit) = place(of: vertex)
            word.pointee = word.pointee & ~(1 << bit) | (newValue > 0 ? 1 << bit : 0)
        }
    }

    private func place(of vertex: Int) -> (word: UnsafeMutablePointer<UInt64>, bit: UInt64) {
        precondition((0..<torus.width * torus.height).contains(vertex), "vertex out of range")
        let (y, x) = vertex.quotientAndRemainder(dividingBy: torus.width)
        return (words((x + y) % 2) + (y * rowWords + x / 128), UInt64(x / 2 % 64))
    }
}

// MARK: - All spins

extension PackedSpins {
    /// Takes the spins from bytes, one for each vertex.
    func pack(_ bytes: UnsafePointer<Int8>) {
        forEachWord { color, word, vertices in
            var bits: UInt64 = 0
            for (bit, vertex) in vertices.enumerated() { bits |= (bytes[vertex] > 0 ? 1 : 0) << UInt64(bit) }
            words(color)[word] = bits
        }
    }

    /// Writes the spins into bytes, one for each vertex.
    func unpack(into bytes: UnsafeMutablePointer<Int8>) {
        forEachWord { color, word, vertices in
            var bits = words(color)[word]
            for vertex in vertices {
                bytes[vertex] = Int8(truncatingIfNeeded: bits & 1) &* 2 &- 1
                bits >>= 1
            }
        }
    }

    /// Calls a closure with each word and the vertices of its bits in order.
    @inline(__always)
    private func forEachWord(_ body: (_ color: Int, _ word: Int, _ vertices: StrideTo<Int>) -> Void) {
        for word in 0..<wordCount {
            let (y, column) = word.quotientAndRemainder(dividingBy: rowWords)
            let start = y * torus.width + column * 128
            let end = min(start + 128, (y + 1) * torus.width)
            for color in 0..<2 {
                body(color, word, stride(from: start + (y + color) % 2, to: end, by: 2))
            }
        }
    }

    /// The sum of all spins.
    var sum: Int {
        var upCount = 0
        for word in 0..<wordCount { upCount += colors.0[word].nonzeroBitCount + colors.1[word].nonzeroBitCount }
        return 2 * upCount - torus.width * torus.height
    }

    /// The number of pairs of neighbours that point the same way.
    var alignedPairCount: Int {
        var lattice = lattice(0)
        return Int(sk_aligned_pairs(k_best_instruction_set(), &lattice))
    }
}

// MARK: - Sweeps

extension PackedSpins {
    /// The lattice as the kernels see it when they work on a colour.
    func lattice(_ color: Int) -> sk_lattice {
        sk_lattice(
            own: words(color), other: words(1 - color), rows: Int32(torus.height), columns: Int32(torus.width / 2),
            color: Int32(color))
    }

    /// How many blocks a thread takes at once.
    private static let pieceLength = 32

    /// Updates each spin once, first those of colour 0, then those of colour 1.
    ///
    /// - Parameters:
    ///   - rule: The probabilities of flips.
    ///   - key: The key of the random numbers.
    ///   - sweep: The number of the sweep.
    ///   - team: The threads, whose number does not matter to the result.
    func sweep(_ rule: sk_rule, key: (UInt64, UInt64), sweep: Int, team: ThreadTeam) {
        let set = k_best_instruction_set()
        let pieceCount = (blockCount + Self.pieceLength - 1) / Self.pieceLength
        for color in 0..<2 {
            let lattice = lattice(color)
            let stream = sk_stream(key: key, step: UInt64(2 * sweep + color))
            team.forEachPiece(of: pieceCount) { piece in
                let first = piece * Self.pieceLength
                withUnsafePointer(to: lattice) { lattice in
                    withUnsafePointer(to: rule) { rule in
                        withUnsafePointer(to: stream) { stream in
                            sk_sweep(
                                set, lattice, rule, stream, Int64(first),
                                Int64(min(Self.pieceLength, blockCount - first)))
                        }
                    }
                }
            }
        }
    }
}
