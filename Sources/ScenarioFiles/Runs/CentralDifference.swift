/// The derivative of something by a number, from its values at five places that lie the same distance apart.
///
/// With *D*ₕ = (*f*(*x* + *h*) − *f*(*x* − *h*)) / 2*h*, Richardson's extrapolation (4 *D*ₕ − *D*₂ₕ) / 3 is of fourth order in *h*.
/// Its error is given as |*D*ₕ − *D*₂ₕ| / 3, that of *D*ₕ if *f* is smooth, a quarter of the fourth difference over *h*, which has the
/// size of what jumps, kinks and noise change in the derivative, and is small where there are none, and what two units in the last place
/// of *f* do.
struct CentralDifference: Equatable {
    let slope: Double
    let error: Double

    /// False if the fourth difference says that there is a jump or a kink among the places, or a turn that is too sharp.
    let isSmooth: Bool

    /// Creates a difference.
    ///
    /// - Parameters:
    ///   - values: The five values, in the order of the places.
    ///   - distance: The distance of the places.
    ///   - noise: By how much values may differ for no reason, up to which nothing counts as a jump.
    init(of values: [Double], distance: Double, noise: Double) {
        precondition(values.count == 5, "there must be five values")
        let near = (values[3] - values[1]) / (2 * distance)
        let far = (values[4] - values[0]) / (4 * distance)
        let fourth = abs(values[0] - 4 * values[1] + 6 * values[2] - 4 * values[3] + values[4])
        slope = (4 * near - far) / 3
        error = abs(near - far) / 3 + fourth / (4 * distance) + 3 * values[2].ulp / distance
        let range = (values.max() ?? 0) - (values.min() ?? 0)
        isSmooth = fourth <= max(range / 4, noise)
    }
}
