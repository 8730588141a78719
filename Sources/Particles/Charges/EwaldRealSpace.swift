/// The part of Ewald's sum that falls off fast, k q₁ q₂ erfc(α r) / r, up to a cutoff at which it has become small.
struct EwaldRealSpace: ChargePotential {
    let damped: DampedCoulomb

    init(constant: Double, parameters: EwaldParameters) {
        damped = DampedCoulomb(
            constant: constant, damping: parameters.damping, cutoff: parameters.cutoff, isShifted: false)
    }

    private var constant: Double { damped.constant }
    private var damping: Double { damped.damping }

    func makeLaw() -> PairLaw { PairLaw(self, kernel: damped.kernel) }

    /// − k α / √π: what the sum over waves counts of a charge's interaction with itself.
    var selfEnergy: Double { -constant * damping / Double.pi.squareRoot() }

    var cutoff: Double { damped.cutoff }

    func interaction(squaredDistance: Double) -> PairInteraction {
        damped.interaction(squaredDistance: squaredDistance)
    }

    /// The weight times 1 / r, less erf(α r) / r, which the sum over waves counts.
    func excludedInteraction(squaredDistance: Double, weight: Double) -> PairInteraction {
        var pair = smoothInteraction(squaredDistance)
        pair.energy *= -constant
        pair.forceOverDistance *= -constant
        guard weight > 0 else { return pair }
        let remainder = weight * constant / squaredDistance.squareRoot()
        pair.energy += remainder
        pair.forceOverDistance += remainder / squaredDistance
        return pair
    }

    /// erf(α r) / r, which has no singularity.
    private func smoothInteraction(_ squaredDistance: Double) -> PairInteraction {
        let square = damping * damping * squaredDistance
        guard square >= 0.25 else {
            // erf(x) / x = 2 / √π · Σ (−x²)ⁿ / (n! (2n + 1)), and its derivative by x².
            var (term, sum, slope) = (1.0, 0.0, 0.0)
            for n in 0..<15 {
                sum += term / Double(2 * n + 1)
                slope -= term / Double(2 * n + 3)
                term *= -square / Double(n + 1)
            }
            let scale = 2 / Double.pi.squareRoot() * damping
            return PairInteraction(energy: scale * sum, forceOverDistance: -2 * scale * damping * damping * slope)
        }
        let distance = squaredDistance.squareRoot()
        let (complement, slope) = ErrorFunctionTable.shared.values(at: damping * distance)
        let energy = (1 - complement) / distance
        return PairInteraction(
            energy: energy, forceOverDistance: (energy + damping * slope) / squaredDistance)
    }
}
