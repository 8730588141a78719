#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The Ising model on a square torus, exactly.
struct FiniteIsing {
    let width: Int
    let height: Int

    /// The mean energy per spin, by the derivative of the logarithm of Kaufman's partition function.
    ///
    /// B. Kaufman, Physical Review 76 (1949) 1232, DOI 10.1103/PhysRev.76.1232; as written by A. E. Ferdinand and
    /// M. E. Fisher, Physical Review 185 (1969) 832, DOI 10.1103/PhysRev.185.832.
    func energy(temperature: Double) -> Double {
        let (k, h) = (1 / temperature, 1e-5)
        return -(logPartition(k + h) - logPartition(k - h)) / (2 * h) / Double(width * height)
    }

    func logPartition(_ k: Double) -> Double {
        let gammas = (0..<2 * width).map { index -> Double in
            if index == 0 { return 2 * k + log(tanh(k)) }
            return acosh(cosh(2 * k) / tanh(2 * k) - cos(.pi * Double(index) / Double(width)))
        }
        let half = Double(height) / 2
        // The factors 2 cosh x = exp x (1 + exp −2x), so that nothing overflows.
        func product(_ parity: Int, _ sign: Double) -> (log: Double, sign: Double) {
            var (sum, isNegative) = (0.0, false)
            for index in stride(from: parity, to: 2 * width, by: 2) {
                let x = half * gammas[index]
                sum += abs(x) + log(abs(1 + sign * exp(-2 * abs(x))))
                if sign < 0, x < 0 { isNegative.toggle() }
            }
            return (sum, isNegative ? -1 : 1)
        }
        let products = [product(1, 1), product(1, -1), product(0, 1), product(0, -1)]
        let greatest = products.map(\.log).max() ?? 0
        let sum = products.reduce(0) { $0 + $1.sign * exp($1.log - greatest) }
        return -log(2) + Double(width * height) / 2 * log(2 * sinh(2 * k)) + greatest + log(sum)
    }
}
