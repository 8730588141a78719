/// The bytes of a checkpoint, on their way out or in.
///
/// Everything is archived in the same order in both directions. Values are little-endian and lie one after the other;
/// sections have names that are checked, so that an archive of something else is told and not misread.
public final class StateArchive {
    /// True if values are taken from the archive, not put there.
    public let isReading: Bool

    /// True if whoever takes its state from the archive keeps random numbers of other keys than those that are stored.
    package var keepsLuck = false

    /// True once somebody has kept its own.
    package internal(set) var foundOtherLuck = false

    private var bytes: [UInt8]
    private var position = 0

    /// Creates an empty archive to be written.
    public init() {
        isReading = false
        bytes = []
    }

    /// Creates an archive to be read.
    package init(reading bytes: [UInt8]) {
        isReading = true
        self.bytes = bytes
    }

    /// The bytes that have been written so far.
    package var contents: [UInt8] { bytes }

    /// The number of bytes that were not yet read.
    package var remainingCount: Int { isReading ? bytes.count - position : 0 }
}

// MARK: - Values

extension StateArchive {
    /// Archives a value that consists of nothing but its bits.
    public func value<Value: BitwiseCopyable>(_ value: inout Value) throws(CheckpointError) {
        try withUnsafeMutableBytes(of: &value) { (memory) throws(CheckpointError) in try self.memory(memory) }
    }

    /// Archives a value that may be missing.
    public func value<Value: BitwiseCopyable>(_ value: inout Value?, orNew zero: Value) throws(CheckpointError) {
        var isPresent = value != nil
        try flag(&isPresent)
        var present = value ?? zero
        if isPresent { try self.value(&present) }
        value = isPresent ? present : nil
    }

    /// Archives a truth value. Other than ``value(_:)`` it finds out that a byte is none.
    public func flag(_ flag: inout Bool) throws(CheckpointError) {
        var byte: UInt8 = flag ? 1 : 0
        try value(&byte)
        guard byte <= 1 else { throw .damaged(reason: "\(byte) stands where a truth value should") }
        flag = byte == 1
    }

    /// Archives the number of something, which is not negative.
    ///
    /// - Parameters:
    ///   - count: The number.
    ///   - limit: The largest number that makes sense; 2⁵³ unless given, so that whatever is counted can be counted further.
    /// - Throws: ``CheckpointError``.
    public func count(_ count: inout Int, atMost limit: Int = 1 << 53) throws(CheckpointError) {
        try value(&count)
        guard count >= 0, count <= limit else { throw .damaged(reason: "\(count) stands where a count should") }
    }

    /// Archives a time, which is not negative. Infinite is what never comes.
    public func time(_ time: inout Double) throws(CheckpointError) {
        try value(&time)
        guard time >= 0 else { throw .damaged(reason: "\(time) stands where a time should") }
    }

    /// Archives a time that may be missing, and is finite if it is not.
    public func time(_ time: inout Double?) throws(CheckpointError) {
        try value(&time, orNew: 0)
        guard let time else { return }
        guard time >= 0, time.isFinite else { throw .damaged(reason: "\(time) stands where a time should") }
    }

    /// Archives the moment of something that has happened, which may be missing.
    public func moment(_ moment: inout Moment?) throws(CheckpointError) {
        try value(&moment, orNew: Moment(step: 0, time: 0))
        guard let moment else { return }
        guard (0...1 << 53).contains(moment.step), moment.time >= 0, moment.time.isFinite else {
            throw .damaged(reason: "step \(moment.step) at time \(moment.time) stands where a moment should")
        }
    }

    /// Archives values with their number, which may be another than before.
    public func values<Value: BitwiseCopyable>(_ values: inout [Value]) throws(CheckpointError) {
        var count = values.count
        try self.count(&count, atMost: isReading ? remainingCount / max(1, MemoryLayout<Value>.stride) : .max)
        if isReading {
            try take(byteCount: count * MemoryLayout<Value>.stride) { source in
                // All empty arrays share their storage, into which the count must not be written.
                guard count > 0 else { return values = [] }
                values = Array(unsafeUninitializedCapacity: count) { buffer, initializedCount in
                    UnsafeMutableRawBufferPointer(buffer).copyMemory(from: source)
                    initializedCount = count
                }
            }
        } else {
            values.withUnsafeBytes { bytes.append(contentsOf: $0) }
        }
    }

    /// Archives a text.
    public func text(_ text: inout String) throws(CheckpointError) {
        var scalars = Array(text.utf8)
        try values(&scalars)
        if isReading { text = String(decoding: scalars, as: UTF8.self) }
    }

    /// Archives memory of a size that is known beforehand.
    package func memory(_ memory: UnsafeMutableRawBufferPointer) throws(CheckpointError) {
        if isReading {
            try take(byteCount: memory.count) { memory.copyMemory(from: $0) }
        } else {
            bytes.append(contentsOf: memory)
        }
    }

    private func take(
        byteCount: Int, _ use: (UnsafeRawBufferPointer) -> Void
    ) throws(CheckpointError) {
        guard byteCount <= remainingCount else {
            throw .damaged(reason: "it ends \(byteCount - remainingCount) bytes too early")
        }
        bytes.withUnsafeBytes { use(UnsafeRawBufferPointer(rebasing: $0[position..<position + byteCount])) }
        position += byteCount
    }
}

// MARK: - Structure

extension StateArchive {
    /// Archives a part under a name, which is checked when it is read, as is that the part has been read to its end.
    public func section(_ name: String, _ part: () throws(CheckpointError) -> Void) throws(CheckpointError) {
        var found = name
        try text(&found)
        guard found == name else { throw .doesNotMatch(what: "the next part", found: found, expected: name) }
        let start = bytes.count
        var length = 0
        try value(&length)
        let end = position + length
        guard !isReading || length >= 0 && length <= remainingCount else {
            throw .damaged(reason: "the part '\(name)' has \(length) bytes")
        }
        try part()
        if isReading {
            guard position == end else {
                throw .damaged(reason: "the part '\(name)' ends \(abs(end - position)) bytes off its place")
            }
        } else {
            withUnsafeBytes(of: bytes.count - start - MemoryLayout<Int>.size) { source in
                bytes.replaceSubrange(start..<start + MemoryLayout<Int>.size, with: source)
            }
        }
    }

    /// Archives something that has to be the same when the archive is read, such as a number of nodes.
    public func expect(_ value: Int, _ what: String) throws(CheckpointError) {
        var found = value
        try self.value(&found)
        guard found == value else {
            throw .doesNotMatch(what: what, found: String(found), expected: String(value))
        }
    }

    /// Archives an object that has to be ``Resumable``.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - what: The object's name, for the error if it is not resumable.
    /// - Throws: ``CheckpointError``.
    public func state(of object: Any, _ what: String) throws(CheckpointError) {
        guard let object = object as? any Resumable else { throw .notResumable(what: what) }
        try object.archiveState(in: self)
    }
}
