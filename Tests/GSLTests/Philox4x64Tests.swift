import GSL
import Testing

@Suite struct Philox4x64Tests {
    struct KnownAnswer: Sendable {
        let counter: [UInt64]
        let key: [UInt64]
        let block: [UInt64]
    }

    /// The lines `philox4x64 10` of `kat_vectors`, which comes with Random123.
    static let random123: [KnownAnswer] = [
        KnownAnswer(
            counter: [0, 0, 0, 0],
            key: [0, 0],
            block: [0x1655_4d9e_ca36_314c, 0xdb20_fe9d_672d_0fdc, 0xd7e7_72ce_e186_176b, 0x7e68_b68a_ec7b_a23b]),
        KnownAnswer(
            counter: [.max, .max, .max, .max],
            key: [.max, .max],
            block: [0x87b0_92c3_013f_e90b, 0x438c_3c67_be8d_0224, 0x9cc7_d7c6_9cd7_77b6, 0xa09c_aebf_594f_0ba0]),
        KnownAnswer(
            counter: [0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344, 0xa409_3822_299f_31d0, 0x082e_fa98_ec4e_6c89],
            key: [0x4528_21e6_38d0_1377, 0xbe54_66cf_34e9_0c6c],
            block: [0xa528_f454_03e6_1d95, 0x38c7_2dbd_566e_9788, 0xa5a1_610e_72fd_18b5, 0x57bd_43b5_e52b_7fe6]),
    ]

    @Test(arguments: random123)
    func blockIsRandom123s(_ answer: KnownAnswer) {
        let counter = answer.counter
        let block = Philox4x64.block(
            counter: (counter[0], counter[1], counter[2], counter[3]), key: (answer.key[0], answer.key[1]))
        #expect([block.0, block.1, block.2, block.3] == answer.block)
    }
}
