/// Bytes of text that wait to be written. They lie at one place, which is made larger if they do not fit.
///
/// This is a class so that whoever appends does not access a property of its own for the time of the call, which Swift
/// would check.
final class TextBuffer {
    private var start: UnsafeMutableRawPointer
    private var capacity: Int
    private let numberText = NumberText()

    /// How many bytes there are.
    private(set) var count = 0

    init(capacity: Int) {
        self.capacity = capacity
        start = .allocate(byteCount: capacity, alignment: 16)
    }

    deinit {
        start.deallocate()
    }

    var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: start, count: count)
    }

    @inline(__always)
    func append(_ byte: UInt8) {
        reserve(1)
        (start + count).storeBytes(of: byte, as: UInt8.self)
        count &+= 1
    }

    func append(contentsOf text: [UInt8]) {
        reserve(text.count)
        UnsafeMutableRawBufferPointer(start: start + count, count: text.count).copyBytes(from: text)
        count += text.count
    }

    @inline(__always)
    func append(_ number: Double) {
        reserve(NumberText.capacity)
        count &+= numberText.write(number, to: start + count)
    }

    @inline(__always)
    func append(_ number: Int) {
        reserve(NumberText.capacity)
        count &+= numberText.write(number, to: start + count)
    }

    /// Removes bytes from the beginning.
    ///
    /// - Complexity: O(*n*) in the number of bytes that are left.
    func removeFirst(_ removed: Int) {
        count -= removed
        start.copyMemory(from: start + removed, byteCount: count)
    }

    /// Removes bytes from the end.
    func removeLast(_ removed: Int) {
        count -= removed
    }

    @inline(__always)
    private func reserve(_ more: Int) {
        if capacity &- count < more { grow(more) }
    }

    @inline(never)
    private func grow(_ more: Int) {
        capacity = max(2 * capacity, count + more)
        let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
        larger.copyMemory(from: start, byteCount: count)
        start.deallocate()
        start = larger
    }
}
