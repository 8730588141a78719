import TestSupport
import Testing

@testable import SimulationEngine

@Suite struct ChecksumTests {
    private func checksum(_ bytes: [UInt8]) -> UInt64 {
        var checksum = Checksum()
        bytes.withUnsafeBytes { checksum.add($0) }
        return checksum.value
    }

    @Test("It does not depend on how many bytes are added at a time", arguments: 0...130)
    func parts(count: Int) {
        var random = SeededGenerator(seed: UInt64(count))
        let bytes = (0..<count).map { _ in UInt8(random.below(256)) }
        var checksum = Checksum()
        var start = 0
        while start < count {
            let end = min(count, start + random.below(40))
            bytes.withUnsafeBytes { checksum.add(UnsafeRawBufferPointer(rebasing: $0[start..<end])) }
            start = end
        }
        #expect(checksum.value == self.checksum(bytes))
    }

    @Test("Each changed bit changes it, and so do two of the highest, and zeros at the end")
    func changes() {
        let bytes = (0..<100).map { UInt8($0) }
        let value = checksum(bytes)
        for bit in 0..<800 {
            var changed = bytes
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(checksum(changed) != value)
        }
        var changed = bytes
        changed[7] ^= 0x80
        changed[39] ^= 0x80
        #expect(checksum(changed) != value)
        #expect(checksum(bytes + [0]) != value)
    }
}
