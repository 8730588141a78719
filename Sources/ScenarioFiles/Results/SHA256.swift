/// The checksum of bytes by SHA-256 (FIPS 180-4, DOI 10.6028/NIST.FIPS.180-4), as `sha256sum` prints it.
struct SHA256 {
    private var state: [UInt32] = [
        0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
    ]
    private var schedule = [UInt32](repeating: 0, count: 64)

    /// Bytes that do not fill a block yet.
    private var rest: [UInt8] = []
    private var byteCount: UInt64 = 0

    private static let blockLength = 64

    /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = [
        0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4, 0xAB1C_5ED5,
        0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174,
        0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA,
        0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967,
        0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85,
        0xA2BF_E8A1, 0xA81A_664B, 0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
        0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
        0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
    ]

    /// Adds bytes.
    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        byteCount += UInt64(bytes.count)
        var start = 0
        if !rest.isEmpty {
            start = min(Self.blockLength - rest.count, bytes.count)
            rest += bytes[..<start]
            guard rest.count == Self.blockLength else { return }
            rest.withUnsafeBytes { block in Self.compress(block, into: &state, &schedule) }
            rest = []
        }
        while bytes.count - start >= Self.blockLength {
            let block = UnsafeRawBufferPointer(rebasing: bytes[start..<start + Self.blockLength])
            Self.compress(block, into: &state, &schedule)
            start += Self.blockLength
        }
        rest += bytes[start...]
    }

    /// The checksum of all bytes so far, in hexadecimal digits.
    func hexadecimal() -> String {
        var copy = self
        var padding: [UInt8] = [0x80]
        while (rest.count + padding.count) % Self.blockLength != 56 { padding.append(0) }
        padding += (0..<8).reversed().map { UInt8(truncatingIfNeeded: (byteCount * 8) >> (8 * UInt64($0))) }
        padding.withUnsafeBytes { copy.add($0) }
        return copy.state.map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }.joined()
    }

    private static func compress(
        _ block: UnsafeRawBufferPointer, into state: inout [UInt32], _ schedule: inout [UInt32]
    ) {
        constants.withUnsafeBufferPointer { constants in
            schedule.withUnsafeMutableBufferPointer { schedule in
                state.withUnsafeMutableBufferPointer { compress(block, into: $0, schedule, constants) }
            }
        }
    }

    private static func compress(
        _ block: UnsafeRawBufferPointer, into state: UnsafeMutableBufferPointer<UInt32>,
        _ schedule: UnsafeMutableBufferPointer<UInt32>, _ constants: UnsafeBufferPointer<UInt32>
    ) {
        for t in 0..<16 {
            schedule[t] = UInt32(bigEndian: block.loadUnaligned(fromByteOffset: 4 * t, as: UInt32.self))
        }
        for t in 16..<64 {
            let (early, late) = (schedule[t - 15], schedule[t - 2])
            let first = early.rotated(by: 7) ^ early.rotated(by: 18) ^ early &>> 3
            let second = late.rotated(by: 17) ^ late.rotated(by: 19) ^ late &>> 10
            schedule[t] = schedule[t - 16] &+ first &+ schedule[t - 7] &+ second
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for t in 0..<64 {
            let mixed = e.rotated(by: 6) ^ e.rotated(by: 11) ^ e.rotated(by: 25)
            let first = h &+ mixed &+ (e & f ^ ~e & g) &+ constants[t] &+ schedule[t]
            let second = (a.rotated(by: 2) ^ a.rotated(by: 13) ^ a.rotated(by: 22)) &+ (a & b ^ a & c ^ b & c)
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
        }
        state[0] &+= a
        state[1] &+= b
        state[2] &+= c
        state[3] &+= d
        state[4] &+= e
        state[5] &+= f
        state[6] &+= g
        state[7] &+= h
    }
}

extension UInt32 {
    /// Rotated to the right.
    fileprivate func rotated(by count: UInt32) -> UInt32 { self &>> count | self &<< (32 &- count) }
}
