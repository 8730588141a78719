/// A number that tells whether numbers are the same as others were: a sum over all of them, in any order.
package struct BranchSum {
    package private(set) var value: UInt64 = 0

    package init() {}

    /// Adds numbers.
    ///
    /// - Parameters:
    ///   - numbers: Memory of the numbers.
    ///   - count: How many there are.
    ///   - kind: What they are, other than what is added beside them.
    ///   - first: The position of the first among those of its kind.
    package mutating func add(_ numbers: UnsafePointer<Double>, count: Int, kind: Int, first: Int) {
        let kindKey = UInt64(truncatingIfNeeded: kind) &* 0xD1B5_4A32_D192_ED03
        for index in 0..<count {
            // Truth values have no bits but the first ones, which a product alone would leave among the first ones.
            let bits = numbers[index].bitPattern
            let key = UInt64(truncatingIfNeeded: first &+ index) &* 0x9E37_79B9_7F4A_7C15 &+ kindKey
            let mixed = (key ^ key >> 32) | 1
            value &+= (bits ^ bits >> 32) &* mixed
        }
    }

    /// Adds what tells of a part of the whole.
    ///
    /// - Parameters:
    ///   - branches: The number of the part; `nil` if it has none.
    ///   - part: Which part it is.
    mutating package func add(_ branches: UInt64?, ofPart part: Int) {
        guard let branches else { return }
        value &+= (branches ^ branches >> 32) &* (UInt64(truncatingIfNeeded: part) &* 0x9E37_79B9_7F4A_7C15 | 1)
    }
}
