import CZlib
import Essentials

/// Unpacks what gzip has packed, in one or more members one behind the other.
///
/// Whoever uses it frees ``memory``, behind whose ``count`` bytes ``FileBytes/padding`` zeros stand.
struct Inflation {
    private(set) var memory = UnsafeMutableRawPointer.allocate(byteCount: 4 * Self.chunk, alignment: 16)
    private(set) var count = 0

    /// True if only zeros, as tapes are filled with, stand behind the last member.
    private(set) var restIsZeros = true

    /// Why unpacking ended before the end, if there was no memory for more.
    private(set) var shortage: MemoryShortage?

    private var capacity = 4 * Self.chunk

    /// How many bytes are unpacked at once.
    private static let chunk = 1 << 20

    /// Unpacks bytes.
    ///
    /// - Returns: True if they are whole members of gzip, maybe with others behind them, and there was memory for them.
    /// - Complexity: O(n) for n unpacked bytes.
    mutating func unpack(_ packed: UnsafeBufferPointer<UInt8>) -> Bool {
        var stream = z_stream()
        // 15 bits of window as always, 16 for gzip.
        guard
            inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else { return false }
        defer { inflateEnd(&stream) }
        var position = 0
        repeat {
            guard unpackMember(packed, from: &position, &stream), inflateReset(&stream) == Z_OK else { return false }
        } while packed[position...].starts(with: [0x1F, 0x8B])
        restIsZeros = packed[position...].allSatisfy { $0 == 0 }
        (memory + count).initializeMemory(as: UInt8.self, repeating: 0, count: FileBytes.padding)
        return true
    }

    private mutating func unpackMember(
        _ packed: UnsafeBufferPointer<UInt8>, from position: inout Int, _ stream: inout z_stream
    ) -> Bool {
        while true {
            guard makeRoom() else { return false }
            let inputCount = min(packed.count - position, Self.chunk)
            stream.next_in = UnsafeMutablePointer(mutating: packed.baseAddress.map { $0 + position })
            stream.avail_in = UInt32(inputCount)
            stream.next_out = (memory + count).assumingMemoryBound(to: UInt8.self)
            stream.avail_out = UInt32(Self.chunk)
            let result = inflate(&stream, Z_NO_FLUSH)
            position += inputCount - Int(stream.avail_in)
            count += Self.chunk - Int(stream.avail_out)
            if result == Z_STREAM_END { return true }
            guard result == Z_OK else { return false }
        }
    }

    private mutating func makeRoom() -> Bool {
        guard count + Self.chunk + FileBytes.padding > capacity else { return true }
        shortage = MemoryShortage(of: "the text that is packed in the file", bytes: 2 * Double(capacity))
        guard shortage == nil else { return false }
        let grown = UnsafeMutableRawPointer.allocate(byteCount: 2 * capacity, alignment: 16)
        grown.copyMemory(from: memory, byteCount: count)
        memory.deallocate()
        (memory, capacity) = (grown, 2 * capacity)
        return true
    }
}
