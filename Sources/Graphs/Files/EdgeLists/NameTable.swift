import CKernels
import Essentials

/// Names and the numbers that they got in the order in which they came, in a table of open addresses.
///
/// A slot holds the beginning of its name, so that names of up to eight bytes are found by one look at memory. Who has many
/// names to look up makes their keys first, has their slots fetched, and looks them up when they have come.
///
/// Memory: 32 to 64 bytes for each name, besides its text and its place in ``names``.
struct NameTable {
    private(set) var names: [String] = []

    /// The key by which a name is looked up.
    struct Key {
        /// The first eight bytes of the name; zeros behind a shorter one.
        fileprivate var start: UInt64 = 0

        /// The length of the name, up to 255, below a hash of what follows the first eight bytes.
        fileprivate var tag: UInt32 = 0
    }

    private struct Slot {
        var key = Key()

        /// The number of the name, or -1.
        var number: Int32 = -1
    }

    private var slots = ScratchMemory(count: 64, repeating: Slot())
    private var slotCount = 64

    /// How far a product is shifted to be the index of a slot.
    private var shift: UInt64 = 64 - 6

    /// The number of a name, which may be new.
    ///
    /// - Returns: `nil` if the bytes are too many for a name, not UTF-8, or hold control characters other than a tab.
    /// - Complexity: O(l) amortised for l bytes.
    mutating func number(of bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int32? {
        let bytes = UnsafeBufferPointer(rebasing: bytes)
        return number(of: bytes, Key(bytes))
    }

    /// The number of a name whose key is known.
    @inline(__always)
    mutating func number(of bytes: UnsafeBufferPointer<UInt8>, _ key: Key) -> Int32? {
        let index = find(key, bytes)
        let number = slots.pointer[index].number
        return number >= 0 ? number : append(bytes, key, at: index)
    }

    /// Has the processor fetch the slot where a search begins.
    @inline(__always)
    func prefetch(_ key: Key) {
        nk_prefetch(slots.pointer + firstIndex(of: key))
    }

    /// The number of a name, or `nil` if it is not known.
    func known(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int32? {
        let bytes = UnsafeBufferPointer(rebasing: bytes)
        let number = slots.pointer[find(Key(bytes), bytes)].number
        return number >= 0 ? number : nil
    }

    /// Appends a name that is not there yet.
    mutating func append(_ name: String) {
        var name = name
        let (key, index) = name.withUTF8 { bytes in
            let key = Key(bytes)
            return (key, find(key, bytes))
        }
        _ = append(name, key, at: index)
    }

    /// The slot of a name, or the free one where it belongs.
    @inline(__always)
    private func find(_ key: Key, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let slots = slots.pointer
        var index = firstIndex(of: key)
        while slots[index].number >= 0 {
            let other = slots[index]
            if other.key.start == key.start, other.key.tag == key.tag,
                bytes.count <= 8 || names[Int(other.number)].hasBytes(bytes)
            {
                return index
            }
            index = (index + 1) & (slotCount - 1)
        }
        return index
    }

    @inline(__always)
    private func firstIndex(of key: Key) -> Int {
        Int(truncatingIfNeeded: ((key.start ^ UInt64(key.tag)) &* 0x9E37_79B9_7F4A_7C15) >> shift)
    }

    @inline(never)
    private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, _ key: Key, at index: Int) -> Int32? {
        guard bytes.count <= DataFileError.longestField, !bytes.contains(where: { $0.isControl }) else { return nil }
        return String(validating: bytes, as: UTF8.self).map { append($0, key, at: index) }
    }

    private mutating func append(_ name: String, _ key: Key, at index: Int) -> Int32 {
        let number = Int32(truncatingIfNeeded: names.count)
        names.append(name)
        slots.pointer[index] = Slot(key: key, number: number)
        if 2 * names.count >= slotCount { grow() }
        return number
    }

    private mutating func grow() {
        let (old, oldCount) = (slots, slotCount)
        slots = ScratchMemory(count: 2 * oldCount, repeating: Slot())
        slotCount *= 2
        shift -= 1
        for slot in UnsafeBufferPointer(start: old.pointer, count: oldCount) where slot.number >= 0 {
            var index = firstIndex(of: slot.key)
            while slots.pointer[index].number >= 0 { index = (index + 1) & (slotCount - 1) }
            slots.pointer[index] = slot
        }
    }
}

extension NameTable.Key {
    /// The key of a name.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.init(wordsOf: bytes.count) { first in
            var word: UInt64 = 0
            for index in first..<min(first + 8, bytes.count) {
                word |= UInt64(bytes[index]) << UInt64(8 * (index - first))
            }
            return word
        }
    }

    /// The key of a name behind which seven bytes more can be read.
    @inline(__always)
    init(readingBehind bytes: UnsafeBufferPointer<UInt8>) {
        guard let start = UnsafeRawPointer(bytes.baseAddress) else {
            self.init()
            return
        }
        self.init(wordsOf: bytes.count) { first in
            let word = UInt64(littleEndian: start.loadUnaligned(fromByteOffset: first, as: UInt64.self))
            let length = min(8, bytes.count &- first)
            return word & (.max >> UInt64(truncatingIfNeeded: 64 &- 8 &* length))
        }
    }

    /// The key of a name of a number of bytes, of which a closure knows those from an index on: eight, or zeros behind the
    /// last one.
    @inline(__always)
    private init(wordsOf count: Int, _ word: (Int) -> UInt64) {
        guard count > 0 else { return }
        start = word(0)
        var hash: UInt64 = 0
        var first = 8
        while first < count {
            hash = (hash ^ word(first)) &* 0x9E37_79B9_7F4A_7C15
            hash ^= hash >> 32
            first += 8
        }
        tag = UInt32(truncatingIfNeeded: hash) << 8 | UInt32(truncatingIfNeeded: min(255, count))
    }
}

extension UInt8 {
    /// True if it is a control character of ASCII that no name can hold.
    var isControl: Bool { self < 0x20 && self != UInt8(ascii: "\t") }
}

extension String {
    /// Tests if the text has these bytes in UTF-8.
    fileprivate func hasBytes(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        utf8.withContiguousStorageIfAvailable { $0.count == bytes.count && $0.elementsEqual(bytes) }
            ?? utf8.elementsEqual(bytes)
    }
}
