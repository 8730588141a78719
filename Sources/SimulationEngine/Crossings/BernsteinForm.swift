/// A polynomial over the range from 0 to 1, by the coefficients of its Bernstein form: their signs change at least as often as that of
/// the polynomial does, and as often once the form is that of a short enough part.
///
/// R. T. Farouki, *The Bernstein polynomial basis: a centennial retrospective*, Computer Aided Geometric Design 29 (2012) 379–419,
/// DOI 10.1016/j.cagd.2012.03.001.
struct BernsteinForm {
    /// Two changes of sign that are nearer to each other are not told apart.
    private static let shortestPart = 0x1p-26

    private var coefficients: SIMD16<Double>
    private let degree: Int

    /// - Parameters:
    ///   - powers: The coefficients of the powers of the place, from the power of 0 on.
    ///   - degree: The highest power, 15 at most.
    init(powers: SIMD16<Double>, degree: Int) {
        coefficients = powers
        self.degree = degree
        var binomial = 1.0
        for power in 0...degree {
            coefficients[power] /= binomial
            binomial *= Double(degree - power) / Double(power + 1)
        }
        for order in stride(from: 1, through: degree, by: 1) {
            for index in stride(from: degree, through: order, by: -1) { coefficients[index] += coefficients[index - 1] }
        }
    }

    private init(coefficients: SIMD16<Double>, degree: Int) {
        self.coefficients = coefficients
        self.degree = degree
    }

    /// The rate of change of a polynomial that is not constant.
    var derivative: BernsteinForm {
        var slopes = SIMD16<Double>.zero
        for index in 0..<degree { slopes[index] = Double(degree) * (coefficients[index + 1] - coefficients[index]) }
        return BernsteinForm(coefficients: slopes, degree: degree - 1)
    }

    /// The places at which the polynomial changes its sign, in order; and those at which it nearly does so twice.
    ///
    /// - Complexity: O(degree²) for each of some thirty halvings a place.
    var signChanges: [Double] {
        var places: [Double] = []
        appendSignChanges(from: 0, to: 1, to: &places)
        return places
    }

    private func appendSignChanges(from low: Double, to high: Double, to places: inout [Double]) {
        guard changesSides else { return }
        let middle = (low + high) / 2
        guard high - low > Self.shortestPart else { return places.append(middle) }
        let (early, late) = halves
        early.appendSignChanges(from: low, to: middle, to: &places)
        late.appendSignChanges(from: middle, to: high, to: &places)
    }

    /// True if not all coefficients are on one side of zero.
    private var changesSides: Bool {
        for index in stride(from: 1, through: degree, by: 1) {
            if (coefficients[index] >= 0) != (coefficients[0] >= 0) { return true }
        }
        return false
    }

    /// The same polynomial over both halves of the range, by de Casteljau's algorithm.
    private var halves: (BernsteinForm, BernsteinForm) {
        var (early, late) = (self, self)
        var rest = coefficients
        for order in stride(from: 1, through: degree, by: 1) {
            for index in 0...(degree - order) { rest[index] = (rest[index] + rest[index + 1]) / 2 }
            early.coefficients[order] = rest[0]
            late.coefficients[degree - order] = rest[degree - order]
        }
        return (early, late)
    }
}
