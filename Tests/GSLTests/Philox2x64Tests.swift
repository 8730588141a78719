import GSL
import Testing

@Suite struct Philox2x64Tests {
    /// The lines `philox2x64 10` of `kat_vectors`, which comes with Random123: counter, key and block.
    static let random123: [[UInt64]] = [
        [0, 0, 0, 0xca00_a045_9843_d731, 0x66c2_4222_c9a8_45b5],
        [.max, .max, .max, 0x65b0_21d6_0cd8_310f, 0x4d02_f322_2f86_df20],
        [
            0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344, 0xa409_3822_299f_31d0, 0x0a5e_742c_2997_341c,
            0xb0f8_83d3_8000_de5d,
        ],
    ]

    @Test(arguments: random123)
    func blockIsRandom123s(_ line: [UInt64]) {
        let block = Philox2x64.block(counter: (line[0], line[1]), key: line[2])
        #expect([block.0, block.1] == [line[3], line[4]])
    }
}
