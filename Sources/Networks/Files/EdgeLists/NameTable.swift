/// Names and the numbers that they got in the order in which they came, in a table of open addresses.
///
/// A slot holds the beginning of its name, so that names of up to eight bytes are found by one look at memory.
///
/// Memory: 32 to 64 bytes for each name, besides its text and its place in ``names``.
struct NameTable {
    private(set) var names: [String] = []

    private struct Slot {
        /// The first eight bytes of the name; zeros behind a shorter one.
        var key: UInt64 = 0

        /// The length of the name, up to 255, below a hash of what follows the first eight bytes.
        var tag: UInt32 = 0

        /// The number of the name, or -1.
        var number: Int32 = -1
    }

    private var slots = ContiguousArray(repeating: Slot(), count: 64)

    /// How far a product is shifted to be the index of a slot.
    private var shift: UInt64 = 64 - 6

    /// The number of a name, which may be new.
    ///
    /// - Returns: `nil` if the bytes are not UTF-8.
    /// - Complexity: O(l) amortised for l bytes.
    mutating func number(of bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int32? {
        let bytes = UnsafeBufferPointer(rebasing: bytes)
        let slot = Self.slot(for: bytes)
        let found = find(slot, bytes)
        if slots[found].number >= 0 { return slots[found].number }
        guard let name = String(validating: bytes, as: UTF8.self) else { return nil }
        return append(name, slot, at: found)
    }

    /// The number of a name, or `nil` if it is not known.
    func known(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int32? {
        let bytes = UnsafeBufferPointer(rebasing: bytes)
        let number = slots[find(Self.slot(for: bytes), bytes)].number
        return number >= 0 ? number : nil
    }

    /// Appends a name that is not there yet.
    mutating func append(_ name: String) {
        var name = name
        let (slot, index) = name.withUTF8 { bytes in
            let slot = Self.slot(for: bytes)
            return (slot, find(slot, bytes))
        }
        _ = append(name, slot, at: index)
    }

    /// The slot of a name, or the free one where it belongs.
    @inline(__always)
    private func find(_ slot: Slot, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var index = firstIndex(of: slot)
        while slots[index].number >= 0 {
            let other = slots[index]
            if other.key == slot.key, other.tag == slot.tag,
                bytes.count <= 8 || names[Int(other.number)].utf8.elementsEqual(bytes)
            {
                return index
            }
            index = (index + 1) & (slots.count - 1)
        }
        return index
    }

    @inline(__always)
    private func firstIndex(of slot: Slot) -> Int {
        Int(truncatingIfNeeded: ((slot.key ^ UInt64(slot.tag)) &* 0x9E37_79B9_7F4A_7C15) >> shift)
    }

    private mutating func append(_ name: String, _ slot: Slot, at index: Int) -> Int32 {
        let number = Int32(truncatingIfNeeded: names.count)
        names.append(name)
        slots[index] = Slot(key: slot.key, tag: slot.tag, number: number)
        if 2 * names.count >= slots.count { grow() }
        return number
    }

    private mutating func grow() {
        let old = slots
        slots = ContiguousArray(repeating: Slot(), count: 2 * old.count)
        shift -= 1
        for slot in old where slot.number >= 0 {
            var index = firstIndex(of: slot)
            while slots[index].number >= 0 { index = (index + 1) & (slots.count - 1) }
            slots[index] = slot
        }
    }

    /// A slot without a number; the hash is FNV-1a.
    @inline(__always)
    private static func slot(for bytes: UnsafeBufferPointer<UInt8>) -> Slot {
        var slot = Slot()
        for index in 0..<min(8, bytes.count) { slot.key |= UInt64(bytes[index]) << UInt64(8 * index) }
        var hash: UInt32 = 0x811C_9DC5
        for index in stride(from: 8, to: bytes.count, by: 1) { hash = (hash ^ UInt32(bytes[index])) &* 0x0100_0193 }
        slot.tag = (hash ^ hash >> 15) << 8 | UInt32(min(255, bytes.count))
        return slot
    }
}
