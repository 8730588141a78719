/// Tests if no number is infinite or not a number.
///
/// Such a number has an exponent of ones only; adding one to it carries into the sign's bit. These integer operations
/// vectorise, which a chain of `isFinite` does not.
///
/// - Complexity: O(*n*), without allocation.
package func areAllFinite(_ numbers: UnsafePointer<Double>, count: Int) -> Bool {
    var carries: UInt64 = 0
    for index in 0..<count {
        carries |= (numbers[index].bitPattern & 0x7FF0_0000_0000_0000) &+ 0x0010_0000_0000_0000
    }
    return carries >> 63 == 0
}
