/// The exponential function from additions, multiplications and divisions alone, which are the same bits on any processor;
/// those of a system's library need not be. Exact to one or two units in the last place.
///
/// - Parameter exponent: A number from −700 to 700.
/// - Returns: The power of e.
package func reproducibleExp(_ exponent: Double) -> Double {
    let twos = (exponent * 1.442_695_040_888_963_4).rounded()
    // The logarithm of 2 in two parts, the first of which has zeros enough for an exact product.
    let rest = (exponent - twos * 0x1.62e42fefa38p-1) - twos * 0x1.ef35793c7673p-45
    var sum = 1.0
    for divisor in stride(from: 14.0, through: 1, by: -1) { sum = 1 + rest / divisor * sum }
    return Double(sign: .plus, exponent: Int(twos), significand: sum)
}

/// The natural logarithm, in the same manner.
///
/// - Parameter number: A normal number greater than 0.
/// - Returns: Its logarithm.
package func reproducibleLog(_ number: Double) -> Double {
    var (twos, part) = (Double(number.exponent), number.significand)
    if part > 1.414_213_562_373_095_1 {
        part /= 2
        twos += 1
    }
    // log x = 2 artanh s, s = (x − 1) / (x + 1)
    let s = (part - 1) / (part + 1)
    let square = s * s
    // Written out, so that the compiler divides.
    var sum = 1.0 / 23 * square
    sum = (sum + 1.0 / 21) * square
    sum = (sum + 1.0 / 19) * square
    sum = (sum + 1.0 / 17) * square
    sum = (sum + 1.0 / 15) * square
    sum = (sum + 1.0 / 13) * square
    sum = (sum + 1.0 / 11) * square
    sum = (sum + 1.0 / 9) * square
    sum = (sum + 1.0 / 7) * square
    sum = (sum + 1.0 / 5) * square
    sum = (sum + 1.0 / 3) * square
    return twos * 0x1.62e42fefa38p-1 + (2 * s * (1 + sum) + twos * 0x1.ef35793c7673p-45)
}
