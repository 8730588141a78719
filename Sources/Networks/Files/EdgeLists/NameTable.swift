/// Names and the numbers that they got in the order in which they came, in a table of open addresses.
///
/// Memory: 24 to 40 bytes for each name, besides its text.
struct NameTable {
    private(set) var names: [String] = []

    /// Of each slot the number of a name, or -1, and the hash of the name.
    private var numbers: ContiguousArray<Int32> = ContiguousArray(repeating: -1, count: 64)
    private var hashes: ContiguousArray<UInt32> = ContiguousArray(repeating: 0, count: 64)

    /// The number of a name, which may be new.
    ///
    /// - Returns: `nil` if the bytes are not UTF-8.
    /// - Complexity: O(l) amortised for l bytes.
    mutating func number(of bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int32? {
        let hash = Self.hash(bytes)
        if let known = find(bytes, hash) { return known }
        guard let name = String(validating: bytes, as: UTF8.self) else { return nil }
        return append(name, hash)
    }

    /// The number of a name, or `nil` if it is not known.
    func known(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int32? {
        find(bytes, Self.hash(bytes))
    }

    /// Appends a name that is not there yet.
    mutating func append(_ name: String) {
        var name = name
        let hash = name.withUTF8 { Self.hash($0[...]) }
        _ = append(name, hash)
    }

    private func find(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, _ hash: UInt32) -> Int32? {
        let mask = numbers.count - 1
        var slot = Int(hash) & mask
        while numbers[slot] >= 0 {
            if hashes[slot] == hash, names[Int(numbers[slot])].utf8.elementsEqual(bytes) { return numbers[slot] }
            slot = (slot + 1) & mask
        }
        return nil
    }

    private mutating func append(_ name: String, _ hash: UInt32) -> Int32 {
        if 2 * names.count >= numbers.count { grow() }
        let number = Int32(truncatingIfNeeded: names.count)
        names.append(name)
        put(number, hash)
        return number
    }

    private mutating func put(_ number: Int32, _ hash: UInt32) {
        let mask = numbers.count - 1
        var slot = Int(hash) & mask
        while numbers[slot] >= 0 { slot = (slot + 1) & mask }
        numbers[slot] = number
        hashes[slot] = hash
    }

    private mutating func grow() {
        let (oldNumbers, oldHashes) = (numbers, hashes)
        numbers = ContiguousArray(repeating: -1, count: 2 * oldNumbers.count)
        hashes = ContiguousArray(repeating: 0, count: 2 * oldNumbers.count)
        for (number, hash) in zip(oldNumbers, oldHashes) where number >= 0 { put(number, hash) }
    }

    /// FNV-1a, whose upper bits are mixed into the lower ones.
    @inline(__always)
    private static func hash(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> UInt32 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return UInt32(truncatingIfNeeded: hash ^ hash >> 32)
    }
}
