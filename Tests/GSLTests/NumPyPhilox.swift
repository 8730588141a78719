/// Numbers that NumPy 2.4.6 draws from its own Philox4x64-10.
///
/// They were printed by
///
///     a = lambda *words: numpy.array(words, dtype=numpy.uint64)
///     p = lambda: numpy.random.Philox(key=a(0x0123456789abcdef, 42), counter=a(6, 1, 2, 3))
///     print([hex(x) for x in p().random_raw(12)])
///     print([x.hex() for x in numpy.random.Generator(p()).random(6)])
///
/// NumPy increments the counter before it computes the first block, hence the 6 for a stream that begins at 7.
enum NumPyPhilox {
    static let key: (UInt64, UInt64) = (0x0123_4567_89ab_cdef, 42)
    static let counter: (UInt64, UInt64, UInt64, UInt64) = (7, 1, 2, 3)

    static let words: [UInt64] = [
        0x5b92_5d6c_f00f_a57e, 0x5d78_5ac2_a5ac_0d47, 0xfedb_5aeb_8c1e_00b3, 0xd025_e830_110c_6456,
        0x2d59_a017_2ddf_e0c1, 0x049c_9b72_fbb6_ca47, 0xe4a9_0c74_5887_23da, 0xffb6_fdd9_8b50_4286,
        0x95b2_487c_7bc8_56b6, 0x524b_05af_4514_97f1, 0x5b45_172a_4e72_5c64, 0x5c2a_6cb7_1da5_3571,
    ]

    static let fractions: [Double] = [
        0x1.6e4975b3c03e8p-2, 0x1.75e16b0a96b02p-2, 0x1.fdb6b5d7183c0p-1,
        0x1.a04bd0602218cp-1, 0x1.6acd00b96eff0p-3, 0x1.2726dcbeedb20p-6,
    ]
}
