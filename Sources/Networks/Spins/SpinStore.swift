/// The spins of a model: a byte for each, or 64 in a word where an algorithm works on those.
///
/// Either memory or both hold the present spins. An algorithm asks for the memory on which it works; spins move there if
/// they are not there yet.
final class SpinStore {
    let count: Int
    let bytes: UnsafeMutablePointer<Int8>
    private let packed: PackedSpins?
    var bytesAreCurrent = true
    var wordsAreCurrent = false

    init(_ spins: [Spin], torus: SquareTorus?) {
        count = spins.count
        bytes = .allocate(capacity: max(1, spins.count))
        for (vertex, spin) in spins.enumerated() { (bytes + vertex).initialize(to: spin.rawValue) }
        packed = torus.map { PackedSpins($0) }
    }

    deinit {
        bytes.deallocate()
    }

    /// The square torus on which the spins lie, if it is one.
    var torus: SquareTorus? { packed?.torus }

    subscript(vertex: Int) -> Int8 {
        get {
            precondition((0..<count).contains(vertex), "vertex out of range")
            if !bytesAreCurrent, let packed { return packed[vertex] }
            return bytes[vertex]
        }
        set {
            precondition((0..<count).contains(vertex), "vertex out of range")
            if bytesAreCurrent { bytes[vertex] = newValue }
            if wordsAreCurrent { packed?[vertex] = newValue }
        }
    }

    /// The spins as bytes, to read.
    ///
    /// - Complexity: O(n) for n spins if they are not there yet, else O(1).
    func readBytes() -> UnsafePointer<Int8> {
        if !bytesAreCurrent { packed?.unpack(into: bytes) }
        bytesAreCurrent = true
        return UnsafePointer(bytes)
    }

    /// The spins as bytes, to change.
    func changeBytes() -> UnsafeMutablePointer<Int8> {
        _ = readBytes()
        wordsAreCurrent = false
        return bytes
    }

    /// The spins as words, to read, if they are there.
    var currentWords: PackedSpins? { wordsAreCurrent ? packed : nil }

    /// The spins as words, to change; `nil` if they do not lie on a checkerboard.
    func changeWords() -> PackedSpins? {
        guard let packed else { return nil }
        if !wordsAreCurrent { packed.pack(bytes) }
        wordsAreCurrent = true
        bytesAreCurrent = false
        return packed
    }
}
